#include <map>

#include <nlohmann/json.hpp>

#include "cli/cli_helper.hpp"
#include "core/files/npy.hpp"

namespace dala::test {
namespace {

using Names = std::vector<std::string>;

class Run : public CliTest {
 protected:
  Run() {
    write_npy("a.npy", {2, 3}, {1, 2, 3, 4, 5, 6});
    write_npy("b.npy", {3}, {10, 20, 30});
  }
  // The inputs, and `more`, and nothing else: in particular no part of an output.
  void expect_files(Names more = {}) const {
    more.insert(more.begin(), {"a.npy", "b.npy"});
    EXPECT_EQ(files(), more);
  }
};

TEST_F(Run, AddBroadcasts) {
  const Ended ended =
      dala({"run", "elementwise_add", "--in", "a.npy", "--in", "b.npy", "--out", "c.npy"});
  ASSERT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_EQ(ended.out, "wrote c.npy: f32 {2, 3}\n");
  EXPECT_EQ(read_npy("c.npy", {2, 3}), (std::vector<float>{11, 22, 33, 14, 25, 36}));
  expect_files({"c.npy"});
}

TEST_F(Run, OptionsMayStandInFrontOfTheKernel) {
  const Ended ended = dala({"run", "--in", "a.npy", "--out", "c.npy", "--param", "slope=0.5",
                            "--threads", "1", "--device", "cpu", "relu"});
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
}

TEST_F(Run, InfersOutputs) {
  write("v.npy", make_npy_header(DType::u8, {3, 2}) + "\1\2\3\4\5\6");
  write_npy("m.npy", {3, 2}, {1, 0, 0, 1, 1, 1});
  const auto run = [&](Names arguments) {
    arguments.insert(arguments.begin(), "run");
    arguments.insert(arguments.end(), {"--out", "c.npy"});
    const Ended ended = dala(arguments);
    EXPECT_EQ(ended.exit_code, 0) << ended.err;
    return ended.out.substr(0, ended.out.find('\n'));
  };
  EXPECT_EQ(run({"matmul", "--in", "a.npy", "--in", "m.npy"}), "wrote c.npy: f32 {2, 2}");
  EXPECT_EQ(read_npy("c.npy", {2, 2}), (std::vector<float>{4, 5, 10, 11}));
  EXPECT_EQ(run({"transpose", "--in", "a.npy"}), "wrote c.npy: f32 {3, 2}");
  EXPECT_EQ(read_npy("c.npy", {3, 2}), (std::vector<float>{1, 4, 2, 5, 3, 6}));
  EXPECT_EQ(run({"sum", "--in", "a.npy"}), "wrote c.npy: f32 {}");
  EXPECT_EQ(read_npy("c.npy", {}), std::vector<float>{21});
  EXPECT_EQ(run({"sum", "--in", "a.npy", "--param", "axis=-1"}), "wrote c.npy: f32 {2}");
  EXPECT_EQ(run({"max", "--in", "a.npy", "--param", "axis=0", "--param", "keep_dims=true"}),
            "wrote c.npy: f32 {1, 3}");
  write_npy("r3.npy", {1, 2, 3}, {1, 2, 3, 4, 5, 6});
  EXPECT_EQ(run({"transpose", "--in", "r3.npy", "--param", "axes=1,0,2"}),
            "wrote c.npy: f32 {2, 1, 3}");
}

// The command line only says where the output goes; its type and shape are inferred.
TEST_F(Run, EveryKernelKnowsItsOutput) {
  write("u.npy", make_npy_header(DType::u8, {2, 3}) + "\1\2\3\4\5\6");
  write("v.npy", make_npy_header(DType::u8, {3, 2}) + "\1\2\3\4\5\6");
  write_npy("m.npy", {3, 2}, {1, 0, 0, 1, 1, 1});
  const std::map<std::string, std::pair<Names, std::string>> all = {
      {"elementwise_add", {{"--in", "a.npy", "--in", "b.npy"}, "f32 {2, 3}"}},
      {"elementwise_sub", {{"--in", "b.npy", "--in", "a.npy"}, "f32 {2, 3}"}},
      {"elementwise_mul", {{"--in", "u.npy", "--in", "u.npy"}, "u8 {2, 3}"}},
      {"elementwise_div", {{"--in", "a.npy", "--in", "a.npy"}, "f32 {2, 3}"}},
      {"scalar_mul", {{"--in", "u.npy", "--param", "scalar=2"}, "u8 {2, 3}"}},
      {"clamp", {{"--in", "a.npy", "--param", "min=2", "--param", "max=3"}, "f32 {2, 3}"}},
      {"relu", {{"--in", "u.npy"}, "u8 {2, 3}"}},
      {"sigmoid", {{"--in", "a.npy"}, "f32 {2, 3}"}},
      {"tanh", {{"--in", "a.npy"}, "f32 {2, 3}"}},
      {"gelu", {{"--in", "a.npy"}, "f32 {2, 3}"}},
      {"softmax", {{"--in", "a.npy"}, "f32 {2, 3}"}},
      {"transpose", {{"--in", "u.npy"}, "u8 {3, 2}"}},
      {"matmul", {{"--in", "a.npy", "--in", "m.npy"}, "f32 {2, 2}"}},
      {"matmul_integer", {{"--in", "u.npy", "--in", "v.npy"}, "s32 {2, 2}"}},
      {"sum", {{"--in", "u.npy", "--param", "axis=0"}, "u8 {3}"}},
      {"mean", {{"--in", "u.npy"}, "f32 {}"}},
      {"max", {{"--in", "a.npy", "--param", "axis=1"}, "f32 {2}"}},
      {"argmax", {{"--in", "a.npy", "--param", "axis=1"}, "s64 {2}"}},
      {"cast", {{"--in", "a.npy"}, ""}},
      {"generate_gradient", {{}, ""}},
  };
  const auto listed = nlohmann::json::parse(dala({"kernels", "--json"}).out);
  for (const auto& kernel : listed)
    EXPECT_TRUE(all.contains(kernel["name"])) << "no line here for " << kernel["name"];
  EXPECT_EQ(listed.size(), all.size());
  for (const auto& [name, call] : all) {
    Names arguments = {"run", name};
    arguments.insert(arguments.end(), call.first.begin(), call.first.end());
    arguments.insert(arguments.end(), {"--out", "c.npy"});
    const Ended ended = dala(arguments);
    if (call.second.empty())
      expect_error(ended, 2, "say which");
    else
      EXPECT_EQ(ended.out, "wrote c.npy: " + call.second + "\n") << name << ": " << ended.err;
  }
}

TEST_F(Run, OutputAsTheUserSays) {
  EXPECT_EQ(dala({"run", "cast", "--in", "a.npy", "--out", "c.npy", "--out-dtype", "u8"}).exit_code,
            0);
  EXPECT_EQ(read("c.npy"), make_npy_header(DType::u8, {2, 3}) + "\1\2\3\4\5\6");
  const Ended gradient = dala(
      {"run", "generate_gradient", "--out", "g.npy", "--out-shape", "4,5,4", "--param", "blue=7"});
  EXPECT_EQ(gradient.out, "wrote g.npy: u8 {4, 5, 4}\n") << gradient.err;
  const Ended scalar =
      dala({"run", "sum", "--in", "a.npy", "--out", "s.npy", "--out-shape", "scalar"});
  EXPECT_EQ(scalar.out, "wrote s.npy: f32 {}\n") << scalar.err;
}

TEST_F(Run, OverwritesItsOwnInput) {
  EXPECT_EQ(dala({"run", "scalar_mul", "--in", "b.npy", "--out", "b.npy", "--param", "scalar=2"})
                .exit_code,
            0);
  EXPECT_EQ(read_npy("b.npy", {3}), (std::vector<float>{20, 40, 60}));
  expect_files();
}

TEST_F(Run, ExplainAndTrace) {
  const Ended ended =
      dala({"run", "relu", "--in", "a.npy", "--out", "c.npy", "--explain", "--trace", "t.json"});
  ASSERT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_NE(ended.out.find("relu"), std::string::npos) << ended.out;
  EXPECT_FALSE(nlohmann::json::parse(read("t.json")).empty());
}

TEST_F(Run, BadFiles) {
  const auto relu = [&](const std::string& file) {
    return dala({"run", "relu", "--in", file, "--out", "c.npy"});
  };
  expect_error(relu("missing.npy"), 1, "missing.npy");
  expect_files();
  write("bad.npy", "not an array");
  expect_error(relu("bad.npy"), 1, "bad.npy");
  write("short.npy", read("a.npy").substr(0, 140));
  expect_error(relu("short.npy"), 1, "short.npy");
  expect_error(relu("."), 1, ".");
  expect_files({"bad.npy", "short.npy"});
}

TEST_F(Run, OutputThatCannotBeWritten) {
  const Ended ended = dala({"run", "relu", "--in", "a.npy", "--out", "no/such/folder/c.npy"});
  expect_error(ended, 1, "could not create no/such/folder/c.npy");
  std::filesystem::create_directory(path("folder"));
  expect_error(dala({"run", "relu", "--in", "a.npy", "--out", "folder"}), 1,
               "could not write folder: it is a folder; name a file");
  expect_files({"folder"});
}

TEST_F(Run, WrongUse) {
  const auto relu = [&](const Names& more) {
    Names arguments = {"run", "relu", "--in", "a.npy", "--out", "c.npy"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return dala(arguments);
  };
  expect_error(dala({"run", "rleu", "--in", "a.npy", "--out", "c.npy"}), 2,
               "did you mean \"relu\"?");
  expect_error(relu({"--in", "b.npy"}), 2, "relu takes 1 inputs, and --in was given 2 times");
  expect_error(relu({"--param", "slop=1"}), 2, "no parameter 'slop'; it takes slope");
  expect_error(relu({"--param", "slope"}), 2, "not of the form name=value");
  expect_error(relu({"--param", "slope=steep"}), 2, "parameter 'slope' of relu is 'steep'");
  expect_error(relu({"--param", "slope=nan"}), 2, "slope");
  expect_error(relu({"--param", "slope=1", "--param", "slope=2"}), 2, "given twice");
  expect_error(relu({"--device", "abacus"}), 2, "abacus");
  expect_error(relu({"--out-shape", "2;3"}), 2, "--out-shape '2;3'");
  expect_error(relu({"--out-dtype", "f8"}), 2, "--out-dtype 'f8'");
  expect_error(relu({"--threads", "many"}), 2, "--threads");
  expect_error(dala({"run", "generate_gradient", "--out", "c.npy"}), 2, "--out-shape");
  expect_error(dala({"run", "cast", "--in", "a.npy", "--out", "c.npy"}), 2, "--out-dtype");
  expect_error(dala({"run", "scalar_mul", "--in", "a.npy", "--out", "c.npy"}), 2, "scalar");
  expect_error(dala({"run", "transpose", "--in", "a.npy", "--out", "c.npy", "--param", "axes=0,0"}),
               2, "axes");
  expect_error(dala({"run", "generate_gradient", "--out", "c.npy", "--out-shape", "4,4,4",
                     "--param", "blue=256"}),
               2, "blue");
  expect_files();
}

TEST_F(Run, WorkThatCannotBeDone) {
  write("i.npy", make_npy_header(DType::s32, {3}) + std::string(12, '\1'));
  write_npy("four.npy", {4}, {1, 2, 3, 4});
  const auto add = [&](const std::string& a, const std::string& b) {
    return dala({"run", "elementwise_add", "--in", a, "--in", b, "--out", "c.npy"});
  };
  expect_error(add("b.npy", "i.npy"), 1, "s32");
  expect_error(add("b.npy", "four.npy"), 1, "{4}");
  expect_error(dala({"run", "softmax", "--in", "i.npy", "--out", "c.npy"}), 1, "s32");
  expect_error(dala({"run", "relu", "--in", "a.npy", "--out", "c.npy", "--out-shape", "9"}), 1,
               "{9}");
  expect_error(dala({"run", "generate_gradient", "--out", "c.npy", "--out-shape",
                     "4611686018427387904,4611686018427387904,4"}),
               1, "dala: ");
  expect_files({"four.npy", "i.npy"});
}

}  // namespace
}  // namespace dala::test
