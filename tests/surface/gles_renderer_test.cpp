// The OpenGL ES renderer without a window: what it draws is the frame, and it runs GLSL ES.
#include <cstring>
#include <random>

#include <dala/surface/gles.hpp>

#include "surface_fixture.hpp"

namespace dala {
namespace {

using Bytes = std::vector<std::uint8_t>;

// A surface whose renderer hands back what it drew.
class GlesSurface : public testing::Test {
 protected:
  void SetUp() override { open(61, 43); }
  void open(std::uint32_t width, std::uint32_t height) {
    const auto renderer = make_gles_renderer({.on_drawn = [this](const FrameView& frame) {
      drawn.assign(frame.pixels.begin(), frame.pixels.end());
      drawn_width = frame.width;
      ++frames;
    }});
    if (!renderer) GTEST_SKIP() << "skipped: " << renderer.error().message;
    auto made = Surface::create(width, height, {.renderer = *renderer});
    if (!made && made.error().code == ErrorCode::unsupported)
      GTEST_SKIP() << "skipped: " << made.error().message;
    if (!made) FAIL() << made.error().message;
    surface = *made;
  }
  void expect_drawn() {
    must(surface->present());
    expect_no_errors(*surface);
    EXPECT_EQ(drawn, must(surface->shown_pixels()));
    EXPECT_EQ(drawn_width, surface->size().width);
  }
  Error only_error() {
    must(surface->flush());
    const auto errors = surface->take_errors();
    EXPECT_EQ(errors.size(), 1U);
    return errors.empty() ? Error{} : errors[0].error;
  }
  Rgba at(std::size_t x, std::size_t y) {
    return pixel(must(surface->get_pixels()), surface->size().width, x, y);
  }

