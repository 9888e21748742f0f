// Pictures of filters whose tests lie in the filter's own folder. Such a test names its case
//
//   const FilterGolden eroded{"morphology", "eroded", {{"morphology", {{"radius", 2}}}}};
//
// and golden_test.cpp makes the picture on every device and compares it with
// src/media/filters/morphology/golden/eroded.png.
#pragma once

#include <filesystem>
#include <ostream>
#include <string>
#include <vector>

#include <dala/media/filter.hpp>

namespace dala::media::test {

struct Golden {
  const char* name;
  std::vector<Filter> filters;
  std::filesystem::path folder = {};  // empty: that of golden_test.cpp
};

inline void PrintTo(const Golden& golden, std::ostream* out) { *out << golden.name; }

[[nodiscard]] std::vector<Golden>& filter_goldens();

struct FilterGolden {
  FilterGolden(const char* filter, const char* name, std::vector<Filter> filters);
};

}  // namespace dala::media::test
