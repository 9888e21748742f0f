#include <algorithm>
#include <array>
#include <cctype>

#include "core/error.hpp"
#include "core/files/output_file.hpp"
#include "core/handle.hpp"
#include "media/video/backend.hpp"
#include "media/video/losses.hpp"

namespace dala::media {

struct VideoWriter::State {
  FrameSize size;
  std::string name;
  std::optional<OutputFile> file;     // until it is finished
  std::unique_ptr<video::Sink> sink;  // goes before the file that it writes
  bool done = false;
};

namespace {

struct Container {
  const char* extension;
  const char* name;  // as libav has it
  VideoCodec usual;
  bool only_vp9 = false;
};
constexpr std::array<Container, 4> containers = {Container{".mp4", "mp4", VideoCodec::h264},
                                                 Container{".mov", "mov", VideoCodec::h264},
                                                 Container{".mkv", "matroska", VideoCodec::h264},
                                                 Container{".webm", "webm", VideoCodec::vp9, true}};

const Container* find_container(const std::filesystem::path& file) {
  std::string extension = file.extension().string();
  for (char& c : extension) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  const auto* found = std::ranges::find(containers, extension, &Container::extension);
  return found == containers.end() ? nullptr : found;
}

Result<video::SinkOptions> sink_options(const std::filesystem::path& file, FrameSize size,
                                        const VideoWriterOptions& options) {
  const Container* container = find_container(file);
  if (container == nullptr)
    return fail(ErrorCode::invalid_argument,
                "{} does not end in .mp4, .mov, .mkv or .webm, which say what it is",
                file.string());
  const VideoCodec codec = options.codec.value_or(container->usual);
  if (container->only_vp9 && codec != VideoCodec::vp9)
    return fail(ErrorCode::invalid_argument, "{} can only hold VP9; .mkv holds every codec",
                file.string());
  if (size.width == 0 || size.height == 0 || size.width > max_picture_side ||
      size.height > max_picture_side)
    return fail(ErrorCode::invalid_argument,
                "frames of {} x {} pixels cannot be; both sides must be from 1 to {}", size.width,
                size.height, max_picture_side);
  if (!(options.frame_rate > 0 && options.frame_rate <= 100'000))
    return fail(ErrorCode::param_out_of_range,
                "the frame rate is {}; it must be above 0 and up to 100000", options.frame_rate);
  video::SinkOptions out{.file = file,
                         .container = container->name,
                         .size = size,
                         .codec = codec,
                         .crf = options.crf,
                         .preset = options.preset,
                         .threads = options.threads,
                         .background = options.background,
                         .frame_rate = options.frame_rate,
                         .tick = {1, 90000},
                         .pixel = {},
                         .colours = options.colours.value_or(video::usual_colours(size)),
                         .copy_from = {},
                         .tags = {},
                         .losses = {},
                         .memory_limit = options.memory_limit};
  if (!options.copy_from.empty()) {
    DALA_ASSIGN(out.copy_from, video::find_place(options.copy_from, options.copy_sources));
  }
  if (options.like) {
    const VideoInfo& like = options.like->info();
    if (like.frame_rate > 0 && like.frame_rate <= 100'000) out.frame_rate = like.frame_rate;
    out.tick = like.tick;
    out.colours = like.colours;
    // Filters that change the size give square pixels or none at all.
    if (size == like.size) out.pixel = like.pixel;
    out.tags = like.tags;
    out.losses = video::losses_of(like, container->name);
  }
  return out;
}

// Everything is in the file that is returned, which has no name yet.
Result<OutputFile> finish_sink(VideoWriter::State& state, bool early) {
  if (state.done) return fail(ErrorCode::shut_down, "{} is finished already", state.name);
  state.done = true;
  OutputFile file = std::move(*state.file);
  state.file.reset();
  DALA_TRY(state.sink->finish(early));
  return file;
}

}  // namespace

Result<VideoWriter> VideoWriter::create(const std::filesystem::path& file, FrameSize size,
                                        const VideoWriterOptions& options) {
  DALA_ASSIGN(video::SinkOptions wanted, sink_options(file, size, options));
  DALA_ASSIGN(video::Library * library, video::library());
  DALA_ASSIGN(OutputFile output, OutputFile::create(file));
  wanted.descriptor = output.descriptor();
  wanted.can_seek = output.can_seek();
  DALA_ASSIGN(auto sink, library->create(std::move(wanted)));
  return VideoWriter(
      std::make_shared<State>(size, file.string(), std::move(output), std::move(sink)));
}

Result<void> VideoWriter::write(std::span<const std::uint8_t> rgba, VideoTime time,
                                VideoTime duration) const {
  if (state_ == nullptr) return empty_handle("VideoWriter");
  State& state = *state_;
  if (state.done) return fail(ErrorCode::shut_down, "{} takes no more frames", state.name);
  const std::size_t needed = std::size_t{state.size.width} * state.size.height * 4;
  if (rgba.size() != needed)
    return fail(ErrorCode::wrong_length, "the frame has {} bytes; {} x {} pixels of RGBA need {}",
                rgba.size(), state.size.width, state.size.height, needed);
  return state.sink->write(rgba, time, duration);
}

Result<void> VideoWriter::finish(bool early) const {
  if (state_ == nullptr) return empty_handle("VideoWriter");
  DALA_ASSIGN(OutputFile file, finish_sink(*state_, early));
  return file.commit();
}

Result<std::filesystem::path> VideoWriter::finish_partial() const {
  if (state_ == nullptr) return empty_handle("VideoWriter");
  DALA_ASSIGN(OutputFile file, finish_sink(*state_, true));
  return file.keep_partial();
}

const std::vector<std::string>& VideoWriter::losses() const {
  if (state_ == nullptr) return nothing<std::vector<std::string>>();
  return state_->sink->losses();
}

bool is_video_file(const std::filesystem::path& file) { return find_container(file) != nullptr; }

Result<VideoCodec> video_codec(std::string_view name) {
  if (name == "h264") return VideoCodec::h264;
  if (name == "h265") return VideoCodec::h265;
  if (name == "vp9") return VideoCodec::vp9;
  return fail(ErrorCode::invalid_argument, "no codec is called '{}'; they are h264, h265 and vp9",
              name);
}

}  // namespace dala::media
