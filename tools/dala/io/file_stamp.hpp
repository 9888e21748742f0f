// Whether a file has changed, without reading it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace dala::cli {

struct FileStamp {
  std::int64_t seconds = 0;
  std::int64_t nanoseconds = 0;
  std::int64_t size = 0;
  std::uint64_t inode = 0;  // editors often write another file and rename it

  friend bool operator==(const FileStamp&, const FileStamp&) = default;
};

// Nothing while there is no such file.
[[nodiscard]] std::optional<FileStamp> stamp(const std::string& file);

}  // namespace dala::cli
