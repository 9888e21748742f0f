#include "surface/record/recorder.hpp"

#include "core/error.hpp"
#include "surface/record/format.hpp"

namespace dala::surface {

Result<Recorder> Recorder::create(const std::filesystem::path& file, std::uint32_t width,
                                  std::uint32_t height) {
  DALA_ASSIGN(OutputFile opened, OutputFile::create(file));
  Recorder recorder(std::move(opened));
  recorder.write(recording_magic.data(), recording_magic.size());
  for (const std::uint32_t number : {recording_version, width, height})
    recorder.write(&number, sizeof number);
  return recorder;
}

void Recorder::write(const void* data, std::size_t size) {
  if (written_) written_ = file_.write({static_cast<const std::byte*>(data), size});
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
  DALA_TRY(written_);
  return file_.commit();
}

}  // namespace dala::surface
