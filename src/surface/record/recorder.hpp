// Writes a recording while a surface works.
#pragma once

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <memory>

#include <dala/surface_record.hpp>

namespace dala::surface {

class Recorder {
 public:
  [[nodiscard]] static Result<Recorder> create(const std::filesystem::path& file,
                                               std::uint32_t width, std::uint32_t height);

  void add(Recording::Kind kind, std::span<const std::byte> bytes);
  // The first thing that went wrong, if anything did.
  [[nodiscard]] Result<void> finish();

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  Recorder(std::FILE* file, std::filesystem::path name) : file_(file), name_(std::move(name)) {}
  void write(const void* data, std::size_t size);

  std::unique_ptr<std::FILE, Close> file_;
  std::filesystem::path name_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  bool failed_ = false;
};

}  // namespace dala::surface
