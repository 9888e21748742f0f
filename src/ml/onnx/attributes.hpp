// Attributes of ONNX nodes.
#pragma once

#include <onnx/onnx.pb.h>

#include "ml/graph/graph.hpp"

namespace dala::ml {

// Error when it is of a kind that is not supported, or of another type than the standard says.
[[nodiscard]] Result<void> read_attribute(const onnx::AttributeProto& proto,
                                          Attributes& attributes);

}  // namespace dala::ml
