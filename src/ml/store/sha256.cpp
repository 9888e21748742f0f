#include "ml/store/sha256.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <vector>

#include "core/error.hpp"
#include "core/files/source.hpp"

namespace dala::ml {

Result<std::string> sha256_of_file(const std::filesystem::path& file, const TakeBytes& take) {
  // Opened first and then checked: a file that is checked by name may be another when it is opened.
  DALA_ASSIGN(const SourceFile opened, open_source(file, SourcePolicy::files()));
  return sha256_of_open(file, opened.handle.get(), take);
}

Result<std::string> sha256_of_open(const std::filesystem::path& file, int descriptor,
                                   const TakeBytes& take) {
  Sha256 hash;
  std::vector<std::byte> part(std::size_t{1} << 20);
  for (off_t at = 0;;) {
    const ssize_t got = ::pread(descriptor, part.data(), part.size(), at);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0)
      return fail(ErrorCode::io, "could not read {}: {}", file.string(), std::strerror(errno));
    if (got == 0) return hash.digits();
    const auto read = std::span<const std::byte>(part).first(static_cast<std::size_t>(got));
    hash.add(read);
    if (take) DALA_TRY(take(read));
    at += got;
  }
}

}  // namespace dala::ml
