// What `dala filter` does, for each kind of input.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <dala/media_pipeline.hpp>
#include <dala/media_still.hpp>

#include "outcome.hpp"

namespace dala::cli {

struct FilterJob {
  std::vector<media::Filter> filters = {};
  std::string device = {};
  unsigned threads = 0;
  media::StillOptions still = {};
  bool overwrite = false;
  bool explain = false;
};

[[nodiscard]] Outcome filter_file(const FilterJob& job, const std::filesystem::path& input,
                                  const std::filesystem::path& output);

// Every picture in the folder, under the same name in the other. One that cannot be filtered is
// reported and left out, and makes the whole fail in the end.
[[nodiscard]] Outcome filter_folder(const FilterJob& job, const std::filesystem::path& input,
                                    const std::filesystem::path& output);

// Raw frames from standard input to standard output.
[[nodiscard]] Outcome filter_stream(const FilterJob& job, media::FrameSize size);

}  // namespace dala::cli
