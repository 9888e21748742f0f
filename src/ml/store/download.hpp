// Files over HTTP and HTTPS, through libcurl, which is loaded when the first is wanted: programs
// that download nothing do not carry it, and where it is missing everything else works.
#pragma once

#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>

#include <dala/core/error.hpp>

namespace dala::ml {

struct Download {
  std::string url;
  std::FILE* out = nullptr;  // open for reading and writing
  std::uint64_t have = 0;    // bytes of it that are there already; the server is asked for the rest
  std::uint64_t limit = 0;   // bytes in all, and more are an error
  std::function<bool(std::uint64_t done, std::uint64_t total)> progress = {};
};

// What came stays in `out` whatever happens. A server that does not give parts sends all of it, and
// what was there is replaced.
[[nodiscard]] Result<void> download(Download& download);

}  // namespace dala::ml
