#include "support/golden_pictures.hpp"

#include <cstdlib>

#include <dala/core/must.hpp>
#include <dala/media/still.hpp>

#include "support/goldens.hpp"

namespace dala::test {

namespace fs = std::filesystem;
using media::Picture;

namespace {

Picture shown_difference(const Picture& a, const Picture& b) {
  Picture out = a;
  for (std::size_t i = 0; i < a.rgba.size(); ++i)
    out.rgba[i] =
        i % 4 == 3 ? 255
                   : static_cast<std::uint8_t>(std::min(8 * std::abs(a.rgba[i] - b.rgba[i]), 255));
  return out;
}

}  // namespace

int difference(const Picture& a, const Picture& b) {
  if (a.width != b.width || a.height != b.height || a.rgba.size() != b.rgba.size()) return 256;
  int most = 0;
  for (std::size_t i = 0; i < a.rgba.size(); ++i)
    most = std::max(most, std::abs(a.rgba[i] - b.rgba[i]));
  return most;
}

void expect_picture(const fs::path& golden, const Picture& found, int most, bool takes) {
  if (takes_new_goldens() && takes) must(media::write_picture(golden, found));
  const Picture expected = must(media::read_picture(golden));
  const int off = difference(found, expected);
  if (off <= most) return;
  const fs::path folder = fs::temp_directory_path() / "dala-golden";
  fs::create_directories(folder);
  const std::string name = golden.stem().string();
  must(media::write_picture(folder / (name + "-is.png"), found));
  if (off < 256)
    must(media::write_picture(folder / (name + "-difference.png"),
                              shown_difference(found, expected)));
  ADD_FAILURE() << "differs by " << off << " from " << golden << "; see " << folder;
}

}  // namespace dala::test
