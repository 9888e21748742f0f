#include "sample_cube.hpp"

#include <algorithm>
#include <fstream>

namespace dala::bench {

bool make_sample_cube(const std::filesystem::path& file) {
  constexpr int entries = 33;
  std::ofstream out(file);
  out << "LUT_3D_SIZE " << entries << "\n";
  // An S between 0 and 1, and a share of the other channels as cameras mix them.
  const auto curve = [](double v) {
    const double x = std::clamp(v, 0.0, 1.0);
    return x * x * (3 - (2 * x));
  };
  const auto at = [](int i) { return static_cast<double>(i) / (entries - 1); };
  for (int b = 0; b < entries; ++b)
    for (int g = 0; g < entries; ++g)
      for (int r = 0; r < entries; ++r)
        out << curve((0.95 * at(r)) + (0.1 * at(g))) << " " << curve(at(g)) << " "
            << curve((0.85 * at(b)) + (0.05 * at(r))) << "\n";
  return out.good();
}

}  // namespace dala::bench
