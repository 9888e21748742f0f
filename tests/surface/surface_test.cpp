// A surface as its callers see it: order, frames, errors, limits, pixels.
#include <atomic>
#include <thread>

#include "surface_fixture.hpp"

namespace dala {
namespace {

using Bytes = std::vector<std::uint8_t>;

// Remembers what it was handed.
class Watching final : public Renderer {
 public:
  [[nodiscard]] std::string_view name() const override { return "watching"; }
  Result<void> start() override { return start_with; }
  Result<void> resize(std::uint32_t width, std::uint32_t height) override {
    sizes.emplace_back(width, height);
    return {};
  }
  Result<void> present(const FrameView& frame) override {
    frames.push_back(frame);
    pixels.assign(frame.pixels.begin(), frame.pixels.end());
    if (fails) return std::unexpected(Error{ErrorCode::unsupported, "the window is gone"});
    if (throws) throw std::runtime_error("a bad renderer");
    return {};
  }
  void finish() override { finished = true; }

  Result<void> start_with;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> sizes;
  std::vector<FrameView> frames;
  Bytes pixels;
  bool fails = false;
  bool throws = false;
  std::atomic<bool> finished{false};
};

TEST(Surface, SizesOutOfRangeAreErrors) {
  expect_error(Surface::create(0, 10), ErrorCode::invalid_argument, "0 x 10");
  expect_error(Surface::create(10, 16385), ErrorCode::invalid_argument, "1 to 16384");
  expect_error(Surface::create(4000, 4000, {.memory_limit = 1 << 20}), ErrorCode::out_of_memory,
               "1048576");
  const Surface surface = make_surface(100, 100, {.memory_limit = 200'000});
  expect_error(surface.resize(0, 1), ErrorCode::invalid_argument, "Resize");
  must(surface.resize(5000, 5000));
  must(surface.flush());
  const auto errors = surface.take_errors();
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_EQ(errors[0].error.code, ErrorCode::out_of_memory);
  EXPECT_EQ(surface.size().width, 100U);
}

// A picture of one pixel takes more memory than its four bytes.
TEST(Surface, ManySmallPicturesAreWithinTheMemoryLimit) {
  constexpr std::uint64_t limit = 1 << 20;
  const std::vector<std::uint8_t> one(4, 255);
  const Surface surface = make_surface(10, 10, {.memory_limit = limit});
  const auto rejected = [&] {
    must(surface.flush());
    return surface.take_errors().size();
  };
  for (std::uint64_t i = 0; i < 10'000; ++i) surface.load_image(i, {one, 1, 1});
  EXPECT_EQ(rejected(), 256U);  // as many as are kept
  for (std::uint64_t i = 0; i < 5'000; ++i) surface.remove_image(i);
  EXPECT_EQ(rejected(), 0U);
  for (std::uint64_t i = 0; i < 5'000; ++i) surface.load_image(i % 3, {one, 1, 1});
  EXPECT_EQ(rejected(), 0U);  // each in the place of another
  for (std::uint64_t i = 0; i < 10'000; ++i) surface.load_sprite(i, {one, 1, 1});
  EXPECT_EQ(rejected(), 256U);  // as many as are kept
}

TEST(Surface, ARendererThatDoesNotStartIsAnError) {
  const auto renderer = std::make_shared<Watching>();
  renderer->start_with = std::unexpected(Error{ErrorCode::unsupported, "no display"});
  expect_error(Surface::create(10, 10, {.renderer = renderer}), ErrorCode::unsupported,
               "no display");
  EXPECT_FALSE(renderer->finished);
}

TEST(Surface, PresentHandsTheFrameToTheRenderer) {
  const auto renderer = std::make_shared<Watching>();
  const Surface surface = make_surface(20, 10, {.renderer = renderer});
  surface.clear(colors::red);
  surface.present();
  surface.fill_rect(5, 2, 3, 4, colors::blue);
  surface.present();
  surface.present();
  expect_no_errors(surface);
  ASSERT_EQ(renderer->frames.size(), 3U);
  EXPECT_EQ(renderer->sizes.size(), 1U);
  EXPECT_EQ(renderer->frames[0].damage.w, 20U);
  EXPECT_EQ(renderer->frames[1].number, 2U);
  const FrameRect damage = renderer->frames[1].damage;
  EXPECT_EQ((std::array{damage.x, damage.y, damage.w, damage.h}), (std::array{5U, 2U, 3U, 4U}));
  EXPECT_EQ(renderer->frames[2].damage.w, 0U);  // nothing was drawn in between
  EXPECT_EQ(pixel(renderer->pixels, 20, 6, 3), colors::blue);
  EXPECT_EQ(pixel(renderer->pixels, 20, 0, 0), colors::red);
  EXPECT_EQ(surface.frames_presented(), 3U);
  // The window changed: the same once more, without what was drawn since.
  surface.clear(colors::green);
  must(surface.present_again());
  ASSERT_EQ(renderer->frames.size(), 4U);
  EXPECT_EQ(renderer->frames[3].number, 3U);
  EXPECT_EQ(renderer->frames[3].damage.w, 0U);
  EXPECT_EQ(pixel(renderer->pixels, 20, 0, 0), colors::red);
  EXPECT_EQ(surface.frames_presented(), 3U);
  expect_error(make_surface(4, 4).present_again(), ErrorCode::invalid_argument, "no frame");
  surface.destroy();
  EXPECT_TRUE(renderer->finished);
}

TEST(Surface, DrawingGoesOnFromWhatIsShown) {
  const Surface surface = make_surface(8, 8);
  Bytes expected;
  // Whatever the order of presents and drawings, the picture is that of one frame drawn on.
  const Surface plain = make_surface(8, 8);
  for (std::int32_t i = 0; i < 40; ++i) {
    const Rgba color{static_cast<std::uint8_t>(i * 6), 100, 50,
                     static_cast<std::uint8_t>(i % 3 == 0 ? 255 : 90)};
    for (const Surface& s : {surface, plain}) {
      if (i % 13 == 12) s.clear(color);
      s.fill_rect(i % 7, i % 5, 3, 2, color);
    }
    if (i % 2 == 0) surface.present();
    if (i % 5 == 0) surface.present();
    ASSERT_EQ(must(surface.get_pixels()), must(plain.get_pixels())) << i;
    if (i % 2 == 0) {
      ASSERT_EQ(must(surface.shown_pixels()), must(plain.get_pixels())) << i;
    }
  }
}

TEST(Surface, WhatIsShownWaitsForPresent) {
  const Surface surface = make_surface(4, 4);
  surface.clear(colors::green);
  EXPECT_EQ(pixel(must(surface.shown_pixels()), 4, 0, 0), colors::transparent);
  EXPECT_EQ(pixel(must(surface.get_pixels()), 4, 0, 0), colors::green);
  surface.present();
  EXPECT_EQ(pixel(must(surface.shown_pixels()), 4, 0, 0), colors::green);
}

TEST(Surface, ResizeKeepsWhatOverlaps) {
  const auto renderer = std::make_shared<Watching>();
  const Surface surface = make_surface(6, 6, {.renderer = renderer});
  surface.clear(colors::red);
  surface.fill_rect(4, 4, 2, 2, colors::blue);
  surface.present();
  surface.resize(8, 5);
  surface.present();
  const Bytes pixels = must(surface.get_pixels());
  ASSERT_EQ(pixels.size(), 8U * 5 * 4);
  EXPECT_EQ(pixel(pixels, 8, 0, 0), colors::red);
  EXPECT_EQ(pixel(pixels, 8, 5, 4), colors::blue);
  EXPECT_EQ(pixel(pixels, 8, 6, 0), colors::transparent);
  EXPECT_EQ(must(surface.shown_pixels()), pixels);
  EXPECT_EQ(renderer->sizes,
            (std::vector<std::pair<std::uint32_t, std::uint32_t>>{{6, 6}, {8, 5}}));
  EXPECT_EQ(surface.size().width, 8U);
  EXPECT_EQ(surface.size().height, 5U);
}

TEST(Surface, ClipHoldsForEverythingButClear) {
  const Surface surface = make_surface(10, 10);
  surface.set_clip(2, 2, 3, 3, true);
  surface.clear(colors::red);
  surface.fill_rect(0, 0, 10, 10, colors::blue);
  Bytes pixels = must(surface.get_pixels());
  EXPECT_EQ(pixel(pixels, 10, 1, 1), colors::red);
  EXPECT_EQ(pixel(pixels, 10, 2, 2), colors::blue);
  EXPECT_EQ(pixel(pixels, 10, 5, 5), colors::red);
  surface.resize(12, 12);  // the clip stays
  surface.fill_rect(0, 0, 12, 12, colors::green);
  pixels = must(surface.get_pixels());
  EXPECT_EQ(pixel(pixels, 12, 1, 1), colors::red);
  EXPECT_EQ(pixel(pixels, 12, 4, 4), colors::green);
  surface.set_clip(0, 0, 1, 1, false);  // not enabled: none
  surface.fill_rect(0, 0, 12, 12, colors::white);
  EXPECT_EQ(pixel(must(surface.get_pixels()), 12, 11, 11), colors::white);
  surface.set_clip(2147483647, 2147483647, 4294967295U, 4294967295U);  // nothing of the frame
  surface.fill_rect(0, 0, 12, 12, colors::black);
  surface.reset_clip();
  EXPECT_EQ(pixel(must(surface.get_pixels()), 12, 0, 0), colors::white);
  expect_no_errors(surface);
}

// What is left and above of the frame is cut off, and corners stay where they would have been.
TEST(Surface, RectanglesMayBeginOutside) {
  constexpr std::uint32_t side = 24;
  // The same picture, from the middle of a larger one.
  constexpr std::int32_t more = 40;
  const Surface small = make_surface(side, side);
  const Surface large = make_surface(side + (2 * more), side + (2 * more));
  const auto draw = [](const Surface& s, std::int32_t by) {
    s.clear(colors::black);
    s.fill_rect(by - 10, by + 2, 15, 3, colors::red);
    s.fill_rect(by + 2, by - 7, 3, 9, colors::green);
    s.fill_round_rect(by - 6, by - 5, 20, 20, 9, {0, 0, 255, 128});
    s.draw_round_rect(by - 3, by + 6, 22, 30, 8, colors::white);
    s.fill_rect(by - 30, by, 20, 20, colors::white);  // nothing of it is inside
    s.set_clip(by - 5, by - 5, 12, 12);
    s.fill_circle(by + 5, by + 5, 9, {255, 255, 0, 100});
    s.reset_clip();
  };
  draw(small, 0);
  draw(large, more);
  EXPECT_EQ(must(small.get_pixels()), must(large.read_pixels(more, more, side, side)));
  EXPECT_EQ(pixel(must(small.get_pixels()), side, 0, 12).b, 128);  // half a blue, over black
  expect_no_errors(small);
}

TEST(Surface, ErrorsOfQueuedCommandsComeBackWithTheirNumber) {
  std::vector<SurfaceError> called;
  const Surface surface =
      make_surface(10, 10, {.on_error = [&](const SurfaceError& e) { called.push_back(e); }});
  const Sequence first = must(surface.blit(77, 0, 0));
  const Sequence second =
      must(surface.batch(Commands(draw::Clear{colors::red}, draw::RemoveImage{5},
                                  draw::ImageBlit{6, 0, 0, 5, 5}, draw::Present{})));
  must(surface.remove_sprite(9));
  must(surface.flush());
  const auto errors = surface.take_errors();
  ASSERT_EQ(errors.size(), 4U);
  EXPECT_EQ(called.size(), 4U);
  EXPECT_EQ(errors[0].sequence, first);
  EXPECT_EQ(errors[0].opcode, draw::Opcode::Blit);
  EXPECT_NE(errors[0].error.message.find("no sprite has the id 77"), std::string::npos);
  EXPECT_EQ(errors[1].sequence, second);
  EXPECT_EQ(errors[1].index, 1U);
  EXPECT_EQ(errors[1].offset, 10U);
  EXPECT_EQ(errors[2].index, 2U);
  EXPECT_EQ(errors[2].opcode, draw::Opcode::ImageBlit);
  EXPECT_TRUE(surface.take_errors().empty());
  // The rest of the batch was carried out.
  EXPECT_EQ(pixel(must(surface.shown_pixels()), 10, 5, 5), colors::red);
}

TEST(Surface, OnlyTheLastErrorsAreKept) {
  const Surface surface = make_surface(4, 4);
  for (std::uint64_t i = 0; i < 300; ++i) surface.blit(i, 0, 0);
  must(surface.flush());
  const auto errors = surface.take_errors();
  ASSERT_EQ(errors.size(), 256U);
  EXPECT_EQ(errors.back().sequence - errors.front().sequence, 255U);
}

TEST(Surface, ABadMessageChangesNothing) {
  const Surface surface = make_surface(4, 4);
  surface.clear(colors::red);
  std::vector<std::byte> message =
      encode(Commands(draw::Clear{colors::blue}, draw::FillRect{0, 0, 4, 4, colors::blue}).batch());
  message.pop_back();
  expect_error(surface.submit(message), ErrorCode::wrong_length, "FillRect at byte 10");
  const std::vector<std::vector<std::byte>> commands = {encode(draw::Clear{colors::blue}),
                                                        {std::byte{0x77}}};
  expect_error(surface.batch(commands), ErrorCode::invalid_argument, "byte 10 is 0x77");
  EXPECT_EQ(pixel(must(surface.get_pixels()), 4, 0, 0), colors::red);
  expect_error(surface.load_sprite(1, {Bytes(15), 2, 2}), ErrorCode::wrong_length, "15 bytes");
  expect_error(surface.load_image(1, {Bytes(0), 0, 2}), ErrorCode::invalid_argument, "0 x 2");
}

TEST(Surface, AFullQueueRejectsOrWaits) {
  std::atomic<bool> held{false};
  std::atomic<bool> go{false};
  const SurfaceOptions options{.queue_bytes = 1000, .when_full = WhenFull::reject};
  const Surface surface = make_surface(4, 4, options);
  std::thread holds([&] {
    must(surface.with_pixels([&](const Surface::Pixels&) {
      held = true;
      while (!go) std::this_thread::yield();
    }));
  });
  while (!held) std::this_thread::yield();
  Result<Sequence> last;
  for (int i = 0; i < 100 && last; ++i) last = surface.clear(colors::red);
  expect_error(last, ErrorCode::queue_full, "1000 bytes");
  go = true;
  holds.join();
  must(surface.flush());
  must(surface.clear(colors::blue));

  const Surface waits = make_surface(4, 4, {.queue_bytes = 1000});
  for (int i = 0; i < 5000; ++i) must(waits.fill_rect(0, 0, 4, 4, colors::green));
  EXPECT_EQ(pixel(must(waits.get_pixels()), 4, 0, 0), colors::green);
  // One message larger than the whole queue has room when it is alone.
  must(waits.load_sprite(1, {Bytes(std::size_t{100} * 100 * 4, 200), 100, 100}));
  must(waits.blit(1, 0, 0));
  expect_no_errors(waits);
}

TEST(Surface, PixelsAreReadAndWritten) {
  const Surface surface = make_surface(3, 2);
  Bytes rgba(24);
  for (std::size_t i = 0; i < rgba.size(); ++i) rgba[i] = static_cast<std::uint8_t>(i * 9);
  must(surface.set_pixels(rgba));
  EXPECT_EQ(must(surface.get_pixels()), rgba);
  EXPECT_EQ(must(surface.read_pixels(1, 1, 2, 1)), Bytes(rgba.begin() + 16, rgba.end()));
  EXPECT_TRUE(must(surface.read_pixels(3, 2, 0, 0)).empty());
  expect_error(surface.read_pixels(2, 0, 2, 1), ErrorCode::invalid_argument, "3 x 2");
  expect_error(surface.read_pixels(4294967295U, 0, 4294967295U, 1), ErrorCode::invalid_argument);
  expect_error(surface.set_pixels(Bytes(23)), ErrorCode::wrong_length, "23 bytes");
  must(surface.with_pixels([](const Surface::Pixels& pixels) {
    ASSERT_EQ(pixels.width, 3U);
    ASSERT_EQ(pixels.rgba.size(), 24U);
    pixels.rgba[0] = 77;
  }));
  surface.present();
  EXPECT_EQ(must(surface.shown_pixels())[0], 77);
  // A part of them, again and again over what was shown.
  for (std::uint8_t i = 1; i < 4; ++i) {
    must(surface.with_pixels({i - 1U, 1, 1, 1}, [&](const Surface::Pixels& pixels) {
      pixels.rgba[12 + ((i - 1U) * 4)] = i;
    }));
    surface.present();
  }
  Bytes expected = rgba;
  expected[0] = 77;
  for (std::uint8_t i = 1; i < 4; ++i) expected[12 + ((i - 1U) * 4)] = i;
  EXPECT_EQ(must(surface.shown_pixels()), expected);
  EXPECT_EQ(must(surface.get_pixels()), expected);
  expect_error(surface.with_pixels({2, 1, 2, 1}, [](const Surface::Pixels&) {}),
               ErrorCode::invalid_argument, "3 x 2");
  expect_error(surface.with_pixels([](const Surface::Pixels&) { throw std::runtime_error("oh"); }),
               ErrorCode::internal, "oh");
  expect_error(surface.with_pixels([](const Surface::Pixels&) { throw 7; }), ErrorCode::internal,
               "no std::exception");
}

TEST(Surface, ReadPixelsAsACommandAnswersWhoeverListens) {
  std::vector<std::pair<Sequence, Bytes>> answers;
  const Surface surface = make_surface(
      4, 3, {.on_pixels = [&](const PixelsRead& read) {
        EXPECT_EQ(read.rect.x, 2U);
        EXPECT_EQ(read.rect.w, 2U);  // what of it is in the frame
        answers.emplace_back(read.sequence, Bytes(read.pixels.begin(), read.pixels.end()));
      }});
  surface.clear(colors::cyan);
  const Sequence sequence = must(surface.submit(encode(draw::ReadPixels{2, 1, 9, 1})));
  expect_no_errors(surface);
  ASSERT_EQ(answers.size(), 1U);
  EXPECT_EQ(answers[0].first, sequence);
  EXPECT_EQ(answers[0].second, (Bytes{0, 255, 255, 255, 0, 255, 255, 255}));

  const Surface deaf = make_surface(4, 3);
  must(deaf.submit(encode(draw::ReadPixels{0, 0, 1, 1})));
  must(deaf.flush());
  const auto errors = deaf.take_errors();
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_EQ(errors[0].error.code, ErrorCode::unsupported);
}

TEST(Surface, RendererErrorsAndExceptionsBecomeEvents) {
  const auto renderer = std::make_shared<Watching>();
  const Surface surface = make_surface(4, 4, {.renderer = renderer});
  renderer->fails = true;
  surface.present();
  must(surface.flush());
  renderer->fails = false;
  renderer->throws = true;
  surface.present();
  must(surface.flush());
  const auto errors = surface.take_errors();
  ASSERT_EQ(errors.size(), 2U);
  EXPECT_NE(errors[0].error.message.find("the window is gone"), std::string::npos);
  EXPECT_NE(errors[1].error.message.find("a bad renderer"), std::string::npos);
}

TEST(Surface, AfterDestroyEverythingIsAnError) {
  const Surface surface = make_surface(4, 4);
  surface.clear(colors::red);
  surface.destroy();
  surface.destroy();
  expect_error(surface.clear(colors::red), ErrorCode::shut_down);
  expect_error(surface.get_pixels(), ErrorCode::shut_down);
  expect_error(surface.flush(), ErrorCode::shut_down);
  EXPECT_EQ(surface.size().width, 4U);
}

TEST(Surface, WhatWasSubmittedIsDoneBeforeItGoes) {
  const auto renderer = std::make_shared<Watching>();
  {
    const Surface surface = make_surface(4, 4, {.renderer = renderer});
    for (int i = 0; i < 500; ++i) surface.present();
  }
  EXPECT_EQ(renderer->frames.size(), 500U);
  EXPECT_TRUE(renderer->finished);
}

TEST(Surface, CallbacksCannotWaitForTheirSurfaceButMaySubmit) {
  std::optional<Surface> surface;
  std::atomic<int> rejected{0};
  surface = make_surface(4, 4, {.on_error = [&](const SurfaceError&) {
                           expect_error(surface->get_pixels(), ErrorCode::invalid_argument,
                                        "cannot wait");
                           surface->clear(colors::yellow);
                           ++rejected;
                         }});
  surface->blit(1, 0, 0);
  must(surface->flush());
  must(surface->flush());
  EXPECT_EQ(rejected, 1);
  EXPECT_EQ(pixel(must(surface->get_pixels()), 4, 0, 0), colors::yellow);
}

TEST(Surface, TheLastHandleMayGoInACallback) {
  auto holder = std::make_shared<std::optional<Surface>>();
  std::atomic<bool> gone{false};
  *holder = make_surface(4, 4, {.on_error = [&, holder](const SurfaceError&) {
                           holder->reset();
                           gone = true;
                         }});
  (*holder)->blit(1, 0, 0);
  while (!gone) std::this_thread::yield();
}

TEST(Surface, PresentingThousandCommandsIsInOrder) {
  const Surface surface = make_surface(16, 16);
  for (int frame = 0; frame < 20; ++frame) {
    for (std::uint32_t i = 0; i < 1000; ++i)
      surface.fill_rect(i % 16, 0, 1, 16, {static_cast<std::uint8_t>(i / 4), 0, 0, 255});
    surface.present();
  }
  const Bytes pixels = must(surface.shown_pixels());
  for (std::uint32_t x = 0; x < 16; ++x) {
    std::uint32_t last = x;
    while (last + 16 < 1000) last += 16;
    EXPECT_EQ(int{pixel(pixels, 16, x, 7).r}, static_cast<int>(last / 4));
  }
}

TEST(SurfacePictures, AreFramesForARendererThatTakesNoOthers) {
  const auto watching = std::make_shared<Watching>();
  const Surface surface = make_surface(2, 1, {.renderer = watching});
  const Compute compute = Compute::create({.device = "cpu"}).value();
  const Buffer picture = must(
      compute.buffer<std::uint8_t>(std::vector<std::uint8_t>{1, 2, 3, 4, 5, 6, 7, 8}, {1, 2, 4}));
  surface.clear(colors::white);
  surface.present();
  must(surface.show(compute, picture));
  EXPECT_EQ(watching->pixels, (Bytes{1, 2, 3, 4, 5, 6, 7, 8}));
  EXPECT_EQ(watching->frames.back().number, 2U);
  EXPECT_NE(must(surface.explain()).find("watching"), std::string::npos);
  // The frame was not drawn on, and yet all of it has to come again.
  surface.present();
  must(surface.flush());
  EXPECT_EQ(watching->pixels, Bytes(8, 255));
  EXPECT_EQ(watching->frames.back().damage.w, 2U);
  surface.present();
  must(surface.flush());
  EXPECT_EQ(watching->frames.back().damage.w, 0U);
  expect_no_errors(surface);
}

}  // namespace
}  // namespace dala
