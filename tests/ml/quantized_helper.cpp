#include "ml/quantized_helper.hpp"

#include "core/dispatch.hpp"
#include "ml/load_helper.hpp"
#include "ml/models_helper.hpp"

namespace dala::test {

OnnxBuilder file_of(const std::string& op, const std::vector<Given>& inputs,
                    const std::vector<int>& outputs, const OnnxAttributes& attributes,
                    const std::string& domain, int opset) {
  OnnxBuilder file(opset);
  Names names;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const Given& given = inputs[i];
    names.push_back(given.type == 0 ? "" : "x" + std::to_string(i));
    if (given.type == 0) continue;
    if (i == 0)
      file.input(names[i], given.dims, given.type);
    else if (given.type == onnx::TensorProto::FLOAT)
      file.floats(names[i], given.dims, given.floats);
    else
      file.narrow(names[i], given.type, given.dims, given.integers);
  }
  Names made;
  for (std::size_t i = 0; i < outputs.size(); ++i) made.push_back("y" + std::to_string(i));
  file.node(op, names, made, attributes).domain(domain);
  for (std::size_t i = 0; i < outputs.size(); ++i) file.output(made[i], outputs[i]);
  return file;
}

namespace {

template <typename T>
Buffer typed_buffer_of(const Given& given) {
  std::vector<T> values;
  for (const std::int64_t value : given.integers) values.push_back(static_cast<T>(value));
  for (const float value : given.floats) values.push_back(static_cast<T>(value));
  return value_of(cpu().buffer<T>(values, Shape(given.dims)));
}

}  // namespace

Buffer buffer_of(const Given& given) {
  switch (given.type) {
    case u8_type:
      return typed_buffer_of<std::uint8_t>(given);
    case s8_type:
      return typed_buffer_of<std::int8_t>(given);
    case u16_type:
      return typed_buffer_of<std::uint16_t>(given);
    case s16_type:
      return typed_buffer_of<std::int16_t>(given);
    case s32_type:
      return typed_buffer_of<std::int32_t>(given);
    default:
      return typed_buffer_of<float>(given);
  }
}

Floats numbers(const Buffer& buffer) {
  return visit_arithmetic(buffer.dtype(), [&]<typename T>(Type<T>) {
    Floats numbers;
    for (const T value : value_of(buffer.read<T>())) numbers.push_back(static_cast<float>(value));
    return numbers;
  });
}

}  // namespace dala::test
