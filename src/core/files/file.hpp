// Whole files in and out, with errors that name the file and the system's reason.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include <dala/core/error.hpp>
#include <dala/core/source_policy.hpp>

namespace dala {

struct ReadOptions {
  std::uint64_t most = std::uint64_t{4} << 30;  // bytes; what has more is `bad_file`
  SourcePolicy sources = SourcePolicy::files();
};
[[nodiscard]] Result<std::vector<std::byte>> read_file(const std::filesystem::path& file,
                                                       const ReadOptions& options = {});

// Writes `head` then `body`, as an OutputFile: whole or not at all.
[[nodiscard]] Result<void> write_file(const std::filesystem::path& file,
                                      std::span<const std::byte> head,
                                      std::span<const std::byte> body);

}  // namespace dala
