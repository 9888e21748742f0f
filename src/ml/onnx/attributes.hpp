// Attributes of ONNX nodes.
#pragma once

#include <onnx/onnx.pb.h>

#include "ml/ops/operator.hpp"

namespace dala::ml {

// Those of a node of this operator. Error when one is of a kind that is not supported, or when the
// operator does not know it, its type or its value: what is not read would change the answer.
[[nodiscard]] Result<Attributes> read_attributes(const onnx::NodeProto& node, const Operator& op,
                                                 int opset, const HostMemory& memory);

}  // namespace dala::ml
