#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include <dala/core/device.hpp>

#include "cli/cli_helper.hpp"
#include "support/paths.hpp"

namespace dala::test {
namespace {

using Info = CliTest;
using Kernels = CliTest;
using Usage = CliTest;

TEST_F(Info, Text) {
  const Ended ended = dala({"info"});
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_EQ(ended.err, "");
  for (const char* part : {"dala ", " (commit ", "* cpu", "\nKernels: ", "\nVideos: ", "\nText: ",
                           "\nWindows: ", "dtypes           f32, f64, s32, s64, u32, u8"})
    EXPECT_NE(ended.out.find(part), std::string::npos) << ended.out;
}

TEST_F(Info, Json) {
  const Ended ended = dala({"info", "--json"});
  ASSERT_EQ(ended.exit_code, 0) << ended.err;
  const auto info = nlohmann::json::parse(ended.out);
  EXPECT_EQ(info["device"]["id"], "cpu");
  EXPECT_EQ(info["device"]["gpu"], false);
  EXPECT_EQ(info["device"]["version"], info["version"]);
  EXPECT_EQ(info["version"], version());
  EXPECT_FALSE(info["commit"].get<std::string>().empty());
  for (const char* part : {"jit", "video", "text", "window"})
    EXPECT_TRUE(info.contains(part) && (info[part].is_string() || info[part].is_null())) << part;
  EXPECT_EQ(info["device"]["dtypes"].size(), all_dtypes.size());
  EXPECT_GE(info["device"]["limits"]["threads"], 1);
  EXPECT_GT(info["device"]["memory_bytes"], 0);
  EXPECT_GE(info["devices"].size(), 1U);
}

TEST_F(Info, TheKernelCacheAndWhyItIsNotUsed) {
  const std::string folder = path("kept").string();
  const Ended good = dala({"info", "--device", "cpu"}, "DALA_CACHE=" + folder);
  EXPECT_NE(good.out.find("kernel cache     " + folder + "\n"), std::string::npos) << good.out;
  std::filesystem::create_directory(folder);
  std::filesystem::permissions(folder, std::filesystem::perms::all);
  const Ended bad = dala({"info", "--device", "cpu"}, "DALA_CACHE=" + folder);
  EXPECT_EQ(bad.exit_code, 0) << bad.err;
  EXPECT_NE(bad.out.find(folder + " is not used: others can write to " + folder), std::string::npos)
      << bad.out;
}

TEST_F(Info, UnknownDevice) {
  expect_error(dala({"info", "--device", "abacus"}), 2, "abacus");
  expect_error(dala({"--device", "abacus", "info"}), 2, "abacus");
  expect_error(dala({"info"}, "DALA_DEVICE=abacus"), 2, "abacus");
}

TEST_F(Kernels, List) {
  const Ended ended = dala({"kernels"});
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  for (const char* part : {"elementwise\n", "  elementwise_add ", "  softmax ", "  matmul "})
    EXPECT_NE(ended.out.find(part), std::string::npos) << part << " in\n" << ended.out;
}

TEST_F(Kernels, One) {
  const Ended ended = dala({"kernels", "relu"});
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  for (const char* part :
       {"relu (activation)", "Inputs:", "slope", "number; range: any; default: 0"})
    EXPECT_NE(ended.out.find(part), std::string::npos) << part << " in\n" << ended.out;
}

TEST_F(Kernels, Json) {
  const auto all = nlohmann::json::parse(dala({"kernels", "--json"}).out);
  EXPECT_GT(all.size(), 10U);
  const auto one = nlohmann::json::parse(dala({"kernels", "generate_gradient", "--json"}).out);
  EXPECT_EQ(one["params"][0]["name"], "blue");
  EXPECT_EQ(one["params"][0]["default"], 128);
  EXPECT_EQ(one["params"][0]["max"], 255);
}

TEST_F(Kernels, Markdown) {
  const Ended ended = dala({"kernels", "--markdown"});
  EXPECT_EQ(ended.exit_code, 0);
  EXPECT_TRUE(ended.out.starts_with("# Kernels\n"));
  EXPECT_NE(ended.out.find("| param | `slope` | number |"), std::string::npos) << ended.out;
}

TEST_F(Kernels, UnknownNameSuggests) {
  expect_error(dala({"kernels", "sofmax"}), 2, "did you mean \"softmax\"?");
  expect_error(dala({"kernels", "add"}), 2, "did you mean \"elementwise_add\"?");
  expect_error(dala({"kernels", "zzzzzz"}), 2, "there is no kernel \"zzzzzz\"; `dala kernels`");
}

TEST_F(Usage, VersionCommitAndParts) {
  const Ended ended = dala({"--version"});
  EXPECT_EQ(ended.exit_code, 0);
  EXPECT_EQ(ended.err, "");
  const std::regex form("dala " + std::string(version()) +
                        " \\(commit (unknown|[0-9a-f]{12,}(\\+changes)?)\\)\n"
                        "Kernels: [^\n]+\nVideos: [^\n]+\nText: [^\n]+\nWindows: [^\n]+\n");
  EXPECT_TRUE(std::regex_match(ended.out, form)) << ended.out;
#ifdef DALA_HAS_WINDOWS
  EXPECT_NE(ended.out.find("\nWindows: SDL 2."), std::string::npos) << ended.out;
#endif
}

TEST_F(Usage, VersionSaysWhyAPartCannotBeUsed) {
  // A library with no parts beside it, but for one that is none.
  const auto libraries = dala_program().parent_path().parent_path() / "lib";
  const std::string file = "libdala.so." + std::string(version().substr(0, version().find('.')));
  std::filesystem::copy_file(libraries / file, path(file));
  write("libdala-text.so", "no library");
  const Ended ended = dala({"--version"}, "LD_LIBRARY_PATH=" + path("").string());
  EXPECT_EQ(ended.exit_code, 0);
  for (const char* part :
       {"\nKernels: no; the JIT is not installed: there is no libdala-jit.so in ",
        "\nVideos: no; the part that reads and writes videos (libdala-video) is not "
        "installed: there is no libdala-video.so in ",
        "\nText: no; the part that lays out and draws text (libdala-text) cannot be "
        "loaded: "})
    EXPECT_NE(ended.out.find(part), std::string::npos) << ended.out;
  EXPECT_NE(ended.err.find("(libdala-text) cannot be loaded: "), std::string::npos) << ended.err;
}

TEST_F(Usage, HelpEverywhereWithExample) {
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{"--help"},
                                                    {"info", "--help"},
                                                    {"kernels", "--help"},
                                                    {"run", "--help"},
                                                    {"bench", "--help"}}) {
    const Ended ended = dala(arguments);
    EXPECT_EQ(ended.exit_code, 0) << arguments[0];
    EXPECT_NE(ended.out.find("Example:\n  dala "), std::string::npos) << ended.out;
  }
}

