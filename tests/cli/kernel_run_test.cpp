// dala kernel run on .npy files
#include <nlohmann/json.hpp>

#include "cli/kernel_helper.hpp"
#include "core/npy.hpp"

namespace dala::test {
namespace {

using Names = std::vector<std::string>;
using Floats = std::vector<float>;

class KernelRun : public KernelCliTest {
 protected:
  KernelRun() {
    write_npy("x.npy", {2, 2}, {1, 2, 3, 4});
    write_npy("y.npy", {2, 2}, {10, 20, 30, 40});
  }
  // On x.npy into z.npy.
  [[nodiscard]] Ended run(const std::string& text, const Names& more = {}) const {
    write("k.dk", text);
    Names arguments = {"run", "k.dk", "--in", "x.npy", "--out", "z.npy"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return kernel(arguments);
  }
};

constexpr const char* twice =
    "fn twice(a: Tensor<f32>, b: &mut Tensor<f32>) { b[ABSOLUTE_POS] = a[ABSOLUTE_POS] * 2; }";
constexpr const char* filter =
    "fn input: Tensor<f32>, output: Tensor<f32>, params: Map {\n"
    "  let x = input[ABSOLUTE_POS] * params.strength + (params.more as f32);\n"
    "  output[ABSOLUTE_POS] = if params.invert { -x } else { x };\n"
    "}\n";

TEST_F(KernelRun, Saxpy) {
  const Ended ended = kernel({"run", example("saxpy.dk"), "--in", "x.npy", "--in", "y.npy", "--out",
                              "z.npy", "--param", "a=3", "--threads", "2"});
  ASSERT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_EQ(ended.out, "wrote z.npy: f32 {2, 2}\n");
  EXPECT_EQ(read_npy("z.npy", {2, 2}), (Floats{13, 26, 39, 52}));
}

TEST_F(KernelRun, FromStandardInput) {
  write("k.dk", twice);
  const Ended ended = kernel({"run", "-", "--in", "x.npy", "--out", "z.npy"}, "<k.dk");
  ASSERT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_EQ(read_npy("z.npy", {2, 2}), (Floats{2, 4, 6, 8}));
}

TEST_F(KernelRun, OpenParametersTakeTheirTypesFromTheValues) {
  const Ended ended =
      run(filter, {"--param", "strength=2.0", "--param", "more=-1", "--param", "invert=true"});
  ASSERT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_EQ(read_npy("z.npy", {2, 2}), (Floats{-1, -3, -5, -7}));
  // A whole number is an integer, and the text multiplies it with an f32.
  const Ended whole =
      run(filter, {"--param", "strength=2", "--param", "more=-1", "--param", "invert=true"});
  EXPECT_EQ(whole.exit_code, 1);
  EXPECT_NE(whole.err.find("k.dk:2:"), std::string::npos) << whole.err;
}

TEST_F(KernelRun, SeveralOutputsWithShapes) {
  write("k.dk",
        "#[over(a)]\n"
        "fn split(a: Tensor<f32>, same: &mut Tensor<f32>, count: &mut Tensor<u32>) {\n"
        "  same[ABSOLUTE_POS] = -a[ABSOLUTE_POS];\n"
        "  atomic_add(count[0], 1);\n"
        "}\n");
  const Names start = {"run", "k.dk", "--in", "x.npy", "--out", "s.npy", "--out", "c.npy"};
  Names arguments = start;
  arguments.insert(arguments.end(), {"--out-shape", "4", "--out-shape", "scalar"});
  const Ended ended = kernel(arguments);
  ASSERT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_EQ(ended.out, "wrote s.npy: f32 {4}\nwrote c.npy: u32 {}\n");
  EXPECT_EQ(read_npy("s.npy", {4}), (Floats{-1, -2, -3, -4}));
  EXPECT_EQ(read("c.npy"), make_npy_header(DType::u32, {}) + std::string("\4\0\0\0", 4));
  // Those without a shape have the first input's.
  EXPECT_EQ(kernel(start).out, "wrote s.npy: f32 {2, 2}\nwrote c.npy: u32 {2, 2}\n");
}

TEST_F(KernelRun, WithoutInputs) {
  write("k.dk", "fn count(a: &mut Tensor<f32>) { a[ABSOLUTE_POS] = ABSOLUTE_POS as f32; }");
  expect_error(kernel({"run", "k.dk", "--out", "z.npy"}), 2, "--out-shape");
  const Ended ended = kernel({"run", "k.dk", "--out", "z.npy", "--out-shape", "3"});
  ASSERT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_EQ(read_npy("z.npy", {3}), (Floats{0, 1, 2}));
}

TEST_F(KernelRun, NamesOfTheLibraryMayBeUsed) {
  const Ended ended =
      run("fn relu(a: Tensor<f32>, b: &mut Tensor<f32>) { b[ABSOLUTE_POS] = 7.0; }");
  ASSERT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_EQ(read_npy("z.npy", {2, 2}), (Floats{7, 7, 7, 7}));
  EXPECT_EQ(run("fn My_Kernel(a: Tensor<f32>, b: &mut Tensor<f32>) { b[0] = a[0]; }").exit_code, 0);
  EXPECT_EQ(run("fn _k(a: Tensor<f32>, b: &mut Tensor<f32>) { b[0] = a[0]; }").exit_code, 0);
}

TEST_F(KernelRun, ExplainAndTrace) {
  const Ended ended = run(twice, {"--explain", "--trace", "t.json"});
  ASSERT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_NE(ended.out.find("twice"), std::string::npos) << ended.out;
  EXPECT_FALSE(nlohmann::json::parse(read("t.json")).empty());
}

TEST_F(KernelRun, TheSecondRunComesFromTheCache) {
  const Ended first = run(twice, {"--explain", "--cache", "kept"});
  ASSERT_EQ(first.exit_code, 0) << first.err;
  if (first.out.find("native code") == std::string::npos) GTEST_SKIP() << "built without the JIT";
  EXPECT_EQ(first.out.find("from the cache"), std::string::npos) << first.out;
  const Ended second = run(twice, {"--explain", "--cache", "kept"});
  EXPECT_NE(second.out.find("from the cache"), std::string::npos) << second.out;
  EXPECT_EQ(read_npy("z.npy", {2, 2}), (Floats{2, 4, 6, 8}));
}

TEST_F(KernelRun, AnEndlessKernelIsStopped) {
  const Ended ended =
      run("fn hangs(a: Tensor<f32>, b: &mut Tensor<f32>) { loop { } }", {"--time-limit", "0.05"});
  expect_error(ended, 1, "stopped");
  EXPECT_EQ(files(), (Names{"k.dk", "x.npy", "y.npy"}));
}

TEST_F(KernelRun, WrongUse) {
  const Ended bad = run("fn twice(a: Tensor<f32>, b: &mut Tensor<f32>) { b[0] = c; }");
  EXPECT_EQ(bad.exit_code, 1);
  EXPECT_TRUE(bad.err.starts_with("error[K030]")) << bad.err;
  expect_error(run(twice, {"--in", "y.npy"}), 2, "twice takes 1 input, and --in was given 2 times");
  expect_error(run(twice, {"--out", "w.npy"}), 2,
               "twice takes 1 output, and --out was given 2 times");
  expect_error(run(twice, {"--out-shape", "2", "--out-shape", "2"}), 2,
               "twice takes 1 output, and --out-shape was given 2 times");
  expect_error(run(twice, {"--out-shape", "2x2"}), 2, "--out-shape '2x2'");
  expect_error(run(twice, {"--param", "a=1"}), 2, "twice has no parameter 'a'; it takes none");
  expect_error(run(twice, {"--time-limit", "-1"}), 2, "--time-limit");
  expect_error(run(twice, {"--device", "abacus"}), 2, "abacus");
  expect_error(kernel({"run", "k.dk", "--in", "x.jpg", "--out", "z.npy"}), 2,
               "'x.jpg' is neither .npy nor .png");
  expect_error(kernel({"run", "k.dk", "--in", "x.npy", "--out", "z"}), 2, "'z' is neither");
  expect_error(kernel({"run", "k.dk", "--in", "x.npy"}), 2, "--out");
  expect_error(
      kernel({"run", example("saxpy.dk"), "--in", "x.npy", "--in", "y.npy", "--out", "z.npy"}), 2,
      "saxpy needs the parameter a");
  EXPECT_EQ(files(), (Names{"k.dk", "x.npy", "y.npy"}));
}

TEST_F(KernelRun, WorkThatCannotBeDone) {
  write("i.npy", make_npy_header(DType::s32, {1}) + std::string(4, '\1'));
  write("k.dk", twice);
  expect_error(kernel({"run", "k.dk", "--in", "i.npy", "--out", "z.npy"}), 1, "s32");
  expect_error(kernel({"run", "k.dk", "--in", "missing.npy", "--out", "z.npy"}), 1, "missing.npy");
  expect_error(kernel({"run", "missing.dk", "--in", "x.npy", "--out", "z.npy"}), 1,
               "could not open missing.dk");
  expect_error(run(twice, {"--out-shape", "4611686018427387904,4"}), 1, "dala: ");
  EXPECT_EQ(files(), (Names{"i.npy", "k.dk", "x.npy", "y.npy"}));
}

}  // namespace
}  // namespace dala::test
