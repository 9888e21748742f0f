// Inferred outputs: their types and shapes, and why some cannot be inferred.
#include <set>

#include "compute_fixture.hpp"

namespace dala {
namespace {

class Infer : public ComputeTest {
 protected:
  Buffer of(DType dtype, const Shape& shape) { return must(compute.buffer_zeros(shape, dtype)); }

  // Asked, and run: both say the same.
  void expect_output(const char* kernel, const BufferList& inputs, const Params& params,
                     const TensorSpec& expected, const OutputChoice& choice = {}) {
    SCOPED_TRACE(kernel);
    const auto specs = must(compute.infer(kernel, inputs, params, {choice}));
    ASSERT_EQ(specs.size(), 1U);
    EXPECT_EQ(to_string(specs[0].dtype), to_string(expected.dtype));
    EXPECT_EQ(to_string(specs[0].shape), to_string(expected.shape));
    const Buffer made = must(compute.run(kernel, inputs, params, choice));
    ASSERT_TRUE(made);
    EXPECT_EQ((TensorSpec{made.dtype(), made.shape()}), expected);
    covered.insert(kernel);
  }

  std::set<std::string> covered;
};

TEST_F(Infer, EveryBuiltinKernel) {
  const Buffer m = of(DType::f32, {2, 3});
  const Buffer row = of(DType::f32, {3});
  const Buffer bytes = of(DType::u8, {2, 3});
  for (const char* kernel :
       {"elementwise_add", "elementwise_sub", "elementwise_mul", "elementwise_div"})
    expect_output(kernel, {row, m}, {}, {DType::f32, {2, 3}});
  expect_output("elementwise_add", {of(DType::s32, {5, 1}), of(DType::s32, {4})}, {},
                {DType::s32, {5, 4}});
  expect_output("scalar_mul", m, {{"scalar", 2}}, {DType::f32, {2, 3}});
  expect_output("clamp", bytes, {{"min", 1}, {"max", 2}}, {DType::u8, {2, 3}});
  for (const char* kernel : {"relu", "sigmoid", "tanh", "gelu", "softmax"})
    expect_output(kernel, m, {}, {DType::f32, {2, 3}});
  expect_output("cast", m, {}, {DType::u8, {2, 3}}, {.dtype = DType::u8});
  expect_output("transpose", m, {}, {DType::f32, {3, 2}});
  expect_output("transpose", of(DType::u8, {2, 3, 4}), {{"axes", Integers{1, -1, 0}}},
                {DType::u8, {3, 4, 2}});
  expect_output("matmul", {m, of(DType::f32, {3, 5})}, {}, {DType::f32, {2, 5}});
  expect_output("matmul_integer", {bytes, of(DType::s8, {3, 5})}, {}, {DType::s32, {2, 5}});
  expect_output("sum", m, {}, {DType::f32, {}});
  expect_output("sum", bytes, {{"axis", 0}}, {DType::u8, {3}});
  expect_output("sum", bytes, {{"axis", 0}}, {DType::s64, {3}}, {.dtype = DType::s64});
  expect_output("sum", m, {}, {DType::f64, {1}}, {.dtype = DType::f64, .shape = Shape{1}});
  expect_output("mean", bytes, {{"axis", -1}, {"keep_dims", true}}, {DType::f32, {2, 1}});
  expect_output("mean", of(DType::f64, {2}), {}, {DType::f64, {}});
  expect_output("max", bytes, {{"keep_dims", true}}, {DType::u8, {1, 1}});
  expect_output("argmax", m, {{"axis", 1}}, {DType::s64, {2}});
  expect_output("argmax", m, {{"axis", 1}}, {DType::u32, {2}}, {.dtype = DType::u32});
  expect_output("generate_gradient", {}, {}, {DType::u8, {6, 5, 4}}, {.shape = Shape{6, 5, 4}});
  for (const KernelInfo& info : Compute::create({.threads = 1}).value().kernels())
    EXPECT_TRUE(covered.contains(info.name)) << "no line here for " << info.name;
}

TEST_F(Infer, WhatIsTheCallersToChoose) {
  const Buffer m = of(DType::f32, {2, 3});
  expect_error(compute.run("cast", m), ErrorCode::cannot_infer,
               "cast: the element type of the output is the caller's to choose");
  expect_error(compute.run("generate_gradient", {}), ErrorCode::cannot_infer,
               "the shape of the output does not follow from the inputs; it must be {any, any, 4}");
}

TEST_F(Infer, ChoicesThatTheKernelDoesNotLeave) {
  const Buffer m = of(DType::f32, {2, 3});
  expect_error(compute.run("relu", m, {}, {.dtype = DType::f64}), ErrorCode::wrong_dtype,
               "relu: the output is f64; it must be f32, because input is f32");
  expect_error(compute.run("relu", m, {}, {.shape = Shape{6}}), ErrorCode::shape_mismatch,
               "relu: the output is {6} and has to be {2, 3}, the input's shape");
  expect_error(compute.run("generate_gradient", {}, {}, {.shape = Shape{6, 5, 3}}),
               ErrorCode::shape_mismatch, "{any, any, 4}");
  expect_error(compute.run("generate_gradient", {}, {}, {.shape = Shape{-6, 5, 4}}),
               ErrorCode::invalid_shape);
  expect_error(compute.infer("relu", m, {}, {{}, {}}), ErrorCode::wrong_arity, "relu has 1 output");
}

TEST_F(Infer, InputsThatDoNotFit) {
  const Buffer m = of(DType::f32, {2, 3});
  expect_error(compute.matmul(m, m), ErrorCode::shape_mismatch,
               "matmul: a is {2, 3} and b is {2, 3}; a's columns (3) must equal b's rows (2)");
  expect_error(compute.add(m, of(DType::s32, {3})), ErrorCode::wrong_dtype,
               "input 0 is f32 and input 1 is s32");
  expect_error(compute.run("relu", {m, m}), ErrorCode::wrong_arity, "relu takes 1 input, not 2");
  expect_error(compute.run("sigmoid", of(DType::u8, {2})), ErrorCode::wrong_dtype, "u8");
  expect_error(compute.run("softmax", m, {{"axis", 2}}), ErrorCode::param_out_of_range,
               "between -2 and 1");
  expect_error(compute.run("softmax", m, {{"axes", 2}}), ErrorCode::unknown_param, "axis");
  expect_error(compute.run("max", of(DType::f32, {0})), ErrorCode::shape_mismatch, "no elements");
  expect_error(compute.run("reul", m), ErrorCode::unknown_kernel, "relu");
  expect_error(compute.run("relu", Buffer{}), ErrorCode::invalid_handle);
  Buffer freed = of(DType::f32, {2});
  freed.free();
  expect_error(compute.infer("relu", freed), ErrorCode::freed_buffer);
}

TEST_F(Infer, HelpersThatMakeTheirOutputs) {
  const Buffer a = floats({1, -2});
  EXPECT_EQ(values(must(compute.add(a, floats({10, 20})))), (std::vector<float>{11, 18}));
  EXPECT_EQ(values(must(compute.multiply(a, a))), (std::vector<float>{1, 4}));
  EXPECT_EQ(values(must(compute.scale(a, 3))), (std::vector<float>{3, -6}));
  EXPECT_EQ(values(must(compute.relu(a))), (std::vector<float>{1, 0}));
  const Buffer m = must(compute.buffer<float>({1, 2, 3, 4}, {2, 2}));
  EXPECT_EQ(values(must(compute.matmul(m, m))), (std::vector<float>{7, 10, 15, 22}));
  EXPECT_EQ(must(must(compute.cast(a, DType::s32)).read<std::int32_t>()),
            (std::vector<std::int32_t>{1, -2}));
}

TEST_F(Infer, CppKernelsWithAFunctionForIt) {
  const auto pairs = [](const HostCall& call, std::span<TensorSpec> outputs) -> Result<void> {
    EXPECT_TRUE(call.outputs.empty());
    const Shape& input = call.inputs[0].shape;
    if (input.rank() != 1)
      return std::unexpected(Error{ErrorCode::shape_mismatch, "pairs: a row, please"});
    outputs[0] = {call.inputs[0].dtype, {input[0] / 2, 2}};
    outputs[1].shape = {call.params[0].integer()};
    return {};
  };
  must(compute.register_kernel(
      {.name = "pairs",
       .inputs = {{.name = "input"}},
       .outputs = {{.name = "pairs"}, {.name = "counts", .dtypes = DTypeSet(DType::u32)}},
       .params = {{.name = "counts", .type = ParamType::integer, .fallback = 3}}},
      [](const HostCall&) -> Result<void> { return {}; }, {}, pairs));
  const auto specs = must(compute.infer("pairs", zeros(6)));
  ASSERT_EQ(specs.size(), 2U);
  EXPECT_EQ(specs[0], (TensorSpec{DType::f32, {3, 2}}));
  EXPECT_EQ(specs[1], (TensorSpec{DType::u32, {3}}));
  const auto outputs = must(compute.run_many("pairs", zeros(4), {{"counts", 7}}));
  ASSERT_EQ(outputs.size(), 2U);
  EXPECT_EQ(outputs[1].shape(), (Shape{7}));
  expect_error(compute.run("pairs", zeros(4)), ErrorCode::wrong_arity, "run_many");
  expect_error(compute.run_many("pairs", of(DType::f32, {2, 2})), ErrorCode::shape_mismatch,
               "a row, please");
  // What a caller gives is compared with it.
  must(compute.run_kernel("pairs", zeros(4), {of(DType::f32, {2, 2}), of(DType::u32, {3})}));
  expect_error(compute.run_kernel("pairs", zeros(4), {of(DType::f32, {4}), of(DType::u32, {3})}),
               ErrorCode::shape_mismatch, "pairs: the output 'pairs' is {4} and has to be {2, 2}");
}

TEST_F(Infer, CppKernelsWithoutOne) {
  expect_error(compute.run("waits", zeros(3)), ErrorCode::cannot_infer, "element type");
  expect_error(compute.run("waits", zeros(3), {}, {.dtype = DType::f32}), ErrorCode::cannot_infer,
               "registered without a function that infers it");
  gate = true;
  const OutputChoice choice{.dtype = DType::f32, .shape = Shape{3}};
  EXPECT_EQ(values(must(compute.run("waits", floats({1, 2, 3}), {}, choice))),
            (std::vector<float>{1, 2, 3}));
}

TEST_F(Infer, FunctionsThatAreWrong) {
  const HostKernel nothing = [](const HostCall&) -> Result<void> { return {}; };
  const auto add = [&](const char* name, const KernelInfer& infer) {
    must(compute.register_kernel(
        {.name = name, .inputs = {{.name = "input"}}, .outputs = {{"o", DTypeSet(DType::f32), ""}}},
        nothing, {}, infer));
  };
  add("throws", [](const HostCall&, std::span<TensorSpec>) -> Result<void> { throw 1; });
  expect_error(compute.run("throws", zeros(1)), ErrorCode::kernel_failed, "throws: its inference");
  add("lies", [](const HostCall&, std::span<TensorSpec> outputs) -> Result<void> {
    outputs[0] = {DType::u8, {1}};
    return {};
  });
  expect_error(compute.run("lies", zeros(1)), ErrorCode::wrong_dtype, "does not allow");
  add("negative", [](const HostCall&, std::span<TensorSpec> outputs) -> Result<void> {
    outputs[0].shape = {-1, 4};
    return {};
  });
  expect_error(compute.run("negative", zeros(1)), ErrorCode::invalid_shape);
  expect_error(compute.run_kernel("negative", zeros(1), zeros(4)), ErrorCode::invalid_shape);
}

class InferText : public Infer {
 protected:
  void add(const char* name, const std::string& text, const KernelInfer& infer = {}) {
    must(compute.register_kernel(name, {.text = text, .infer = infer}));
  }
};

TEST_F(InferText, OutputsHaveTheShapeOfTheFirstInput) {
  add("twice",
      "fn twice(a: Tensor<f32>, o: &mut Tensor<f32>) {"
      " let i = ABSOLUTE_POS; o[i] = a[i] * 2; }");
  EXPECT_EQ(values(must(compute.run("twice", floats({1, 2})))), (std::vector<float>{2, 4}));
  add("blend",
      "fn blend(a: Tensor<u8>, b: Tensor<u8>, sum: &mut Tensor<u8>, more: &mut Tensor<f32>)"
      " { let i = ABSOLUTE_POS; sum[i] = a[i]; more[i] = b[i] as f32; }");
  const auto specs = must(compute.infer("blend", {of(DType::u8, {2, 5}), of(DType::u8, {1})}));
  ASSERT_EQ(specs.size(), 2U);
  EXPECT_EQ(specs[0], (TensorSpec{DType::u8, {2, 5}}));
  EXPECT_EQ(specs[1], (TensorSpec{DType::f32, {2, 5}}));
  // A neighbour is read, and a pixel's channels are written one by one.
  add("left",
      "#[pixels] fn left(a: Tensor<u8>, o: &mut Tensor<u8>, grey: &mut Tensor<u8>) {"
      " let y = ABSOLUTE_POS_Y; let x = ABSOLUTE_POS_X;"
      " for c in 0..4 { o[y, x, c] = a[y, x - 1, c]; grey[y, x, c] = a[y, x, 0]; } }");
  const auto pixels = must(compute.infer("left", of(DType::u8, {3, 2, 4})));
  EXPECT_EQ(pixels[0], (TensorSpec{DType::u8, {3, 2, 4}}));
  EXPECT_EQ(pixels[1], (TensorSpec{DType::u8, {3, 2, 4}}));
  // Buffers of other shapes can still be given, and chosen.
  must(compute.run_kernel("twice", floats({1, 2}), zeros(5)));
  EXPECT_EQ(must(compute.run("twice", floats({1, 2}), {}, {.shape = Shape{5}})).shape(), Shape{5});
}

TEST_F(InferText, WithOverTheyHaveThatOfTheDomain) {
  add("split",
      "#[over(b)] fn split(a: Tensor<f32>, b: Tensor<f32>, same: &mut Tensor<f32>) {"
      " same[ABSOLUTE_POS] = b[ABSOLUTE_POS] + a[0]; }");
  EXPECT_EQ(must(compute.run("split", {floats({1}), of(DType::f32, {2, 2})})).shape(),
            (Shape{2, 2}));
}

TEST_F(InferText, WhatDoesNotFollow) {
  add("bins",
      "#[over(a)] fn bins(a: Tensor<u8>, order: &mut Tensor<u32>, bins: &mut Tensor<u32>) {"
      " order[ABSOLUTE_POS] = atomic_add(bins[a[ABSOLUTE_POS]], 1); }");
  const Buffer bytes = of(DType::u8, {9});
  expect_error(compute.run_many("bins", bytes), ErrorCode::cannot_infer,
               "bins: the shape of the output 'bins' does not follow from the inputs: it is not "
               "written at each invocation's own place");
  const auto outputs = must(compute.run_many("bins", bytes, {}, {{}, {.shape = Shape{256}}}));
  ASSERT_EQ(outputs.size(), 2U);
  EXPECT_EQ(outputs[0].shape(), Shape{9});
  EXPECT_EQ(must(outputs[1].read<std::uint32_t>())[0], 9U);

  add("ramp", "fn ramp(o: &mut Tensor<f32>) { o[ABSOLUTE_POS] = 1.0; }");
  expect_error(compute.run("ramp", {}), ErrorCode::cannot_infer, "there are none");
  add("spread",
      "fn spread(a: Tensor<f32>, o: &mut Tensor<f32>) {"
      " o[ABSOLUTE_POS_Y, ABSOLUTE_POS_X] = a[ABSOLUTE_POS_X]; }");
  expect_error(compute.run("spread", zeros(4)), ErrorCode::cannot_infer, "number of indices");
}

TEST_F(InferText, RegistrationsMaySayIt) {
  add("halve",
      "fn halve(a: Tensor<f32>, o: &mut Tensor<f32>) {"
      " let i = ABSOLUTE_POS; o[i] = a[2 * i]; }",
      [](const HostCall& call, std::span<TensorSpec> outputs) -> Result<void> {
        outputs[0].shape = {call.inputs[0].shape[0] / 2};
        return {};
      });
  EXPECT_EQ(values(must(compute.run("halve", floats({1, 2, 3, 4})))), (std::vector<float>{1, 3}));
  expect_error(compute.run_kernel("halve", zeros(4), zeros(4)), ErrorCode::shape_mismatch, "{2}");
}

class Handles : public ComputeTest {};

TEST_F(Handles, RunWithoutAName) {
  const Kernel relu = must(compute.find_kernel("relu"));
  EXPECT_EQ(relu.name(), "relu");
  EXPECT_EQ(values(must(compute.run(relu, floats({-1, 2})))), (std::vector<float>{0, 2}));
  const Buffer out = zeros(2);
  must(compute.run_kernel(relu, floats({-1, 3}), out, {{"slope", 2}}));
  EXPECT_EQ(values(out), (std::vector<float>{-2, 3}));
  EXPECT_EQ(must(compute.infer(relu, out))[0], (TensorSpec{DType::f32, {2}}));
  EXPECT_EQ(must(compute.run_many(relu, out)).size(), 1U);
  expect_error(compute.find_kernel("reul"), ErrorCode::unknown_kernel, "relu");
}

TEST_F(Handles, FollowTheirNameWhenTheKernelIsReplaced) {
  const auto text = [](int value) {
    return KernelSource{.text = "fn k(a: Tensor<f32>, o: &mut Tensor<f32>) { o[ABSOLUTE_POS] = " +
                                std::to_string(value) + ".0; }"};
  };
  must(compute.register_kernel("k", text(1)));
  const Kernel kernel = must(compute.find_kernel("k"));
  EXPECT_EQ(values(must(compute.run(kernel, zeros(1)))), std::vector<float>{1});
  must(compute.replace_kernel("k", text(2)));
  EXPECT_EQ(values(must(compute.run(kernel, zeros(1)))), std::vector<float>{2});
  must(compute.remove_kernel("k"));
  expect_error(compute.run(kernel, zeros(1)), ErrorCode::unknown_kernel,
               "there is no kernel \"k\"");
  must(compute.register_kernel("k", text(3)));
  EXPECT_EQ(values(must(compute.run(kernel, zeros(1)))), std::vector<float>{3});
}

TEST_F(Handles, OfOthersAndOfNobody) {
  expect_error(compute.run(Kernel{}, zeros(1)), ErrorCode::invalid_handle, "Kernel");
  EXPECT_TRUE(Kernel{}.name().empty());
  Kernel kept;
  {
    const Compute other = Compute::create({.threads = 1}).value();
    must(other.register_kernel("k",
                               {.text = "fn k(o: &mut Tensor<f32>) { o[ABSOLUTE_POS] = 1.0; }"}));
    kept = must(other.find_kernel("k"));
    expect_error(compute.run(kept, zeros(1)), ErrorCode::foreign_handle, "another Compute");
  }
  expect_error(compute.run(kept, zeros(1)), ErrorCode::foreign_handle, "another Compute");
}

}  // namespace
}  // namespace dala
