// From a photograph to the answer, for every photograph and model: what another runtime answered.
#include <algorithm>
#include <fstream>

#include <dala/media/pipeline.hpp>
#include <dala/media/still.hpp>
#include <dala/ml/store.hpp>

#include "ml/ml_helper.hpp"

namespace dala::ml::test {
namespace {

class Photos : public testing::Test {
 protected:
  void SetUp() override { DALA_NEEDS_MODEL_DATA(); }

  // Calls check(name, photo, expected) for every photograph that the references have an answer for.
  template <typename Check>
  static void for_each_photo(const std::string& references, Check&& check) {
    const auto all = read_json(references + "/all_photos.json");
    std::size_t seen = 0;
    for (const auto& entry : std::filesystem::directory_iterator(data_folder() / "photos")) {
      const std::string name = entry.path().filename().string();
      if (!all.contains(name)) continue;
      SCOPED_TRACE(name);
      check(name, must(media::read_picture(entry.path())), all[name]);
      ++seen;
    }
    EXPECT_GE(seen, 9U);
  }

  [[nodiscard]] TaskModel load(const std::string& name) const {
    const ModelStore store = ModelStore::open(data_folder()).value();
    auto model = load_model(compute, store, name);
    if (!model) throw std::runtime_error(model.error().message);
    return std::move(*model);
  }

  static TaskModel must_make(const Model& model, const ModelCard& card) {
    return TaskModel::make(model, card).value();
  }

