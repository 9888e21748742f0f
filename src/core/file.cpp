#include "core/file.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>

#include "core/error.hpp"

namespace dala {

namespace {

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

std::unexpected<Error> io_error(const char* what, const std::filesystem::path& file) {
  return fail(ErrorCode::io, "could not {} {}: {}", what, file.string(), std::strerror(errno));
}

bool write_all(std::FILE* file, std::span<const std::byte> bytes) {
  return bytes.empty() || std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
}

}  // namespace

Result<std::vector<std::byte>> read_file(const std::filesystem::path& file) {
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored))
    return fail(ErrorCode::io, "could not read {}: it is a directory", file.string());
  const File in(std::fopen(file.c_str(), "rb"));
  if (in == nullptr) return io_error("open", file);
  std::vector<std::byte> bytes;
  // Grown by what is really there: a file's stated size may be wrong, or huge and sparse.
  for (std::size_t step = std::size_t{1} << 16;; step *= 2) {
    const std::size_t have = bytes.size();
    bytes.resize(have + step);
    const std::size_t got = std::fread(bytes.data() + have, 1, step, in.get());
    bytes.resize(have + got);
    if (got < step) break;
  }
  if (std::ferror(in.get()) != 0) return io_error("read", file);
  return bytes;
}

Result<void> write_file(const std::filesystem::path& file, std::span<const std::byte> head,
                        std::span<const std::byte> body) {
  const std::filesystem::path part = file.string() + ".part" + std::to_string(getpid());
  File out(std::fopen(part.c_str(), "wb"));
  if (out == nullptr) return io_error("create", file);
  bool good = write_all(out.get(), head) && write_all(out.get(), body);
  good = good && std::fflush(out.get()) == 0;
  const int reason = errno;
  out.reset();
  std::error_code renamed;
  if (good) {
    std::filesystem::rename(part, file, renamed);
    if (!renamed) return {};
  }
  std::remove(part.c_str());
  if (good) return fail(ErrorCode::io, "could not write {}: {}", file.string(), renamed.message());
  return fail(ErrorCode::io, "could not write {}: {}", file.string(), std::strerror(reason));
}

}  // namespace dala
