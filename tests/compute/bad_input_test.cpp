// What bad input gets: a code, a sentence with the numbers in it, and an untouched output.
#include <cmath>
#include <cstdlib>
#include <limits>

#include "compute_fixture.hpp"

namespace dala {
namespace {

class BadInput : public ComputeTest {
 protected:
  // Runs a command that must be rejected, in every way there is to run one, and checks that the
  // output still holds what it held.
  void rejected(const Command& command, ErrorCode code, const std::string& mentions) {
    std::vector<std::vector<std::byte>> before;
    for (const Buffer& output : command.outputs)
      before.push_back(output && !output.is_freed() ? must(output.read_bytes())
                                                    : std::vector<std::byte>{});
    expect_error(
        compute.run_kernel(command.kernel, command.inputs, command.outputs, command.params), code,
        mentions);
    expect_error(compute.submit(command), code, mentions);
    expect_error(compute.explain(command), code, mentions);
    const Pipeline pipeline = compute.pipeline();
    expect_error(pipeline.add(command), code, mentions);
    EXPECT_EQ(pipeline.stage_count(), 0U);
    for (std::size_t i = 0; i < command.outputs.size(); ++i) {
      if (before[i].empty()) continue;
      EXPECT_EQ(must(command.outputs[i].read_bytes()), before[i]);
    }
  }

