// Videos that benchmarks read, in a folder that goes with them.
#pragma once

#include <filesystem>

#include <dala/media/video.hpp>

namespace dala::bench {

class TemporaryFolder {
 public:
  TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder();
  [[nodiscard]] std::filesystem::path operator/(const char* name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

enum class Grain : std::uint8_t { none, some };

// Soft colours that move, with some noise as a camera's have, or without as drawn ones. x264 works
// two to three times as long on noise.
[[nodiscard]] Result<void> make_sample_video(const std::filesystem::path& file,
                                             media::FrameSize size, int frame_rate, int frames,
                                             Grain grain = Grain::some);

}  // namespace dala::bench
