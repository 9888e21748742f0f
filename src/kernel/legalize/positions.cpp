// Replaces positions, queries about tensors, and parameters by words of the launch and by what is
// computed from them, from the number of the group and from that of the unit in it.
#include <algorithm>
#include <array>
#include <set>
#include <vector>

#include <dala/core/shape.hpp>

#include "core/format.hpp"
#include "kernel/ir/scalar_ops.hpp"
#include "kernel/ir/walk.hpp"
#include "kernel/launch/launch_words.hpp"
#include "kernel/legalize/passes.hpp"
#include "kernel/legalize/places.hpp"
#include "kernel/legalize/runtime.hpp"

namespace dala::kernel {

namespace {

using ir::BinaryOp;
using ir::ExprId;
using ir::ExprKind;
using ir::Scalar;

class Given {
 public:
  explicit Given(ir::Module& module)
      : module_(module), runtime_(module), b_(module, module.kernel), top_(b_) {}

  void run(const ir::Groups& groups) {
    std::vector<ir::StmtId> body;
    b_.into(body, [&] {
      if (!module_.groups) begin(groups);
    });
    std::vector<ExprId> found;
    std::set<ExprId> seen;  // an expression may be in several trees
    ir::for_each_expr_in(module_, module_.kernel.body, [&](ExprId id, const ir::Expr& e) {
      const bool is_position = e.kind == ExprKind::position && !ir::is_of_group(e.position);
      if (!is_position && e.kind != ExprKind::query && e.kind != ExprKind::param) return;
      if (seen.insert(id).second) found.push_back(id);
    });
    for (const ExprId id : found) {
      const ir::Expr e = module_.exprs[id];  // of which the operands have been replaced, or will be
      const ExprId value = value_of(e);
      module_.exprs[id] = ir::Expr(module_.exprs[value]);
    }
    std::vector<ir::StmtId> zeros = b_.nested([&] { zero_shared(); });
    for (const std::vector<ir::StmtId>& part : {top_.take(), zeros, module_.kernel.body})
      body.insert(body.end(), part.begin(), part.end());
    module_.kernel.body = std::move(body);
  }

 private:
  // Computes which element or cube an invocation works on. Groups are launched as a grid of rows,
  // so the last row may have more than needed; without cubes the last group may have more
  // invocations than needed too. Those leave the kernel here.
  void begin(const ir::Groups& groups) {
    module_.groups = groups;
    const bool in_rows = groups.in_rows && !module_.has_cube;
    module_.groups->in_rows = in_rows;
    const ir::Type counter = top_.counter();
    const auto group = [&](ir::Position position) {
      return b_.cast(b_.position(position), counter);
    };
    const auto whole = [&](std::int64_t value) { return b_.whole(value, counter.scalar); };
    const auto sum = [&](ExprId a, ExprId factor, ExprId c) {
      return b_.binary(BinaryOp::add, b_.binary(BinaryOp::mul, a, factor), c);
    };
    const auto leave_from = [&](std::uint32_t local, std::size_t number) {
      b_.branch(b_.binary(BinaryOp::greater_equal, b_.local(local), top_.count(number)),
                b_.nested([&] { b_.add(ir::Stmt{.kind = ir::StmtKind::return_}); }));
    };
    const std::uint32_t number = b_.new_local(counter, module_.has_cube ? "cube" : "element");
    if (in_rows) {
      const std::uint32_t column = b_.new_local(counter, "column");
      b_.store(column, sum(group(ir::Position::GROUP_X), whole(loose_units),
                           group(ir::Position::GROUP_UNIT)));
      leave_from(column, launch::extent);
      b_.store(number,
               sum(group(ir::Position::GROUP_Y), top_.count(launch::extent), b_.local(column)));
      places_.emplace(b_, top_, number, column);
      return;
    }
    const ExprId of_group = sum(group(ir::Position::GROUP_Y), whole(groups_per_row(module_.index)),
                                group(ir::Position::GROUP_X));
    b_.store(number, module_.has_cube ? of_group
                                      : sum(of_group, group(ir::Position::GROUP_UNITS),
                                            group(ir::Position::GROUP_UNIT)));
    leave_from(number, module_.has_cube ? launch::cubes : launch::elements);
    places_.emplace(b_, top_, number);
  }