  std::optional<Surface> surface;
  Bytes drawn;  // written on the render thread, read after a flush
  std::uint32_t drawn_width = 0;
  int frames = 0;
};

Bytes noise(std::size_t bytes) {
  std::mt19937 random(7);
  Bytes out(bytes);
  for (std::uint8_t& byte : out) byte = static_cast<std::uint8_t>(random());
  return out;
}

TEST_F(GlesSurface, DrawsEveryPixelAsItIs) {
  must(surface->set_pixels(noise(std::size_t{61} * 43 * 4)));
  expect_drawn();
  EXPECT_EQ(drawn.size(), std::size_t{61} * 43 * 4);
}

TEST_F(GlesSurface, UploadsWhatChanged) {
  surface->clear(colors::blue);
  expect_drawn();
  for (std::int32_t i = 0; i < 6; ++i) {  // both buffers, more than once
    surface->fill_rect(3 * i, 2 * i, 7, 5, {static_cast<std::uint8_t>(40 * i), 255, 9, 128});
    surface->draw_line(0, 42, 60, i, colors::white);
    expect_drawn();
  }
  expect_drawn();  // nothing at all
  EXPECT_EQ(frames, 8);
}

TEST_F(GlesSurface, FollowsTheSize) {
  surface->clear({1, 2, 3, 4});
  expect_drawn();
  for (const auto& [w, h] : {std::pair{7U, 5U}, {300U, 200U}, {1U, 1U}, {61U, 43U}}) {
    surface->resize(w, h);
    surface->fill_circle(3, 3, 3, colors::red);
    expect_drawn();
  }
}

TEST_F(GlesSurface, OtherSurfacesGoOnBesideIt) {
  const auto renderer = make_gles_renderer();
  const Surface other = make_surface(20, 20, {.renderer = must(renderer)});
  for (int i = 0; i < 5; ++i) {
    other.clear(colors::green);
    other.present();
    surface->fill_circle(10 * i, 20, 8, {static_cast<std::uint8_t>(50 * i), 0, 255, 200});
    expect_drawn();
  }
  expect_no_errors(other);
}

// Pictures from every device that is here; how they come is the device's and the driver's business,
// and `explain` says it.
class GlesPictures : public GlesSurface, public testing::WithParamInterface<const char*> {};

TEST_P(GlesPictures, AreShownInPlaceOfTheFrame) {
  if (!surface) return;
  const auto compute = Compute::create({.device = GetParam()});
  if (!compute) GTEST_SKIP() << "skipped: " << compute.error().message;
  const Bytes own = noise(std::size_t{61} * 43 * 4);
  Buffer picture = must(compute->buffer<std::uint8_t>(own, {43, 61, 4}));
  EXPECT_NE(must(surface->explain()).find("no picture"), std::string::npos);
  surface->clear(colors::blue);
  expect_drawn();
  const Bytes frame = drawn;
  for (int i = 0; i < 3; ++i) {
    must(surface->show(*compute, picture));
    EXPECT_EQ(drawn, own);
    EXPECT_EQ(must(surface->get_pixels()), frame) << "what was drawn stays";
    must(surface->present_again());
    EXPECT_EQ(drawn, own);
    expect_drawn();  // the frame again, all of it
    // What a kernel wrote last is what is shown.
    must(compute->run_kernel("elementwise_add", {picture, picture}, picture));
    const Bytes twice = must(picture.read<std::uint8_t>());
    must(surface->show(*compute, picture));
    EXPECT_EQ(drawn, twice);
    must(picture.write(std::span<const std::uint8_t>(own)));
  }
  const std::string how = must(surface->explain());
  RecordProperty("how", how);
  const bool on_one_gpu = GetParam() == std::string("cuda") && how.contains("shared");
  EXPECT_TRUE(on_one_gpu || how.contains("copied once, through the host's memory: ")) << how;
  // Another size is another texture.
  surface->resize(9, 4);
  expect_error(surface->show(*compute, picture), ErrorCode::shape_mismatch);
  const Buffer small = must(compute->buffer_zeros({4, 9, 4}, DType::u8));
  must(surface->show(*compute, small));
  EXPECT_EQ(drawn, Bytes(std::size_t{9} * 4 * 4));
}

INSTANTIATE_TEST_SUITE_P(Devices, GlesPictures, testing::Values("cpu", "gles", "cuda"));

TEST_F(GlesSurface, APictureThatIsGoneIsAnErrorAndTheSurfaceGoesOn) {
  const Compute compute = Compute::create({.device = "cpu"}).value();
  const Buffer picture = must(compute.buffer_zeros({43, 61, 4}, DType::u8));
  picture.free();
  expect_error(surface->show(compute, picture), ErrorCode::freed_buffer);
  expect_error(surface->show(compute, {}), ErrorCode::invalid_handle);
  surface->clear(colors::red);
  expect_drawn();
}

constexpr const char* invert = R"(#version 310 es
layout(local_size_x = 8, local_size_y = 8) in;
layout(rgba8, binding = 0) writeonly uniform highp image2D frame;
layout(rgba8, binding = 1) readonly uniform highp image2D before;
void main() {
  ivec2 at = ivec2(gl_GlobalInvocationID.xy);
  vec4 c = imageLoad(before, at);
  imageStore(frame, at, vec4(1.0 - c.rgb, c.a));
})";

TEST_F(GlesSurface, RunsGlsl) {
  surface->clear({10, 20, 30, 255});
  surface->dispatch_compute(invert, {}, {8, 6, 1});
  EXPECT_EQ(at(0, 0), (Rgba{245, 235, 225, 255}));
  EXPECT_EQ(at(60, 42), (Rgba{245, 235, 225, 255}));
  expect_drawn();
  surface->dispatch_compute(invert, {}, {1, 1, 1});  // one group: the rest stays
  EXPECT_EQ(at(7, 7), (Rgba{10, 20, 30, 255}));
  EXPECT_EQ(at(8, 7), (Rgba{245, 235, 225, 255}));
  expect_drawn();
}

template <typename... T>
std::vector<std::byte> pack(T... values) {
  std::vector<std::byte> out((sizeof values + ...));
  std::byte* to = out.data();
  ((std::memcpy(to, &values, sizeof values), to += sizeof values), ...);
  return out;
}

constexpr const char* fill = R"(#version 310 es
layout(local_size_x = 64) in;
layout(rgba8, binding = 0) writeonly uniform highp image2D frame;
layout(std140, binding = 0) uniform Params { highp float red; uint row; };
uniform highp vec2 rest;
uniform bool solid;
uniform int levels[2];
void main() {
  imageStore(frame, ivec2(gl_GlobalInvocationID.x, row),
             vec4(red, rest, solid ? 1.0 : float(levels[1]) / 255.0));
})";

TEST_F(GlesSurface, GlslTakesParamsAndUniforms) {
  surface->clear(colors::transparent);
  surface->load_shader("fill", fill);
  surface->set_uniform("rest", pack(0.0F, 1.0F));
  surface->set_uniform("solid", pack(0));
  surface->set_uniform("levels", pack(1, 7));
  surface->dispatch_compute("fill", pack(1.0F, std::uint32_t{3}));
  expect_no_errors(*surface);
  EXPECT_EQ(at(0, 3), (Rgba{255, 0, 255, 7}));
  EXPECT_EQ(at(60, 3), (Rgba{255, 0, 255, 7}));
  EXPECT_EQ(at(0, 2), colors::transparent);
  surface->set_uniform("solid", pack(1));
  surface->dispatch_compute("fill", pack(0.0F, std::uint32_t{2}));
  EXPECT_EQ(at(0, 2), (Rgba{0, 0, 255, 255}));
  expect_no_errors(*surface);

  surface->dispatch_compute("fill", pack(0.0F));  // a block is padded to 16, so this is enough
  expect_no_errors(*surface);
  surface->dispatch_compute("fill", pack(0.0F, 1.0F, 2.0F, 3.0F, 4.0F));
  EXPECT_NE(only_error().message.find("16 bytes, and was given 20"), std::string::npos);
  surface->set_uniform("rest", pack(1.0F));
  surface->dispatch_compute("fill", pack(0.0F, std::uint32_t{2}));
  EXPECT_NE(only_error().message.find("\"rest\" has 8 bytes, and was given 4"), std::string::npos);
}

