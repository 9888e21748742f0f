// Pictures for tests of filters, made here and the same everywhere.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <string>

#include <dala/media/pipeline.hpp>

#include "support/golden_pictures.hpp"
#include "support/results.hpp"

namespace dala::media::test {

// Colours, greys, hard and soft edges, skin, specks and a transparent corner.
[[nodiscard]] Picture scene(std::uint32_t width = 96, std::uint32_t height = 64);
// Any bytes at all, alpha too.
[[nodiscard]] Picture noise(std::uint32_t width, std::uint32_t height, unsigned seed = 1);
// White on the left, black on the right, soft between.
[[nodiscard]] Picture mask(std::uint32_t width, std::uint32_t height);

// The Compute of a device, made once. Null where this machine has none.
[[nodiscard]] const Compute* compute_on(const std::string& device);

// On the CPU unless told otherwise.
[[nodiscard]] FramePipeline pipeline_for(const Picture& picture, const std::string& device = "cpu",
                                         bool fuse = true);
[[nodiscard]] Picture filtered(const Picture& picture, const std::vector<Filter>& filters);

using dala::test::difference;

// A file of the test's own folder, which goes when the test ends.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  [[nodiscard]] std::filesystem::path operator/(const std::string& name) const {
    return path_ / name;
  }

 private:
  std::filesystem::path path_;
};
void write_text(const std::filesystem::path& file, const std::string& text);

}  // namespace dala::media::test
