// The examples of the guide to the render pipeline, in its order and with its names.
#include "surface_fixture.hpp"

namespace dala {
namespace {

using Bytes = std::vector<std::uint8_t>;

class RenderPipelineGuide : public testing::Test {
 protected:
  ~RenderPipelineGuide() override { expect_no_errors(surface); }
  Rgba at(std::size_t x, std::size_t y) { return pixel(must(surface.get_pixels()), 320, x, y); }
  Surface surface = make_surface(320, 240);
};

TEST(RenderPipeline, SurfaceLifecycle) {
  const auto surface = Surface::create(1920, 1080);
  ASSERT_TRUE(surface.has_value());
  must(surface->clear(colors::transparent));
  must(surface->fill_rect(10, 10, 100, 100, colors::red));
  must(surface->present());
  const Bytes shown = must(surface->shown_pixels());
  EXPECT_EQ(pixel(shown, 1920, 10, 10), colors::red);
  EXPECT_EQ(pixel(shown, 1920, 109, 109), colors::red);
  EXPECT_EQ(pixel(shown, 1920, 110, 109), colors::transparent);
  surface->destroy();
  expect_error(surface->present(), ErrorCode::shut_down);
}

TEST_F(RenderPipelineGuide, BasicPrimitives) {
  must(surface.clear(colors::black));
  EXPECT_EQ(at(0, 0), colors::black);
  must(surface.clear({255, 0, 0, 128}));
  EXPECT_EQ(at(0, 0), (Rgba{255, 0, 0, 128}));
  must(surface.clear(colors::black));
  must(surface.fill_rect(5, 6, 7, 8, colors::red));
  EXPECT_EQ(at(11, 13), colors::red);
  EXPECT_EQ(at(12, 13), colors::black);
  must(surface.draw_line(0, 100, 50, 125, colors::white));
  EXPECT_EQ(at(0, 100), colors::white);
  EXPECT_EQ(at(50, 125), colors::white);
  EXPECT_EQ(at(24, 112), colors::white);
  must(surface.draw_circle(100, 60, 20, colors::blue));
  EXPECT_EQ(at(120, 60), colors::blue);
  EXPECT_EQ(at(100, 40), colors::blue);
  EXPECT_EQ(at(100, 60), colors::black);
  must(surface.fill_circle(160, 60, 20, colors::green));
  EXPECT_EQ(at(160, 60), colors::green);
  EXPECT_EQ(at(180, 60), colors::green);
  EXPECT_EQ(at(181, 60), colors::black);
  must(surface.draw_triangle(200, 40, 240, 40, 220, 80, colors::yellow));
  EXPECT_EQ(at(220, 40), colors::yellow);
  EXPECT_EQ(at(220, 80), colors::yellow);
  EXPECT_EQ(at(220, 60), colors::black);
  must(surface.fill_triangle(200, 140, 240, 140, 220, 180, colors::cyan));
  EXPECT_EQ(at(220, 160), colors::cyan);
  EXPECT_EQ(at(201, 160), colors::black);
  must(surface.draw_round_rect(20, 150, 60, 40, 8, colors::white));
  EXPECT_EQ(at(50, 150), colors::white);
  EXPECT_EQ(at(20, 170), colors::white);
  EXPECT_EQ(at(20, 150), colors::black);
  must(surface.clear(colors::white));
  must(surface.fill_round_rect(100, 150, 60, 40, 8, {0, 0, 0, 128}));
  EXPECT_EQ(at(130, 170), (Rgba{127, 127, 127, 255}));
  EXPECT_EQ(at(100, 150), colors::white);
  must(surface.set_clip(0, 0, 10, 10, true));
  must(surface.fill_rect(0, 0, 320, 240, colors::red));
  EXPECT_EQ(at(9, 9), colors::red);
  EXPECT_EQ(at(10, 10), colors::white);
  must(surface.reset_clip());
  must(surface.fill_rect(0, 0, 320, 240, colors::red));
  EXPECT_EQ(at(319, 239), colors::red);
}

TEST_F(RenderPipelineGuide, ImageLoadingAndRendering) {
  const std::uint64_t image_id = 42;
  Bytes rgba_data;
  for (int i = 0; i < 16; ++i) rgba_data.insert(rgba_data.end(), {200, 100, 50, 255});
  must(surface.load_image(image_id, {rgba_data, 4, 4}));
  must(surface.draw_image(image_id, 10, 20, 80, 60));
  EXPECT_EQ(at(10, 20), (Rgba{200, 100, 50, 255}));
  EXPECT_EQ(at(89, 79), (Rgba{200, 100, 50, 255}));
  EXPECT_EQ(at(90, 79), colors::transparent);
  must(surface.remove_image(image_id));
}

TEST_F(RenderPipelineGuide, TextureAtlas) {
  const Bytes rgba_data(std::size_t{8} * 8 * 4, 255);
  must(surface.load_sprite(1, {rgba_data, 8, 8}));
  must(surface.blit(1, 100, 50));
  EXPECT_EQ(at(107, 57), colors::white);
  EXPECT_EQ(at(108, 57), colors::transparent);
  must(surface.remove_sprite(1));
}

TEST_F(RenderPipelineGuide, BatchExecution) {
  const std::vector<std::vector<std::byte>> commands = {
      encode(draw::Clear{colors::transparent}),
      encode(draw::FillRect{0, 0, 100, 100, colors::red}),
      encode(draw::DrawCircle{50, 50, 25, colors::blue}),
  };
  must(surface.batch(commands));
  EXPECT_EQ(at(50, 50), colors::red);
  EXPECT_EQ(at(75, 50), colors::blue);
  EXPECT_EQ(at(100, 100), colors::transparent);
}

TEST_F(RenderPipelineGuide, ComputeShaders) {
  must(surface.clear(colors::white));
  const std::string shader_source =
      "fn darken(pixels: &mut Tensor<u8>, radius: f32) {"
      "  pixels[ABSOLUTE_POS] = ((pixels[ABSOLUTE_POS] as f32) / radius) as u8; }";
  const float two = 2.0F;
  must(surface.dispatch_compute(shader_source, std::as_bytes(std::span(&two, 1)), {40, 30, 1}));
  EXPECT_EQ(at(0, 0), (Rgba{127, 127, 127, 127}));
  must(surface.load_shader("blur", shader_source));
  const float five = 5.0F;
  must(surface.set_uniform("radius", std::as_bytes(std::span(&five, 1))));
  must(surface.dispatch_compute("blur"));
  EXPECT_EQ(at(0, 0), (Rgba{25, 25, 25, 25}));
  EXPECT_TRUE(surface.supports_compute());
}

TEST_F(RenderPipelineGuide, DoubleBuffering) {
  must(surface.clear(colors::red));
  must(surface.present());
  must(surface.fill_rect(0, 0, 320, 240, colors::blue));
  // Drawing goes to the back buffer; the front one is still shown.
  EXPECT_EQ(pixel(must(surface.shown_pixels()), 320, 5, 5), colors::red);
  must(surface.present());
  EXPECT_EQ(pixel(must(surface.shown_pixels()), 320, 5, 5), colors::blue);
}

TEST_F(RenderPipelineGuide, DirectPixelAccess) {
  Bytes pixels = must(surface.get_pixels());
  pixels[0] = 200;
  must(surface.set_pixels(pixels));
  must(surface.with_pixels([](const Surface::Pixels& frame) {
    for (std::uint8_t& byte : frame.rgba) byte = static_cast<std::uint8_t>(byte / 2);
  }));
  EXPECT_EQ(int{must(surface.get_pixels())[0]}, 100);
}

}  // namespace
}  // namespace dala