TEST_F(Usage, HelpBeginsWithWhatItIs) {
  const Ended ended = dala({"--help"});
  EXPECT_TRUE(
      ended.out.starts_with("Pixels, tensors and models on whatever processor the device has"))
      << ended.out;
}

TEST_F(Usage, Mistakes) {
  expect_error(dala({}), 2, "no command given");
  expect_error(dala({"fly"}), 2, "fly");
  expect_error(dala({"info", "--fast"}), 2, "--fast");
  expect_error(dala({"run"}), 2, "KERNEL");
  expect_error(dala({"run", "relu"}), 2, "--out");
  expect_error(dala({"bench", "nothing"}), 2, "no bench area is called 'nothing'");
}

TEST_F(Usage, QuickBenchPrintsJsonLines) {
  const Ended ended = dala({"bench", "submit", "--json", "--quick"});
  ASSERT_EQ(ended.exit_code, 0) << ended.err;
  const auto first = nlohmann::json::parse(ended.out.substr(0, ended.out.find('\n')));
  for (const char* key : {"area", "case", "device", "threads", "ms", "ms_min"})
    EXPECT_TRUE(first.contains(key)) << key;
}

TEST_F(Usage, BenchGoesOnAfterACaseThatFails) {
  if (dala({"run", "generate_gradient", "--device", "gles", "--out", "a.npy", "--out-shape",
            "2,2,4"})
          .exit_code != 0)
    GTEST_SKIP() << "no GPU device here";
  write("mobilenet_v2.onnx", "this is no model");
  const Ended ended = dala({"bench", "gpu", "--device", "gles", "--quick", "--json"},
                           "DALA_MODELS_TEST_DATA=" + path("").string());
  EXPECT_EQ(ended.exit_code, 1);
  std::vector<std::string> failed;
  std::vector<std::string> measured;
  std::istringstream lines(ended.out);
  for (std::string line; std::getline(lines, line);) {
    const auto json = nlohmann::json::parse(line);
    (json.contains("error") ? failed : measured).push_back(json["case"]);
  }
  EXPECT_EQ(failed, std::vector<std::string>{"mobilenet_v2 f32 batch 1"}) << ended.out;
  ASSERT_FALSE(measured.empty());
  EXPECT_TRUE(measured.back().starts_with("blur sharpen brightness")) << ended.out;
}

}  // namespace
}  // namespace dala::test
