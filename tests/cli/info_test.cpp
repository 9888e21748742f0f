#include <nlohmann/json.hpp>

#include "cli/cli_helper.hpp"

namespace dala::test {
namespace {

using Info = CliTest;
using Kernels = CliTest;
using Usage = CliTest;

TEST_F(Info, Text) {
  const Ended ended = dala({"info"});
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_EQ(ended.err, "");
  for (const char* part : {"dala 0.", "* cpu", "dtypes           f32, f64, s32, s64, u32, u8"})
    EXPECT_NE(ended.out.find(part), std::string::npos) << ended.out;
}

TEST_F(Info, Json) {
  const Ended ended = dala({"info", "--json"});
  ASSERT_EQ(ended.exit_code, 0) << ended.err;
  const auto info = nlohmann::json::parse(ended.out);
  EXPECT_EQ(info["device"]["id"], "cpu");
  EXPECT_EQ(info["device"]["gpu"], false);
  EXPECT_EQ(info["device"]["version"], info["version"]);
  EXPECT_EQ(info["device"]["dtypes"].size(), 6U);
  EXPECT_GE(info["device"]["limits"]["threads"], 1);
  EXPECT_GT(info["device"]["memory_bytes"], 0);
  EXPECT_GE(info["devices"].size(), 1U);
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

TEST_F(Usage, Version) {
  const Ended ended = dala({"--version"});
  EXPECT_EQ(ended.exit_code, 0);
  EXPECT_TRUE(ended.out.starts_with("dala 0."));
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

}  // namespace
}  // namespace dala::test
