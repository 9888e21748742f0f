// Writes a recording while a surface works. It takes its place when it is finished.
#pragma once

#include <chrono>
#include <filesystem>

#include <dala/surface/record.hpp>

#include "core/files/output_file.hpp"

namespace dala::surface {

class Recorder {
 public:
  [[nodiscard]] static Result<Recorder> create(const std::filesystem::path& file,
                                               std::uint32_t width, std::uint32_t height);

  void add(Recording::Kind kind, std::span<const std::byte> bytes);
  // The first thing that went wrong, if anything did.
  [[nodiscard]] Result<void> finish();

 private:
  explicit Recorder(OutputFile file) : file_(std::move(file)) {}
  void write(const void* data, std::size_t size);

  OutputFile file_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  Result<void> written_;
};

}  // namespace dala::surface
