// Where the indices of an access lead, as one flat index of the type that positions have.
#pragma once

#include <cstdint>
#include <vector>

#include "kernel/ir/builder.hpp"
#include "kernel/legalize/runtime.hpp"

namespace dala::kernel {

class Locator {
 public:
  // Both must outlive this. Expressions that are given are used up: trees are not shared.
  Locator(ir::Builder& builder, Runtime& runtime) : b_(builder), runtime_(runtime) {}

  // An index of any type as s32, which arrays of the kernel's own need no more than, and as the
  // type that positions have. It stays inside or outside of everything.
  [[nodiscard]] ir::ExprId narrowed(ir::ExprId index);
  [[nodiscard]] ir::ExprId fitted(ir::ExprId index);
  // The index along an axis of `size` after `edge`.
  [[nodiscard]] ir::ExprId moved(ir::ExprId index, ir::ExprId size, ir::Edge edge);
  // The same of one that is mirrored, and no further outside than the axis is long.
  [[nodiscard]] ir::ExprId mirrored_once(ir::ExprId index, ir::ExprId size);
  // The flat index of the first axes of a tensor, each after `edge`; outside where one is outside
  // its own axis.
  [[nodiscard]] ir::ExprId flat(std::uint32_t tensor, const std::vector<ir::ExprId>& indices,
                                ir::Edge edge);

 private:
  [[nodiscard]] ir::ExprId mirrored(ir::ExprId index, ir::ExprId size);

  ir::Builder& b_;
  Runtime& runtime_;
};

}  // namespace dala::kernel