  Buffer a = floats({1, 2, 3});
  Buffer c = floats({7, 8, 9});
};

TEST_F(BadInput, WrongDtype) {
  const Buffer ints = must(compute.buffer<std::int32_t>({1, 2, 3}, {3}));
  rejected({.kernel = "sigmoid", .inputs = {ints}, .outputs = c}, ErrorCode::wrong_dtype, "s32");
  rejected({.kernel = "elementwise_add", .inputs = {a, ints}, .outputs = c}, ErrorCode::wrong_dtype,
           "s32");
}

TEST_F(BadInput, ShapeMismatch) {
  rejected({.kernel = "elementwise_add", .inputs = {a, floats({1, 2})}, .outputs = c},
           ErrorCode::shape_mismatch, "{2}");
  rejected({.kernel = "relu", .inputs = {floats({1, 2})}, .outputs = c}, ErrorCode::shape_mismatch,
           "{3}");
}

TEST_F(BadInput, UnknownKernelSuggestsTheNearest) {
  rejected({.kernel = "elementwise_ad", .inputs = {a, a}, .outputs = c}, ErrorCode::unknown_kernel,
           "did you mean \"elementwise_add\"?");
  rejected({.kernel = "", .inputs = {a}, .outputs = c}, ErrorCode::unknown_kernel, "\"\"");
}

TEST_F(BadInput, WrongNumberOfBuffers) {
  rejected({.kernel = "elementwise_add", .inputs = {a}, .outputs = c}, ErrorCode::wrong_arity,
           "2 inputs and 1 output, not 1 input and 1 output");
  rejected({.kernel = "relu", .inputs = {a}, .outputs = {}}, ErrorCode::wrong_arity, "0 outputs");
}

TEST_F(BadInput, Params) {
  const auto scale = [&](Params params) {
    return Command{
        .kernel = "scalar_mul", .inputs = {a}, .outputs = c, .params = std::move(params)};
  };
  rejected(scale({}), ErrorCode::missing_param, "scalar");
  rejected(scale({{"scalr", 2.0}}), ErrorCode::unknown_param, "did you mean \"scalar\"?");
  rejected(scale({{"scalar", 2.0}, {"colour", 1.0}}), ErrorCode::unknown_param, "it takes scalar");
  rejected(scale({{"scalar", "two"}}), ErrorCode::wrong_param_type, "two");
  rejected(scale({{"scalar", std::nan("")}}), ErrorCode::param_out_of_range, "finite");
  rejected(scale({{"scalar", std::numeric_limits<double>::infinity()}}),
           ErrorCode::param_out_of_range, "inf");
  rejected({.kernel = "elementwise_add", .inputs = {a, a}, .outputs = c, .params = {{"x", 1}}},
           ErrorCode::unknown_param, "takes none");
  rejected({.kernel = "softmax", .inputs = {a}, .outputs = c, .params = {{"axis", 1.5}}},
           ErrorCode::wrong_param_type, "integer");
  const Buffer picture = must(compute.buffer_zeros({2, 2, 4}, DType::u8));
  rejected({.kernel = "generate_gradient", .outputs = picture, .params = {{"blue", 300}}},
           ErrorCode::param_out_of_range, "from 0 to 255");
}

TEST_F(BadInput, Aliasing) {
  const Buffer square = must(compute.buffer<float>({1, 2, 3, 4}, {2, 2}));
  rejected({.kernel = "matmul", .inputs = {square, square}, .outputs = square}, ErrorCode::aliasing,
           "cannot work in place");
  rejected({.kernel = "transpose", .inputs = {square}, .outputs = square}, ErrorCode::aliasing,
           "in place");
  must(compute.add(square, square, square));
  EXPECT_EQ(values(square), (std::vector<float>{2, 4, 6, 8}));
}

// Nothing to write, and 2^40 rows of it: a loop over the rows would run for minutes.
TEST_F(BadInput, HugeEmptyShapes) {
  constexpr std::int64_t huge = std::int64_t{1} << 40;
  const Buffer tall = must(compute.buffer_zeros({huge, 0}, DType::f32));
  const Buffer small = must(compute.buffer_zeros({0, 0}, DType::f32));
  const Buffer row = must(compute.buffer_zeros({1, 0}, DType::f32));
  const Buffer wide = must(compute.buffer_zeros({0, huge}, DType::f32));
  const Buffer none = must(compute.buffer_zeros({0}, DType::f32));
  must(compute.matmul(tall, small, tall));
  must(compute.matmul(small, wide, wide));
  must(compute.add(tall, row, tall));
  must(compute.relu(tall, tall));
  must(compute.run_kernel("softmax", tall, tall, {{"axis", 1}}));
  must(compute.run_kernel("transpose", tall, wide));
  must(compute.run_kernel("sum", wide, none, {{"axis", 1}}));
}

TEST_F(BadInput, FreedAndEmptyHandles) {
  const Buffer gone = floats({1, 2, 3});
  gone.free();
  gone.free();
  rejected({.kernel = "relu", .inputs = {gone}, .outputs = c}, ErrorCode::freed_buffer, "input");
  rejected({.kernel = "relu", .inputs = {a}, .outputs = gone}, ErrorCode::freed_buffer, "output");
  expect_error(gone.read<float>(), ErrorCode::freed_buffer);
  expect_error(gone.write<float>(std::vector<float>{1, 2, 3}), ErrorCode::freed_buffer);
  rejected({.kernel = "relu", .inputs = {Buffer{}}, .outputs = c}, ErrorCode::invalid_handle,
           "input");
  expect_error(Buffer{}.read<float>(), ErrorCode::invalid_handle);
}

TEST_F(BadInput, BuffersOfAnotherCompute) {
  const Compute other = Compute::create({.threads = 1}).value();
  const Buffer foreign = must(other.buffer<float>({1, 2, 3}, {3}));
  rejected({.kernel = "relu", .inputs = {foreign}, .outputs = c}, ErrorCode::foreign_handle,
           "another Compute");
  const Stream stream = must(other.stream());
  expect_error(compute.submit({.kernel = "relu", .inputs = {a}, .outputs = c}, {.stream = stream}),
               ErrorCode::foreign_handle, "stream");
}

TEST_F(BadInput, ShapesThatCannotBe) {
  constexpr std::int64_t big = std::numeric_limits<std::int64_t>::max();
  expect_error(compute.buffer_zeros({big, big}, DType::f32), ErrorCode::invalid_shape, "overflow");
  expect_error(compute.buffer_zeros({-1}, DType::f32), ErrorCode::invalid_shape, "negative");
  expect_error(compute.buffer_zeros({1, 1, 1, 1, 1, 1, 1, 1, 1}, DType::f32),
               ErrorCode::invalid_shape, "9 dimensions");
  expect_error(compute.buffer_zeros({big, 0}, DType::f32), ErrorCode::invalid_shape, "overflow");
  EXPECT_EQ(must(compute.buffer_zeros({big / 8, 0}, DType::f64)).size_bytes(), 0U);
}

TEST_F(BadInput, MoreMemoryThanThereIs) {
  expect_error(compute.buffer_zeros({std::int64_t{1} << 50}, DType::u8), ErrorCode::out_of_memory,
               "1125899906842624");
  const Compute small = Compute::create({.threads = 1, .memory_limit = 1000}).value();
  const Buffer most = must(small.buffer_zeros({900}, DType::u8));
  expect_error(small.buffer_zeros({101}, DType::u8), ErrorCode::out_of_memory,
               "101 bytes were asked for, 900 of the limit of 1000");
  EXPECT_EQ(small.memory_in_use(), 900U);
  most.free();
  EXPECT_EQ(small.memory_in_use(), 0U);
  must(small.buffer_zeros({101}, DType::u8));
}

TEST_F(BadInput, WrongLengths) {
  expect_error(compute.buffer<float>({1, 2}, {3}), ErrorCode::wrong_length, "2 values");
  expect_error(compute.buffer_from_bytes(std::vector<std::byte>(11), {3}, DType::f32),
               ErrorCode::wrong_length, "11 bytes");
  std::vector<std::byte> short_memory(8);
  expect_error(a.read_into(short_memory), ErrorCode::wrong_length, "8 bytes");
  expect_error(a.write<float>(std::vector<float>{1, 2, 3, 4}), ErrorCode::wrong_length, "16 bytes");
  EXPECT_EQ(values(a), (std::vector<float>{1, 2, 3}));
}

TEST_F(BadInput, ReadingAsAnotherType) {
  expect_error(a.read<std::int32_t>(), ErrorCode::wrong_dtype, "holds f32, not s32");
  EXPECT_EQ(must(a.read_numbers()), (std::vector<double>{1, 2, 3}));
}

TEST_F(BadInput, Options) {
  expect_error(Compute::create({.device = "quantum"}), ErrorCode::unknown_device, "quantum");
  expect_error(Compute::create({.threads = 100000}), ErrorCode::invalid_argument, "100000");
  expect_error(compute.stream({.capacity = 0}), ErrorCode::invalid_argument, "capacity 0");
}

TEST_F(BadInput, TheEnvironmentChoosesADeviceUnlessTheCallerDoes) {
  setenv("DALA_DEVICE", "quantum", 1);
  expect_error(Compute::create(), ErrorCode::unknown_device, "quantum");
  EXPECT_TRUE(Compute::create({.device = "cpu", .threads = 1}));
  setenv("DALA_DEVICE", "cpu", 1);
  EXPECT_TRUE(Compute::create({.threads = 1}));
  unsetenv("DALA_DEVICE");
}

TEST_F(BadInput, KernelRegistration) {
  const HostKernel nothing = [](const HostCall&) -> Result<void> { return {}; };
  expect_error(compute.register_kernel({.name = "Bad Name"}, nothing), ErrorCode::invalid_argument,
               "Bad Name");
  expect_error(compute.register_kernel({.name = "relu"}, nothing), ErrorCode::already_exists,
               "relu");
  expect_error(compute.register_kernel({.name = "no_function"}, {}), ErrorCode::invalid_argument);
  expect_error(compute.register_kernel({.name = "no_output", .outputs = {}}, nothing),
               ErrorCode::invalid_argument, "at least one output");
}

TEST_F(BadInput, BuffersOutliveTheirCompute) {
  Buffer kept;
  Pipeline pipeline = compute.pipeline();
  {
    const Compute brief = Compute::create({.threads = 1}).value();
    kept = must(brief.buffer<float>({1, 2, 3}, {3}));
    pipeline = brief.pipeline();
  }
  expect_error(kept.read<float>(), ErrorCode::shut_down);
  expect_error(pipeline.run(), ErrorCode::shut_down);
  kept.free();
}

}  // namespace
}  // namespace dala
