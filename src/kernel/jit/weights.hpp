// How many operations generated code does between two looks at the clock, which is what keeps a
// kernel's time limit: a round of a loop, a call and an invocation each spend fuel by their weight,
// and who finds none left looks.
//
// Few do the spending, because it is in the way of vectors: loops whose rounds are not known or are
// many, helpers that are heavy with all they call, and statements after so much that none has
// looked.
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
  // Of what is done without a look, at least 1.
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
