// Handles of every kind that were moved from: an error or nothing, never a crash.
#include <gtest/gtest.h>

#include <optional>
#include <utility>

#include <dala/catalog.hpp>
#include <dala/media/async.hpp>
#include <dala/media/pipeline.hpp>
#include <dala/media/video.hpp>
#include <dala/ml/tasks.hpp>
#include <dala/scene.hpp>
#include <dala/surface.hpp>

#include "support/child.hpp"
#include "support/no_threads.hpp"
#include "support/results.hpp"

// NOLINTBEGIN(bugprone-use-after-move): that is the test.
namespace dala {
namespace {

template <typename T>
void expect_empty(const Result<T>& result, const std::string& type) {
  expect_error(result, ErrorCode::invalid_handle, type);
}

class Handles : public testing::Test {
 protected:
  const Compute compute = Compute::create({.device = "cpu", .threads = 2}).value();
  const Buffer buffer = must(compute.buffer_zeros({8, 8, 4}, DType::u8));
  const std::vector<std::uint8_t> rgba = std::vector<std::uint8_t>(std::size_t{8 * 8 * 4});
};

TEST_F(Handles, Surfaces) {
  Surface from = Surface::create(8, 8).value();
  const Surface to = std::move(from);
  expect_empty(from.clear(colors::red), "Surface");
  expect_empty(from.load_sprite(1, {rgba, 8, 8}), "Surface");
  expect_empty(from.submit({}), "Surface");
  expect_empty(from.batch(Commands()), "Surface");
  expect_empty(from.flush(), "Surface");
  expect_empty(from.get_pixels(), "Surface");
  expect_empty(from.read_pixels(0, 0, 1, 1), "Surface");
  expect_empty(from.shown_pixels(), "Surface");
  expect_empty(from.set_pixels(rgba), "Surface");
  expect_empty(from.with_pixels([](const Surface::Pixels&) {}), "Surface");
  expect_empty(from.present_again(), "Surface");
  expect_empty(from.start_recording("nowhere"), "Surface");
  expect_empty(from.stop_recording(), "Surface");
  expect_empty(from.show(compute, buffer), "Surface");
  expect_empty(from.explain(), "Surface");
  expect_empty(run_to_surface(compute, "generate_gradient", {}, from), "Surface");
  EXPECT_EQ(from.size().width, 0U);
  EXPECT_EQ(from.frames_presented(), 0U);
  EXPECT_TRUE(from.take_errors().empty());
  EXPECT_FALSE(from.supports_compute());
  from.destroy();
  must(to.flush());
}

TEST_F(Handles, Scenes) {
  Scene from = Scene::create(8, 8, {.compute = compute}).value();
  const Scene to = std::move(from);
  expect_empty(from.add_node({}), "Scene");
  expect_empty(from.add_group(), "Scene");
  expect_empty(from.node(1), "Scene");
  expect_empty(from.find("x"), "Scene");
  expect_empty(from.update_node(1, {}), "Scene");
  expect_empty(from.set_transform(1, {}), "Scene");
  expect_empty(from.set_pip_transform(1, {}), "Scene");
  expect_empty(from.remove_node(1), "Scene");
  expect_empty(from.load_image(1, {rgba, 8, 8}), "Scene");
  expect_empty(from.remove_image(1), "Scene");
  expect_empty(from.seek(1, {}), "Scene");
  expect_empty(from.pause(1), "Scene");
  expect_empty(from.resume(1), "Scene");
  expect_empty(from.set_rate(1, 1), "Scene");
  expect_empty(from.transition({}), "Scene");
  expect_empty(from.render(), "Scene");
  expect_empty(from.render(scene::Time{}), "Scene");
  expect_empty(from.frame(), "Scene");
  expect_empty(from.picture(), "Scene");
  std::vector<std::uint8_t> out = rgba;
  expect_empty(from.read_frame(out), "Scene");
  expect_empty(from.save_picture("nowhere.png"), "Scene");
  EXPECT_FALSE(from.record("nowhere.mp4"));
  expect_empty(from.set_target_fps(30), "Scene");
  expect_empty(from.compute().relu(buffer, buffer), "Compute");
  from.invalidate();
  EXPECT_TRUE(from.nodes().empty());
  EXPECT_TRUE(from.describe().nodes.empty());
  EXPECT_TRUE(from.take_events().empty());
  EXPECT_EQ(from.width() + from.height() + from.frame_count() + from.stats().rendered, 0U);
  EXPECT_EQ(from.fps() + from.target_fps(), 0);
  EXPECT_EQ(from.background(), Rgba{});
  must(to.render());

  scene::TexturePool pool = scene::TexturePool::create(compute, 8, 8, 1).value();
  const scene::TexturePool kept = std::move(pool);
  EXPECT_FALSE(pool.acquire());
  EXPECT_EQ(pool.count() + pool.in_use(), 0U);
  expect_empty(pool.release(buffer), "TexturePool");
  pool.close();
  scene::FrameStream stream = scene::FrameStream::create();
  const scene::FrameStream still = std::move(stream);
  EXPECT_FALSE(stream.push({rgba, 8, 8}));
  EXPECT_EQ(stream.pushed() + stream.dropped(), 0U);
  stream.finish();
}

TEST_F(Handles, Frames) {
  using media::Filter;
  const std::vector<Filter> filters = {{"grayscale"}};
  std::vector<std::uint8_t> out = rgba;
  auto from = media::FramePipeline::start(8, 8, {.compute = compute}).value();
  const media::FramePipeline to = std::move(from);
  expect_empty(from.process_frame(rgba, filters), "FramePipeline");
  expect_empty(from.process_frame_into(rgba, filters, out), "FramePipeline");
  expect_empty(from.process_buffer(buffer, filters), "FramePipeline");
  expect_empty(from.output_size(filters), "FramePipeline");
  expect_empty(from.prepare(filters), "FramePipeline");
  expect_empty(from.explain(filters), "FramePipeline");
  EXPECT_FALSE(from.input());
  EXPECT_EQ(from.size().width, 0U);
  expect_empty(from.compute().wait_all(), "Compute");
  from.stop();
  must(to.process_frame(rgba, filters));

  auto async = media::AsyncFramePipeline::start(8, 8, [](const media::AsyncFrame&) {},
                                                {.pipeline = {.compute = compute}})
                   .value();
  const media::AsyncFramePipeline now = std::move(async);
  expect_empty(async.submit(rgba), "AsyncFramePipeline");
  expect_empty(async.set_filters(filters), "AsyncFramePipeline");
  EXPECT_EQ(async.counts().submitted, 0U);
  async.flush();
  async.stop();

  const media::VideoReader reader(nullptr);
  media::VideoFrame frame;
  expect_empty(reader.prepare(), "VideoReader");
  expect_empty(reader.read(frame), "VideoReader");
  expect_empty(reader.read_into(frame, out), "VideoReader");
  expect_empty(reader.seek({}), "VideoReader");
  EXPECT_EQ(reader.info().frames + reader.damaged(), 0U);
  EXPECT_EQ(reader.source(), "");
  reader.interrupt();
  const media::VideoWriter writer(nullptr);
  expect_empty(writer.write(rgba, {}), "VideoWriter");
  expect_empty(writer.finish(), "VideoWriter");
  EXPECT_TRUE(writer.losses().empty());
}

TEST_F(Handles, Models) {
  const ml::Model model(nullptr);
  expect_empty(model.predict({buffer}), "Model");
  expect_empty(model.predict_into({buffer}, {buffer}), "Model");
  expect_empty(model.predict_async({buffer}, {buffer}), "Model");
  expect_empty(model.output_shapes({}), "Model");
  expect_empty(model.explain({}), "Model");
  EXPECT_TRUE(model.info().outputs.empty());
  expect_empty(model.compute().wait_all(), "Compute");
  const ml::TaskModel task(nullptr);
  const ml::PictureRef picture(buffer);
  expect_empty(ml::detect(task, picture), "TaskModel");
  expect_empty(ml::classify(task, picture, 1), "TaskModel");
  expect_empty(ml::segment(task, picture), "TaskModel");
  expect_empty(task.preprocess(picture), "TaskModel");
  expect_empty(task.preprocess_command(buffer, buffer), "TaskModel");
  expect_empty(task.predict_frame(picture), "TaskModel");
  expect_empty(task.model().predict({buffer}), "Model");
  EXPECT_TRUE(task.labels().empty());

  Catalog from(compute);
  const Catalog to = std::move(from);
  expect_empty(from.run({.kernel = "relu"}), "Catalog");
  expect_empty(from.submit({.kernel = "relu"}), "Catalog");
  expect_empty(from.add(compute.pipeline(), {.kernel = "relu"}), "Catalog");
  expect_empty(from.compute().wait_all(), "Compute");
}

// Whatever is given a Compute that was moved from says so.
TEST_F(Handles, WhatIsMadeWithAnEmptyCompute) {
  const Compute none(nullptr);
  EXPECT_FALSE(Scene::create(8, 8, {.compute = none}));
  EXPECT_FALSE(media::FramePipeline::start(8, 8, {.compute = none}));
  EXPECT_FALSE(ml::Model::from_bytes(none, {}));
  EXPECT_FALSE(scene::TexturePool::create(none, 8, 8, 1));
  EXPECT_FALSE(Catalog(none).run({.kernel = "relu", .inputs = {buffer}, .outputs = buffer}));
  const Surface surface = Surface::create(8, 8).value();
  EXPECT_FALSE(run_to_surface(none, "generate_gradient", {}, surface));
}

TEST_F(Handles, TheChildOfAForkIsTold) {
  if (!test::forks_are_followed) GTEST_SKIP() << "the thread sanitizer does not follow a fork";
  std::optional<Surface> surface = Surface::create(8, 8).value();
  const Scene scene = Scene::create(8, 8, {.compute = compute}).value();
  must(scene.render());
  const auto pipeline = media::FramePipeline::start(8, 8, {.compute = compute}).value();
  std::optional async = media::AsyncFramePipeline::start(8, 8, [](const media::AsyncFrame&) {},
                                                         {.pipeline = {.compute = compute}})
                            .value();
  EXPECT_EQ(
      test::in_child([&] {
        const auto is_told = [](const auto& result) {
          return !result && result.error().code == ErrorCode::forked;
        };
        int step = 1;
        scene.invalidate();
        for (const bool told : {is_told(surface->clear(colors::red)), is_told(surface->flush()),
                                is_told(surface->get_pixels()), is_told(scene.render()),
                                is_told(pipeline.process_frame(rgba, {{"grayscale"}})),
                                is_told(async->submit(rgba))}) {
          if (!told) return step;
          ++step;
        }
        async->flush();
        async->stop();
        async.reset();
        surface->destroy();
        surface.reset();
        return 0;
      }),
      0);
  must(surface->flush());
  must(async->submit(rgba));
  async->flush();
}

TEST_F(Handles, WhatNeedsAThreadAndGetsNoneIsAnError) {
  const test::NoThreads none;
  expect_error(Compute::create({.device = "cpu"}), ErrorCode::no_thread);
  expect_error(Surface::create(8, 8), ErrorCode::no_thread, "the surface");
  expect_error(Scene::create(8, 8, {.device = "cpu"}), ErrorCode::no_thread);
  expect_error(media::AsyncFramePipeline::start(8, 8, [](const media::AsyncFrame&) {},
                                                {.pipeline = {.compute = compute}, .in_flight = 2}),
               ErrorCode::no_thread, "frames in flight");
}

}  // namespace
}  // namespace dala
// NOLINTEND(bugprone-use-after-move)
