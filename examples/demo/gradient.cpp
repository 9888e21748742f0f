// A picture: made by a kernel, written as a PNG.
#include <iostream>
#include <system_error>

#include "files/png.hpp"
#include "steps.hpp"

namespace demo {

dala::Result<void> draw_gradient(const dala::Compute& compute,
                                 const std::filesystem::path& folder) {
  constexpr std::int64_t width = 640;
  constexpr std::int64_t height = 480;
  const auto picture = compute.buffer_zeros({height, width, 4}, dala::DType::u8);
  if (!picture) return std::unexpected(picture.error());
  if (auto done = compute.run_kernel("generate_gradient", {}, *picture); !done) return done;
  const auto pixels = picture->read<std::uint8_t>();
  if (!pixels) return std::unexpected(pixels.error());

  std::error_code error;
  std::filesystem::create_directories(folder, error);
  const std::filesystem::path file = folder / "gradient.png";
  if (auto written = dala::files::write_png(file, width, height, 4, *pixels); !written)
    return written;
  std::cout << "A generated picture:     " << file.string() << " (" << width << " x " << height
            << ")\n";
  return {};
}

}  // namespace demo
