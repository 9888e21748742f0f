#include "media/media_helper.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <random>

namespace dala::media::test {

namespace {

std::uint8_t byte(double value) {
  return static_cast<std::uint8_t>(std::clamp(std::round(value), 0.0, 255.0));
}

}  // namespace

Picture scene(std::uint32_t width, std::uint32_t height) {
  Picture out{width, height, {}};
  std::mt19937 random(7);
  for (std::uint32_t y = 0; y < height; ++y)
    for (std::uint32_t x = 0; x < width; ++x) {
      const double u = (x + 0.5) / width;
      const double v = (y + 0.5) / height;
      double rgb[] = {255 * u, 255 * v, 255 * (1 - u)};
      if (v > 0.75) std::fill(rgb, rgb + 3, u < 0.5 ? 510 * u : (x / 3 % 2 == 0 ? 230 : 25));
      const double face = std::hypot((u - 0.3) * width / height, v - 0.38);
      if (face < 0.26) {
        rgb[0] = 224;
        rgb[1] = 172;
        rgb[2] = 140;
      }
      if (std::hypot((u - 0.24) * width / height, v - 0.34) < 0.05 ||
          std::hypot((u - 0.36) * width / height, v - 0.34) < 0.05)
        rgb[0] = rgb[1] = rgb[2] = 30;
      if (u > 0.6 && u < 0.8 && v > 0.15 && v < 0.55) {
        rgb[0] = 20;
        rgb[1] = 230;
        rgb[2] = 40;
      }
      if (random() % 60 == 0) rgb[random() % 3] = 255;
      for (const double c : rgb)
        out.rgba.push_back(byte(c + static_cast<double>(random() % 9) - 4));
      out.rgba.push_back(u > 0.85 && v < 0.3 ? byte(900 * v) : 255);
    }
  return out;
}

Picture noise(std::uint32_t width, std::uint32_t height, unsigned seed) {
  Picture out{width, height, {}};
  std::mt19937 random(seed);
  out.rgba.resize(std::size_t{width} * height * 4);
  for (std::uint8_t& b : out.rgba) b = static_cast<std::uint8_t>(random());
  return out;
}

Picture mask(std::uint32_t width, std::uint32_t height) {
  Picture out{width, height, {}};
  for (std::uint32_t y = 0; y < height; ++y)
    for (std::uint32_t x = 0; x < width; ++x) {
      const std::uint8_t v = byte(255 * (1.5 - (3.0 * x / width) + (0.5 * y / height)));
      out.rgba.insert(out.rgba.end(), {v, v, v, 255});
    }
  return out;
}

const Compute* compute_on(const std::string& device) {
  static std::map<std::string, std::optional<Compute>> all;
  if (!all.contains(device)) {
    auto made = Compute::create({.device = device, .threads = 2});
    all[device] = made ? std::optional(*made) : std::nullopt;
  }
  return all[device] ? &*all[device] : nullptr;
}

FramePipeline pipeline_for(const Picture& picture, const std::string& device, bool fuse) {
  return FramePipeline::start(picture.width, picture.height,
                              {.compute = *compute_on(device), .fuse = fuse})
      .value();
}

Picture filtered(const Picture& picture, const std::vector<Filter>& filters) {
  return must(pipeline_for(picture).process_frame(picture.rgba, filters));
}

Folder::Folder() {
  static int number = 0;
  path_ = std::filesystem::temp_directory_path() /
          ("dala-media-" + std::to_string(getpid()) + "-" + std::to_string(++number));
  std::filesystem::create_directories(path_);
}

Folder::~Folder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

void write_text(const std::filesystem::path& file, const std::string& text) {
  std::ofstream(file, std::ios::binary) << text;
}

}  // namespace dala::media::test
