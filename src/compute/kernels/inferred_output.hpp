// The type and shape of an output, and what of them the caller may choose. Each kernel states this
// for its outputs; checking a given buffer against it and describing a new buffer are done here for
// all kernels.
#pragma once

#include <optional>
#include <string>

#include <dala/core/small_vector.hpp>

#include "backend/device.hpp"

namespace dala {

// Where a shape comes from, as the end of "has to be {2, 3}, the input's shape". A function,
// because its text is needed only when something is wrong, and making it allocates.
using ShapeReason = std::string (*)(const backend::KernelCall& call);

// A size of an inferred shape that the caller chooses.
inline constexpr std::int64_t any_size = -1;

enum class ShapeRule : std::uint8_t {
  exact,      // this one, where sizes of any_size are the caller's
  or_one,     // this one, or {1}: for what is a single element
  suggested,  // this one, unless the caller has another
  unknown,    // whichever the caller has
};

struct InferredOutput {
  std::optional<DType> dtype = {};  // unless the caller chooses; nothing: the caller has to
  DTypeSet dtypes = {};             // all that a caller may choose
  Shape shape = {};
  ShapeRule rule = ShapeRule::exact;
  ShapeReason reason = nullptr;  // of unknown: a whole sentence that says why
};

// The one dtype of a set; nothing where it has more, or none.
[[nodiscard]] std::optional<DType> only_dtype(DTypeSet dtypes);

// Most kernels have one output, and lists of one allocate nothing.
using InferredOutputs = SmallVector<InferredOutput, 1>;

// A list of one output, of this type and shape and no other.
[[nodiscard]] InferredOutputs one_output(DType dtype, const Shape& shape, ShapeReason reason);

// Whether what a caller has for output `number` is right; the message shows both and the reason.
// `call` is for the reason, and its inputs for the message.
[[nodiscard]] Result<void> check_output(const KernelInfo& info, const backend::KernelCall& call,
                                        const InferredOutput& inferred, std::size_t number,
                                        const TensorSpec& given);

// What to make for output `number` where the caller gives none. `cannot_infer` where the caller has
// to choose and did not.
[[nodiscard]] Result<TensorSpec> choose_output(const KernelInfo& info,
                                               const backend::KernelCall& call,
                                               const InferredOutput& inferred, std::size_t number,
                                               const OutputChoice& choice);

}  // namespace dala
