// Names of all kinds, as commands, in the background and in pipelines.
#include <gtest/gtest.h>

#include <dala/catalog.hpp>
#include <dala/media.hpp>

#include "support/results.hpp"

namespace dala {
namespace {

class Catalogs : public testing::Test {
 protected:
  static constexpr std::uint32_t width = 16;
  static constexpr std::uint32_t height = 8;

  Buffer frame() { return must(compute.buffer_zeros({height, width, 4}, DType::u8)); }
  Buffer photo() {
    Buffer made = frame();
    must(compute.run_kernel("generate_gradient", {}, made));
    return made;
  }
  static std::vector<std::uint8_t> pixels(const Buffer& buffer) {
    return must(buffer.read<std::uint8_t>());
  }
  static std::vector<std::uint8_t> filtered(const Buffer& buffer, const media::Filter& filter) {
    return must(media::apply({pixels(buffer), width, height}, {filter})).rgba;
  }

  Compute compute = Compute::create({.device = "cpu", .threads = 2}).value();
  // A folder without models, whatever the machine has.
  Catalog catalog{compute, testing::TempDir()};
};

TEST_F(Catalogs, KernelsAreKernels) {
  const Buffer a = must(compute.buffer<float>({-1, 2}, {2}));
  must(catalog.run({.kernel = "relu", .inputs = {a}, .outputs = a}));
  EXPECT_EQ(must(a.read<float>()), (std::vector<float>{0, 2}));
  const Buffer b = must(compute.buffer_zeros({2}, DType::f32));
  must(catalog.run({.op = Op::copy_buffer, .inputs = {a}, .outputs = b}));
  EXPECT_EQ(must(b.read<float>()), (std::vector<float>{0, 2}));
  expect_error(catalog.run({.kernel = "relo", .inputs = {a}, .outputs = a}),
               ErrorCode::unknown_kernel, "relu");
  expect_error(catalog.submit({.kernel = "relo", .inputs = {a}, .outputs = a}),
               ErrorCode::unknown_kernel);
}

TEST_F(Catalogs, ComputeSaysWhatANameIsOf) {
  const Buffer in = photo();
  const auto run = [&](const char* name) { return compute.run_kernel(name, {in}, in, {}); };
  expect_error(run("blur"), ErrorCode::unknown_kernel,
               "no kernel \"blur\"; it is a filter, which a Catalog, a FramePipeline and `dala "
               "filter -f blur` run");
  expect_error(run("noir"), ErrorCode::unknown_kernel, "a preset of filters");
  expect_error(run("mobilenet_v2"), ErrorCode::unknown_kernel, "it is a model");
  expect_error(run("preprocess"), ErrorCode::unknown_kernel, "a Catalog runs");
  expect_error(run("relo"), ErrorCode::unknown_kernel, "did you mean \"relu\"?");
}

TEST_F(Catalogs, FiltersAreKernels) {
  const Buffer in = photo();
  const Buffer out = frame();
  const Params params{{"radius", 3}, {"sigma", 1.5}};
  must(catalog.run({.kernel = "blur", .inputs = {in}, .outputs = out, .params = params}));
  EXPECT_EQ(pixels(out), filtered(in, {"blur", params}));
  // In the background; what runs it outlives the call.
  const CommandId id = must(catalog.submit({.kernel = "invert", .inputs = {in}, .outputs = out}));
  must(compute.wait(id));
  EXPECT_EQ(pixels(out), filtered(in, {"invert"}));
  expect_error(catalog.run({.kernel = "blur", .inputs = {in, in}, .outputs = out}),
               ErrorCode::wrong_arity, "blur takes 1 inputs and 1 output; 2 and 1 were given");
  expect_error(
      catalog.run({.kernel = "blur", .inputs = {in}, .outputs = out, .params = {{"x", 1}}}),
      ErrorCode::unknown_param);
}

TEST_F(Catalogs, FiltersTakeTheirPicturesAsInputs) {
  const Buffer in = photo();
  const Buffer mask = must(compute.buffer_zeros({height, width}, DType::u8));
  const Buffer behind = frame();
  const Buffer out = photo();
  must(catalog.run({.kernel = "background_replace", .inputs = {in, mask, behind}, .outputs = out}));
  std::vector<std::uint8_t> expected(out.size_bytes());
  const std::vector<std::uint8_t> kept = pixels(in);
  for (std::size_t i = 3; i < kept.size(); i += 4) expected[i] = kept[i];
  EXPECT_EQ(pixels(out), expected);
}

TEST_F(Catalogs, StagesOfAllKindsInOnePipeline) {
  const Buffer in = photo();
  const Buffer soft = frame();
  const Buffer out = frame();
  const Pipeline pipeline = compute.pipeline();
  must(catalog.add(pipeline, {.kernel = "blur", .inputs = {in}, .outputs = soft}));
  must(catalog.add(pipeline, {.kernel = "relu", .inputs = {soft}, .outputs = out}));
  expect_error(catalog.add(pipeline, {.kernel = "blurr", .inputs = {in}, .outputs = out}),
               ErrorCode::unknown_kernel);
  must(pipeline.run());
  EXPECT_EQ(pixels(out), filtered(in, {"blur"}));
}

TEST_F(Catalogs, PreprocessFillsItsOutput) {
  const Buffer white = must(compute.buffer<std::uint8_t>(
      std::vector<std::uint8_t>(std::size_t{width} * height * 4, 255), {height, width, 4}));
  const Buffer tensor = must(compute.buffer_zeros({1, 3, 4, 6}, DType::f32));
  const auto run = [&](const Params& params) {
    return catalog.run(
        {.kernel = "preprocess", .inputs = {white}, .outputs = tensor, .params = params});
  };
  must(run({{"normalize", false}, {"size", Integers{6, 4}}}));
  EXPECT_EQ(must(tensor.read<float>()), std::vector<float>(72, 1));
  must(run({}));
  const std::vector<float> normal = must(tensor.read<float>());
  EXPECT_NEAR(normal[0], (1 - 0.485) / 0.229, 1e-5);
  EXPECT_NEAR(normal[71], (1 - 0.406) / 0.225, 1e-5);
  expect_error(run({{"size", Integers{4, 6}}}), ErrorCode::shape_mismatch, "{6, 4}");
  expect_error(run({{"fit", "sideways"}}), ErrorCode::param_out_of_range, "sideways");
  const Buffer flat = must(compute.buffer_zeros({72}, DType::f32));
  expect_error(catalog.run({.kernel = "preprocess", .inputs = {white}, .outputs = flat}),
               ErrorCode::shape_mismatch, "{1, 3, height, width}");
}

TEST_F(Catalogs, ModelsThatAreNotThereSaySo) {
  const Buffer tensor = must(compute.buffer_zeros({1, 3, 224, 224}, DType::f32));
  const Buffer logits = must(compute.buffer_zeros({1, 1000}, DType::f32));
  expect_error(catalog.run({.kernel = "mobilenet_v2", .inputs = {tensor}, .outputs = logits}),
               ErrorCode::io, "the file of mobilenet_v2 is not there");
}

}  // namespace
}  // namespace dala
