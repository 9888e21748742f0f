#include "sample_video.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <vector>

namespace dala::bench {

namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder()
    : path_(fs::temp_directory_path() / fmt::format("dala-bench-{}", getpid())) {
  fs::create_directories(path_);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

Result<void> make_sample_video(const fs::path& file, media::FrameSize size, int frame_rate,
                               int frames, Grain grain) {
  auto writer = media::VideoWriter::create(file, size, {.crf = 18, .preset = "veryfast"});
  if (!writer) return std::unexpected(writer.error());
  std::vector<std::uint8_t> rgba(std::size_t{size.width} * size.height * 4, 255);
  std::uint32_t random = 1;
  for (int i = 0; i < frames; ++i) {
    std::size_t at = 0;
    for (std::uint32_t y = 0; y < size.height; ++y)
      for (std::uint32_t x = 0; x < size.width; ++x, at += 4) {
        random = (random * 1664525) + 1013904223;
        const std::uint32_t speck = grain == Grain::none ? 0 : random >> 29;
        const std::uint32_t moved = x + (static_cast<std::uint32_t>(i) * 3);
        rgba[at] = static_cast<std::uint8_t>((moved / 6) + speck);
        rgba[at + 1] = static_cast<std::uint8_t>((y / 4) + speck);
        rgba[at + 2] = static_cast<std::uint8_t>((moved / 40 % 2 * 90) + (y / 8) + speck);
      }
    const auto time = std::chrono::nanoseconds(std::int64_t{i} * 1'000'000'000 / frame_rate);
    if (auto written = writer->write(rgba, time); !written) return written;
  }
  return writer->finish();
}

}  // namespace dala::bench
