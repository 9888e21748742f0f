#include "picture_files.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <dala/media_still.hpp>

namespace dala::cli {

namespace fs = std::filesystem;

OutcomeOf<std::vector<fs::path>> pictures_in(const fs::path& folder) {
  std::error_code failed;
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, failed))
    if (entry.is_regular_file(failed) && media::still_format(entry.path()))
      files.push_back(entry.path());
  if (failed)
    return std::unexpected(Failure{
        ExitCode::failed, fmt::format("cannot read {}: {}", folder.string(), failed.message())});
  if (files.empty())
    return usage_error(
        fmt::format("{} has no pictures (.png, .jpg, .jpeg, .webp)", folder.string()));
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
