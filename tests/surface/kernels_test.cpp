// Kernels on a surface's frame.
#include "compute/runtime.hpp"
#include "surface_fixture.hpp"

namespace dala {
namespace {

using Bytes = std::vector<std::uint8_t>;

template <typename... T>
std::vector<std::byte> pack(T... values) {
  std::vector<std::byte> out((sizeof values + ...));
  std::byte* at = out.data();
  ((std::memcpy(at, &values, sizeof values), at += sizeof values), ...);
  return out;
}

constexpr const char* add_kernel = R"(
fn add(pixels: &mut Tensor<u8>, amount: s32) {
  pixels[ABSOLUTE_POS] = ((pixels[ABSOLUTE_POS] as s32) + amount) as u8;
})";

class SurfaceKernels : public testing::Test {
 protected:
  SurfaceKernels() { surface.clear({10, 20, 30, 40}); }

  Rgba first() { return pixel(must(surface.get_pixels()), 5, 0, 0); }
  Error only_error() {
    must(surface.flush());
    const auto errors = surface.take_errors();
    EXPECT_EQ(errors.size(), 1U);
    return errors.empty() ? Error{} : errors[0].error;
  }

  Compute compute = *Compute::create();
  Surface surface = make_surface(5, 3, {.compute = compute});
};

TEST_F(SurfaceKernels, ATextChangesTheFrameInPlace) {
  EXPECT_TRUE(surface.supports_compute());
  surface.dispatch_compute(add_kernel, pack(std::int32_t{5}), {8, 8, 1});
  EXPECT_EQ(first(), (Rgba{15, 25, 35, 45}));
  surface.present();
  surface.dispatch_compute(add_kernel, pack(std::int32_t{-1}));  // the other frame
  EXPECT_EQ(first(), (Rgba{14, 24, 34, 44}));
  surface.resize(6, 4);
  surface.dispatch_compute(add_kernel, pack(std::int32_t{1}));
  EXPECT_EQ(pixel(must(surface.get_pixels()), 6, 0, 0), (Rgba{15, 25, 35, 45}));
  EXPECT_EQ(pixel(must(surface.get_pixels()), 6, 5, 3), (Rgba{1, 1, 1, 1}));
  expect_no_errors(surface);
}

// Whoever may send messages may not have more memory than the surface.
TEST_F(SurfaceKernels, NamesTextsAndValuesAreWithinTheMemoryLimit) {
  constexpr std::uint64_t limit = 1 << 20;
  const Surface small = make_surface(5, 3, {.memory_limit = limit, .compute = compute});
  const std::vector<std::byte> value(100'000);
  const std::string name(100'000, 'n');
  const auto rejected = [&] {
    must(small.flush());
    const auto errors = small.take_errors();
    for (const SurfaceError& error : errors)
      EXPECT_EQ(error.error.code, ErrorCode::out_of_memory) << error.error.message;
    return errors.size();
  };
  for (int i = 0; i < 100; ++i) small.set_uniform("u" + std::to_string(i), value);
  EXPECT_EQ(rejected(), 90U);
  for (int i = 0; i < 100; ++i) small.set_uniform("u0", value);  // each in the place of the last
  EXPECT_EQ(rejected(), 100U);                                   // both are there for a moment
  small.set_uniform("u1", {});
  for (int i = 0; i < 100; ++i) small.set_uniform("u0", value);
  EXPECT_EQ(rejected(), 0U);
  for (int i = 0; i < 10; ++i) small.set_uniform("u" + std::to_string(i), {});
  EXPECT_EQ(rejected(), 0U);
  for (int i = 0; i < 20; ++i) small.load_shader(name + std::to_string(i), add_kernel);
  EXPECT_EQ(rejected(), 10U);
  for (int i = 0; i < 20; ++i) small.load_shader("bad" + std::to_string(i), "no kernel {}");
  must(small.flush());
  for (const SurfaceError& error : small.take_errors())
    EXPECT_EQ(error.error.code, ErrorCode::bad_kernel) << error.error.message;
}

TEST_F(SurfaceKernels, AnInputIsTheFrameAsItWas) {
  surface.fill_rect(0, 0, 1, 1, colors::white);
  surface.dispatch_compute(R"(
#[pixels]
fn shift(before: Tensor<u8>, after: &mut Tensor<u8>) {
  for c in 0..4 {
    after[ABSOLUTE_POS_Y, ABSOLUTE_POS_X, c] = before[ABSOLUTE_POS_Y, ABSOLUTE_POS_X - 1, c];
  }
})");
  expect_no_errors(surface);
  const Bytes pixels = must(surface.get_pixels());
  EXPECT_EQ(pixel(pixels, 5, 0, 0), colors::transparent);
  EXPECT_EQ(pixel(pixels, 5, 1, 0), colors::white);
  EXPECT_EQ(pixel(pixels, 5, 2, 0), (Rgba{10, 20, 30, 40}));
}

TEST_F(SurfaceKernels, ShadersAreCalledByNameAndReloaded) {
  surface.load_shader("tint", add_kernel);
  surface.dispatch_compute("tint", pack(std::int32_t{2}));
  EXPECT_EQ(first().r, 12);
  surface.load_shader("tint", "fn tint(pixels: &mut Tensor<u8>) { pixels[ABSOLUTE_POS] = 9; }");
  surface.dispatch_compute("tint");
  EXPECT_EQ(first().r, 9);
  // Source with mistakes leaves the kernel loaded before.
  surface.load_shader("tint", "fn tint(pixels: &mut Tensor<u8>) { oops }");
  const Error error = only_error();
  EXPECT_EQ(error.code, ErrorCode::bad_kernel);
  EXPECT_NE(error.message.find("oops"), std::string::npos);
  surface.clear(colors::black);
  surface.dispatch_compute("tint");
  EXPECT_EQ(first().r, 9);
  expect_no_errors(surface);
}

TEST_F(SurfaceKernels, ParametersComeFromUniformsAndBytes) {
  constexpr const char* set = R"(
#[pixels]
fn set(pixels: &mut Tensor<u8>, red: s32, green: f32, blue: u32, solid: bool) {
  let y = ABSOLUTE_POS_Y;
  let x = ABSOLUTE_POS_X;
  pixels[y, x, 0] = red as u8;
  pixels[y, x, 1] = green as u8;
  pixels[y, x, 2] = blue as u8;
  pixels[y, x, 3] = if solid { 255 } else { 7 };
})";
  surface.dispatch_compute(set, pack(std::int32_t{1}, 2.0F, std::uint32_t{3}, std::uint32_t{1}));
  EXPECT_EQ(first(), (Rgba{1, 2, 3, 255}));
  surface.set_uniform("green", pack(50.0F));
  surface.set_uniform("nobody_asks", pack(1.0F));
  surface.dispatch_compute(set, pack(std::int32_t{4}, std::uint32_t{5}, std::uint32_t{0}));
  EXPECT_EQ(first(), (Rgba{4, 50, 5, 7}));
  surface.set_uniform("green", pack(60.0));  // eight bytes: a double
  surface.dispatch_compute(set, pack(std::int32_t{4}, std::uint32_t{5}, std::uint32_t{0}));
  EXPECT_EQ(first(), (Rgba{4, 60, 5, 7}));
  expect_no_errors(surface);

  surface.dispatch_compute(set, pack(std::int32_t{4}));
  EXPECT_EQ(only_error().code, ErrorCode::missing_param);
  surface.dispatch_compute(set, pack(std::int32_t{4}, 1.0F, 1.0F, 1.0F));
  EXPECT_EQ(only_error().code, ErrorCode::wrong_length);
  surface.set_uniform("green", pack(std::uint8_t{1}));
  surface.dispatch_compute(set, pack(std::int32_t{4}, std::uint32_t{5}, std::uint32_t{0}));
  EXPECT_NE(only_error().message.find("\"green\" is a number, and was given 1 bytes"),
            std::string::npos);
}

TEST_F(SurfaceKernels, MistakesAreEvents) {
  surface.dispatch_compute("blurr");
  EXPECT_NE(only_error().message.find("no shader is called \"blurr\""), std::string::npos);
  surface.dispatch_compute("fn broken(pixels: &mut Tensor<u8>) { nonsense; }");
  EXPECT_EQ(only_error().code, ErrorCode::bad_kernel);
  surface.dispatch_compute("fn floats(pixels: &mut Tensor<f32>) { pixels[ABSOLUTE_POS] = 1.0; }");
  EXPECT_NE(only_error().message.find("Tensor<u8>"), std::string::npos);
  surface.dispatch_compute(add_kernel, pack(std::int32_t{1}), {1, 0, 1});
  EXPECT_EQ(only_error().code, ErrorCode::invalid_argument);
  EXPECT_EQ(first(), (Rgba{10, 20, 30, 40}));
}

TEST_F(SurfaceKernels, KernelsOfASurfaceGoWithIt) {
  // `kernels` does not list those of surfaces.
  const KernelRegistry& registry = compute.runtime()->registry;
  const std::size_t before = registry.size();
  for (int i = 0; i < 100; ++i)
    surface.dispatch_compute("fn k(p: &mut Tensor<u8>) { p[ABSOLUTE_POS] = " + std::to_string(i) +
                             "; }");
  expect_no_errors(surface);
  EXPECT_EQ(first().r, 99);
  EXPECT_GT(registry.size(), before);
  EXPECT_LE(registry.size(), before + 64);
  surface.destroy();
  EXPECT_EQ(registry.size(), before);
}

TEST_F(SurfaceKernels, ASurfaceMayForbidThem) {
  const Surface none = make_surface(4, 4, {.allow_compute = false});
  EXPECT_FALSE(none.supports_compute());
  none.dispatch_compute(add_kernel, pack(std::int32_t{1}));
  must(none.flush());
  const auto errors = none.take_errors();
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_EQ(errors[0].error.code, ErrorCode::unsupported);
}

TEST_F(SurfaceKernels, RunIntoTheFrameItself) {
  const Buffer output = must(compute.buffer_zeros({3, 5, 4}, DType::u8));
  must(compute.run_kernel("generate_gradient", {}, output));
  must(surface.present());
  must(run_to_surface(compute, "generate_gradient", {}, surface));
  EXPECT_EQ(must(surface.get_pixels()), must(output.read<std::uint8_t>()));
  EXPECT_NE(must(surface.shown_pixels()), must(surface.get_pixels()));
  must(surface.present());
  EXPECT_EQ(must(surface.shown_pixels()), must(surface.get_pixels()));
  // The frame as an input of any kernel's, and pixels that it leaves alone.
  must(compute.register_kernel(
      "one_pixel", {.text = "#[pixels] fn one_pixel(from: Tensor<u8>, frame: &mut Tensor<u8>) { "
                            "if ABSOLUTE_POS == 2 { frame[8] = from[0] + 7; } }"}));
  std::vector<std::uint8_t> expected = must(surface.get_pixels());
  expected[8] = static_cast<std::uint8_t>(expected[0] + 7);
  must(run_to_surface(compute, "one_pixel", {output}, surface));
  EXPECT_EQ(must(surface.get_pixels()), expected);
  expect_error(run_to_surface(compute, "no_such_kernel", {}, surface), ErrorCode::unknown_kernel);
  expect_error(run_to_surface(compute, "one_pixel", {}, surface), ErrorCode::wrong_arity);
}

TEST_F(SurfaceKernels, BuffersBecomeTheFrame) {
  const Buffer picture = must(compute.buffer_zeros({3, 5, 4}, DType::u8));
  must(compute.run_kernel("generate_gradient", {}, picture));
  must(surface.set_pixels(picture));
  EXPECT_EQ(must(surface.get_pixels()), must(picture.read<std::uint8_t>()));
  expect_error(surface.set_pixels(Buffer{}), ErrorCode::invalid_handle);
  expect_error(surface.set_pixels(must(compute.buffer_zeros({5, 3, 4}, DType::u8))),
               ErrorCode::shape_mismatch, "{3, 5, 4}");
  picture.free();
  expect_error(surface.set_pixels(picture), ErrorCode::freed_buffer);
}

TEST_F(SurfaceKernels, RunToSurface) {
  const Buffer output = must(compute.buffer_zeros({3, 5, 4}, DType::u8));
  must(run_to_surface(compute, "generate_gradient", {}, output, surface));
  EXPECT_EQ(must(surface.get_pixels()), must(output.read<std::uint8_t>()));
  const Buffer wrong = must(compute.buffer_zeros({5, 3, 4}, DType::u8));
  expect_error(run_to_surface(compute, "generate_gradient", {}, wrong, surface),
               ErrorCode::shape_mismatch, "{3, 5, 4}");
  expect_error(run_to_surface(compute, "no_such_kernel", {}, output, surface),
               ErrorCode::unknown_kernel);
  expect_error(run_to_surface(compute, "generate_gradient", {}, {}, surface),
               ErrorCode::invalid_handle);
}

}  // namespace
}  // namespace dala
