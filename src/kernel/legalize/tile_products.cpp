#include "kernel/legalize/tile_products.hpp"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "core/format.hpp"
#include "kernel/ir/walk.hpp"

namespace dala::kernel {

using ir::BinaryOp;
using ir::ExprId;
using ir::Scalar;
using ir::StmtId;
using ir::TileOp;
using ir::TileProduct;

TileProducts::TileProducts(const TargetInfo& target, TileBuilder& to)
    : target_(target), b_(to), module_(to.module()) {
  ir::for_each_stmt(module_, module_.kernel.body, [&](StmtId, const ir::Stmt& s) {
    if (s.kind != ir::StmtKind::tile || s.tile != TileOp::multiply_add) return;
    const TileProduct& p = ir::product_of(module_, s);
    if (is_native(p)) return;
    std::uint32_t& most = most_[p.sum];
    most = std::max(most, p.rows + p.columns);
  });
  at_a_time_ = most_at_a_time();
}

bool TileProducts::is_native(const TileProduct& p) const {
  return ir::can_be_packed(p) && target_.has_product(p);
}

// How many columns of one factor and rows of the other all subgroups may have in shared memory at
// a time. GLSL has nothing smaller than a word there, and needs one to stop a kernel by.
std::uint32_t TileProducts::most_at_a_time() const {
  const auto bytes = [](Scalar scalar) { return std::max<std::size_t>(ir::bytes_of(scalar), 4); };
  std::size_t taken = 4;
  for (const ir::Shared& s : module_.shared)
    taken +=
        std::size_t{s.type.length} * (s.type.lanes == 3 ? 4 : s.type.lanes) * bytes(s.type.scalar);
  // What the next pass takes.
  std::set<Scalar> exchanged;
  for (const ir::Stmt& s : module_.stmts)
    if (s.kind == ir::StmtKind::subgroup && !target_.has_subgroups)
      exchanged.insert(module_.kernel.locals[s.result].type.scalar);
  for (const Scalar scalar : exchanged) taken += std::size_t{units()} * bytes(scalar);
  std::size_t each = 0;
  for (const auto& [scalar, values] : most_)
    each += std::size_t{subgroups()} * values * bytes(scalar);
  std::uint32_t most = 16;
  while (most > 1 && taken + each * most > ir::max_shared_bytes) most /= 2;
  return most;
}

std::uint32_t TileProducts::units() const {
  return module_.cube[0] * module_.cube[1] * module_.cube[2];
}

// A shared array has, for each k of the slice, the column k of the left factor and the row k of
// the right one behind each other.
void TileProducts::multiply(const TileProduct& p, const TileForm& sum, const TileForm& left,
                            const TileForm& right) {
  if (is_native(p)) return multiply_packed(p, sum, left, right);
  const std::uint32_t array = scratch(p.sum);
  const std::uint32_t at_once = std::min(at_a_time_, p.depth);
  const std::uint32_t step = p.rows + p.columns;
  const ExprId subgroup = b_.binary(BinaryOp::div, b_.unit_pos(), b_.whole(ir::subgroup_units));
  const ExprId base = b_.keep(b_.times(subgroup, std::int64_t{step} * at_once));
  for (std::uint32_t k = 0; k < p.depth; k += at_once) {
    const Slice slice{.array = array, .base = base, .step = step, .begin = k, .end = k + at_once};
    share(left, slice, true, 0);
    share(right, slice, false, p.rows);
    b_.sync();
    add_products(sum, slice, p.rows);
    // Nobody may write the next values before all have read these.
    b_.sync();
  }
}

// Stores the elements of a factor whose k is in the slice, each as a number of the sum's type.
void TileProducts::share(const TileForm& f, const Slice& slice, bool is_left,
                         std::uint32_t offset) {
  const UnitBits& along = is_left ? f.layout.column : f.layout.row;
  const UnitBits& across = is_left ? f.layout.row : f.layout.column;
  const ExprId k = b_.keep(b_.of_unit(along));
  const ExprId first =
      b_.keep(b_.sum(b_.sum(slice.base, b_.times(k, slice.step)), b_.of_unit(across)));
  for (std::size_t i = 0; i < f.locals.size(); ++i) {
    const TilePlace& place = f.layout.places[i];
    const std::uint32_t own = is_left ? place.column : place.row;
    const std::uint32_t other = is_left ? place.row : place.column;
    if (own + along.largest() < slice.begin || own >= slice.end) continue;
    // Of the array, which begins at the slice's first k.
    const std::int64_t distance = (std::int64_t{own} - slice.begin) * slice.step + other + offset;
    const ir::Type type = module_.shared[slice.array].type.element();
    const auto store = [&] {
      b_.store_shared(slice.array, b_.plus(first, distance), b_.cast(b_.local(f.locals[i]), type));
    };
    const bool all = own >= slice.begin && own + along.largest() < slice.end;
    if (all)
      store();
    else
      b_.branch(is_between(k, std::int64_t{slice.begin} - own, std::int64_t{slice.end} - own),
                b_.nested(store));
  }
}

ExprId TileProducts::is_between(ExprId value, std::int64_t begin, std::int64_t end) {
  return b_.binary(BinaryOp::logical_and,
                   b_.binary(BinaryOp::greater_equal, value, b_.whole(begin)),
                   b_.binary(BinaryOp::less, value, b_.whole(end)));
}

void TileProducts::add_products(const TileForm& sum, const Slice& slice, std::uint32_t rows) {
  const ExprId row = b_.keep(b_.sum(slice.base, b_.of_unit(sum.layout.row)));
  const ExprId column = b_.keep(b_.plus(b_.sum(slice.base, b_.of_unit(sum.layout.column)), rows));
  const std::uint32_t k = b_.new_local(ir::s32_type);
  std::vector<StmtId> body = b_.nested([&] {
    // Each factor once, however many products it is in.
    std::map<std::uint32_t, ExprId> left;
    std::map<std::uint32_t, ExprId> right;
    const auto factor = [&](ExprId first, std::uint32_t place) {
      const ExprId at = b_.sum(b_.plus(first, place), b_.times(b_.local(k), slice.step));
      return b_.keep(b_.load_shared(slice.array, at));
    };
    for (const TilePlace& place : sum.layout.places) {
      if (!left.contains(place.row)) left[place.row] = factor(row, place.row);
      if (!right.contains(place.column)) right[place.column] = factor(column, place.column);
    }
    for (std::size_t i = 0; i < sum.locals.size(); ++i) {
      const TilePlace& place = sum.layout.places[i];
      const ExprId product = b_.binary(BinaryOp::mul, left[place.row], right[place.column]);
      b_.store(sum.locals[i], b_.sum(b_.local(sum.locals[i]), product));
    }
  });
  b_.add(ir::Stmt{.kind = ir::StmtKind::for_range,
                  .target = k,
                  .value = b_.whole(0),
                  .end = b_.whole(slice.end - slice.begin),
                  .body = std::move(body)});
}

// In halves of eight columns.
void TileProducts::multiply_packed(const TileProduct& p, const TileForm& sum, const TileForm& left,
                                   const TileForm& right) {
  const auto number = static_cast<std::uint32_t>(std::ranges::find(ir::tile_products, p) -
                                                 ir::tile_products.begin());
  const ir::Type sums_type = ir::packed_sums(p);
  const std::uint32_t a = b_.new_local(ir::packed_left(p));
  b_.store(a, packed(left, 0, ir::packed_left(p)));
  for (std::size_t first = 0; first < sum.locals.size(); first += 4) {
    ir::Expr sums{.kind = ir::ExprKind::construct, .type = sums_type};
    for (std::size_t i = 0; i < 4; ++i)
      sums.args.push_back(b_.cast(b_.local(sum.locals[first + i]), sums_type.lane()));
    const std::uint32_t result = b_.new_local(sums_type);
    b_.add(ir::Stmt{.kind = ir::StmtKind::tile,
                    .tile = TileOp::multiply_packed,
                    .target = number,
                    .result = result,
                    .indices = {b_.local(a), packed(right, first, ir::packed_right(p)),
                                b_.add(std::move(sums))}});
    for (std::uint8_t i = 0; i < 4; ++i) {
      const std::uint32_t to = sum.locals[first + i];
      b_.store(to, b_.cast(b_.lane(b_.local(result), i), module_.kernel.locals[to].type));
    }
  }
}

// The elements from the first one on as words.
ExprId TileProducts::packed(const TileForm& f, std::size_t first, ir::Type type) {
  const Scalar scalar = module_.kernel.locals[f.locals[first]].type.scalar;
  ir::Expr words{.kind = ir::ExprKind::construct, .type = type};
  for (std::size_t word = 0; word < type.lanes; ++word)
    words.args.push_back(packed_word(f, first + word * ir::elements_in_word(scalar), scalar));
  return type.is_scalar() ? words.args[0] : b_.add(std::move(words));
}

// The first one lowest.
ExprId TileProducts::packed_word(const TileForm& f, std::size_t first, Scalar scalar) {
  ExprId word = ir::none;
  for (std::uint32_t i = 0; i < ir::elements_in_word(scalar); ++i) {
    const ExprId bits = b_.cast(b_.local(f.locals[first + i]), ir::u32_type);
    word = i == 0
               ? bits
               : b_.binary(BinaryOp::bit_or, word,
                           b_.binary(BinaryOp::shl, bits,
                                     b_.whole(std::int64_t{ir::bits_of(scalar)} * i, Scalar::u32)));
  }
  return word;
}

// One for each type of sums; a name that no source can have.
std::uint32_t TileProducts::scratch(Scalar scalar) {
  if (const auto known = scratch_.find(scalar); known != scratch_.end()) return known->second;
  const std::uint32_t length = subgroups() * most_[scalar] * at_a_time_;
  module_.shared.push_back({.name = format("dala_tiles_{}", to_string(ir::Type{scalar})),
                            .type = {.scalar = scalar, .length = length},
                            .is_runtime = true});
  return scratch_[scalar] = static_cast<std::uint32_t>(module_.shared.size() - 1);
}

}  // namespace dala::kernel
