// Goldens that are pictures.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include <dala/core/picture.hpp>

namespace dala::test {

// The largest difference of two bytes; 256 where the sizes differ.
[[nodiscard]] int difference(const media::Picture& a, const media::Picture& b);

// That no byte is further from the golden than `most`. Where one is, what was found and the
// difference, eight times as bright, are written to the folder that the message names. Only one of
// several devices `takes` what it found for the new golden.
void expect_picture(const std::filesystem::path& golden, const media::Picture& found, int most,
                    bool takes = true);

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
