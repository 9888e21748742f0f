// The message of an ONNX file, checked for what could harm before anything is made of it.
#pragma once

#include <onnx/onnx.pb.h>

#include <span>

#include "core/error.hpp"

namespace dala::ml {

[[nodiscard]] Result<onnx::ModelProto> parse_onnx(std::span<const std::byte> file);

}  // namespace dala::ml
