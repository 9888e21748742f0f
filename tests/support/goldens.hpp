// What all folders of golden pictures must hold.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

namespace dala::test {

// The pictures of these goldens, which have names, and no others.
void expect_only(const std::filesystem::path& folder, const auto& goldens) {
  std::size_t found = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    EXPECT_TRUE(std::ranges::any_of(goldens, [&](const auto& golden) {
      return entry.path().stem() == golden.name;
    })) << entry.path();
    ++found;
  }
  EXPECT_EQ(found, std::size(goldens));
}

}  // namespace dala::test
