#include "core/process/optional_library.hpp"
#include "interface/video.hpp"
#include "media/video/av/sink.hpp"
#include "media/video/av/source.hpp"

namespace dala::media::video {

namespace {

std::string version_text(const char* name, unsigned version) {
  return format("{} {}.{}.{}", name, AV_VERSION_MAJOR(version), AV_VERSION_MINOR(version),
                AV_VERSION_MICRO(version));
}

class AvLibrary final : public Library {
 public:
  AvLibrary() {
    // Errors are told by their callers, once. A program that has chosen a level keeps it.
    if (av_log_get_level() == AV_LOG_INFO) av_log_set_level(AV_LOG_QUIET);
  }

  [[nodiscard]] std::string version() const override {
    return version_text("libavcodec", avcodec_version()) + ", " +
           version_text("libavformat", avformat_version()) + ", " +
           version_text("libswscale", swscale_version());
  }

  [[nodiscard]] Result<std::unique_ptr<VideoSource>> open(
      Place place, const VideoReaderOptions& options) override {
    auto made = std::make_unique<AvSource>(place.name);
    DALA_TRY(made->open(std::move(place), options));
    return made;
  }

  [[nodiscard]] Result<std::unique_ptr<Sink>> create(SinkOptions options) override {
    auto made = std::make_unique<AvSink>(std::move(options));
    DALA_TRY(made->open());
    return made;
  }
};

}  // namespace

}  // namespace dala::media::video

// What media/video/load.cpp looks for. The library lives as long as the process.
extern "C" [[gnu::visibility("default")]] dala::media::video::Library* dala_video_library(
    std::uint64_t interface, dala::Error* error) {
  using namespace dala::media::video;
  if (interface == dala::video_interface_id) return new AvLibrary;
  *error = dala::part_of_another_build("libdala-video.so");
  return nullptr;
}
