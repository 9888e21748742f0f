// A kernel keeps its time limit by looking at the clock now and then. To know when, generated code
// counts fuel down: rounds of loops, calls and invocations each spend their weight, about the
// number of their operations, and whichever finds none left looks at the clock and fills up.
//
// Counting is in the way of vectors, so most code does not: only loops with many or an unknown
// number of rounds, helpers that are heavy with all they call, and long stretches of statements
// without either.
#pragma once

#include <cstdint>
#include <vector>

#include "kernel/ir/ir.hpp"

namespace dala::kernel::jit {

// Operations between two looks: about a millisecond.
inline constexpr std::int64_t fuel_load = 1 << 20;
// Weights are counted no further.
inline constexpr std::int64_t heaviest = std::int64_t{1} << 40;

class Weights {
 public:
  explicit Weights(const ir::Module& module);

  // Whether each round of the loop looks: all but those that are over soon.
  [[nodiscard]] bool each_round_looks(const ir::Stmt& loop) const;
  // Whether the function looks when it is called.
  [[nodiscard]] bool looks(std::uint32_t function) const { return looks_[function]; }
  [[nodiscard]] std::int64_t of_function(std::uint32_t function) const {
    return functions_[function];
  }
  // The operations of statements that do not look at the clock themselves; at least 1.
  [[nodiscard]] std::int64_t of(const std::vector<ir::StmtId>& body) const;
  [[nodiscard]] std::int64_t of(const ir::Stmt& statement) const;

 private:
  [[nodiscard]] std::int64_t of_expression(ir::ExprId id) const;
  [[nodiscard]] std::int64_t of_heads(const ir::Stmt& statement) const;

  const ir::Module& module_;
  std::vector<std::int64_t> functions_;
  std::vector<bool> looks_;
};

// Rounds of a loop from a constant to a constant, else `heaviest`.
[[nodiscard]] std::int64_t rounds_of(const ir::Module& module, const ir::Stmt& loop);

// At most `heaviest`.
[[nodiscard]] std::int64_t product_of(std::int64_t a, std::int64_t b);

}  // namespace dala::kernel::jit
