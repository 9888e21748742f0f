#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>

#include <dala/ml/store.hpp>

#include "core/error.hpp"
#include "core/files/source.hpp"
#include "ml/store/download.hpp"
#include "ml/store/sha256.hpp"

namespace dala::ml {

namespace fs = std::filesystem;

namespace {

// Of a card that does not say how long its file is.
constexpr std::uint64_t longest_file = std::uint64_t{4} << 30;

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

std::unexpected<Error> could_not(const char* what, const fs::path& part) {
  return fail(ErrorCode::io, "could not {} {}: {}", what, part.string(), std::strerror(errno));
}

// Opened for this process alone: two that append to one part would spoil it. A folder of models may
// be one that several people write to, so what has the part's name may lead anywhere: only a file
// of this user's that has no other name is written to.
Result<File> open_part(const fs::path& part) {
  constexpr int flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
  FileHandle opened(::open(part.c_str(), flags, 0644));
  const bool is_link = opened.get() < 0 && errno == ELOOP;
  struct stat found{};
  if (!is_link && (opened.get() < 0 || ::fstat(opened.get(), &found) != 0))
    return could_not("create", part);
  if (is_link || !S_ISREG(found.st_mode) || found.st_nlink != 1 || found.st_uid != ::geteuid())
    return fail(ErrorCode::io,
                "{} is not the part of a download of this user's, and it is not written to; remove "
                "it, and pull again",
                part.string());
  if (::flock(opened.get(), LOCK_EX | LOCK_NB) != 0)
    return fail(ErrorCode::io, "{} is being downloaded already", part.string());
  File out(::fdopen(opened.get(), "r+b"));
  if (out == nullptr) return could_not("create", part);
  opened.release();
  return out;
}

Result<std::uint64_t> length_of(const fs::path& part, std::FILE* out) {
  struct stat found{};
  if (::fstat(::fileno(out), &found) != 0) return could_not("read", part);
  return static_cast<std::uint64_t>(found.st_size);
}

Result<void> empty(const fs::path& part, std::FILE* out) {
  if (::ftruncate(::fileno(out), 0) != 0) return could_not("empty", part);
  return {};
}

Result<void> fetch(const fs::path& part, std::FILE* out, const ModelCard& card,
                   const std::string& url, const PullOptions& options) {
  DALA_ASSIGN(std::uint64_t have, length_of(part, out));
  const std::uint64_t limit = card.bytes > 0 ? card.bytes : longest_file;
  if (have > limit) {
    DALA_TRY(empty(part, out));
    have = 0;
  }
  if (have == card.bytes && have > 0) return {};
  Download wanted{url, out, have, limit, options.progress};
  if (auto done = download(wanted); !done) {
    DALA_ASSIGN(have, length_of(part, out));
    return fail(done.error().code, "{}; {} bytes are kept, and the next pull goes on from there",
                done.error().message, have);
  }
  return {};
}

}  // namespace

Result<StoredModel> ModelStore::pull(std::string_view name, const PullOptions& options) const {
  DALA_ASSIGN(StoredModel model, find(name));
  if (model.present) return model;
  const ModelCard& card = model.card;
  const std::string& url = options.url.empty() ? card.url : options.url;
  if (url.empty())
    return fail(ErrorCode::invalid_argument,
                "the card of {} has no address; put {} into {}, or say where it can be had",
                card.name, card.file, folder_.string());
  if (card.sha256.empty())
    return fail(ErrorCode::bad_file,
                "the card of {} has no sha256, so what is downloaded could not be checked",
                card.name);
  std::error_code failed;
  fs::create_directories(folder_, failed);
  const fs::path part = model.file.string() + ".part";
  DALA_ASSIGN(const File out, open_part(part));
  while (true) {
    DALA_ASSIGN(const std::uint64_t before, length_of(part, out.get()));
    DALA_TRY(fetch(part, out.get(), card, url, options));
    DALA_ASSIGN(const std::string hash, sha256_of_open(part, ::fileno(out.get())));
    if (hash == card.sha256) break;
    DALA_TRY(empty(part, out.get()));
    // The partial file of an earlier download may be the reason, so it is removed.
    if (before > 0) continue;
    fs::remove(part, failed);
    return fail(ErrorCode::bad_file,
                "what {} sent has the sha256 {}, and the card of {} says {}; it was not kept", url,
                hash, card.name, card.sha256);
  }
  fs::rename(part, model.file, failed);
  if (failed)
    return fail(ErrorCode::io, "could not write {}: {}", model.file.string(), failed.message());
  model.present = true;
  return model;
}

}  // namespace dala::ml
