// A file with another laid over it, to a file, beside ffmpeg.
#pragma once

#include "area.hpp"

namespace dala::bench {

Result<void> bench_scene_file(const BenchOptions& options, Reporter& reporter);

}  // namespace dala::bench
