#include "media/still/libav_decoder.hpp"

extern "C" {
#include <libavutil/pixdesc.h>
}

#include <algorithm>
#include <cstring>
#include <limits>

#include "core/process/optional_library.hpp"
#include "interface/video.hpp"
#include "media/video/av/av.hpp"
#include "media/video/av/colour.hpp"

namespace dala::media::video {

namespace {

std::unexpected<Error> bad(std::string_view name, int code) {
  return fail(ErrorCode::bad_file, " is not a good {}: {}", name, reason(code));
}

AVCodecID codec_of(StillFormat format) {
  switch (format) {
    case StillFormat::bmp:
      return AV_CODEC_ID_BMP;
    case StillFormat::tiff:
      return AV_CODEC_ID_TIFF;
    case StillFormat::gif:
      return AV_CODEC_ID_GIF;
    case StillFormat::avif:
      return AV_CODEC_ID_AV1;
    case StillFormat::png:
    case StillFormat::jpeg:
    case StillFormat::webp:
      break;
  }
  return AV_CODEC_ID_NONE;
}

// Memory as libav reads files.
class MemoryFile {
 public:
  explicit MemoryFile(std::span<const std::byte> bytes) : bytes_(bytes) {
    constexpr int buffered = 1 << 15;
    auto* buffer = static_cast<unsigned char*>(av_malloc(buffered));
    if (buffer != nullptr)
      context_ = avio_alloc_context(buffer, buffered, 0, this, read, nullptr, seek);
    if (context_ == nullptr) av_free(buffer);
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile() {
    if (context_ != nullptr) av_freep(static_cast<void*>(&context_->buffer));
    avio_context_free(&context_);
  }
  [[nodiscard]] AVIOContext* get() const { return context_; }

 private:
  static int read(void* opaque, std::uint8_t* to, int count) {
    auto& file = *static_cast<MemoryFile*>(opaque);
    const auto rest = file.bytes_.subspan(file.at_);
    const std::size_t got = std::min(rest.size(), static_cast<std::size_t>(count));
    if (got == 0) return AVERROR_EOF;
    std::memcpy(to, rest.data(), got);
    file.at_ += got;
    return static_cast<int>(got);
  }
  static std::int64_t seek(void* opaque, std::int64_t offset, int whence) {
    auto& file = *static_cast<MemoryFile*>(opaque);
    const auto length = static_cast<std::int64_t>(file.bytes_.size());
    if ((whence & AVSEEK_SIZE) != 0) return length;
    const std::int64_t from = whence == SEEK_SET   ? 0
                              : whence == SEEK_END ? length
                                                   : static_cast<std::int64_t>(file.at_);
    if (offset < -from || offset > length - from) return AVERROR(EINVAL);
    file.at_ = static_cast<std::size_t>(from + offset);
    return from + offset;
  }

  std::span<const std::byte> bytes_;
  std::size_t at_ = 0;
  AVIOContext* context_ = nullptr;
};

// The whole file is what the decoder takes.
Result<Packet> whole(std::span<const std::byte> bytes) {
  Packet packet(av_packet_alloc());
  constexpr std::size_t longest = std::numeric_limits<int>::max() / 2;
  if (packet == nullptr || bytes.size() > longest ||
      av_new_packet(packet.get(), static_cast<int>(bytes.size())) < 0)
    return fail(ErrorCode::out_of_memory, " has {} bytes, for which there is no memory",
                bytes.size());
  std::memcpy(packet->data, bytes.data(), bytes.size());
  packet->flags |= AV_PKT_FLAG_KEY;
  return packet;
}

// The first picture of an AVIF, which is a kind of MP4, and what its decoder has to know.
Result<Packet> from_container(std::span<const std::byte> bytes, AVCodecContext& decoder) {
  const MemoryFile file(bytes);
  AVFormatContext* opened = avformat_alloc_context();
  if (opened == nullptr || file.get() == nullptr)
    return fail(ErrorCode::out_of_memory, ": no memory to read it");
  opened->pb = file.get();
  Dictionary options;
  // What it holds may name no other file, and nothing else than what is looked for.
  options.set("protocol_whitelist", "none");
  options.set("format_whitelist", "mov,mp4,m4a,3gp,3g2,mj2");
  options.set("codec_whitelist", decoder.codec->name);
  const AVInputFormat* container = av_find_input_format("mov");
  if (const int code = avformat_open_input(&opened, "", container, options.get()); code < 0)
    return bad("avif", code);
  const InputContext input(opened);
  Packet packet(av_packet_alloc());
  if (packet == nullptr) return fail(ErrorCode::out_of_memory, ": no memory to read it");
  while (true) {
    if (const int code = av_read_frame(input.get(), packet.get()); code < 0)
      return bad("avif", code);
    const AVStream& stream = *input->streams[packet->stream_index];
    if (stream.codecpar->codec_id == decoder.codec_id) {
      if (const int code = avcodec_parameters_to_context(&decoder, stream.codecpar); code < 0)
        return bad("avif", code);
      return packet;
    }
    av_packet_unref(packet.get());
  }
}

int bits_of(const AVFrame& frame) {
  const AVPixFmtDescriptor* format = av_pix_fmt_desc_get(static_cast<AVPixelFormat>(frame.format));
  return format == nullptr ? 8 : format->comp[0].depth;
}

class AvStillDecoder final : public StillDecoder {
 public:
  AvStillDecoder() {
    // As in AvLibrary.
    if (av_log_get_level() == AV_LOG_INFO) av_log_set_level(AV_LOG_QUIET);
  }

