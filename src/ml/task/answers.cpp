#include <algorithm>

#include "core/error.hpp"
#include "core/handle.hpp"
#include "ml/post/blazeface.hpp"
#include "ml/post/posenet.hpp"
#include "ml/post/segment.hpp"
#include "ml/post/yolo.hpp"
#include "ml/task/state.hpp"

namespace dala::ml {

namespace {

Result<void> check_task(const TaskModel& model, Task task) {
  if (model.state() == nullptr) return empty_handle("TaskModel");
  if (model.card().task == task) return {};
  std::string known;
  for (const ModelCard& card : builtin_cards())
    if (card.task == task) known += (known.empty() ? "" : ", ") + card.name;
  return fail(ErrorCode::invalid_argument,
              "{} is a model for the task {}, not {}; for that there is {}", model.card().name,
              to_string(model.card().task), to_string(task), known);
}

Point back(const Placement& placement, Point point) {
  return {static_cast<float>(placement.x.back(point.x)),
          static_cast<float>(placement.y.back(point.y))};
}

Box back(const Placement& placement, const Box& box) {
  const Point first = back(placement, Point{box.x0, box.y0});
  const Point last = back(placement, Point{box.x1, box.y1});
  return {first.x, first.y, last.x, last.y};
}

Box inside(const Box& box, media::FrameSize size) {
  const auto w = static_cast<float>(size.width);
  const auto h = static_cast<float>(size.height);
  return {std::clamp(box.x0, 0.0F, w), std::clamp(box.y0, 0.0F, h), std::clamp(box.x1, 0.0F, w),
          std::clamp(box.y1, 0.0F, h)};
}

// Logits of {1, classes, height, width}, and which classes there can be.
Result<Buffer> segment_logits(const TaskModel& model, const Look& look) {
  DALA_ASSIGN(auto logits, model.state()->output(look, "logits", 4));
  if (logits.shape()[1] < 1 || logits.shape()[1] > 256)
    return fail(ErrorCode::unsupported, "{}: a map has 1 to 256 classes, and this one {}",
                model.card().name, logits.shape()[1]);
  return logits;
}

}  // namespace

Result<std::vector<ClassScore>> classify(const TaskModel& model, const PictureRef& picture,
                                         std::size_t count) {
  DALA_TRY(check_task(model, Task::classify));
  DALA_ASSIGN(const Look look, model.state()->look(picture));
  DALA_ASSIGN(const Buffer logits, model.state()->output(look, "logits", 2));
  DALA_ASSIGN(const auto values, logits.read<float>());
  std::vector<ClassScore> answers;
  for (const Ranked& best : top_k(softmax(values), count))
    answers.push_back({best.id, model.label(best.id), best.value});
  return answers;
}

Result<std::vector<Detection>> detect(const TaskModel& model, const PictureRef& picture) {
  DALA_TRY(check_task(model, Task::detect));
  DALA_ASSIGN(const Look look, model.state()->look(picture));
  DALA_ASSIGN(const Buffer rows, model.state()->output(look, "rows", 3));
  DALA_ASSIGN(const auto values, rows.read<float>());
  const auto columns = static_cast<std::size_t>(rows.shape()[2]);
  std::vector<Detection> answers;
  for (const Candidate& found : decode_yolo(values, columns, model.card().decode))
    answers.push_back({found.group, model.label(found.group), found.score,
                       inside(back(look.placement, found.box), look.size)});
  return answers;
}

Result<std::vector<Face>> faces(const TaskModel& model, const PictureRef& picture) {
  DALA_TRY(check_task(model, Task::faces));
  DALA_ASSIGN(const Look look, model.state()->look(picture));
  DALA_ASSIGN(const Buffer boxes, model.state()->output(look, "boxes", 3));
  DALA_ASSIGN(const Buffer scores, model.state()->output(look, "scores", 3));
  DALA_ASSIGN(const auto box_values, boxes.read<float>());
  DALA_ASSIGN(const auto score_values, scores.read<float>());
  const CardInput& input = model.card().input;
  std::vector<Face> answers;
  for (const AnchoredFace& found :
       decode_faces(box_values, static_cast<std::size_t>(boxes.shape()[2]), score_values,
                    model.card().decode, static_cast<float>(input.width),
                    static_cast<float>(input.height))) {
    Face& face = answers.emplace_back(found.score, back(look.placement, found.box));
    for (const Point point : found.points) face.points.push_back(back(look.placement, point));
  }
  return answers;
}

Result<Pose> pose(const TaskModel& model, const PictureRef& picture) {
  DALA_TRY(check_task(model, Task::pose));
  DALA_ASSIGN(const Look look, model.state()->look(picture));
  DALA_ASSIGN(const Buffer heatmaps, model.state()->output(look, "heatmaps", 4));
  DALA_ASSIGN(const Buffer offsets, model.state()->output(look, "offsets", 4));
  const Shape& shape = heatmaps.shape();
  if (offsets.shape() != Shape{1, 2 * shape[1], shape[2], shape[3]})
    return fail(ErrorCode::shape_mismatch,
                "{}: heat maps of {} and offsets of {} do not fit together", model.card().name,
                to_string(shape), to_string(offsets.shape()));
  DALA_ASSIGN(const auto map_values, heatmaps.read<float>());
  DALA_ASSIGN(const auto offset_values, offsets.read<float>());
  const PoseGrid grid{static_cast<std::size_t>(shape[1]), static_cast<std::size_t>(shape[2]),
                      static_cast<std::size_t>(shape[3])};
  Pose answer;
  for (const PosePoint& point :
       decode_pose(map_values, offset_values, grid, model.card().decode.stride)) {
    const std::size_t id = answer.points.size();
    answer.points.push_back({id, model.label(id), point.score, back(look.placement, point.at)});
    answer.score += point.score;
  }
  if (!answer.points.empty()) answer.score /= static_cast<float>(answer.points.size());
  return answer;
}

Result<Segmentation> segment(const TaskModel& model, const PictureRef& picture) {
  DALA_TRY(check_task(model, Task::segment));
  DALA_ASSIGN(const Look look, model.state()->look(picture));
  DALA_ASSIGN(const Buffer logits, segment_logits(model, look));
  DALA_ASSIGN(const auto values, logits.read<float>());
  const auto classes = static_cast<std::size_t>(logits.shape()[1]);
  Segmentation answer{.width = static_cast<std::uint32_t>(logits.shape()[3]),
                      .height = static_cast<std::uint32_t>(logits.shape()[2]),
                      .map = best_classes(values, classes)};
  std::vector<std::size_t> counts(classes, 0);
  for (const std::uint8_t id : answer.map) ++counts[id];
  for (std::size_t id = 0; id < classes; ++id)
    if (counts[id] > 0) answer.classes.push_back({id, model.label(id), counts[id]});
  std::ranges::sort(answer.classes, [](const SegmentClass& a, const SegmentClass& b) {
    return a.pixels != b.pixels ? a.pixels > b.pixels : a.id < b.id;
  });
  return answer;
}

Result<Buffer> segment_mask(const TaskModel& model, const PictureRef& picture, std::size_t id) {
  DALA_TRY(check_task(model, Task::segment));
  DALA_ASSIGN(const Look look, model.state()->look(picture));
  DALA_ASSIGN(const Buffer logits, segment_logits(model, look));
  return mask_of_class(model.model().compute(), logits, id);
}

}  // namespace dala::ml
