// A kernel written as text, compiled while the program runs: rings over a gradient.
#include <iostream>
#include <system_error>

#include "files/png.hpp"
#include "steps.hpp"

namespace demo {

namespace {

constexpr const char* rings = R"(
#[pixels]
fn rings(input: Tensor<u8>, output: &mut Tensor<u8>, spacing: f32) {
  let y = ABSOLUTE_POS_Y;
  let x = ABSOLUTE_POS_X;
  let from_middle = vec2((x - input.shape(1) / 2) as f32, (y - input.shape(0) / 2) as f32);
  let light = 0.5 + 0.5 * cos(length(from_middle) * 6.2831853 / spacing);
  for c in 0..3 { output[y, x, c] = ((input[y, x, c] as f32) * light) as u8; }
  output[y, x, 3] = 255;
})";

}  // namespace

dala::Result<void> run_own_kernel(const dala::Compute& compute,
                                  const std::filesystem::path& folder) {
  constexpr std::int64_t width = 640;
  constexpr std::int64_t height = 480;
  const auto picture = compute.buffer_zeros({height, width, 4}, dala::DType::u8);
  const auto result = compute.buffer_zeros({height, width, 4}, dala::DType::u8);
  if (!picture) return std::unexpected(picture.error());
  if (!result) return std::unexpected(result.error());
  if (auto done = compute.run_kernel("generate_gradient", {}, *picture); !done) return done;
  if (auto done = compute.register_kernel("rings", {.text = rings}); !done) return done;
  const auto id = compute.submit(
      {.kernel = "rings", .inputs = {*picture}, .outputs = *result, .params = {{"spacing", 40.0}}});
  if (!id) return std::unexpected(id.error());
  if (auto done = compute.wait(*id); !done) return done;
  const auto pixels = result->read<std::uint8_t>();
  if (!pixels) return std::unexpected(pixels.error());
  const auto explanation = compute.explain(*id);
  if (!explanation) return std::unexpected(explanation.error());

  std::error_code error;
  std::filesystem::create_directories(folder, error);
  const std::filesystem::path file = folder / "rings.png";
  if (auto written = dala::files::write_png(file, width, height, 4, *pixels); !written)
    return written;
  std::cout << "A kernel of our own:     " << file.string() << " by "
            << explanation->stages[0].implementation << '\n';
  return {};
}

}  // namespace demo
