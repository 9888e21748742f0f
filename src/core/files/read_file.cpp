#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "core/error.hpp"
#include "core/files/file.hpp"
#include "core/files/source.hpp"

namespace dala {

namespace {

// As read(2), again where a signal came between.
ssize_t read_some(int descriptor, std::byte* to, std::size_t bytes) {
  while (true) {
    const ssize_t got = ::read(descriptor, to, bytes);
    if (got >= 0 || errno != EINTR) return got;
  }
}

}  // namespace

Result<std::vector<std::byte>> read_file(const std::filesystem::path& file,
                                         const ReadOptions& options) {
  DALA_ASSIGN(const SourceFile opened, open_source(file, options.sources));
  return read_source(opened, file, options.most);
}

Result<std::vector<std::byte>> read_source(const SourceFile& opened,
                                           const std::filesystem::path& file, std::uint64_t most) {
  const auto too_long = [&] {
    return fail(ErrorCode::bad_file, "{} has more than the {} bytes that it may have",
                file.string(), most);
  };
  if (opened.bytes > most) return too_long();
  std::vector<std::byte> bytes;
  // Grown by what is really there: a file's stated size may be wrong, or huge and sparse.
  for (std::size_t step = std::size_t{1} << 16;; step *= 2) {
    const std::size_t have = bytes.size();
    // One byte more than allowed tells a file that is too long.
    const std::size_t end =
        have + static_cast<std::size_t>(std::min<std::uint64_t>(step, most - have)) + 1;
    bytes.resize(end);
    std::size_t at = have;
    ssize_t got = 0;
    while (at < end) {
      got = read_some(opened.handle.get(), bytes.data() + at, end - at);
      if (got <= 0) break;
      at += static_cast<std::size_t>(got);
    }
    bytes.resize(at);
    if (got < 0)
      return fail(ErrorCode::io, "could not read {}: {}", file.string(), std::strerror(errno));
    if (bytes.size() > most) return too_long();
    if (at < end) return bytes;
  }
}

}  // namespace dala
