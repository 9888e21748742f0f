// The files that `dala kernel watch` looks at.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "file_stamp.hpp"

namespace dala::cli {

class WatchedFiles {
 public:
  // As they are now counts as seen.
  WatchedFiles(const std::string& kernel, const std::vector<std::string>& inputs);

  struct Change {
    bool kernel = false;
    bool input = false;
  };
  // Since the last call. A file that is gone has not changed: it is about to be written anew.
  [[nodiscard]] Change take_change();

 private:
  std::vector<std::string> files_;  // the kernel first
  std::vector<std::optional<FileStamp>> seen_;
};

}  // namespace dala::cli
