// docs/kernel-language.md shows the goldens and the codes as they are.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "kernel/source/diagnostic.hpp"
#include "support/paths.hpp"

namespace dala::kernel {
namespace {

namespace fs = std::filesystem;

std::string read(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

const fs::path tests = dala::test::tests_folder();

TEST(KernelDocs, ExamplesAreTheGoldens) {
  const std::string page = read(tests / ".." / "docs" / "kernel-language.md");
  for (const auto& entry : fs::directory_iterator(tests / "kernel" / "golden")) {
    if (entry.path().extension() != ".dk") continue;
    EXPECT_NE(page.find("```rust\n" + read(entry.path()) + "```\n"), std::string::npos)
        << entry.path();
  }
}

TEST(KernelDocs, EveryCodeIsListed) {
  const std::string page = read(tests / ".." / "docs" / "kernel-language.md");
  const auto check = [&](Code code) {
    const std::string row = "| " + to_string(code) + " | " + std::string(title(code)) + " |\n";
    EXPECT_NE(page.find(row), std::string::npos) << row;
  };
#define X(number, name, title) check(Code::name);
#include "kernel/source/diagnostic_codes.inc"
#undef X
}

}  // namespace
}  // namespace dala::kernel
