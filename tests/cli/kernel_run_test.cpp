// dala kernel run on .npy files
#include <nlohmann/json.hpp>

#include <dala/media/still.hpp>

#include "cli/kernel_helper.hpp"
#include "core/files/npy.hpp"

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

TEST_F(KernelRun, PicturesOfAnyFormat) {
  write("k.dk",
        "fn invert(a: Tensor<u8>, b: &mut Tensor<u8>) {\n"
        "  b[ABSOLUTE_POS] = select(ABSOLUTE_POS % 4 == 3, 255u8, 255u8 - a[ABSOLUTE_POS]);\n"
        "}\n");
  const media::Picture grey{8, 8, std::vector<std::uint8_t>(std::size_t{8} * 8 * 4, 60)};
  for (const char* name : {"in.png", "in.jpg", "in.webp"}) {
    media::Picture opaque = grey;
    for (std::size_t i = 3; i < opaque.rgba.size(); i += 4) opaque.rgba[i] = 255;
    ASSERT_TRUE(media::write_picture(path(name), opaque));
    for (const char* out : {"out.png", "out.jpg", "out.webp"}) {
      const Ended ended = kernel({"run", "k.dk", "--in", name, "--out", out});
      ASSERT_EQ(ended.exit_code, 0) << ended.err;
      const auto made = media::read_picture(path(out));
      ASSERT_TRUE(made) << made.error().message;
      EXPECT_NEAR(made->rgba[0], 195, 4) << name << " " << out;
    }
  }
  expect_error(kernel({"run", "k.dk", "--in", "none.jpg", "--out", "out.png"}), 1, "none.jpg");
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

TEST_F(KernelRun, TheInterpreterKeepsTheTimeLimitToo) {
  const Ended ended = run("fn hangs(a: Tensor<f32>, b: &mut Tensor<f32>) { loop { } }",
                          {"--time-limit", "0.05", "--device", "cpu-interpreter"});
  expect_error(ended, 1, "stopped after 50 ms");
}

// Each function calls the one before eight times: 8 to the 14th calls without a loop.
TEST_F(KernelRun, CallsWithinCallsAreStopped) {
  std::string text = "fn f0(x: f32) -> f32 { x * 0.5 }\n";
  for (int i = 1; i < 15; ++i) {
    const std::string call = "f" + std::to_string(i - 1) + "(x)";
    text += "fn f" + std::to_string(i) + "(x: f32) -> f32 { " + call;
    for (int n = 1; n < 8; ++n) text += " + " + call;
    text += " }\n";
  }
  text += "fn k(a: Tensor<f32>, b: &mut Tensor<f32>) { b[0, 0] = f14(a[0, 0]); }";
  for (const char* device : {"cpu", "cpu-interpreter"})
    expect_error(run(text, {"--time-limit", "0.05", "--device", device}), 1, "stopped after 50 ms");
}

// On stderr, the same on every device that is there.
TEST_F(KernelRun, WhatAKernelPrints) {
  const std::string text =
      "fn looks(a: Tensor<f32>, b: &mut Tensor<f32>) {\n"
      "  let x = a[ABSOLUTE_POS];\n"
      "  if x > 2.5 { print(\"{} at {}\", x / 4, ABSOLUTE_POS); }\n"
      "  b[ABSOLUTE_POS] = x;\n"
      "}\n";
  const std::string devices = dala({"info"}).out;
  for (const char* device : {"cpu", "cpu-interpreter", "gles", "cuda"}) {
    if (devices.find(std::string("\n") + device + ":") == std::string::npos) continue;
    const Ended ended = run(text, {"--device", device});
    ASSERT_EQ(ended.exit_code, 0) << ended.err;
    EXPECT_EQ(ended.out, "wrote z.npy: f32 {2, 2}\n") << device;
    EXPECT_EQ(ended.err, "looks: 0.75 at 2\nlooks: 1 at 3\n") << device;
  }
}

// What it said before tells where it hangs.
TEST_F(KernelRun, AStoppedKernelHasPrinted) {
  const std::string text =
      "fn hangs(a: Tensor<f32>, b: &mut Tensor<f32>) {\n"
      "  if ABSOLUTE_POS == 0 { print(\"before\"); loop { } }\n"
      "}\n";
  const std::string devices = dala({"info"}).out;
  for (const char* device : {"cpu", "cpu-interpreter", "gles"}) {
    if (devices.find(std::string("\n") + device + ":") == std::string::npos) continue;
    const Ended ended = run(text, {"--time-limit", "0.05", "--device", device});
    EXPECT_EQ(ended.exit_code, 1);
    EXPECT_TRUE(ended.err.starts_with("hangs: before\ndala: ")) << device << ": " << ended.err;
  }
}

TEST_F(KernelRun, ACacheThatOthersCanWriteToIsNotUsed) {
  std::filesystem::create_directory(path("open"));
  std::filesystem::permissions(path("open"), std::filesystem::perms::all);
  for (int i = 0; i < 2; ++i) {
    const Ended ended = run(twice, {"--explain", "--cache", "open"});
    ASSERT_EQ(ended.exit_code, 0) << ended.err;
    if (ended.out.find("native code") == std::string::npos) GTEST_SKIP() << "built without the JIT";
    EXPECT_NE(ended.out.find("open is not used: others can write to "), std::string::npos)
        << ended.out;
  }
  EXPECT_TRUE(std::filesystem::is_empty(path("open")));
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
  expect_error(kernel({"run", "k.dk", "--in", "x.txt", "--out", "z.npy"}), 2,
               "'x.txt' is neither .npy nor a picture");
  expect_error(kernel({"run", "k.dk", "--in", "x.npy", "--out", "z.gif"}), 2, "'z.gif' is neither");
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
