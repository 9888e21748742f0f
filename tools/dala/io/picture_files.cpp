#include "io/picture_files.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <dala/media/still.hpp>

namespace dala::cli {

namespace fs = std::filesystem;

OutcomeOf<std::vector<fs::path>> pictures_in(const fs::path& folder) {
  std::error_code failed;
  std::vector<fs::path> files;
  for (fs::directory_iterator at(folder, failed), end; !failed && at != end; at.increment(failed)) {
    // A link that leads nowhere is no picture, and no reason to leave the others out.
    std::error_code nowhere;
    if (at->is_regular_file(nowhere) && media::is_still_file(at->path()))
      files.push_back(at->path());
  }
  if (failed)
    return std::unexpected(Failure{
        ExitCode::failed, fmt::format("cannot read {}: {}", folder.string(), failed.message())});
  if (files.empty())
    return usage_error(
        fmt::format("{} has no pictures (.png, .jpg, .jpeg, .webp, .bmp, .tif, .tiff, .gif, .avif)",
                    folder.string()));
  std::ranges::sort(files);
  return files;
}

OutcomeOf<std::vector<fs::path>> picture_files(std::span<const std::string> names) {
  std::vector<fs::path> files;
  for (const std::string& name : names) {
    std::error_code ignored;
    if (!fs::is_directory(name, ignored)) {
      files.emplace_back(name);
      continue;
    }
    auto inside = pictures_in(name);
    if (!inside) return std::unexpected(inside.error());
    files.insert(files.end(), inside->begin(), inside->end());
  }
  return files;
}

}  // namespace dala::cli
