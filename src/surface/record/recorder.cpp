#include "surface/record/recorder.hpp"

#include <cerrno>
#include <cstring>

#include "core/error.hpp"
#include "surface/record/format.hpp"

namespace dala::surface {

Result<Recorder> Recorder::create(const std::filesystem::path& file, std::uint32_t width,
                                  std::uint32_t height) {
  std::FILE* opened = std::fopen(file.c_str(), "wbe");
  if (opened == nullptr)
    return fail(ErrorCode::io, "cannot write {}: {}", file.string(), std::strerror(errno));
  Recorder recorder(opened, file);
  recorder.write(recording_magic.data(), recording_magic.size());
  for (const std::uint32_t number : {recording_version, width, height})
    recorder.write(&number, sizeof number);
  return recorder;
}

void Recorder::write(const void* data, std::size_t size) {
  failed_ = failed_ || std::fwrite(data, 1, size, file_.get()) != size;
}

void Recorder::add(Recording::Kind kind, std::span<const std::byte> bytes) {
  const std::int64_t time =
      std::chrono::nanoseconds(std::chrono::steady_clock::now() - start_).count();
  const auto length = static_cast<std::uint32_t>(bytes.size());
  write(&time, sizeof time);
  write(&kind, sizeof kind);
  write(&length, sizeof length);
  write(bytes.data(), bytes.size());
}

Result<void> Recorder::finish() {
  failed_ = std::fclose(file_.release()) != 0 || failed_;
  if (failed_)
    return fail(ErrorCode::io, "{} could not be written whole: {}", name_.string(),
                std::strerror(errno));
  return {};
}

}  // namespace dala::surface
