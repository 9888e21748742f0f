// ONNX files to graphs.
//
// Files come from outside. Whatever is wrong with one is `bad_file`; operators and versions that
// this library does not know are `unsupported`, all of them in one message.
#pragma once

#include <span>

#include "ml/graph/graph.hpp"

namespace dala::ml {

inline constexpr int oldest_opset = 7;
inline constexpr int newest_opset = 17;

[[nodiscard]] Result<Graph> import_onnx(std::span<const std::byte> file);

}  // namespace dala::ml
