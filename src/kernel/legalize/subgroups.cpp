// Operations of subgroups. Sums, minima and maxima become exchanges of values, in the order that
// the language says; where units cannot exchange values themselves, they do so through shared
// arrays.
#include <utility>
#include <vector>

#include "core/format.hpp"
#include "kernel/ir/builder.hpp"
#include "kernel/legalize/passes.hpp"
#include "kernel/legalize/statements.hpp"

namespace dala::kernel {

using ir::BinaryOp;
using ir::ExprId;
using ir::Scalar;
using ir::StmtId;
using ir::SubgroupOp;

namespace {

constexpr std::int64_t units = ir::subgroup_units;

class Subgroups {
 public:
  Subgroups(ir::Module& module, bool exchanges)
      : module_(module), b_(module, module.kernel), exchanges_(exchanges) {}

  void run() {
    change_statements(b_, module_.kernel.body, [&](StmtId id) {
      const ir::Stmt s = module_.stmts[id];
      if (s.kind != ir::StmtKind::subgroup || is_exchange(s.subgroup))
        b_.append(id);
      else if (exchanges_)
        reduce_by_shuffles(s);
      else
        use_shared(s);
    });
  }

 private:
  [[nodiscard]] bool is_exchange(SubgroupOp op) const {
    return exchanges_ && (ir::arguments_of(op) == 2 || op == SubgroupOp::ballot);
  }

  ExprId joined(SubgroupOp op, ExprId a, ExprId b) {
    if (op == SubgroupOp::sum) return b_.binary(BinaryOp::add, a, b);
    return b_.math(op == SubgroupOp::min ? ir::MathOp::min : ir::MathOp::max, {a, b});
  }

  // A unit's number in its subgroup, or that of its subgroup's first unit in the cube.
  ExprId in_subgroup() {
    return b_.binary(BinaryOp::bit_and, b_.position(ir::Position::UNIT_POS), b_.whole(units - 1));
  }
  ExprId first_of_subgroup() {
    return b_.binary(BinaryOp::bit_and, b_.position(ir::Position::UNIT_POS), b_.whole(-units));
  }

  void shuffle(const ir::Stmt& s, std::uint32_t from, ExprId unit, std::uint32_t to) {
    b_.add(ir::Stmt{.kind = ir::StmtKind::subgroup,
                    .span = s.span,
                    .subgroup = SubgroupOp::shuffle,
                    .result = to,
                    .value = b_.local(from),
                    .end = unit});
  }

  // Half of the subgroup takes what the other half has, until the first unit has all.
  void reduce_by_shuffles(const ir::Stmt& s) {
    const ir::Type type = b_.type_of(s.value);
    const std::uint32_t own = b_.new_local(type);
    b_.store(own, s.value);
    for (std::int64_t half = units / 2; half > 0; half /= 2) {
      const std::uint32_t other = b_.new_local(type);
      shuffle(s, own, b_.binary(BinaryOp::add, in_subgroup(), b_.whole(half)), other);
      b_.store(own, joined(s.subgroup, b_.local(own), b_.local(other)));
    }
    shuffle(s, own, b_.whole(0), s.result);
  }

  void use_shared(const ir::Stmt& s) {
    const std::uint32_t array = exchange_array(module_.kernel.locals[s.result].type.scalar);
    std::uint32_t asked = ir::none;
    if (s.end != ir::none) {
      asked = b_.new_local(ir::s32_type);
      b_.store(asked, b_.binary(BinaryOp::bit_and, s.end, b_.whole(units - 1)));
    }
    ExprId own = s.value;
    if (s.subgroup == SubgroupOp::ballot) {
      const ExprId bit = b_.binary(BinaryOp::shl, b_.whole(1, Scalar::u32),
                                   b_.cast(in_subgroup(), ir::Type{Scalar::u32}));
      own = b_.choose(own, bit, b_.whole(0, Scalar::u32));
    }
    b_.store_shared(array, b_.position(ir::Position::UNIT_POS), own);
    b_.sync();
    const ExprId given =
        asked == ir::none
            ? all(s.subgroup, array)
            : b_.load_shared(array, b_.binary(BinaryOp::add, first_of_subgroup(), b_.local(asked)));
    b_.store(s.result, given);
    // Nobody may write the next value before all have read this one.
    b_.sync();
  }

  ExprId all(SubgroupOp op, std::uint32_t array) {
    const std::uint32_t first = b_.new_local(ir::s32_type);
    b_.store(first, first_of_subgroup());
    std::vector<ExprId> values;
    for (std::int64_t i = 0; i < units; ++i)
      values.push_back(
          b_.load_shared(array, b_.binary(BinaryOp::add, b_.local(first), b_.whole(i))));
    for (std::size_t half = values.size() / 2; half > 0; half /= 2)
      for (std::size_t i = 0; i < half; ++i)
        values[i] = op == SubgroupOp::ballot
                        ? b_.binary(BinaryOp::bit_or, values[i], values[i + half])
                        : joined(op, values[i], values[i + half]);
    return values[0];
  }

  // One for each type; a name that no source can have.
  std::uint32_t exchange_array(Scalar scalar) {
    const std::uint32_t length = module_.cube[0] * module_.cube[1] * module_.cube[2];
    const ir::Type type{.scalar = scalar, .length = length};
    const std::string name = format("dala_exchanged_{}", to_string(type.element()));
    for (std::uint32_t i = 0; i < module_.shared.size(); ++i)
      if (module_.shared[i].is_runtime && module_.shared[i].name == name) return i;
    module_.shared.push_back({.name = name, .type = type, .is_runtime = true});
    return static_cast<std::uint32_t>(module_.shared.size() - 1);
  }

  ir::Module& module_;
  ir::Builder b_;
  bool exchanges_;
};

}  // namespace

void legalize_subgroups(ir::Module& module, const TargetInfo& target) {
  bool any = false;
  for (const ir::Stmt& s : module.stmts) any = any || s.kind == ir::StmtKind::subgroup;
  if (any) Subgroups(module, target.has_subgroups).run();
}

}  // namespace dala::kernel
