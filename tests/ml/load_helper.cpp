#include "ml/load_helper.hpp"

#include "ml/models_helper.hpp"
#include "support/results.hpp"

namespace dala::test {

const Compute& cpu() {
  static const Compute shared = value_of(Compute::create({.device = "cpu"}));
  return shared;
}

Result<ml::Model> load_bytes(std::span<const std::byte> file) {
  return ml::Model::from_bytes(cpu(), file);
}

Result<ml::Model> load(const OnnxBuilder& file) { return load_bytes(file.bytes()); }

void expect_refused(const OnnxBuilder& file, ErrorCode code, const std::string& mentions) {
  expect_error(load(file), code, mentions);
}

void expect_misfit(const OnnxBuilder& file, const std::vector<Shape>& inputs, ErrorCode code,
                   const std::string& mentions) {
  const auto model = load(file);
  ASSERT_TRUE(model) << model.error().message;
  expect_error(model->output_shapes(inputs), code, mentions);
}

}  // namespace dala::test
