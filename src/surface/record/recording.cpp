// Reading recordings, which come from anywhere.
#include <cstring>

#include <dala/surface/record.hpp>

#include "core/error.hpp"
#include "core/files/file.hpp"
#include "surface/record/format.hpp"

namespace dala {

namespace {

class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  template <typename T>
  [[nodiscard]] Result<T> number() {
    DALA_ASSIGN(const auto bytes, take(sizeof(T)));
    T value;
    std::memcpy(&value, bytes.data(), sizeof value);
    return value;
  }
  [[nodiscard]] Result<std::span<const std::byte>> take(std::size_t size) {
    if (bytes_.size() - at_ < size)
      return fail(ErrorCode::bad_file, "cut off: {} bytes should follow byte {}, {} do", size, at_,
                  bytes_.size() - at_);
    at_ += size;
    return bytes_.subspan(at_ - size, size);
  }
  [[nodiscard]] std::size_t at() const { return at_; }
  [[nodiscard]] bool done() const { return at_ == bytes_.size(); }

 private:
  std::span<const std::byte> bytes_;
  std::size_t at_ = 0;
};

Result<Recording::Entry> read_entry(Reader& reader) {
  DALA_ASSIGN(const auto time, reader.number<std::int64_t>());
  DALA_ASSIGN(const auto kind, reader.number<std::uint8_t>());
  DALA_ASSIGN(const auto length, reader.number<std::uint32_t>());
  const std::size_t start = reader.at();
  DALA_ASSIGN(const auto bytes, reader.take(length));
  if (kind > static_cast<std::uint8_t>(Recording::Kind::pixels))
    return fail(ErrorCode::bad_file, "the entry before byte {} is of kind {}, which is unknown",
                start, kind);
  Recording::Entry entry{std::chrono::nanoseconds(time),
                         static_cast<Recording::Kind>(kind),
                         {bytes.begin(), bytes.end()}};
  if (entry.kind == Recording::Kind::message)
    if (const auto checked = check_message(entry.bytes); !checked)
      return fail(ErrorCode::bad_file, "the message from byte {} on is bad: {}", start,
                  checked.error().message);
  return entry;
}

Result<Recording> read_recording(std::span<const std::byte> bytes) {
  Reader reader(bytes);
  const auto magic = reader.take(surface::recording_magic.size());
  if (!magic || std::memcmp(magic->data(), surface::recording_magic.data(), magic->size()) != 0)
    return fail(ErrorCode::bad_file, "it does not begin with DALASURF");
  DALA_ASSIGN(const auto version, reader.number<std::uint32_t>());
  if (version != surface::recording_version)
    return fail(ErrorCode::bad_file, "it has version {}; this library reads {}", version,
                surface::recording_version);
  Recording recording;
  DALA_ASSIGN(recording.width, reader.number<std::uint32_t>());
  DALA_ASSIGN(recording.height, reader.number<std::uint32_t>());
  while (!reader.done()) {
    DALA_ASSIGN(auto entry, read_entry(reader));
    recording.entries.push_back(std::move(entry));
  }
  return recording;
}

}  // namespace

Result<Recording> Recording::read(const std::filesystem::path& file, const SourcePolicy& sources) {
  DALA_ASSIGN(const auto bytes, read_file(file, {.sources = sources}));
  auto recording = read_recording(bytes);
  if (!recording)
    return fail(recording.error().code, "{} is not a good recording: {}", file.string(),
                recording.error().message);
  return recording;
}

Result<void> replay(const Recording::Entry& entry, const Surface& surface) {
  if (entry.kind == Recording::Kind::pixels)
    return surface.set_pixels(
        {reinterpret_cast<const std::uint8_t*>(entry.bytes.data()), entry.bytes.size()});
  DALA_TRY(surface.submit(entry.bytes));
  return {};
}

}  // namespace dala