  [[nodiscard]] Result<StoredStill> decode(std::span<const std::byte> bytes, StillFormat format,
                                           std::string_view name,
                                           std::uint64_t most_pixels) override {
    const AVCodec* codec = avcodec_find_decoder(codec_of(format));
    if (codec == nullptr)
      return fail(ErrorCode::unsupported, " is {}, which libav here cannot decode", name);
    const CodecContext decoder(avcodec_alloc_context3(codec));
    const Frame frame(av_frame_alloc());
    if (decoder == nullptr || frame == nullptr)
      return fail(ErrorCode::out_of_memory, ": no memory to decode it");
    DALA_ASSIGN(const Packet packet,
                format == StillFormat::avif ? from_container(bytes, *decoder) : whole(bytes));
    decoder->max_pixels = static_cast<std::int64_t>(std::min(most_pixels, most_of_libav));
    decoder->thread_count = 1;
    // Never a part of a picture; of a TIFF it would mean any field that libav does not know.
    if (format != StillFormat::tiff) decoder->err_recognition = AV_EF_EXPLODE;
    int code = avcodec_open2(decoder.get(), codec, nullptr);
    if (code >= 0) code = avcodec_send_packet(decoder.get(), packet.get());
    if (code >= 0) code = avcodec_send_packet(decoder.get(), nullptr);
    if (code >= 0) code = avcodec_receive_frame(decoder.get(), frame.get());
    if (code < 0) return bad(name, code);
    return to_still(*frame);
  }

 private:
  static constexpr std::uint64_t most_of_libav = std::numeric_limits<int>::max();

  static Result<StoredStill> to_still(const AVFrame& frame) {
    const FrameSize size{static_cast<std::uint32_t>(frame.width),
                         static_cast<std::uint32_t>(frame.height)};
    StoredStill still{.picture = {size.width, size.height, {}}, .bits = bits_of(frame)};
    still.picture.rgba.resize(std::size_t{size.width} * size.height * 4);
    ToRgba to_rgba;
    if (auto done = to_rgba.convert(frame, size, still.picture.rgba); !done)
      return fail(done.error().code, ": {}", done.error().message);
    if (const AVFrameSideData* icc = av_frame_get_side_data(&frame, AV_FRAME_DATA_ICC_PROFILE)) {
      const auto bytes = std::as_bytes(std::span(icc->data, icc->size));
      still.icc.assign(bytes.begin(), bytes.end());
    }
    return still;
  }
};

}  // namespace

}  // namespace dala::media::video

// What media/still/by_libav.cpp looks for. It lives as long as the process.
extern "C" [[gnu::visibility("default")]] dala::media::StillDecoder* dala_video_still(
    std::uint64_t interface, dala::Error* error) {
  using namespace dala::media;
  if (interface == dala::video_interface_id) return new video::AvStillDecoder;
  *error = dala::part_of_another_build("libdala-video.so");
  return nullptr;
}
