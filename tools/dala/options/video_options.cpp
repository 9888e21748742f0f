#include "options/video_options.hpp"

#include "terminal/say.hpp"

namespace dala::cli {

void add_video_options(CLI::App& command, VideoOptions& options) {
  command.add_option("--codec", options.codec, "Of videos: h264, h265 or vp9")->type_name("NAME");
  command.add_option("--crf", options.writer.crf, "Of videos: 0 is best, 51 (VP9: 63) smallest")
      ->type_name("N");
  command
      .add_option("--codec-preset", options.writer.preset,
                  "Of videos: from ultrafast over medium to veryslow, which makes small files")
      ->type_name("NAME");
}

OutcomeOf<media::VideoWriterOptions> writer_options(const VideoOptions& options) {
  media::VideoWriterOptions writer = options.writer;
  if (options.codec.empty()) return writer;
  const auto codec = media::video_codec(options.codec);
  if (!codec) return usage_error(codec.error().message);
  writer.codec = *codec;
  return writer;
}

void print_losses(const std::vector<std::string>& losses) {
  for (const std::string& loss : losses) say_aside("dala: lost: {}.\n", loss);
}

}  // namespace dala::cli
