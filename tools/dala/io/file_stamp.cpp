#include "io/file_stamp.hpp"

#include <sys/stat.h>

namespace dala::cli {

std::optional<FileStamp> stamp(const std::string& file) {
  struct stat found{};
  if (::stat(file.c_str(), &found) != 0) return std::nullopt;
  return FileStamp{found.st_mtim.tv_sec, found.st_mtim.tv_nsec, found.st_size, found.st_ino};
}

}  // namespace dala::cli
