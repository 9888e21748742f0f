// Tensors of ONNX files.
#pragma once

#include <onnx/onnx.pb.h>

#include "ml/graph/tensor.hpp"

namespace dala::ml {

[[nodiscard]] Result<Tensor> read_tensor(const onnx::TensorProto& proto,
                                         const HostMemory& memory = {});

}  // namespace dala::ml
