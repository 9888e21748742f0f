// A .cube file for benchmarks: 33 entries along each axis, warmer and with more contrast.
#pragma once

#include <filesystem>

namespace dala::bench {

// False when it could not be written.
[[nodiscard]] bool make_sample_cube(const std::filesystem::path& file);

}  // namespace dala::bench
