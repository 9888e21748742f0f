// The files that `dala kernel watch` and `dala scene watch` look at.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "io/file_stamp.hpp"

namespace dala::cli {

class WatchedFiles {
 public:
  // Changes are reported from now on.
  WatchedFiles(const std::string& text, const std::vector<std::string>& inputs);

  struct Change {
    bool text = false;   // the kernel, or the scene
    bool input = false;  // what it is about
  };
  // Since the last call. A file that is gone has not changed: it is about to be written anew.
  [[nodiscard]] Change take_change();

 private:
  std::vector<std::string> files_;  // the text first
  std::vector<std::optional<FileStamp>> seen_;
};

}  // namespace dala::cli
