// ONNX files to graphs.
//
// Files come from outside. Whatever is wrong with one is `bad_file`; operators and versions that
// this library does not know are `unsupported`, all of them in one message.
#pragma once

#include <span>

#include "ml/graph/graph.hpp"

namespace dala::ml {

// `memory` is what the weights lie in.
[[nodiscard]] Result<Graph> import_onnx(std::span<const std::byte> file,
                                        const HostMemory& memory = {});

}  // namespace dala::ml
