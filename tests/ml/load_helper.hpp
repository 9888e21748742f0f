// Models made in memory, loaded on the CPU.
#pragma once

#include <dala/ml.hpp>

#include "ml/onnx_builder_helper.hpp"

namespace dala::test {

// The same for all tests that need no Compute of their own.
[[nodiscard]] const Compute& cpu();

[[nodiscard]] Result<ml::Model> load_bytes(std::span<const std::byte> file);
[[nodiscard]] Result<ml::Model> load(const OnnxBuilder& file);

// Loading fails with this.
void expect_refused(const OnnxBuilder& file, ErrorCode code, const std::string& mentions);
// It loads, and fails when it sees inputs of these shapes.
void expect_misfit(const OnnxBuilder& file, const std::vector<Shape>& inputs, ErrorCode code,
                   const std::string& mentions);

}  // namespace dala::test
