// Colour tables from `.cube` files (Adobe, Resolve): three-dimensional or one curve a channel.
#pragma once

#include <array>
#include <filesystem>
#include <memory>
#include <string_view>
#include <vector>

#include <dala/core/error.hpp>
#include <dala/core/source_policy.hpp>

namespace dala::media {

struct Cube {
  std::size_t size = 0;  // entries along an axis
  bool is_3d = true;
  std::array<double, 3> low = {0, 0, 0};  // of the domain, by channel
  std::array<double, 3> high = {1, 1, 1};
  std::vector<std::array<float, 3>> entries = {};  // 3-D: red counts fastest
};

// `bad_file` with the line number of the first mistake.
[[nodiscard]] Result<Cube> parse_cube(std::string_view text);

// From the file that the policy was asked about, whatever becomes of its name. What was read before
// is kept while the file stays as it is.
[[nodiscard]] Result<std::shared_ptr<const Cube>> read_cube(const std::filesystem::path& file,
                                                            const SourcePolicy& sources);

}  // namespace dala::media
