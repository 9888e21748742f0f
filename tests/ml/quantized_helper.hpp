// Files of one quantized operator, with their tensors.
#pragma once

#include <string>
#include <vector>

#include <dala/compute.hpp>

#include "ml/onnx_builder_helper.hpp"

namespace dala::test {

inline constexpr int u8_type = onnx::TensorProto::UINT8;
inline constexpr int s8_type = onnx::TensorProto::INT8;
inline constexpr int s16_type = onnx::TensorProto::INT16;
inline constexpr int u16_type = onnx::TensorProto::UINT16;
inline constexpr int s32_type = onnx::TensorProto::INT32;
inline constexpr const char* microsoft = "com.microsoft";

// A tensor of a file.
struct Given {
  int type;
  Ints dims;
  Ints integers = {};
  Floats floats = {};
};

inline Given scale(float value) { return {onnx::TensorProto::FLOAT, {}, {}, {value}}; }
inline Given scales(const Floats& values) {
  return {onnx::TensorProto::FLOAT, {static_cast<std::int64_t>(values.size())}, {}, values};
}
inline Given zero(int type, std::int64_t value) { return {type, {}, {value}}; }
inline const Given left_out{0, {}};

inline Given floats(const Ints& dims, const Floats& values) {
  return {onnx::TensorProto::FLOAT, dims, {}, values};
}

// One node; its first input is the model's, the others are constants. A type of 0 is no input.
[[nodiscard]] OnnxBuilder file_of(const std::string& op, const std::vector<Given>& inputs,
                                  const std::vector<int>& outputs,
                                  const OnnxAttributes& attributes = {},
                                  const std::string& domain = "", int opset = 13);

[[nodiscard]] Buffer buffer_of(const Given& given);
[[nodiscard]] Floats numbers(const Buffer& buffer);

// MatMulNBits with one column of one block.
inline const OnnxAttributes sixteen{{"K", std::int64_t{16}},
                                    {"N", std::int64_t{1}},
                                    {"bits", std::int64_t{4}},
                                    {"block_size", std::int64_t{16}}};
// 0 to 15, the first of two in the lower half.
inline const Given weights{u8_type, {1, 1, 8}, {0x10, 0x32, 0x54, 0x76, 0x98, 0xba, 0xdc, 0xfe}};

}  // namespace dala::test
