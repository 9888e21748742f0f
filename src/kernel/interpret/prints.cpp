// Lines for who debugs.
#include "kernel/launch/prints.hpp"

#include <algorithm>

#include "kernel/interpret/executor.hpp"

namespace dala::kernel {

void Executor::run_print(const ir::Stmt& s, Unit& unit) {
  std::vector<std::uint32_t> line = {s.target + 1};
  const auto put = [&](ir::Scalar scalar, std::uint64_t bits) {
    for (std::size_t word = 0; word < prints::words_of(scalar); ++word)
      line.push_back(static_cast<std::uint32_t>(bits >> 32 * word));
  };
  put(module_.index, number_of(unit));
  for (const ir::ExprId argument : s.indices) {
    const Value value = evaluate(argument, unit);
    const ir::Type type = module_.exprs[argument].type;
    for (std::size_t lane = 0; lane < type.lanes; ++lane) put(type.scalar, value[lane]);
  }
  if (error_ || launch_.prints.empty()) return;
  const std::uint32_t before = launch_.prints[0]++;
  if (before >= prints::max_lines) return;
  const std::size_t at = 1 + before * prints::line_words(module_);
  std::ranges::copy(line, launch_.prints.subspan(at).begin());
}

// Counted over all cubes, where there are some: units outside the domain print as well.
std::uint64_t Executor::number_of(const Unit& unit) const {
  const auto position = [&](ir::Position p) {
    return static_cast<std::uint64_t>(unit.positions[static_cast<std::size_t>(p)]);
  };
  if (!module_.has_cube) return position(ir::Position::ABSOLUTE_POS);
  return position(ir::Position::CUBE_POS) * position(ir::Position::CUBE_DIM) +
         position(ir::Position::UNIT_POS);
}

}  // namespace dala::kernel
