// Where an invocation is, computed from the number of its element or of its cube; see
// launch/grid.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "kernel/ir/builder.hpp"
#include "kernel/legalize/top.hpp"

namespace dala::kernel {

class Places {
 public:
  // `number` is a local, a counter of `top`: the number of the invocation's element in the domain,
  // or, where there are cubes, of its cube in the grid. `column` is one too, where groups are in
  // rows. All places of one kernel have names of their own by `prefix`.
  Places(ir::Builder& builder, Top& top, std::uint32_t number,
         std::optional<std::uint32_t> column = {}, std::string prefix = {})
      : b_(builder), top_(top), number_(number), column_(column), prefix_(std::move(prefix)) {}

  [[nodiscard]] ir::ExprId position(ir::Position position);

 private:
  [[nodiscard]] ir::ExprId loose(ir::Position position);
  [[nodiscard]] ir::ExprId in_cube(ir::Position position);
  [[nodiscard]] ir::ExprId absolute(ir::Position in_grid, ir::Position in_cube, std::size_t axis);
  [[nodiscard]] ir::ExprId absolute();
  [[nodiscard]] ir::ExprId pixel();
  [[nodiscard]] ir::ExprId extent(std::size_t axis);
  [[nodiscard]] ir::ExprId counted_extent(std::size_t axis);
  [[nodiscard]] ir::Type index() const;

  template <typename Value>
  [[nodiscard]] ir::ExprId kept(ir::Position position, const Value& value) {
    const std::string name(to_string(position));
    return top_.kept(prefix_ + name, name, value);
  }

  ir::Builder& b_;
  Top& top_;
  std::uint32_t number_;
  std::optional<std::uint32_t> column_;
  std::string prefix_;
};

}  // namespace dala::kernel
