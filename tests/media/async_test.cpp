// Frames in the background: order, what is dropped, other filters on the way, bad input.
#include <dala/media/async.hpp>

#include <algorithm>
#include <future>
#include <mutex>

#include "media/media_helper.hpp"

namespace dala::media::test {
namespace {

// What came out, and a gate that holds the first frame back.
struct Sink {
  std::mutex mutex;
  std::vector<std::uint64_t> numbers;
  std::vector<Picture> pictures;
  std::promise<void> gate;
  std::shared_future<void> open = gate.get_future().share();
  bool hold = false;

  void take(const AsyncFrame& frame) {
    if (hold) open.wait();
    const std::lock_guard lock(mutex);
    numbers.push_back(frame.number);
    pictures.push_back(
        {frame.size.width, frame.size.height, {frame.rgba.begin(), frame.rgba.end()}});
  }
};

AsyncFramePipeline start(Sink& sink, const Picture& picture, unsigned in_flight = 2) {
  return AsyncFramePipeline::start(
             picture.width, picture.height, [&](const AsyncFrame& frame) { sink.take(frame); },
             {.pipeline = {.compute = *compute_on("cpu")}, .in_flight = in_flight})
      .value();
}

TEST(MediaAsync, FramesComeInOrderAndAreThoseOfThePipeline) {
  const Picture picture = scene();
  Sink sink;
  const auto frames = start(sink, picture, 3);
  must(frames.set_filters({{"blur"}, {"sepia"}}));
  for (std::uint64_t i = 1; i <= 20; ++i) {
    EXPECT_EQ(must(frames.submit(picture.rgba)), i);
    frames.flush();
  }
  must(frames.set_filters({{"resize", {{"width", 10}}}}));
  (void)must(frames.submit(picture.rgba));
  frames.flush();
  ASSERT_EQ(sink.numbers.size(), 21U);
  for (std::uint64_t i = 0; i < 21; ++i) EXPECT_EQ(sink.numbers[i], i + 1);
  EXPECT_EQ(difference(sink.pictures[7], filtered(picture, {{"blur"}, {"sepia"}})), 0);
  EXPECT_EQ(sink.pictures[20].width, 10U);
  EXPECT_EQ(frames.counts().done, 21U);
  EXPECT_EQ(frames.counts().dropped, 0U);
}

TEST(MediaAsync, TheNewestFrameWins) {
  const Picture picture = scene();
  Sink sink;
  sink.hold = true;
  const auto frames = start(sink, picture, 1);
  must(frames.set_filters({{"invert"}}));
  for (int i = 0; i < 100; ++i) (void)must(frames.submit(picture.rgba));
  sink.gate.set_value();
  frames.flush();
  const AsyncCounts counts = frames.counts();
  EXPECT_EQ(counts.submitted, 100U);
  EXPECT_EQ(counts.done + counts.dropped, 100U);
  // One was in flight, or the first few until it was taken; the last one always comes.
  EXPECT_LE(counts.done, 2U);
  EXPECT_EQ(sink.numbers.back(), 100U);
}

TEST(MediaAsync, OrderHoldsWithManyInFlight) {
  const Picture picture = scene();
  Sink sink;
  const auto frames = start(sink, picture, 4);
  for (int i = 0; i < 200; ++i) (void)must(frames.submit(picture.rgba));
  frames.flush();
  EXPECT_TRUE(std::ranges::is_sorted(sink.numbers));
  EXPECT_EQ(sink.numbers.back(), 200U);
  EXPECT_EQ(frames.counts().done + frames.counts().dropped, 200U);
}

TEST(MediaAsync, SaysWhatIsWrong) {
  const Picture picture = scene();
  Sink sink;
  const auto frames = start(sink, picture);
  expect_error(frames.submit(std::span(picture.rgba).first(7)), ErrorCode::wrong_length, "7 bytes");
  expect_error(frames.set_filters({{"blurr"}}), ErrorCode::unknown_filter, "blur");
  frames.stop();
  expect_error(frames.submit(picture.rgba), ErrorCode::shut_down, "stopped");
  frames.flush();
  frames.stop();
  expect_error(AsyncFramePipeline::start(4, 4, {}), ErrorCode::invalid_argument, "no function");
  const auto none = [](const AsyncFrame&) {};
  expect_error(AsyncFramePipeline::start(0, 4, none), ErrorCode::invalid_argument, "0 x 4");
  expect_error(AsyncFramePipeline::start(4, 4, none, {.in_flight = 99}),
               ErrorCode::param_out_of_range, "1 to 16");
}

TEST(MediaAsync, AFunctionThatThrowsDoesNotEndIt) {
  const Picture picture = scene();
  int calls = 0;
  const auto frames =
      AsyncFramePipeline::start(picture.width, picture.height, [&](const AsyncFrame&) {
        ++calls;
        throw std::runtime_error("tired");
      }).value();
  for (int i = 0; i < 3; ++i) {
    (void)must(frames.submit(picture.rgba));
    frames.flush();
  }
  EXPECT_EQ(calls, 3);
  EXPECT_EQ(frames.counts().failed, 3U);
}

}  // namespace
}  // namespace dala::media::test
