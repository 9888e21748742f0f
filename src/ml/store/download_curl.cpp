#include <curl/curl.h>
#include <dlfcn.h>
#include <unistd.h>

#include <array>
#include <memory>
#include <optional>

#include "core/error.hpp"
#include "ml/store/download.hpp"
#include "ml/store/local_address.hpp"

namespace dala::ml {

namespace {

// Only these functions are needed. Their types come from libcurl's header.
struct Curl {
  decltype(&curl_global_init) global_init = nullptr;
  decltype(&curl_easy_init) init = nullptr;
  decltype(&curl_easy_setopt) set = nullptr;
  decltype(&curl_easy_perform) perform = nullptr;
  decltype(&curl_easy_getinfo) get = nullptr;
  decltype(&curl_easy_strerror) error_text = nullptr;
  decltype(&curl_easy_cleanup) cleanup = nullptr;
};

template <typename F>
bool find(void* library, const char* name, F& out) {
  out = reinterpret_cast<F>(::dlsym(library, name));
  return out != nullptr;
}

const Curl* load_curl() {
  static const Curl* const loaded = []() -> const Curl* {
    void* library = nullptr;
    for (const char* name : {"libcurl.so.4", "libcurl-gnutls.so.4"})
      if (library = ::dlopen(name, RTLD_NOW | RTLD_LOCAL); library != nullptr) break;
    static Curl curl;
    if (library == nullptr || !find(library, "curl_global_init", curl.global_init) ||
        !find(library, "curl_easy_init", curl.init) ||
        !find(library, "curl_easy_setopt", curl.set) ||
        !find(library, "curl_easy_perform", curl.perform) ||
        !find(library, "curl_easy_getinfo", curl.get) ||
        !find(library, "curl_easy_strerror", curl.error_text) ||
        !find(library, "curl_easy_cleanup", curl.cleanup))
      return nullptr;
    return curl.global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK ? &curl : nullptr;
  }();
  return loaded;
}

struct Transfer {
  const Curl& curl;
  CURL* handle = nullptr;
  Download& wanted;
  std::uint64_t at = 0;  // bytes in the file
  bool begun = false;
  std::string problem = {};  // why it was ended from here
  // Whether the first server, which the caller named, is on this machine or its network.
  std::optional<bool> began_locally = {};
};

// A server elsewhere may redirect, but not to what only this machine can reach.
curl_socket_t open_socket(void* user, curlsocktype /*purpose*/, curl_sockaddr* address) {
  Transfer& transfer = *static_cast<Transfer*>(user);
  const bool local = is_local_address(address->addr);
  if (!transfer.began_locally) transfer.began_locally = local;
  if (local && !*transfer.began_locally) {
    transfer.problem = "the server sends us to an address of this machine or its network";
    return CURL_SOCKET_BAD;
  }
  return ::socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

std::size_t take(const char* data, std::size_t one, std::size_t count, void* user) {
  Transfer& transfer = *static_cast<Transfer*>(user);
  Download& wanted = transfer.wanted;
  if (!transfer.begun) {
    transfer.begun = true;
    long code = 0;
    transfer.curl.get(transfer.handle, CURLINFO_RESPONSE_CODE, &code);
    // Only 206 is the part that was asked for.
    transfer.at = code == 206 ? wanted.have : 0;
    if (::ftruncate(::fileno(wanted.out), static_cast<off_t>(transfer.at)) != 0 ||
        std::fseek(wanted.out, static_cast<long>(transfer.at), SEEK_SET) != 0) {
      transfer.problem = "the file could not be written";
      return CURL_WRITEFUNC_ERROR;
    }
  }
  const std::size_t size = one * count;
  if (size > wanted.limit - transfer.at) {
    transfer.problem = format("it is longer than the {} bytes it should have", wanted.limit);
    return CURL_WRITEFUNC_ERROR;
  }
  if (std::fwrite(data, 1, size, wanted.out) != size) {
    transfer.problem = "the file could not be written";
    return CURL_WRITEFUNC_ERROR;
  }
  transfer.at += size;
  return size;
}

int tell(void* user, curl_off_t total, curl_off_t done, curl_off_t, curl_off_t) {
  Transfer& transfer = *static_cast<Transfer*>(user);
  if (!transfer.wanted.progress) return 0;
  const std::uint64_t before =
      transfer.at - std::min<std::uint64_t>(transfer.at, static_cast<std::uint64_t>(done));
  const std::uint64_t all = total > 0 ? before + static_cast<std::uint64_t>(total) : 0;
  if (transfer.wanted.progress(transfer.at, all)) return 0;
  transfer.problem = "it was ended by the caller";
  return 1;
}

}  // namespace

Result<void> download(Download& wanted) {
  const Curl* curl = load_curl();
  if (curl == nullptr)
    return fail(ErrorCode::unsupported, "libcurl, which downloads files, is not on this machine");
  const std::unique_ptr<CURL, decltype(curl->cleanup)> handle(curl->init(), curl->cleanup);
  if (handle == nullptr) return fail(ErrorCode::out_of_memory, "no memory left to download");
  Transfer transfer{.curl = *curl, .handle = handle.get(), .wanted = wanted, .at = wanted.have};
  std::array<char, CURL_ERROR_SIZE> reason = {};
  const auto set = [&](CURLoption option, auto value) { curl->set(handle.get(), option, value); };
  set(CURLOPT_URL, wanted.url.c_str());
  set(CURLOPT_PROTOCOLS_STR, "http,https");
  // A redirect from HTTPS to HTTP is not followed.
  const bool secret = wanted.url.size() > 5 && (wanted.url[4] == 's' || wanted.url[4] == 'S');
  set(CURLOPT_REDIR_PROTOCOLS_STR, secret ? "https" : "http,https");
  set(CURLOPT_OPENSOCKETFUNCTION, &open_socket);
  set(CURLOPT_OPENSOCKETDATA, &transfer);
  set(CURLOPT_FOLLOWLOCATION, 1L);
  set(CURLOPT_MAXREDIRS, 5L);
  set(CURLOPT_FAILONERROR, 1L);
  set(CURLOPT_NOSIGNAL, 1L);
  set(CURLOPT_CONNECTTIMEOUT, 20L);
  // Slower than this for so long is a server that is gone.
  set(CURLOPT_LOW_SPEED_LIMIT, 1L);
  set(CURLOPT_LOW_SPEED_TIME, 30L);
  set(CURLOPT_ERRORBUFFER, reason.data());
  set(CURLOPT_WRITEFUNCTION, &take);
  set(CURLOPT_WRITEDATA, &transfer);
  set(CURLOPT_NOPROGRESS, 0L);
  set(CURLOPT_XFERINFOFUNCTION, &tell);
  set(CURLOPT_XFERINFODATA, &transfer);
  // Not CURLOPT_RESUME_FROM, which fails where a server sends all of the file instead.
  const std::string range = format("{}-", wanted.have);
  if (wanted.have > 0) set(CURLOPT_RANGE, range.c_str());

  CURLcode code = curl->perform(handle.get());
  long status = 0;
  curl->get(handle.get(), CURLINFO_RESPONSE_CODE, &status);
  if (status == 416 && wanted.have > 0) {
    // The server's file is no longer than the bytes that are there, so they are not its beginning:
    // downloads all of it.
    wanted.have = 0;
    return download(wanted);
  }
  if (std::fflush(wanted.out) != 0 && transfer.problem.empty())
    transfer.problem = "the file could not be written";
  if (code == CURLE_OK && transfer.problem.empty()) return {};
  if (transfer.problem.empty())
    transfer.problem = reason[0] != '\0' ? reason.data() : curl->error_text(code);
  return fail(ErrorCode::io, "could not download {}: {}", wanted.url, transfer.problem);
}

}  // namespace dala::ml