TEST_F(GlesSurface, GlslMistakesAreEventsWithTheCompilersWords) {
  surface->load_shader("bad",
                       "#version 310 es\nlayout(local_size_x = 1) in;\n"
                       "void main() { highp int n = nonsense; }");
  const Error rejected = only_error();
  EXPECT_EQ(rejected.code, ErrorCode::compile_failed);
  EXPECT_NE(rejected.message.find("nonsense"), std::string::npos) << rejected.message;
  surface->dispatch_compute(fill, pack(1.0F, std::uint32_t{3}));
  EXPECT_EQ(only_error().code, ErrorCode::missing_param);
  surface->dispatch_compute(invert, {}, {1, 70000, 1});
  EXPECT_NE(only_error().message.find("1 x 70000 x 1"), std::string::npos);
  surface->dispatch_compute(invert, pack(1.0F));
  EXPECT_EQ(only_error().code, ErrorCode::wrong_length);
  surface->load_shader("blocks",
                       "#version 310 es\nlayout(local_size_x = 1) in;\n"
                       "layout(rgba8, binding = 0) writeonly uniform highp image2D frame;\n"
                       "layout(std140, binding = 1) uniform B { highp float a; };\n"
                       "void main() { imageStore(frame, ivec2(0), vec4(a)); }");
  EXPECT_NE(only_error().message.find("binding 1"), std::string::npos);
  surface->clear(colors::red);
  expect_drawn();
}

TEST_F(GlesSurface, ANameGoesFromKernelsToGlslAndBack) {
  constexpr const char* nines = "fn k(p: &mut Tensor<u8>) { p[ABSOLUTE_POS] = 9; }";
  surface->load_shader("it", nines);
  surface->load_shader("it", invert);
  surface->clear({0, 0, 0, 255});
  surface->dispatch_compute("it", {}, {8, 6, 1});
  EXPECT_EQ(at(5, 5), colors::white);
  surface->load_shader("it", "#version 310 es\noops");  // leaves the one before
  EXPECT_EQ(only_error().code, ErrorCode::compile_failed);
  surface->dispatch_compute("it", {}, {8, 6, 1});
  EXPECT_EQ(at(5, 5), colors::black);
  surface->load_shader("it", nines);
  surface->dispatch_compute("it");
  EXPECT_EQ(at(5, 5), (Rgba{9, 9, 9, 9}));
  for (int i = 0; i < 70; ++i)  // more texts than are kept
    surface->dispatch_compute(std::string(invert) + "// " + std::to_string(i), {}, {8, 6, 1});
  EXPECT_EQ(at(5, 5), (Rgba{9, 9, 9, 9}));
  expect_no_errors(*surface);
}

TEST(GlesRenderer, OtherSurfacesTakeNoGlsl) {
  const Surface surface = make_surface(4, 4);
  surface.dispatch_compute(invert);
  must(surface.flush());
  const auto errors = surface.take_errors();
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_EQ(errors[0].error.code, ErrorCode::unsupported);
  EXPECT_NE(errors[0].error.message.find("\"headless\" runs no shaders"), std::string::npos);
}

// A window that was never made: what it says reaches whoever creates the surface.
class NoWindow final : public GlesWindow {
 public:
  Result<void> make_current() override {
    return std::unexpected(Error{ErrorCode::unsupported, "the window is gone"});
  }
  void release() override {}
  [[nodiscard]] Size size() const override { return {}; }
  Result<void> swap() override { return {}; }
};

TEST(GlesRenderer, AWindowThatFailsIsAnErrorOfCreate) {
  const auto renderer = make_gles_renderer({.window = std::make_shared<NoWindow>()});
  if (!renderer) GTEST_SKIP() << "skipped: " << renderer.error().message;
  expect_error(Surface::create(4, 4, {.renderer = *renderer}), ErrorCode::unsupported,
               "the window is gone");
}

}  // namespace
}  // namespace dala