  ExprId value_of(const ir::Expr& e) {
    if (e.kind == ExprKind::position) return places_->position(e.position);
    return e.kind == ExprKind::param ? param(e.index) : query(e);
  }

  ExprId query(const ir::Expr& e) {
    const std::string& name = module_.tensors[e.index].name;
    const std::size_t base = launch::of_tensor(e.index);
    switch (e.query) {
      case ir::Query::len:
        return top_.number(base + launch::len, name + "_len");
      case ir::Query::rank:
        return top_.small_number(base + launch::rank, name + "_rank");
      case ir::Query::shape:
        return along_axis(e.args[0], base + launch::shape, name + "_shape");
      case ir::Query::stride:
        return along_axis(e.args[0], base + launch::stride, name + "_stride");
    }
    std::unreachable();
  }

  ExprId along_axis(ExprId axis, std::size_t first, const std::string& name) {
    const auto size = [&](std::size_t i) {
      return top_.number(first + i, format("{}_{}", name, i));
    };
    const ir::Expr& e = module_.exprs[axis];
    if (e.kind == ExprKind::constant)
      return e.bits < Shape::max_rank ? size(e.bits) : b_.whole(0, module_.index);
    std::vector<ExprId> args = {b_.cast(axis, {module_.index})};
    for (std::size_t i = 0; i < Shape::max_rank; ++i) args.push_back(size(i));
    return b_.call(runtime_.function("axes", "dala_axis", module_.index), std::move(args));
  }

  ExprId param(std::uint32_t index) {
    const ir::Param& p = module_.params[index];
    const std::size_t word = launch::of_param(module_, index);
    return top_.kept(format("param {}", index), p.name,
                     [&] { return param_value(p.scalar, word); });
  }

  // From the two words that hold it.
  ExprId param_value(Scalar scalar, std::size_t word) {
    const bool is_wide = ir::bits_of(scalar) == 64;
    const ExprId bits = is_wide ? top_.both(word) : b_.launch(word);
    switch (ir::info_of(scalar).kind) {
      case ScalarKind::boolean:
        return b_.binary(BinaryOp::not_equal, bits, b_.whole(0, Scalar::u32));
      case ScalarKind::floating:
        return b_.math(ir::MathOp::from_bits, {bits});
      case ScalarKind::signed_integer:
      case ScalarKind::unsigned_integer:
        return b_.cast(bits, {scalar});
    }
    std::unreachable();
  }

  // Arrays that units share begin with zeros.
  void zero_shared() {
    if (std::ranges::all_of(module_.shared, &ir::Shared::is_runtime)) return;
    const std::int64_t units = units_per_group(module_);
    for (std::uint32_t i = 0; i < module_.shared.size(); ++i) {
      const ir::Type type = module_.shared[i].type;
      if (module_.shared[i].is_runtime) continue;
      const auto zero = [&](ExprId at) {
        b_.add(ir::Stmt{.kind = ir::StmtKind::store_shared,
                        .edge = ir::Edge::inside,
                        .target = i,
                        .indices = {at},
                        .value = b_.splat(b_.whole(0, type.scalar), type.element())});
      };
      const std::uint32_t at = b_.new_local(ir::s32_type);
      b_.store(at, places_->position(ir::Position::UNIT_POS));
      const auto below = [&] {
        return b_.binary(BinaryOp::less, b_.local(at), b_.whole(type.length));
      };
      const auto next = [&] {
        zero(b_.local(at));
        b_.store(at, b_.binary(BinaryOp::add, b_.local(at), b_.whole(units)));
      };
      if (type.length == units)
        zero(b_.local(at));
      else if (type.length < units)
        b_.branch(below(), b_.nested([&] { zero(b_.local(at)); }));
      else
        b_.while_loop(below(), b_.nested(next));
    }
    b_.sync();
  }

  ir::Module& module_;
  Runtime runtime_;
  ir::Builder b_;
  Top top_;
  std::optional<Places> places_;
};

}  // namespace

void legalize_positions(ir::Module& module, const TargetInfo&,
                        const CallSpecialisation& specialisation) {
  Given(module).run(specialisation.groups);
}

}  // namespace dala::kernel
