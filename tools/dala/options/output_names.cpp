#include "options/output_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include <dala/media/still.hpp>
#include <dala/media/video.hpp>

namespace dala::cli {

namespace fs = std::filesystem;

namespace {

fs::path whole_path(const fs::path& file) {
  std::error_code ignored;
  return fs::absolute(file, ignored).lexically_normal();
}

// The same for all names of a file, also of one that is not there yet.
fs::path true_path(const fs::path& file) {
  constexpr int most_links = 40;  // as many as the system follows
  std::error_code failed;
  fs::path whole = fs::absolute(file, failed);
  // A link to what is not there yet stays one in `weakly_canonical`.
  for (int i = 0; i < most_links && fs::is_symlink(whole, failed); ++i)
    whole = whole.parent_path() / fs::read_symlink(whole, failed);
  fs::path found = fs::weakly_canonical(whole, failed);
  return failed ? whole_path(file) : found;
}

bool is_below(const fs::path& file, const fs::path& folder) {
  return std::ranges::mismatch(folder, file).in1 == folder.end();
}

// The folder that all of them are in, or in folders of.
fs::path common_folder(std::span<const fs::path> files) {
  fs::path common = files.front().parent_path();
  for (const fs::path& file : files)
    while (!is_below(file, common)) common = common.parent_path();
  return common;
}

}  // namespace

Outcome make_output_folder(const fs::path& folder) {
  std::error_code failed;
  if (fs::is_directory(folder, failed)) return {};
  if (media::still_format(folder) || media::is_video_file(folder))
    return usage_error(fmt::format(
        "{} is a name for one picture or video, and there are several; name a folder for them",
        folder.string()));
  fs::create_directories(folder, failed);
  if (failed)
    return std::unexpected(
        Failure{ExitCode::failed,
                fmt::format("cannot make the folder {}: {}", folder.string(), failed.message())});
  return {};
}

Outcome check_not_inputs(std::span<const fs::path> outputs, std::span<const fs::path> inputs) {
  std::set<fs::path> taken;
  std::ranges::transform(inputs, std::inserter(taken, taken.end()), true_path);
  for (const fs::path& output : outputs)
    if (taken.contains(true_path(output)))
      return usage_error(
          fmt::format("{} is one of the inputs; name another folder", output.string()));
  return {};
}

OutcomeOf<std::vector<fs::path>> outputs_in(const fs::path& folder,
                                            std::span<const fs::path> inputs) {
  std::vector<fs::path> files;
  std::ranges::transform(inputs, std::back_inserter(files), whole_path);
  const std::set<fs::path> different(files.begin(), files.end());
  std::set<fs::path> names;
  for (const fs::path& file : different) names.insert(file.filename());
  const bool by_name = names.size() == different.size();
  const fs::path common = common_folder(files);
  std::vector<fs::path> outputs;
  for (const fs::path& file : files)
    outputs.push_back(folder / (by_name ? file.filename() : file.lexically_relative(common)));
  if (auto apart = check_not_inputs(outputs, inputs); !apart) return std::unexpected(apart.error());
  for (const fs::path& output : outputs) {
    std::error_code failed;
    fs::create_directories(output.parent_path(), failed);
    if (failed)
      return std::unexpected(
          Failure{ExitCode::failed, fmt::format("cannot make the folder {}: {}",
                                                output.parent_path().string(), failed.message())});
  }
  return outputs;
}

Outcome check_different(std::span<const std::string> outputs) {
  std::set<fs::path> taken;
  for (const std::string& output : outputs) {
    std::error_code ignored;
    // Any number of things may go to a device.
    if (fs::exists(output, ignored) && !fs::is_regular_file(output, ignored)) continue;
    if (!taken.insert(true_path(output)).second)
      return usage_error(
          fmt::format("{} would be written twice; give each output its own name", output));
  }
  return {};
}

}  // namespace dala::cli
