// What kernels print is the same text on every device.
#include <algorithm>
#include <limits>

#include "conformance/conformance.hpp"
#include "core/format.hpp"
#include "support/printed.hpp"
#include "support/results.hpp"

namespace dala::conformance {
namespace {

using dala::test::Printed;

class Print : public Suite {
 protected:
  static void add_text(Compute& compute, const std::string& name, const std::string& text) {
    if (compute.kernel(name))
      must(compute.replace_kernel(name, KernelSource{.text = text}));
    else
      must(compute.register_kernel(name, KernelSource{.text = text}));
  }

  // What a launch on these inputs prints on the device. The interpreter prints the same.
  template <typename... Values>
  std::string printed(const std::string& text, const Shape& output,
                      const std::vector<Values>&... inputs) {
    const std::string expected = printed_by(reference(), text, output, inputs...);
    const std::string actual = printed_by(device(), text, output, inputs...);
    EXPECT_EQ(expected, actual);
    return actual;
  }

  template <typename... Values>
  std::string printed_by(Compute& compute, const std::string& text, const Shape& output,
                         const std::vector<Values>&... inputs) {
    add_text(compute, "printing", text);
    const BufferList buffers = {
        must(compute.buffer<Values>(inputs, {static_cast<std::int64_t>(inputs.size())}))...};
    const Buffer out = must(compute.buffer_zeros(output, DType::f32));
    must(compute.run_kernel("printing", buffers, out));
    return lines_.take();
  }

  Printed lines_;
};

TEST_P(Print, EveryTypeOfTheLanguage) {
  EXPECT_EQ(printed<float>(R"(
#[over(a)]
fn narrow(a: Tensor<f32>, o: &mut Tensor<f32>) {
  let i = ABSOLUTE_POS;
  let x = a[i];
  print("{} {} {} {}", i == 1, x as u8, x as s32 - 2, x as u32 + 4294967290);
  print("{} \"{{\\}}\" {} {} {}", x, vec2(x, 0.5), ivec3(i, -i, 7), uvec4(1, 2, 3, 4294967295));
})",
                           {1}, {0.1F, 2.0F, 3.5F}),
            "narrow: false 0 -2 4294967290\n"
            "narrow: 0.1 \"{\\}\" (0.1, 0.5) (0, 0, 7) (1, 2, 3, 4294967295)\n"
            "narrow: true 2 0 4294967292\n"
            "narrow: 2 \"{\\}\" (2, 0.5) (1, -1, 7) (1, 2, 3, 4294967295)\n"
            "narrow: false 3 1 4294967293\n"
            "narrow: 3.5 \"{\\}\" (3.5, 0.5) (2, -2, 7) (1, 2, 3, 4294967295)\n");
}

TEST_P(Print, EightBytes) {
  EXPECT_EQ(
      (printed<double, std::int64_t>(
          R"(
#[over(a)]
fn long(a: Tensor<f64>, b: Tensor<s64>, o: &mut Tensor<f32>) {
  print("{} and {}", a[ABSOLUTE_POS], b[ABSOLUTE_POS]);
})",
          {1}, {0.1, -1e300, 1.0 / 3}, {-1, std::numeric_limits<std::int64_t>::min(), 1LL << 40})),
      "long: 0.1 and -1\n"
      "long: -1e+300 and -9223372036854775808\n"
      "long: 0.3333333333333333 and 1099511627776\n");
}

TEST_P(Print, FloatsThatAreNoNumbers) {
  constexpr float inf = std::numeric_limits<float>::infinity();
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<float> odd = {inf, -inf, nan, -nan, -0.0F, 16777216.0F, 3.4028235e38F};
  const std::string text =
      "#[over(a)]\nfn odd(a: Tensor<f32>, o: &mut Tensor<f32>) {"
      "  print(\"{}\", a[ABSOLUTE_POS] as T); }";
  EXPECT_EQ(printed<float>(std::string(text).replace(text.find(" as T"), 5, ""), {1}, odd),
            "odd: inf\nodd: -inf\nodd: nan\nodd: nan\nodd: -0\nodd: 16777216\n"
            "odd: 3.4028235e+38\n");
  EXPECT_EQ(printed<float>(std::string(text).replace(text.find("T);"), 1, "f64"), {1}, odd),
            "odd: inf\nodd: -inf\nodd: nan\nodd: nan\nodd: -0\nodd: 16777216\n"
            "odd: 3.4028234663852886e+38\n");
}

// Some invocations, and some rounds of their loops.
TEST_P(Print, LinesOfAnInvocationAreTogether) {
  const std::string text = R"(
fn rounds(a: Tensor<u32>, o: &mut Tensor<f32>) {
  let i = ABSOLUTE_POS;
  let mut x = a[i];
  let mut n = 0;
  while x != 1 {
    x = if x % 2 == 0 { x / 2 } else { 3 * x + 1 };
    n += 1;
    if i % 100 == 7 { print("{} is at {}", i, x); }
  }
  if i % 100 == 7 { print("{} took {}", i, n); }
  o[i] = n as f32;
})";
  std::vector<std::uint32_t> numbers(1000);
  for (std::uint32_t i = 0; i < numbers.size(); ++i) numbers[i] = i % 20 + 1;
  const std::string lines = printed<std::uint32_t>(text, {1000}, numbers);
  EXPECT_TRUE(
      lines.starts_with("rounds: 7 is at 4\nrounds: 7 is at 2\nrounds: 7 is at 1\n"
                        "rounds: 7 took 3\nrounds: 107 is at 4\n"))
      << lines;
  EXPECT_TRUE(lines.ends_with("rounds: 907 took 3\n")) << lines;
}

