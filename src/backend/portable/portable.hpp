// Built-in kernels as kernels of the language, for backends that have no implementation of their
// own: which sources of kernels/ to run, one after the other, on which views of the call's tensors.
//
// A source sees tensors in a shape that suits it: a reduction along an axis sees lines of elements
// with a stride, whatever the rank.
#pragma once

#include <string>
#include <string_view>

#include <dala/core/small_vector.hpp>

#include "backend/device.hpp"
#include "kernel/ir/ir.hpp"

namespace dala::backend {

// A source for certain element types.
struct PortableSource {
  std::string_view name;         // as in kernel/builtin_texts.hpp
  std::string_view before = {};  // a helper function to put in front of it
  DType t = DType::f32;
  DType u = DType::f32;
  // The type of positions, of `index` and of P, by which sources write indices into memory.
  DType index = DType::s32;

  friend bool operator==(const PortableSource&, const PortableSource&) = default;
};

struct Operand {
  enum class From : std::uint8_t { input, output, scratch };
  From from = From::input;
  std::size_t index = 0;
  DType dtype = DType::f32;
  Shape shape;
};

struct PortableStep {
  PortableSource text;
  SmallVector<Operand, 4> inputs;
  SmallVector<Operand, 2> outputs;
  SmallVector<ParamValue, 16> params;
};

struct PortablePlan {
  // A kernel's steps use up to four scratch buffers. Three more hold its tensors converted to
  // another type, where it is computed in that.
  static constexpr std::size_t scratches = 7;

  SmallVector<PortableStep, 4> steps;
  DType index = DType::s32;  // of all its sources
  std::size_t scratch_bytes[scratches] = {};

  // Makes the scratch buffer of this operand at least as large as the operand.
  void need(const Operand& operand);
};

// Error `unsupported` where there is no source for it. `wide`: whether the device has indices of 64
// bits, for tensors that need them.
[[nodiscard]] Result<PortablePlan> plan_portable(const KernelCall& call, bool wide = true);

// Error `unsupported` where the source does not apply to these types.
[[nodiscard]] Result<std::shared_ptr<const kernel::ir::Module>> compile_portable(
    const PortableSource& text);

}  // namespace dala::backend
