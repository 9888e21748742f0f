// Built-in kernels as kernels of the language, for backends that have no implementation of their
// own: which texts of kernels/ to run, one after the other, on which views of the call's tensors.
//
// A text sees tensors in the shape that suits it: a reduction along an axis sees lines of elements
// that lie some way apart, whatever the rank.
#pragma once

#include <string>
#include <string_view>

#include <dala/core/small_vector.hpp>

#include "backend/device.hpp"
#include "kernel/ir/ir.hpp"

namespace dala::backend {

// A text for certain element types.
struct PortableText {
  std::string_view name;         // as in kernel/builtin_texts.hpp
  std::string_view before = {};  // a helper function to put in front of it
  DType t = DType::f32;
  DType u = DType::f32;
  // What counts elements: positions, `index`, and P, a type for places in memory.
  DType index = DType::s32;

  friend bool operator==(const PortableText&, const PortableText&) = default;
};

struct Operand {
  enum class From : std::uint8_t { input, output, scratch };
  From from = From::input;
  std::size_t index = 0;
  DType dtype = DType::f32;
  Shape shape;
};

struct PortableStep {
  PortableText text;
  SmallVector<Operand, 4> inputs;
  SmallVector<Operand, 2> outputs;
  SmallVector<ParamValue, 16> params;
};

struct PortablePlan {
  static constexpr std::size_t scratches = 4;

  SmallVector<PortableStep, 4> steps;
  DType index = DType::s32;  // of all its texts
  std::size_t scratch_bytes[scratches] = {};

  // The largest of the operands that use it decides.
  void need(const Operand& operand);
};

// Error `unsupported` where there is no text for it. `wide`: whether the device has indices of 64
// bits, for tensors that need them.
[[nodiscard]] Result<PortablePlan> plan_portable(const KernelCall& call, bool wide = true);

// Error `unsupported` where the text makes no sense for these types.
[[nodiscard]] Result<std::shared_ptr<const kernel::ir::Module>> compile_portable(
    const PortableText& text);

}  // namespace dala::backend
