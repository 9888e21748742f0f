#include "scene/scene_helper.hpp"

#include <algorithm>

namespace dala::scene::test {

std::vector<std::string> devices_here() {
  std::vector<std::string> out;
  for (const char* name : {"cpu", "gles", "cuda"})
    if (media::test::compute_on(name) != nullptr) out.emplace_back(name);
  return out;
}

std::string name_of(std::string device) {
  std::ranges::replace(device, '-', '_');
  return device;
}

Scene scene_on(const std::string& device, std::uint32_t width, std::uint32_t height,
               Options options) {
  options.compute = *media::test::compute_on(device);
  auto scene = Scene::create(width, height, options);
  if (!scene) {
    ADD_FAILURE() << scene.error().message;
    std::abort();
  }
  return *scene;
}

std::shared_ptr<const Picture> shared(Picture picture) {
  return std::make_shared<const Picture>(std::move(picture));
}

Picture solid(std::uint32_t width, std::uint32_t height, Rgba color) {
  Picture out{width, height, {}};
  for (std::uint32_t i = 0; i < width * height; ++i)
    out.rgba.insert(out.rgba.end(), {color.r, color.g, color.b, color.a});
  return out;
}

Picture frame_at(const Scene& scene, Time pts) {
  must(scene.render(pts));
  return must(scene.picture());
}

Rgba pixel(const Picture& picture, std::uint32_t x, std::uint32_t y) {
  const std::uint8_t* p = &picture.rgba[(std::size_t{y} * picture.width + x) * 4];
  return {p[0], p[1], p[2], p[3]};
}

}  // namespace dala::scene::test