// Units outside the domain run too, behind the others of their cube.
TEST_P(Print, Cubes) {
  EXPECT_EQ(printed<float>(R"(
#[cube(4)]
#[over(a)]
fn cubes(a: Tensor<f32>, o: &mut Tensor<f32>) {
  shared sum: [f32; 1];
  atomic_add(sum[0], a[ABSOLUTE_POS]);
  sync_cube();
  if UNIT_POS % 3 == 0 { print("unit {} of cube {}: {}", UNIT_POS, CUBE_POS, sum[0]); }
  sync_cube();
  if UNIT_POS == 0 { o[CUBE_POS] = sum[0]; print("done"); }
})",
                           {2}, {1.0F, 2.0F, 3.0F, 4.0F, 5.0F, 6.0F}),
            "cubes: unit 0 of cube 0: 10\ncubes: done\ncubes: unit 3 of cube 0: 10\n"
            "cubes: unit 0 of cube 1: 11\ncubes: done\ncubes: unit 3 of cube 1: 11\n");
}

TEST_P(Print, TooManyLinesAreCounted) {
  const std::string text =
      "#[over(a)]\nfn flood(a: Tensor<u32>, o: &mut Tensor<f32>) {"
      "  for r in 0..3 { print(\"{}\", a[ABSOLUTE_POS]); } print(\"end\"); }";
  add_text(device(), "flood", text);
  const std::vector<std::uint32_t> sevens(5000, 7);
  const Buffer a = must(device().buffer<std::uint32_t>(sevens, {5000}));
  const Buffer out = must(device().buffer_zeros({1}, DType::f32));
  for (int run = 0; run < 2; ++run) {
    must(device().run_kernel("flood", a, out));
    const std::string lines = lines_.take();
    EXPECT_EQ(std::ranges::count(lines, '\n'), 1025);
    EXPECT_TRUE(lines.ends_with("flood: ... and 18976 more lines were lost\n")) << lines;
    EXPECT_TRUE(lines.starts_with("flood: 7\n") || lines.starts_with("flood: end\n")) << lines;
  }
}

// A stage that prints is a stage of its own, every time the pipeline runs. Those beside it are
// recorded where the device records.
TEST_P(Print, StagesOfPipelines) {
  Compute& compute = device();
  add_text(compute, "looks",
           "fn looks(a: Tensor<f32>, b: &mut Tensor<f32>) { let i = ABSOLUTE_POS;"
           "  if i > 1 { print(\"{} of {}\", a[i], i); } b[i] = a[i]; }");
  const Buffer a = must(compute.buffer_zeros({2, 2}, DType::f32));
  const Buffer out = must(compute.buffer_zeros({2, 2}, DType::f32));
  const Pipeline pipeline = compute.pipeline();
  Buffer last = a;
  for (const char* kernel : {"relu", "transpose", "relu", "looks", "relu", "transpose"}) {
    const Buffer next = must(pipeline.transient({2, 2}, DType::f32));
    must(pipeline.add({.kernel = kernel, .inputs = {last}, .outputs = next}));
    last = next;
  }
  must(pipeline.add({.kernel = "relu", .inputs = {last}, .outputs = out}));
  for (float x = 1; x < 5; ++x) {
    must(a.write<float>(std::vector<float>{1, x, -2, 3}));
    const CommandId id = must(pipeline.submit());
    must(compute.wait(id));
    EXPECT_EQ(lines_.take(), format("looks: {} of 2\nlooks: 3 of 3\n", x));
    EXPECT_EQ(must(out.read<float>()), (std::vector<float>{1, x, 0, 3}));
  }
  const Explanation explained = must(pipeline.explain());
  const auto looks = std::ranges::find(explained.stages, "looks", &StageExplanation::kernel);
  ASSERT_NE(looks, explained.stages.end());
  EXPECT_EQ(looks->why.find("with its neighbours"), std::string::npos) << to_string(explained);
  const bool records = compute.device_info().id == "cuda";
  EXPECT_EQ(to_string(explained).find("in a CUDA graph") != std::string::npos, records)
      << to_string(explained);
}

// Adding a line to look at something changes nothing else.
TEST_P(Print, InPlace) {
  Compute& compute = device();
  add_text(compute, "twice",
           "fn twice(a: Tensor<f32>, b: &mut Tensor<f32>) { let x = a[ABSOLUTE_POS];"
           "  if x > 2.0 { print(\"large: {}\", x); } b[ABSOLUTE_POS] = x * 2.0; }");
  const Buffer a = must(compute.buffer<float>({1, 2, 3}, {3}));
  must(compute.run_kernel("twice", a, a));
  EXPECT_EQ(must(a.read<float>()), (std::vector<float>{2, 4, 6}));
  EXPECT_EQ(lines_.take(), "twice: large: 3\n");
}

DALA_ON_ALL_DEVICES(Print);

}  // namespace
}  // namespace dala::conformance
