// The table of docs/kernels.md that says which types run where, made from what passed. The whole
// suite must have run, so only `ctest` compares it; DALA_UPDATE_GOLDENS=1 writes it.
#include "conformance/table.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "conformance/conformance.hpp"
#include "core/format.hpp"
#include "support/goldens.hpp"

namespace dala::conformance {

namespace {

struct Outcome {
  std::set<DType> on_device;
  std::set<DType> on_fallback;
};

std::map<std::string, std::map<std::string, Outcome>>& outcomes() {
  static std::map<std::string, std::map<std::string, Outcome>> all;
  return all;
}

std::string names(const std::set<DType>& dtypes) {
  std::string text;
  for (const DType dtype : dtypes)
    text += format("{}{}", text.empty() ? "" : " ", to_string(dtype));
  return text;
}

std::string cell(const Outcome& outcome) {
  std::set<DType> both;
  for (const DType dtype : outcome.on_fallback)
    if (!outcome.on_device.contains(dtype)) both.insert(dtype);
  if (both.empty()) return names(outcome.on_device);
  return format("{}; on the CPU: {}", names(outcome.on_device), names(both));
}

constexpr const char* begin_mark = "<!-- conformance: begin -->\n";
constexpr const char* end_mark = "<!-- conformance: end -->\n";

std::string table() {
  std::string text = "| kernel | cpu | gles |\n|---|---|---|\n";
  for (const auto& [kernel, devices] : outcomes())
    text +=
        format("| `{}` | {} | {} |\n", kernel, cell(devices.at("cpu")), cell(devices.at("gles")));
  return text;
}

class PageTable final : public testing::Environment {
 public:
  void TearDown() override {
    const char* page = std::getenv("DALA_CONFORMANCE_PAGE");
    if (page == nullptr) return;
    if (compute_on("gles") == nullptr) {
      std::printf(
          "skipped: the table of docs/kernels.md is not compared, because this machine has no "
          "device gles\n");
      return;
    }
    std::ifstream file(page);
    std::ostringstream contents;
    contents << file.rdbuf();
    const std::string old = contents.str();
    const std::size_t begin = old.find(begin_mark);
    const std::size_t end = old.find(end_mark);
    ASSERT_NE(begin, std::string::npos);
    ASSERT_NE(end, std::string::npos);
    const std::string made = old.substr(0, begin) + begin_mark + table() + old.substr(end);
    if (test::takes_new_goldens()) {
      std::ofstream(page) << made;
      return;
    }
    EXPECT_EQ(old, made) << "docs/kernels.md does not say what the suite found";
  }
};

const testing::Environment* const registered =
    testing::AddGlobalTestEnvironment(new PageTable);  // gtest deletes it

}  // namespace

void passed(const std::string& kernel, const std::string& device, DType dtype, bool on_device) {
  Outcome& outcome = outcomes()[kernel][device];
  (on_device ? outcome.on_device : outcome.on_fallback).insert(dtype);
}

}  // namespace dala::conformance
