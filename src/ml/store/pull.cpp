#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>

#include <dala/ml_store.hpp>

#include "core/error.hpp"
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

// Opened for this process alone: two that append to one part would spoil it.
Result<File> open_part(const fs::path& part) {
  const int descriptor = ::open(part.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (descriptor < 0)
    return fail(ErrorCode::io, "could not create {}: {}", part.string(), std::strerror(errno));
  if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    ::close(descriptor);
    return fail(ErrorCode::io, "{} is being downloaded already", part.string());
  }
  return File(::fdopen(descriptor, "r+b"));
}

Result<std::uint64_t> length_of(const fs::path& part) {
  std::error_code failed;
  const std::uint64_t length = fs::file_size(part, failed);
  if (failed) return fail(ErrorCode::io, "could not read {}: {}", part.string(), failed.message());
  return length;
}

Result<void> empty(const fs::path& part) {
  std::error_code failed;
  fs::resize_file(part, 0, failed);
  if (failed) return fail(ErrorCode::io, "could not empty {}: {}", part.string(), failed.message());
  return {};
}

Result<void> fetch(const fs::path& part, std::FILE* out, const ModelCard& card,
                   const std::string& url, const PullOptions& options) {
  DALA_ASSIGN(std::uint64_t have, length_of(part));
  const std::uint64_t limit = card.bytes > 0 ? card.bytes : longest_file;
  if (have > limit) {
    DALA_TRY(empty(part));
    have = 0;
  }
  if (have == card.bytes && have > 0) return {};
  Download wanted{url, out, have, limit, options.progress};
  if (auto done = download(wanted); !done) {
    DALA_ASSIGN(have, length_of(part));
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
    DALA_ASSIGN(const std::uint64_t before, length_of(part));
    DALA_TRY(fetch(part, out.get(), card, url, options));
    DALA_ASSIGN(const std::string hash, sha256_of_file(part));
    if (hash == card.sha256) break;
    DALA_TRY(empty(part));
    // The part from before may be what was wrong.
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
