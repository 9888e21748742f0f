// Tiles. Each unit holds its elements in locals, and loads and stores them one by one. Where a
// target has the product of two tiles, the units' parts of them become its operands; elsewhere the
// factors go through a shared array, some columns of the one and rows of the other at a time, and
// each unit adds up its own elements.
#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "core/format.hpp"
#include "kernel/ir/walk.hpp"
#include "kernel/legalize/passes.hpp"
#include "kernel/legalize/statements.hpp"
#include "kernel/legalize/tile_products.hpp"

namespace dala::kernel {

using ir::BinaryOp;
using ir::ExprId;
using ir::StmtId;
using ir::TileOp;

namespace {

class Tiles {
 public:
  Tiles(ir::Module& module, const TargetInfo& target)
      : module_(module), b_(module), products_(target, b_), held_(module.tiles.size()) {}

  void run() {
    plan();
    change_statements(b_, module_.kernel.body, [&](StmtId id) {
      const ir::Stmt s = module_.stmts[id];
      s.kind == ir::StmtKind::tile ? replace(s) : b_.append(id);
    });
    module_.tiles.clear();
  }

 private:
  void plan() {
    ir::for_each_stmt(module_, module_.kernel.body, [&](StmtId, const ir::Stmt& s) {
      if (s.kind != ir::StmtKind::tile || s.tile != TileOp::multiply_add) return;
      if (!products_.is_native(ir::product_of(module_, s))) return;
      for (std::size_t i = 0; i < roles.size(); ++i) hold(s.tiles[i], roles[i]);
    });
    for (std::uint32_t i = 0; i < held_.size(); ++i)
      if (held_[i].empty()) hold(i, TileRole::any);
  }

  void hold(std::uint32_t tile, TileRole role) {
    if (form(tile, role) != nullptr) return;
    const ir::Tile& t = module_.tiles[tile];
    TileForm made{.role = role, .layout = layout_for(t, role), .locals = {}};
    for (std::size_t i = 0; i < made.layout.places.size(); ++i)
      made.locals.push_back(b_.new_local({t.scalar}, format("{}_{}", t.name, i)));
    held_[tile].push_back(std::move(made));
  }

  static TileLayout layout_for(const ir::Tile& tile, TileRole role) {
    switch (role) {
      case TileRole::any:
        return plain_layout(tile);
      case TileRole::left:
        return left_packed_layout(ir::elements_in_word(tile.scalar));
      case TileRole::right:
        return right_packed_layout(ir::elements_in_word(tile.scalar));
      case TileRole::sum:
        return packed_sums_layout();
    }
    std::unreachable();
  }

  [[nodiscard]] const TileForm* form(std::uint32_t tile, TileRole role) const {
    const auto found = std::ranges::find(held_[tile], role, &TileForm::role);
    return found == held_[tile].end() ? nullptr : &*found;
  }

  void replace(const ir::Stmt& s) {
    switch (s.tile) {
      case TileOp::fill:
        return fill(s);
      case TileOp::scale:
        return scale(s);
      case TileOp::load:
      case TileOp::load_transposed:
        for (const TileForm& f : held_[s.tiles[0]]) move(s, f);
        return;
      case TileOp::store:
      case TileOp::store_transposed:
        return move(s, held_[s.tiles[0]].front());
      case TileOp::multiply_add:
        return multiply(s);
      case TileOp::multiply_packed:
        break;
    }
    std::unreachable();
  }

  void fill(const ir::Stmt& s) {
    const ExprId value = b_.keep(s.value);
    for (const TileForm& f : held_[s.tiles[0]])
      for (const std::uint32_t local : f.locals) b_.store(local, value);
  }

  void scale(const ir::Stmt& s) {
    const ExprId value = b_.keep(s.value);
    for (const TileForm& f : held_[s.tiles[0]])
      for (const std::uint32_t local : f.locals)
        b_.store(local, b_.binary(BinaryOp::mul, b_.local(local), value));
  }

  // Between memory and a unit's elements.
  void move(const ir::Stmt& s, const TileForm& f) {
    const bool transposed = s.tile == TileOp::load_transposed || s.tile == TileOp::store_transposed;
    const UnitBits& down = transposed ? f.layout.column : f.layout.row;
    const UnitBits& right = transposed ? f.layout.row : f.layout.column;
    std::vector<ExprId> first;
    for (const ExprId index : s.indices) first.push_back(b_.keep(b_.copy(index)));
    const std::size_t count = first.size();
    const auto at = [&](std::size_t i, const UnitBits& bits) {
      return b_.sum(first[i], b_.cast(b_.of_unit(bits), b_.type_of(first[i])));
    };
    ExprId stride = ir::none;
    if (s.end != ir::none) {
      stride = b_.keep(b_.copy(s.end));
      const ExprId row = b_.cast(b_.of_unit(down), b_.type_of(stride));
      first[0] = b_.keep(b_.sum(at(0, right), b_.binary(BinaryOp::mul, row, stride)));
    } else {
      first[count - 2] = b_.keep(at(count - 2, down));
      first[count - 1] = b_.keep(at(count - 1, right));
    }
    for (std::size_t i = 0; i < f.locals.size(); ++i) {
      TilePlace place = f.layout.places[i];
      if (transposed) std::swap(place.row, place.column);
      std::vector<ExprId> indices = first;
      if (s.end == ir::none)
        indices[count - 2] = b_.plus(indices[count - 2], place.row);
      else if (place.row != 0)
        indices[0] = b_.sum(indices[0], b_.times(stride, place.row));
      indices.back() = b_.plus(indices.back(), place.column);
      move_element(s, std::move(indices), f.locals[i]);
    }
  }

  void move_element(const ir::Stmt& s, std::vector<ExprId> indices, std::uint32_t local) {
    if (ir::loads(s.tile))
      b_.store(local, s.on_shared ? b_.load_shared(s.target, indices[0])
                                  : b_.load(s.target, std::move(indices)));
    else if (s.on_shared)
      b_.store_shared(s.target, indices[0], b_.local(local));
    else
      b_.store_tensor(s.target, std::move(indices), b_.local(local));
  }

  // Native products take the forms of their roles, others any.
  void multiply(const ir::Stmt& s) {
    const ir::TileProduct& product = ir::product_of(module_, s);
    std::array<const TileForm*, roles.size()> forms{};
    for (std::size_t i = 0; i < roles.size(); ++i)
      forms[i] =
          products_.is_native(product) ? form(s.tiles[i], roles[i]) : &held_[s.tiles[i]].front();
    products_.multiply(product, *forms[0], *forms[1], *forms[2]);
  }

  static constexpr std::array roles = {TileRole::sum, TileRole::left, TileRole::right};

  ir::Module& module_;
  TileBuilder b_;
  TileProducts products_;
  std::vector<std::vector<TileForm>> held_;  // by tile
};

}  // namespace

void legalize_tiles(ir::Module& module, const TargetInfo& target) {
  if (!module.tiles.empty()) Tiles(module, target).run();
}

}  // namespace dala::kernel
