// A warm surface allocates nothing per frame, on any of its threads.
#include "support/allocations.hpp"

#include "surface_fixture.hpp"

namespace dala {
namespace {

using test::per_thousand;

class SurfaceAllocations : public testing::Test {
 protected:
  void SetUp() override {
#if !DALA_COUNTS_ALLOCATIONS
    GTEST_SKIP() << "skipped: sanitizers have their own malloc, so allocations cannot be counted";
#endif
  }
};

TEST_F(SurfaceAllocations, NonePerFrame) {
  const Surface surface = make_surface(64, 48);
  std::vector<std::uint8_t> picture(std::size_t{8} * 8 * 4, 128);
  surface.load_sprite(1, {picture, 8, 8});
  surface.load_image(2, {picture, 8, 8});
  Commands commands(draw::Clear{colors::black}, draw::FillCircle{30, 20, 15, {1, 2, 3, 99}},
                    draw::DrawTriangle{0, 0, 60, 5, 30, 40, {9, 9, 9, 99}});
  EXPECT_EQ(per_thousand([&] {
              surface.clear(colors::white);
              surface.fill_rect(1, 2, 30, 20, {255, 0, 0, 128});
              surface.draw_line(0, 0, 63, 47, {0, 0, 255, 128});
              surface.draw_circle(30, 20, 10, colors::green);
              surface.fill_triangle(0, 0, 60, 5, 30, 40, colors::red);
              surface.fill_round_rect(5, 5, 40, 30, 8, {0, 0, 0, 100});
              surface.blit(1, 20, 20);
              surface.draw_image(2, 3, 3, 40, 30);
              surface.batch(commands);
              surface.present();
              must(surface.flush());
            }),
            0);
  expect_no_errors(surface);
}

TEST_F(SurfaceAllocations, NonePerKernel) {
  // On the CPU: what a driver allocates is its own.
  SurfaceOptions options;
  options.compute = Compute::create({.device = "cpu"}).value();
  const Surface surface = make_surface(64, 48, options);
  surface.load_shader("half",
                      "fn half(p: &mut Tensor<u8>, by: f32) {"
                      "  p[ABSOLUTE_POS] = ((p[ABSOLUTE_POS] as f32) * by) as u8; }");
  const float by = 0.5F;
  const auto params = std::as_bytes(std::span(&by, 1));
  EXPECT_EQ(per_thousand([&] {
              surface.dispatch_compute("half", params);
              surface.present();
              must(surface.flush());
            }),
            0);
  expect_no_errors(surface);
}

}  // namespace
}  // namespace dala
