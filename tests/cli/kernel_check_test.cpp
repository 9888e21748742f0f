// dala kernel check and emit
#include "cli/kernel_helper.hpp"

namespace dala::test {
namespace {

class KernelCheck : public KernelCliTest {
 protected:
  KernelCheck() {
    write(
        "good.dk",
        "fn mix_all(a: Tensor<f32>, b: Tensor<u8>, low: &mut Tensor<f32>, high: &mut Tensor<s32>,\n"
        "           share: f64, rounds: u32, on: bool) {\n"
        "  let i = ABSOLUTE_POS;\n"
        "  low[i] = if on { a[i] * (share as f32) } else { 0 };\n"
        "  high[i] = (b[i] as s32) + (rounds as s32);\n"
        "}\n");
    write("bad.dk",
          "fn bad(a: Tensor<f32>, b: &mut Tensor<f32>) {\n"
          "  b[0] = true;\n"
          "  b[1] = aa[0];\n"
          "}\n");
    write(
        "map.dk",
        "fn input: Tensor<f32>, output: Tensor<f32>, params: Map {\n"
        "  let x = input[ABSOLUTE_POS] * params.strength;\n"
        "  output[ABSOLUTE_POS] = if params.invert { 1.0 - x } else { x + (params.more as f32) };\n"
        "}\n");
  }
};
using KernelEmit = KernelCheck;

TEST_F(KernelCheck, Good) {
  const Ended ended = kernel({"check", "good.dk"});
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_EQ(ended.err, "");
  EXPECT_EQ(ended.out,
            "good.dk: ok: kernel mix_all(a: Tensor<f32>, b: Tensor<u8>, low: &mut Tensor<f32>, "
            "high: &mut Tensor<s32>, share: number, rounds: integer, on: boolean)\n");
}

TEST_F(KernelCheck, Examples) {
  const Ended ended =
      kernel({"check", example("invert.dk"), example("box_blur.dk"), example("saxpy.dk")});
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  for (const char* part : {"kernel invert(", "kernel box_blur(", "kernel saxpy("})
    EXPECT_NE(ended.out.find(part), std::string::npos) << ended.out;
}

TEST_F(KernelCheck, MistakesAsTheyAre) {
  const Ended ended = kernel({"check", "bad.dk"});
  EXPECT_EQ(ended.exit_code, 1);
  EXPECT_EQ(ended.out, "");
  EXPECT_TRUE(ended.err.starts_with("error[K040]: ")) << ended.err;
  for (const char* part :
       {" --> bad.dk:2:10\n", "2 |   b[0] = true;\n  |          ^^^^\n", " --> bad.dk:3:10\n"})
    EXPECT_NE(ended.err.find(part), std::string::npos) << ended.err;
  EXPECT_EQ(ended.err.find("dala:"), std::string::npos) << ended.err;
  EXPECT_TRUE(ended.err.ends_with("\n") && !ended.err.ends_with("\n\n")) << ended.err;
}

TEST_F(KernelCheck, SeveralFilesGoOnAfterMistakes) {
  const Ended ended = kernel({"check", "bad.dk", "good.dk", "bad.dk"});
  EXPECT_EQ(ended.exit_code, 1);
  EXPECT_TRUE(ended.out.starts_with("good.dk: ok: ")) << ended.out;
  EXPECT_NE(ended.err.find("\n\nerror[K040]"), std::string::npos) << ended.err;
}

TEST_F(KernelCheck, StandardInput) {
  const Ended good = kernel({"check", "-"}, "<good.dk");
  EXPECT_EQ(good.exit_code, 0) << good.err;
  EXPECT_TRUE(good.out.starts_with("<stdin>: ok: kernel mix_all(")) << good.out;
  const Ended bad = kernel({"check", "-"}, "<bad.dk");
  EXPECT_EQ(bad.exit_code, 1);
  EXPECT_NE(bad.err.find("--> <stdin>:2:10"), std::string::npos) << bad.err;
}

TEST_F(KernelCheck, OpenParametersComeFromTheCommandLine) {
  const Ended missing = kernel({"check", "map.dk"});
  EXPECT_EQ(missing.exit_code, 1);
  EXPECT_NE(missing.err.find("error[K023]"), std::string::npos) << missing.err;
  const Ended given = kernel({"check", "map.dk", "--param", "strength=2.0", "--param",
                              "invert=false", "--param", "more=-3"});
  EXPECT_EQ(given.exit_code, 0) << given.err;
  EXPECT_EQ(given.out,
            "map.dk: ok: kernel kernel(input: Tensor<f32>, output: &mut Tensor<f32>, "
            "strength: number, invert: boolean, more: integer)\n");
  expect_error(kernel({"check", "map.dk", "--param", "strength=much"}), 2,
               "parameter 'strength' is 'much'; it must be true or false, a whole number or");
  expect_error(kernel({"check", "map.dk", "--param", "strength"}), 2, "name=value");
  expect_error(kernel({"check", "good.dk", "--param", "strength=1"}), 2,
               "mix_all has no parameter 'strength'; it takes share, rounds and on");
}

TEST_F(KernelCheck, BadFiles) {
  expect_error(kernel({"check", "missing.dk"}), 1, "could not open missing.dk");
  expect_error(kernel({"check", "."}), 1, "it is a directory");
  expect_error(kernel({"check", "/dev/zero"}), 1, "/dev/zero is longer than the limit");
  write("empty.dk", "");
  const Ended empty = kernel({"check", "empty.dk"});
  EXPECT_EQ(empty.exit_code, 1);
  EXPECT_TRUE(empty.err.starts_with("error[K020]")) << empty.err;
  write("binary.dk", std::string("\x00\xFF\x80{fn\n", 7));
  EXPECT_EQ(kernel({"check", "binary.dk"}).exit_code, 1);
}

TEST_F(KernelCheck, Usage) {
  expect_error(kernel({}), 2, "no command given; see `dala kernel --help`");
  expect_error(kernel({"fly"}), 2, "fly");
  expect_error(kernel({"check"}), 2, "see `dala kernel check --help`");
  for (const char* command : {"check", "run", "emit", "watch"}) {
    const Ended help = kernel({command, "--help"});
    EXPECT_EQ(help.exit_code, 0);
    EXPECT_NE(help.out.find(std::string("Example:\n  dala kernel ") + command), std::string::npos)
        << help.out;
  }
  EXPECT_NE(kernel({"--help"}).out.find("Example:\n  dala kernel "), std::string::npos);
}

TEST_F(KernelEmit, EveryTarget) {
  const std::vector<std::pair<std::string, std::string>> telling = {
      {"ir", "kernel saxpy"}, {"llvm", "define "},         {"asm", "ret"},
      {"glsl", "#version 3"}, {"cuda", "__global__ void"}, {"msl", "kernel void"}};
  for (const auto& [target, part] : telling) {
    const Ended ended = kernel({"emit", example("saxpy.dk"), "--target", target});
    EXPECT_EQ(ended.exit_code, 0) << target << ": " << ended.err;
    EXPECT_NE(ended.out.find(part), std::string::npos) << target << ": " << ended.out;
  }
}

TEST_F(KernelEmit, IntoAFile) {
  const Ended printed = kernel({"emit", "good.dk", "--target", "cuda"});
  const Ended written = kernel({"emit", "good.dk", "--target", "cuda", "--out", "good.cu"});
  EXPECT_EQ(written.exit_code, 0) << written.err;
  EXPECT_EQ(written.out, "wrote good.cu\n");
  EXPECT_EQ(read("good.cu"), printed.out);
  expect_error(kernel({"emit", "good.dk", "--target", "cuda", "--out", "no/such/good.cu"}), 1,
               "could not create no/such/good.cu");
}

TEST_F(KernelEmit, Mistakes) {
  expect_error(kernel({"emit", "good.dk", "--target", "cobol"}), 2,
               "no target is called 'cobol'; they are ir, llvm, asm, glsl, cuda and msl");
  expect_error(kernel({"emit", "good.dk"}), 2, "--target");
  expect_error(kernel({"emit", "good.dk", "--target", "glsl"}), 1, "`share` is f64");
  EXPECT_TRUE(kernel({"emit", "bad.dk", "--target", "ir"}).err.starts_with("error[K040]"));
  EXPECT_EQ(kernel({"emit", "map.dk", "--target", "ir", "--param", "strength=0.5", "--param",
                    "invert=true", "--param", "more=1"})
                .exit_code,
            0);
}

}  // namespace
}  // namespace dala::test
