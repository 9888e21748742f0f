// What is known about an index before the kernel runs: how it follows the invocation's position.
// Where a whole range of positions keeps an index inside its tensor, generated code needs no check
// there; see kernel/jit/inner_domain.hpp.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "kernel/ir/ir.hpp"

namespace dala::kernel {

struct Interval {
  std::int64_t low = 0;
  std::int64_t high = 0;
};

enum class Base : std::uint8_t { none, x, y, z, flat };  // the ABSOLUTE_POS of that name

// multiplier * base + constant + the terms; all but the first lie within `rest`.
struct Affine {
  struct Term {
    ir::ExprId expr = ir::none;
    std::int64_t factor = 1;
  };
  Base base = Base::none;
  std::int64_t multiplier = 0;
  std::int64_t constant = 0;
  std::vector<Term> terms = {};
  Interval rest = {};
};

// Of one function, which is the kernel's own where none is named.
class IndexAnalysis {
 public:
  explicit IndexAnalysis(const ir::Module& module) : IndexAnalysis(module, module.kernel) {}
  IndexAnalysis(const ir::Module& module, const ir::Function& function);

  // Nothing when the index is not an affine function of a position.
  [[nodiscard]] std::optional<Affine> affine(ir::ExprId id) const;
  // The range of an integer expression, where one is known within which its type cannot wrap.
  [[nodiscard]] std::optional<Interval> interval(ir::ExprId id) const;

 private:
  // The value of a local that is written in one place only.
  struct Definition {
    int writes = 0;
    ir::ExprId value = ir::none;
    std::optional<Interval> range = {};  // of a loop's variable
  };

  void collect(const std::vector<ir::StmtId>& body);
  [[nodiscard]] std::optional<Affine> find_affine(ir::ExprId id) const;
  [[nodiscard]] std::optional<Interval> find_interval(ir::ExprId id) const;
  [[nodiscard]] std::optional<std::int64_t> constant(ir::ExprId id) const;
  [[nodiscard]] std::optional<Interval> interval_of_binary(const ir::Expr& e) const;
  [[nodiscard]] std::optional<Affine> affine_of_binary(const ir::Expr& e) const;

  const ir::Module& module_;
  std::vector<Definition> definitions_;
  // Locals make graphs of the trees; without what was found before, a chain of `let b = a + a;`
  // would take time beyond all bounds.
  mutable std::vector<std::optional<std::optional<Affine>>> affines_;
  mutable std::vector<std::optional<std::optional<Interval>>> intervals_;
  std::int64_t most_multiplier_;  // of positions: the product stays within 64 bits
};

}  // namespace dala::kernel
