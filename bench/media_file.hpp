// A whole video from file to file, beside ffmpeg.
#pragma once

#include "area.hpp"

namespace dala::bench {

void bench_whole_file(const BenchOptions& options, Reporter& reporter);

}  // namespace dala::bench
