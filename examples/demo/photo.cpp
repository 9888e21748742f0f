// A picture like a photograph, made by a kernel, and what a chain of filters makes of it.
#include <dala/media/pipeline.hpp>
#include <dala/media/still.hpp>

#include "demo.hpp"

namespace demo {

namespace {

constexpr std::uint32_t width = 1280;
constexpr std::uint32_t height = 800;

dala::Result<dala::media::Picture> make_photo(const Demo& demo) {
  if (auto done = register_example(demo, "landscape"); !done) return std::unexpected(done.error());
  const auto frame = demo.compute.buffer_zeros({height, width, 4}, dala::DType::u8);
  if (!frame) return std::unexpected(frame.error());
  if (auto done =
          demo.compute.run_kernel("landscape", {}, *frame, {{"time", 0.0}, {"grain", 0.05}});
      !done)
    return std::unexpected(done.error());
  auto pixels = frame->read<std::uint8_t>();
  if (!pixels) return std::unexpected(pixels.error());
  return dala::media::Picture{width, height, std::move(*pixels)};
}

}  // namespace

dala::Result<Section> filter_photo(Demo& demo) {
  auto photo = make_photo(demo);
  if (!photo) return std::unexpected(photo.error());
  demo.photo = std::move(*photo);
  const auto frames = dala::media::FramePipeline::start(width, height, {.compute = demo.compute});
  if (!frames) return std::unexpected(frames.error());
  const auto after = frames->process_frame(demo.photo.rgba, photo_filters());
  if (!after) return std::unexpected(after.error());
  if (auto done = dala::media::write_picture(demo.folder / "photo.jpg", demo.photo); !done)
    return std::unexpected(done.error());
  if (auto done = dala::media::write_picture(demo.folder / "photo_filtered.jpg", *after); !done)
    return std::unexpected(done.error());

  return Section{
      .title = "A chain of filters",
      .about =
          "The evening on the left comes out of a kernel (examples/kernels/landscape.dk), with the "
          "grain of a camera. Five filters take the grain away and warm the light, four of them "
          "fused into one pass over the picture.",
      .figures = {{.file = "photo.jpg", .caption = "before"},
                  {.file = "photo_filtered.jpg", .caption = "after"}},
      .compare = true,
      .code = {{.title = "the same on the command line",
                .text = filter_command("photo.jpg", "photo_filtered.jpg", photo_filters()),
                .folded = false}},
      .files = {"photo.jpg", "photo_filtered.jpg"}};
}

}  // namespace demo