  Compute compute = Compute::create({.device = "cpu"}).value();
};

TEST_F(Photos, Classes) {
  const TaskModel model = load("mobilenet_v2");
  for_each_photo("mobilenet_v2", [&](const auto&, const auto& photo, const auto& expected) {
    const auto classes = must(classify(model, photo));
    ASSERT_EQ(classes.size(), 5U);
    for (std::size_t i = 0; i < classes.size(); ++i) {
      const auto& other = expected["top5"][i];
      EXPECT_EQ(classes[i].id, other["id"].template get<std::size_t>());
      EXPECT_EQ(classes[i].label, other["label"].template get<std::string>());
      EXPECT_NEAR(classes[i].score, other["prob"].template get<float>(), 0.01);
    }
  });
}

TEST_F(Photos, Detections) {
  const TaskModel model = load("yolo_v5");
  for_each_photo("yolo_v5", [&](const auto&, const auto& photo, const auto& expected) {
    const auto things = must(detect(model, photo));
    const auto& others = expected["detections"];
    ASSERT_EQ(things.size(), others.size());
    for (std::size_t i = 0; i < things.size(); ++i) {
      EXPECT_EQ(things[i].id, others[i]["cls"].template get<std::size_t>());
      EXPECT_EQ(things[i].label, others[i]["label"].template get<std::string>());
      EXPECT_NEAR(things[i].score, others[i]["score"].template get<float>(), 0.01);
      EXPECT_GE(overlap(things[i].box, box_of(others[i]["box_xyxy_image"])), 0.95);
    }
  });
}

TEST_F(Photos, Faces) {
  const TaskModel model = load("blazeface");
  for_each_photo("blazeface", [&](const auto&, const auto& photo, const auto& expected) {
    const auto found = must(faces(model, photo));
    const auto& others = expected["faces"];
    ASSERT_EQ(found.size(), others.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      EXPECT_NEAR(found[i].score, others[i]["score"].template get<float>(), 0.01);
      EXPECT_GE(overlap(found[i].box, box_of(others[i]["box_xyxy_image"])), 0.95);
    }
  });
}

TEST_F(Photos, Poses) {
  const TaskModel model = load("posenet");
  for_each_photo("posenet", [&](const auto&, const auto& photo, const auto& expected) {
    const Pose found = must(pose(model, photo));
    EXPECT_NEAR(found.score, expected["pose_score"].template get<float>(), 0.01);
    ASSERT_EQ(found.points.size(), 17U);
    // The bound is one of the model's pixels.
    const double side = std::max(photo.width, photo.height);
    for (std::size_t i = 0; i < found.points.size(); ++i) {
      const auto& other = expected["keypoints"][i];
      EXPECT_EQ(found.points[i].label, other["name"].template get<std::string>());
      EXPECT_NEAR(found.points[i].at.x, other["xy_image"][0].template get<double>(),
                  1.5 * side / 257);
      EXPECT_NEAR(found.points[i].at.y, other["xy_image"][1].template get<double>(),
                  1.5 * side / 257);
    }
  });
}

TEST_F(Photos, Segments) {
  const TaskModel model = load("deeplab");
  for_each_photo("deeplab_257", [&](const auto&, const auto& photo, const auto& expected) {
    const Segmentation found = must(segment(model, photo));
    std::size_t other = 0;
    for (const SegmentClass& one : found.classes) {
      const auto& pixels = expected["class_pixels"];
      const std::size_t wanted =
          pixels.contains(one.label) ? pixels[one.label].template get<std::size_t>() : 0;
      other += std::max(one.pixels, wanted) - std::min(one.pixels, wanted);
    }
    EXPECT_LE(other, found.map.size() / 200);
  });
}

TEST_F(Photos, TheMapOfTheReference) {
  const Segmentation found = must(segment(
      load("deeplab_513"), must(media::read_picture(data_folder() / "photos/couple_snow.jpg"))));
  const Array expected = read_reference("deeplab_513/argmax_u8.npy");
  ASSERT_EQ(found.map.size(), expected.values.size());
  std::size_t other = 0;
  for (std::size_t i = 0; i < found.map.size(); ++i)
    other += found.map[i] == expected.values[i] ? 0 : 1;
  EXPECT_LE(other, found.map.size() / 200);
}

TEST_F(Photos, FramesOnTheDeviceAreTheSame) {
  const TaskModel model = load("deeplab");
  const media::Picture photo = must(media::read_picture(data_folder() / "photos/chelsea.png"));
  const Buffer frame =
      must(compute.buffer<std::uint8_t>(photo.rgba, {photo.height, photo.width, 4}));
  const Segmentation of_picture = must(segment(model, photo));
  EXPECT_EQ(must(segment(model, frame)).map, of_picture.map);
  // And the mask that a filter takes without leaving the device.
  const Buffer mask = must(segment_mask(model, frame, 8));
  const auto levels = must(mask.read<std::uint8_t>());
  ASSERT_EQ(levels.size(), of_picture.map.size());
  for (std::size_t i = 0; i < levels.size(); ++i)
    ASSERT_EQ(levels[i], of_picture.map[i] == 8 ? 255 : 0);
  const auto frames =
      media::FramePipeline::start(photo.width, photo.height, {.compute = compute}).value();
  const std::vector<media::Filter> filters = {
      {"background_blur", {{"radius", 8}}, {{.name = "mask", .buffer = mask}}}};
  const auto blurred = must(must(frames.process_buffer(frame, filters)).read<std::uint8_t>());
  EXPECT_EQ(blurred.size(), photo.rgba.size());
  EXPECT_NE(blurred, photo.rgba);
}

TEST_F(Photos, OutputsOfAFrame) {
  const TaskModel model = load("mobilenet_v2");
  const media::Picture photo = must(media::read_picture(data_folder() / "photos/dog2.jpg"));
  const auto outputs = must(model.predict_frame(photo));
  ASSERT_EQ(outputs.size(), 1U);
  EXPECT_EQ(outputs[0].shape(), (Shape{1, 1000}));
  EXPECT_EQ(must(model.preprocess(photo)).shape(), (Shape{1, 3, 224, 224}));
}

// Stages of a pipeline: the camera's frame, the model's input, and what comes of it.
TEST_F(Photos, PreprocessIsAStage) {
  const TaskModel model = load("mobilenet_v2");
  const media::Picture photo = must(media::read_picture(data_folder() / "photos/dog2.jpg"));
  const Buffer camera =
      must(compute.buffer<std::uint8_t>(photo.rgba, {photo.height, photo.width, 4}));
  const Buffer tensor = must(compute.buffer_zeros({1, 3, 224, 224}, DType::f32));
  const Pipeline pipeline = compute.pipeline();
  must(pipeline.add(must(model.preprocess_command(camera, tensor))));
  must(pipeline.run());
  EXPECT_EQ(must(tensor.read<float>()), must(must(model.preprocess(photo)).read<float>()));
  expect_error(model.preprocess_command(camera, camera), ErrorCode::shape_mismatch,
               "f32 of {1, 3, 224, 224}");
}

// Camera frame, preprocessing, the model by its name, softmax: one pipeline.
void expect_pembroke(const Compute& compute, const TaskModel& model) {
  const auto photo = must(media::read_picture(data_folder() / "photos" / "dog1.jpg"));
  const Buffer camera = must(compute.buffer<std::uint8_t>(
      photo.rgba, {std::int64_t{photo.height}, std::int64_t{photo.width}, 4}));
  const Buffer probabilities = must(compute.buffer_zeros({1, 1000}, DType::f32));
  const Pipeline pipeline = compute.pipeline();
  const Buffer preprocessed = must(pipeline.transient({1, 3, 224, 224}, DType::f32));
  const Buffer logits = must(pipeline.transient({1, 1000}, DType::f32));
  must(pipeline.add(must(model.preprocess_command(camera, preprocessed))));
  must(pipeline.add({.kernel = "mobilenet_v2", .inputs = preprocessed, .outputs = logits}));
  must(pipeline.add({.kernel = "softmax", .inputs = logits, .outputs = probabilities}));
  for (int run = 0; run < 3; ++run) must(pipeline.run());
  const std::vector<float> scores = must(probabilities.read<float>());
  const auto best = std::ranges::max_element(scores);
  constexpr std::ptrdiff_t pembroke = 263;
  EXPECT_EQ(best - scores.begin(), pembroke);
  EXPECT_NEAR(*best, 0.84, 0.01);
  const Explanation explained = must(pipeline.explain());
  ASSERT_EQ(explained.stages.size(), 3U);
  for (const StageExplanation& stage : explained.stages)
    EXPECT_EQ(stage.bytes_moved, 0U) << to_string(explained);
}

TEST_F(Photos, TheModelIsAKernelOfPipelines) { expect_pembroke(compute, load("mobilenet_v2")); }

TEST_F(Photos, TheModelIsAKernelOfPipelinesThatStayOnTheDevice) {
  const auto gles = Compute::create({.device = "gles"});
  if (!gles) GTEST_SKIP() << "skipped: this machine has no device gles";
  const ModelStore store = ModelStore::open(data_folder()).value();
  const auto model = load_model(*gles, store, "mobilenet_v2");
  ASSERT_TRUE(model) << model.error().message;
  expect_pembroke(*gles, *model);
}

TEST_F(Photos, WhatDoesNotFitTogether) {
  const TaskModel model = load("blazeface");
  const media::Picture photo = must(media::read_picture(data_folder() / "photos/chelsea.png"));
  expect_error(detect(model, photo), ErrorCode::invalid_argument,
               "blazeface is a model for the task faces, not detect; for that there is yolo_v5");
  expect_error(faces(model, media::Picture{4, 4, {1, 2, 3}}), ErrorCode::wrong_length, "4 x 4");
  expect_error(faces(model, media::Picture{}), ErrorCode::invalid_argument, "0 x 0");
  // Another model's card.
  expect_error(TaskModel::make(model.model(), builtin_card("mobilenet_v2")), ErrorCode::bad_file,
               "does not take f32 of {1, 3, 224, 224}");
  ModelCard card = builtin_card("blazeface");
  card.input.height = 0;
  expect_error(TaskModel::make(model.model(), card), ErrorCode::invalid_argument, "128 x 0");
  card = builtin_card("blazeface");
  card.outputs.pop_back();
  expect_error(faces(must_make(model.model(), card), photo), ErrorCode::invalid_argument,
               "which output is scores");
  card = builtin_card("blazeface");
  card.outputs[0].name = "nothing";
  expect_error(TaskModel::make(model.model(), card), ErrorCode::bad_file,
               "names an output nothing; the model has regressors, classificators");
}

TEST_F(Photos, FilesAndLabels) {
  const ModelStore elsewhere = ModelStore::open("nowhere").value();
  // The card is known by the file's name; the labels are not there.
  const auto model =
      load_model(compute, elsewhere, (data_folder() / "mobilenet_v2.onnx").string()).value();
  EXPECT_EQ(model.card().task, Task::classify);
  EXPECT_EQ(model.label(207), "class 207");
  // Under another name it takes tensors only.
  Folder folder;
  std::filesystem::copy_file(data_folder() / "blazeface.onnx", folder.path() / "other.onnx");
  const auto bare = load_model(compute, elsewhere, (folder.path() / "other.onnx").string()).value();
  EXPECT_EQ(bare.card().task, Task::none);
  expect_error(bare.predict_frame(media::Picture{1, 1, {1, 2, 3, 4}}), ErrorCode::invalid_argument,
               "has no card");
}

}  // namespace
}  // namespace dala::ml::test
