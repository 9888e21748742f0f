// Kernels on pictures of four channels: a pixel is a word, read at once and, where an invocation
// writes all of it, written at once.
#include <map>
#include <optional>
#include <string>
#include <tuple>

#include "core/format.hpp"
#include "kernel/analysis/index_analysis.hpp"
#include "kernel/ir/scalar_ops.hpp"
#include "kernel/ir/walk.hpp"
#include "kernel/legalize/locate.hpp"
#include "kernel/legalize/passes.hpp"

namespace dala::kernel {

namespace {

using ir::BinaryOp;
using ir::Edge;
using ir::ExprId;
using ir::ExprKind;

class Pixels {
 public:
  Pixels(ir::Module& module, const CallSpecialisation& specialisation)
      : module_(module),
        specialisation_(specialisation),
        source_(module),
        analysis_(source_),
        written_(written_by_pixels(source_, analysis_, specialisation.channels)),
        runtime_(module),
        b_(module, module.kernel),
        locator_(b_, runtime_),
        new_pixels_(module.tensors.size(), ir::none),
        stores_(module.tensors.size()) {}

  void run() {
    const std::vector<ir::StmtId> body = std::move(module_.kernel.body);
    std::vector<ir::StmtId> changed = b_.nested([&] {
      for (const ir::StmtId id : body) {
        is_in_outer_block_ = true;
        loads_of(module_.stmts[id]);
        is_in_outer_block_ = false;
        for (const auto inner : {&ir::Stmt::body, &ir::Stmt::other})
          ir::for_each_stmt(source_, source_.stmts[id].*inner,
                            [&](ir::StmtId, const ir::Stmt& s) { loads_of(s); });
        if (!store(id)) b_.append(id);
      }
    });
    module_.kernel.body = std::move(changed);
  }

 private:
  struct Key {
    std::string_view what;
    std::uint32_t tensor;
    Edge edge;
    std::vector<std::int64_t> place;
    auto operator<=>(const Key&) const = default;
  };

  void loads_of(const ir::Stmt& s) {
    std::vector<ExprId> roots;  // new statements may move this one
    ir::for_each_root(s, [&](ExprId root) { roots.push_back(root); });
    for (const ExprId root : roots) loads_in(root);
  }

  void loads_in(ExprId id) {
    const ir::Expr e = source_.exprs[id];
    for (const ExprId arg : e.args) loads_in(arg);
    if (e.kind == ExprKind::load_tensor) load(id, e);
  }

  // The byte of a pixel that an access is to, as the number of bits before it.
  std::optional<ExprId> shift_of(std::uint32_t tensor, const std::vector<ExprId>& indices) {
    if (source_.tensors[tensor].scalar != ir::Scalar::u8 || specialisation_.channels[tensor] != 4)
      return std::nullopt;
    const auto bits = [&](std::int64_t byte) { return b_.whole(byte * 8, ir::Scalar::u32); };
    const ExprId last = indices.back();
    if (indices.size() == 3) {
      const auto range = analysis_.interval(last);
      if (!range || range->low < 0 || range->high > 3) return std::nullopt;
      if (range->low == range->high) return bits(range->low);
      return b_.binary(BinaryOp::mul, b_.cast(last, ir::u32_type), b_.whole(8, ir::Scalar::u32));
    }
    const auto at = analysis_.affine(last);
    if (indices.size() != 1 || !at || at->base != Base::flat || at->multiplier != 4 ||
        at->rest.low != at->rest.high || at->rest.low < 0 || at->rest.low > 3)
      return std::nullopt;
    return bits(at->rest.low);
  }

  // The pixel's index, which may be outside.
  ExprId pixel_of(std::uint32_t tensor, const std::vector<ExprId>& indices) {
    if (indices.size() == 3) return locator_.flat(tensor, {indices[0], indices[1]}, Edge::zero);
    return b_.binary(BinaryOp::shr, locator_.flat(tensor, indices, Edge::zero),
                     b_.whole(2, module_.index));
  }

  // How an index follows the invocation's position where nothing else is in it: it is then the
  // same wherever it comes up again.
  std::optional<std::vector<std::int64_t>> steady(ExprId id, bool by_pixels) const {
    if (!is_in_outer_block_) return std::nullopt;
    const auto at = analysis_.affine(id);
    if (!at || at->rest.low != at->rest.high) return std::nullopt;
    return std::vector{static_cast<std::int64_t>(at->base), at->multiplier,
                       by_pixels ? at->rest.low >> 2 : at->rest.low};
  }

  // Drivers do not find what is computed twice where there are checks in it, so it is kept here.
  template <typename Value>
  ExprId kept(const Key& key, const std::string& name, const Value& value) {
    const auto known = kept_.find(key);
    if (known != kept_.end()) return b_.local(known->second);
    const ExprId made = value();
    const std::uint32_t local = b_.new_local(b_.type_of(made), name);
    b_.store(local, made);
    kept_.emplace(key, local);
    return b_.local(local);
  }

