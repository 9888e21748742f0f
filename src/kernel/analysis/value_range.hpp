// Between which numbers the integers of a kernel lie, with what is known of a call before it runs.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <dala/core/shape.hpp>

#include "kernel/analysis/index_analysis.hpp"
#include "kernel/ir/ir.hpp"
#include "kernel/launch/grid.hpp"

namespace dala::kernel {

// Empty where nothing is known, as before there is a call.
struct KnownCall {
  std::span<const std::uint64_t> params = {};  // see ir/scalar_ops.hpp
  std::span<const Shape> shapes = {};          // in the order of Module::tensors
};

// A `while` that counts: a local moves by at least `step` a round towards a bound.
struct Counted {
  std::uint32_t local = 0;
  bool upwards = true;
  ir::ExprId bound = ir::none;
  bool reaches_bound = false;  // `<=` and `>=`: one round more
  std::int64_t step = 1;
};

// Of one function: the kernel's own, or one that it calls.
class ValueRanges {
 public:
  // Stands for numbers of s64 that are not known: beyond any loop, and far from where sums wrap.
  static constexpr std::int64_t far = std::int64_t{1} << 61;
  [[nodiscard]] static constexpr Interval all_of(ir::Scalar scalar) {
    if (scalar == ir::Scalar::boolean) return {0, 1};
    const unsigned bits = ir::bits_of(scalar);
    if (!ir::is_integer(scalar) || bits == 64) return {-far, far};
    if (ir::is_unsigned(scalar)) return {0, (std::int64_t{1} << bits) - 1};
    return {-(std::int64_t{1} << (bits - 1)), (std::int64_t{1} << (bits - 1)) - 1};
  }

  // `arguments` are the ranges of the function's first locals; none for the kernel.
  ValueRanges(const ir::Module& module, const ir::Function& function, const KnownCall& known,
              std::span<const Interval> arguments = {});

  [[nodiscard]] const ir::Function& function() const { return function_; }
  // All values of its type where nothing better is known.
  [[nodiscard]] Interval of(ir::ExprId id);
  // An upper bound of `end - begin`, which may be negative.
  [[nodiscard]] std::int64_t distance(ir::ExprId end, ir::ExprId begin, int depth = 0);
  // The most rounds that a loop's own statement takes, once it is reached; nothing where no bound
  // is known.
  [[nodiscard]] std::optional<std::int64_t> rounds(const ir::Stmt& loop);

 private:
  struct Definition {
    std::vector<ir::ExprId> values;  // stored, other than by counting
    const ir::Stmt* range = nullptr;
    std::vector<Counted> counts;
    bool unknown = false;  // an atomic's result, or counted in a way that is not understood
    bool argument = false;
    bool repeated = false;  // stored in a loop
    [[nodiscard]] std::size_t writes() const {
      return values.size() + counts.size() + (range != nullptr ? 1U : 0U) + (unknown ? 1U : 0U) +
             (argument ? 1U : 0U);
    }
  };

  void collect(const std::vector<ir::StmtId>& body, const ir::Stmt* loop, bool repeated);
  [[nodiscard]] std::int64_t step_in(const std::vector<ir::StmtId>& body,
                                     const Counted& counted) const;
  [[nodiscard]] std::optional<Counted> counting(const ir::Stmt& loop, ir::ExprId condition) const;
  [[nodiscard]] std::optional<std::int64_t> step_of(const ir::Stmt& store) const;
  [[nodiscard]] std::optional<std::int64_t> counted_rounds(const Counted& counted);
  [[nodiscard]] std::optional<std::uint64_t> exact(ir::ExprId id);
  [[nodiscard]] std::optional<std::uint64_t> find_exact(const ir::Expr& e);
  [[nodiscard]] Interval find(const ir::Expr& e);
  [[nodiscard]] Interval of_local(std::uint32_t local);
  [[nodiscard]] Interval of_binary(const ir::Expr& e);
  [[nodiscard]] Interval of_math(const ir::Expr& e);
  [[nodiscard]] Interval of_position(ir::Position position) const;
  [[nodiscard]] Interval of_query(const ir::Expr& e);
  // The one value that a local is given, or none.
  [[nodiscard]] ir::ExprId only_value(ir::ExprId id) const;
  [[nodiscard]] bool same(ir::ExprId a, ir::ExprId b) const;

  const ir::Module& module_;
  const ir::Function& function_;
  KnownCall known_;
  std::optional<Grid> grid_;
  std::vector<Interval> arguments_;
  std::vector<Definition> definitions_;
  std::vector<bool> open_;  // locals whose range is being found
  // Locals make graphs of the trees, so what was found is kept.
  std::vector<std::optional<Interval>> found_;
  std::vector<std::optional<std::optional<std::uint64_t>>> exact_;
};

}  // namespace dala::kernel
