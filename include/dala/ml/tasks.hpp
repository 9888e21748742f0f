// Questions about pictures: what is on it, where, whose face, which pose, which pixels.
//
//   auto compute = dala::Compute::create();
//   auto model = dala::ml::load_model(*compute, "mobilenet_v2");          // <dala/ml/store.hpp>
//   auto photo = dala::media::read_picture("dog.jpg");
//   auto classes = dala::ml::classify(*model, *photo);
//   std::cout << (*classes)[0].label << ' ' << (*classes)[0].score;
//
// A picture is in the host's memory (a media::Picture, or an ImageView of bytes), or a frame on
// the device: u8 of {height, width, 4}. It is
// brought to the model's size and range on the device. Answers are in the picture's pixels.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <dala/core/image_view.hpp>
#include <dala/core/picture.hpp>
#include <dala/ml.hpp>
#include <dala/ml/card.hpp>

namespace dala::ml {

// What questions are asked about. It must outlive the call it is given to.
class PictureRef {
 public:
  PictureRef(const ImageView& image) : image_(image) {}
  PictureRef(const media::Picture& picture) : image_(picture) {}
  PictureRef(const Buffer& frame) : frame_(&frame) {}

  [[nodiscard]] const ImageView& image() const { return image_; }
  [[nodiscard]] const Buffer* frame() const { return frame_; }  // null: it is an image

 private:
  ImageView image_ = {};
  const Buffer* frame_ = nullptr;
};

// A model with its card. A handle; copies are the same. May be used from any thread; pictures are
// looked at one at a time.
class DALA_API TaskModel {
 public:
  // The model must have the input and outputs that the card names. `labels` are those of the card
  // unless it has none.
  [[nodiscard]] static Result<TaskModel> make(Model model, ModelCard card,
                                              std::vector<std::string> labels = {});

  [[nodiscard]] const Model& model() const;
  [[nodiscard]] const ModelCard& card() const;
  [[nodiscard]] std::span<const std::string> labels() const;
  // "class 207" where there are no labels.
  [[nodiscard]] std::string label(std::size_t id) const;

  // The frame as the model's input: f32 of {1, 3, height, width}.
  [[nodiscard]] Result<Buffer> preprocess(const PictureRef& picture) const;
  // The same as a stage for a pipeline, or a command.
  [[nodiscard]] Result<Command> preprocess_command(const Buffer& frame, const Buffer& tensor) const;

  // From a frame to the model's outputs, in the order of `model().info()`, without a trip to the
  // host.
  [[nodiscard]] Result<std::vector<Buffer>> predict_frame(const PictureRef& picture) const;

  class State;
  explicit TaskModel(std::shared_ptr<State> state) : state_(std::move(state)) {}
  [[nodiscard]] const std::shared_ptr<State>& state() const { return state_; }

 private:
  std::shared_ptr<State> state_;
};

// The same for a model without a card: `tensor` is f32 of {1, 3, height, width} as `input` says,
// whose name does not matter here.
[[nodiscard]] DALA_API Result<Command> preprocess_command(const Compute& compute,
                                                          const CardInput& input,
                                                          const Buffer& frame,
                                                          const Buffer& tensor);

struct Point {
  float x = 0;
  float y = 0;
};

struct Box {
  float x0 = 0;
  float y0 = 0;
  float x1 = 0;
  float y1 = 0;
};

// The shared part of two boxes by what they cover together, 0 to 1.
[[nodiscard]] DALA_API float overlap(const Box& a, const Box& b);

struct ClassScore {
  std::size_t id = 0;
  std::string label = {};
  float score = 0;  // a probability
};

struct Detection {
  std::size_t id = 0;  // of the class
  std::string label = {};
  float score = 0;
  Box box = {};  // inside the picture
};

struct Face {
  float score = 0;
  Box box = {};                    // may reach outside the picture
  std::vector<Point> points = {};  // as `labels` names them
};

struct KeyPoint {
  std::size_t id = 0;
  std::string label = {};
  float score = 0;
  Point at = {};
};

struct Pose {
  float score = 0;  // the mean of its points
  std::vector<KeyPoint> points = {};
};

struct SegmentClass {
  std::size_t id = 0;
  std::string label = {};
  std::size_t pixels = 0;  // of the map
};

// A class for each pixel of a map that is stretched over the picture.
struct Segmentation {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::vector<std::uint8_t> map = {};      // rows from the top
  std::vector<SegmentClass> classes = {};  // those in the map, the largest first

  // 255 where the class is and 0 elsewhere, as the filters background_blur and background_replace
  // take it.
  [[nodiscard]] DALA_API media::Picture mask(std::size_t id) const;
};

// The best `count` classes, the best first.
[[nodiscard]] DALA_API Result<std::vector<ClassScore>> classify(const TaskModel& model,
                                                                const PictureRef& picture,
                                                                std::size_t count = 5);
// What scores above the card's threshold, the best first.
[[nodiscard]] DALA_API Result<std::vector<Detection>> detect(const TaskModel& model,
                                                             const PictureRef& picture);
[[nodiscard]] DALA_API Result<std::vector<Face>> faces(const TaskModel& model,
                                                       const PictureRef& picture);
// Of the one person in the picture; of several the points are mixed.
[[nodiscard]] DALA_API Result<Pose> pose(const TaskModel& model, const PictureRef& picture);
[[nodiscard]] DALA_API Result<Segmentation> segment(const TaskModel& model,
                                                    const PictureRef& picture);

// A mask that stays on the device: u8 {height, width} of the model's map, 255 where the class is,
// as a FilterInput of background_blur and background_replace takes it.
[[nodiscard]] DALA_API Result<Buffer> segment_mask(const TaskModel& model,
                                                   const PictureRef& picture, std::size_t id);

// --- parts of answers, for outputs that come from elsewhere ---
// They add up to 1.
[[nodiscard]] DALA_API std::vector<float> softmax(std::span<const float> logits);

struct Ranked {
  std::size_t id = 0;
  float value = 0;
};
// The largest, the largest first; of equal ones the first first. NaN is not among them.
[[nodiscard]] DALA_API std::vector<Ranked> top_k(std::span<const float> values, std::size_t count);

}  // namespace dala::ml
