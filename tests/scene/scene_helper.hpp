// Scenes for tests, on any device.
#pragma once

#include <string>

#include <dala/scene.hpp>

#include "media/media_helper.hpp"
#include "media/video_helper.hpp"
#include "support/results.hpp"

namespace dala::scene::test {

using namespace std::chrono_literals;
using media::Picture;
using media::test::difference;

// Devices that this machine has, of "cpu", "gles" and "cuda".
[[nodiscard]] std::vector<std::string> devices_here();
// A device's id as part of a test's name: "cpu_interpreter".
[[nodiscard]] std::string name_of(std::string device);

[[nodiscard]] Scene scene_on(const std::string& device, std::uint32_t width = 96,
                             std::uint32_t height = 64, Options options = {});

[[nodiscard]] std::shared_ptr<const Picture> shared(Picture picture);
[[nodiscard]] Picture solid(std::uint32_t width, std::uint32_t height, Rgba color);

// The frame of a time.
[[nodiscard]] Picture frame_at(const Scene& scene, Time pts = {});
[[nodiscard]] Rgba pixel(const Picture& picture, std::uint32_t x, std::uint32_t y);

}  // namespace dala::scene::test
