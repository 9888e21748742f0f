// What this program is made of: its build, and the libraries that are loaded when something first
// needs them.
#pragma once

#include <string>
#include <vector>

#include <dala/core/error.hpp>

namespace dala::cli {

struct Part {
  const char* key = "";         // in JSON: "video"
  const char* title = "";       // for people: "Videos"
  Result<std::string> version;  // what it works with; the error says why it cannot be used
};

// Each of them is loaded, so that one that is there and broken is not called good.
[[nodiscard]] std::vector<Part> parts();

// "Videos: libavformat 59.27.100, …", a line for each.
[[nodiscard]] std::string parts_text();

// Of the source tree that was built: "0123456789ab", with "+changes" where it had some that were
// not committed; "unknown" outside of a clone. In a file of its own, which alone is compiled again
// when it changes.
extern const char* const commit;

// What `dala --version` prints.
[[nodiscard]] std::string version_text();

}  // namespace dala::cli
