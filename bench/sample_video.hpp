// Videos that benchmarks read, in a folder that goes with them.
#pragma once

#include <filesystem>

#include <dala/media_video.hpp>

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

// Soft colours with some noise that move, as a camera's would.
[[nodiscard]] Result<void> make_sample_video(const std::filesystem::path& file,
                                             media::FrameSize size, int frame_rate, int frames);

}  // namespace dala::bench