  ExprId moved(const ir::Expr& e, std::size_t axis) {
    const ExprId index = e.args[axis];
    const ExprId size = b_.size(e.index, static_cast<std::int64_t>(axis));
    const auto at = analysis_.affine(index);
    const bool is_near = specialisation_.near && at &&
                         at->base == (axis == 0 ? Base::y : Base::x) && at->multiplier == 1 &&
                         at->rest.low >= -near_distance && at->rest.high <= near_distance;
    if (!is_near || e.edge != Edge::mirrored) return locator_.moved(index, size, e.edge);
    return locator_.mirrored_once(index, size);
  }

  // What was moved inside needs no check.
  ExprId load_moved(const ir::Expr& e) {
    const std::string& name = module_.tensors[e.index].name;
    std::array<ExprId, 2> at{};
    for (std::size_t axis = 0; axis < 2; ++axis) {
      const auto place = steady(e.args[axis], false);
      const auto value = [&] { return moved(e, axis); };
      at[axis] = place ? kept({axis == 0 ? "y" : "x", e.index, e.edge, *place},
                              format("{}_{}", name, axis == 0 ? "y" : "x"), value)
                       : value();
    }
    const ExprId row = b_.binary(BinaryOp::mul, at[0], b_.size(e.index, 1));
    return b_.load_word(e.index, b_.binary(BinaryOp::add, row, at[1]), Edge::inside);
  }

  void load(ExprId id, const ir::Expr& e) {
    const auto shift = shift_of(e.index, e.args);
    if (!shift) return load_constant(id, e);
    const bool is_moved = e.edge != Edge::zero && e.args.size() == 3;
    const auto value = [&] {
      return is_moved ? load_moved(e) : b_.load_word(e.index, pixel_of(e.index, e.args));
    };
    std::optional<Key> key = Key{"pixel", e.index, e.edge, {}};
    for (std::size_t i = 0; i < (e.args.size() == 3 ? 2 : 1) && key; ++i) {
      const auto place = steady(e.args[i], e.args.size() == 1);
      if (place && !module_.tensors[e.index].is_output)
        key->place.insert(key->place.end(), place->begin(), place->end());
      else
        key = std::nullopt;
    }
    const ExprId word =
        key ? kept(*key, format("{}_pixel", module_.tensors[e.index].name), value) : value();
    module_.exprs[id] = {
        .kind = ExprKind::cast, .type = e.type, .args = {b_.binary(BinaryOp::shr, word, *shift)}};
  }

  // Weights and the like.
  void load_constant(ExprId id, const ir::Expr& e) {
    if (!is_in_outer_block_ || source_.tensors[e.index].is_output || e.args.size() != 1 ||
        source_.exprs[e.args[0]].kind != ExprKind::constant)
      return;
    const Key key{"element", e.index, e.edge, {ir::as_s64(source_.exprs[e.args[0]].bits)}};
    const ExprId element = kept(key, module_.tensors[e.index].name, [&] { return b_.add(e); });
    module_.exprs[id] = ir::Expr(module_.exprs[element]);
  }

  // Whether it is a store of a byte of the invocation's own pixel.
  bool store(ir::StmtId id) {
    const ir::Stmt s = module_.stmts[id];
    if (s.kind != ir::StmtKind::store_tensor || !written_[s.target] ||
        specialisation_.channels[s.target] != 4)
      return false;
    const auto shift = shift_of(s.target, s.indices);
    if (!shift) return false;
    const bool is_first = new_pixels_[s.target] == ir::none;
    if (is_first)
      new_pixels_[s.target] =
          b_.new_local(ir::u32_type, format("{}_pixel", module_.tensors[s.target].name));
    const std::uint32_t pixel = new_pixels_[s.target];
    const ExprId byte = b_.binary(BinaryOp::shl, b_.cast(s.value, ir::u32_type), *shift);
    b_.store(pixel, is_first ? byte : b_.binary(BinaryOp::bit_or, b_.local(pixel), byte));
    if (++stores_[s.target] == 4)
      b_.store_word(s.target, pixel_of(s.target, s.indices), b_.local(pixel));
    return true;
  }

  ir::Module& module_;
  const CallSpecialisation& specialisation_;
  const ir::Module source_;  // as it was, which the analysis is of
  IndexAnalysis analysis_;
  std::vector<bool> written_;
  Runtime runtime_;
  ir::Builder b_;
  Locator locator_;
  bool is_in_outer_block_ = false;
  std::map<Key, std::uint32_t> kept_;      // locals
  std::vector<std::uint32_t> new_pixels_;  // locals, by tensor
  std::vector<int> stores_;                // of its bytes so far, by tensor
};

bool has_pixels(const ir::Module& module, const CallSpecialisation& specialisation) {
  for (std::size_t i = 0; i < module.tensors.size(); ++i)
    if (module.tensors[i].scalar == ir::Scalar::u8 && specialisation.channels[i] == 4) return true;
  return false;
}

}  // namespace

void legalize_pixels(ir::Module& module, const TargetInfo&,
                     const CallSpecialisation& specialisation) {
  const bool is_in_lanes = module.groups.has_value();
  if (!is_in_lanes && has_pixels(module, specialisation)) Pixels(module, specialisation).run();
}

}  // namespace dala::kernel
