#include "file.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <system_error>

namespace dala::files {
namespace {

struct Close {
  void operator()(std::FILE* file) const {
    if (file != stdin) std::fclose(file);
  }
};
using File = std::unique_ptr<std::FILE, Close>;

std::unexpected<Error> io_error(const char* what, const std::filesystem::path& file,
                                const std::string& reason) {
  return std::unexpected(
      Error{ErrorCode::io, std::string("could not ") + what + " " + file.string() + ": " + reason});
}

}  // namespace

Result<std::string> read_file(const std::filesystem::path& file, std::size_t limit) {
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored))
    return io_error("read", file, "it is a directory");
  const File in(file == "-" ? stdin : std::fopen(file.c_str(), "rb"));
  if (in == nullptr) return io_error("open", file, std::strerror(errno));
  // Grown by what is really there: the stated size may be wrong, and pipes have none.
  std::string text;
  for (std::size_t step = 4096; text.size() <= limit; step *= 2) {
    const std::size_t have = text.size();
    text.resize(have + step);
    const std::size_t got = std::fread(text.data() + have, 1, step, in.get());
    text.resize(have + got);
    if (got < step) break;
  }
  if (std::ferror(in.get()) != 0) return io_error("read", file, std::strerror(errno));
  if (text.size() > limit)
    return std::unexpected(
        Error{ErrorCode::bad_file,
              file.string() + " is longer than the limit of " + std::to_string(limit) + " bytes"});
  return text;
}

}  // namespace dala::files
