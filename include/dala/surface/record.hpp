// A recorded surface: every message with its time, for playing again and for bug reports.
//
//   const auto recording = dala::Recording::read("bug.dsurf");
//   auto surface = dala::Surface::create(recording->width, recording->height);
//   for (const auto& entry : recording->entries) dala::replay(entry, *surface);
#pragma once

#include <chrono>
#include <filesystem>
#include <vector>

#include <dala/core/source_policy.hpp>
#include <dala/surface.hpp>

namespace dala {

struct Recording {
  enum class Kind : std::uint8_t {
    message = 0,  // of the protocol
    pixels = 1,   // the whole frame, as direct access left it
  };
  struct Entry {
    std::chrono::nanoseconds time{};  // since the start
    Kind kind = Kind::message;
    std::vector<std::byte> bytes;
  };

  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::vector<Entry> entries;

  // Whatever the file holds; `bad_file` says at which byte it is not a recording.
  [[nodiscard]] DALA_API static Result<Recording> read(
      const std::filesystem::path& file, const SourcePolicy& sources = SourcePolicy::files());
};

// Carries one entry out.
[[nodiscard]] DALA_API Result<void> replay(const Recording::Entry& entry, const Surface& surface);

}  // namespace dala
