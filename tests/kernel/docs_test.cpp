// docs/kernel-language.md shows the goldens and the codes as they are.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "kernel/source/diagnostic.hpp"
#include "support/goldens.hpp"
#include "support/paths.hpp"

namespace dala::kernel {
namespace {

namespace fs = std::filesystem;
using dala::test::read_text;

const fs::path tests = dala::test::tests_folder();

TEST(KernelDocs, ExamplesAreTheGoldens) {
  const std::string page = read_text(tests / ".." / "docs" / "kernel-language.md");
  for (const auto& entry : fs::directory_iterator(tests / "kernel" / "golden")) {
    if (entry.path().extension() != ".dk") continue;
    EXPECT_NE(page.find("```rust\n" + read_text(entry.path()) + "```\n"), std::string::npos)
        << entry.path();
  }
}

TEST(KernelDocs, EveryCodeIsListed) {
  const std::string page = read_text(tests / ".." / "docs" / "kernel-language.md");
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
