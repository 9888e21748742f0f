#include "task/answers.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

#include "terminal/printable.hpp"

namespace dala::cli {

namespace {

using Json = nlohmann::ordered_json;

// Points below this are guesses, and lines between guesses would cross the whole picture.
constexpr float sure = 0.3F;

// Numbers with more digits than they deserve are hard to read.
double places(float value, double scale) { return std::round(value * scale) / scale; }
double score_of(float value) { return places(value, 1e4); }
double pixel(float value) { return places(value, 10); }

Json box_json(const ml::Box& box) {
  return {pixel(box.x0), pixel(box.y0), pixel(box.x1), pixel(box.y1)};
}

std::string box_text(const ml::Box& box) {
  return fmt::format("{:7.1f} {:7.1f} {:7.1f} {:7.1f}", box.x0, box.y0, box.x1, box.y1);
}

}  // namespace

Result<TaskAnswer> ask_classify(const ml::TaskModel& model, const media::Picture& picture,
                                const TaskOptions& options) {
  auto classes = ml::classify(model, picture, options.top);
  if (!classes) return std::unexpected(classes.error());
  TaskAnswer answer{.json = {{"classes", Json::array()}}};
  for (const ml::ClassScore& found : *classes) {
    answer.json["classes"].push_back(
        {{"id", found.id}, {"label", found.label}, {"score", score_of(found.score)}});
    fmt::format_to(std::back_inserter(answer.text), "  {:6.4f}  {:4}  {}\n", found.score, found.id,
                   printable(found.label));
  }
  answer.draw = [classes = std::move(*classes)](Canvas& canvas) {
    if (!classes.empty())
      canvas.label({0, 0}, color_of(classes[0].id),
                   fmt::format("{} {:.2f}", classes[0].label, classes[0].score));
  };
  return answer;
}

Result<TaskAnswer> ask_detect(const ml::TaskModel& model, const media::Picture& picture,
                              const TaskOptions&) {
  auto things = ml::detect(model, picture);
  if (!things) return std::unexpected(things.error());
  TaskAnswer answer{.json = {{"detections", Json::array()}}};
  for (const ml::Detection& thing : *things) {
    answer.json["detections"].push_back({{"id", thing.id},
                                         {"label", thing.label},
                                         {"score", score_of(thing.score)},
                                         {"box", box_json(thing.box)}});
    fmt::format_to(std::back_inserter(answer.text), "  {:6.4f}  {}  {}\n", thing.score,
                   box_text(thing.box), printable(thing.label));
  }
  answer.draw = [things = std::move(*things)](Canvas& canvas) {
    // The best last, so that it lies on top.
    for (std::size_t i = things.size(); i-- > 0;)
      canvas.box(things[i].box, color_of(things[i].id),
                 fmt::format("{} {:.2f}", things[i].label, things[i].score));
  };
  return answer;
}

Result<TaskAnswer> ask_faces(const ml::TaskModel& model, const media::Picture& picture,
                             const TaskOptions&) {
  auto faces = ml::faces(model, picture);
  if (!faces) return std::unexpected(faces.error());
  TaskAnswer answer{.json = {{"faces", Json::array()}}};
  for (const ml::Face& face : *faces) {
    Json points = Json::object();
    for (std::size_t k = 0; k < face.points.size(); ++k)
      points[model.label(k)] = {pixel(face.points[k].x), pixel(face.points[k].y)};
    answer.json["faces"].push_back(
        {{"score", score_of(face.score)}, {"box", box_json(face.box)}, {"points", points}});
    fmt::format_to(std::back_inserter(answer.text), "  {:6.4f}  {}\n", face.score,
                   box_text(face.box));
  }
  answer.draw = [faces = std::move(*faces)](Canvas& canvas) {
    for (std::size_t i = 0; i < faces.size(); ++i) {
      canvas.box(faces[i].box, color_of(i), fmt::format("face {:.2f}", faces[i].score));
      for (const ml::Point point : faces[i].points) canvas.dot(point, color_of(i));
    }
  };
  return answer;
}

Result<TaskAnswer> ask_pose(const ml::TaskModel& model, const media::Picture& picture,
                            const TaskOptions&) {
  auto pose = ml::pose(model, picture);
  if (!pose) return std::unexpected(pose.error());
  TaskAnswer answer{.json = {{"score", score_of(pose->score)}, {"points", Json::array()}}};
  for (const ml::KeyPoint& point : pose->points) {
    answer.json["points"].push_back({{"id", point.id},
                                     {"label", point.label},
                                     {"score", score_of(point.score)},
                                     {"at", {pixel(point.at.x), pixel(point.at.y)}}});
    fmt::format_to(std::back_inserter(answer.text), "  {:6.4f}  {:7.1f} {:7.1f}  {}\n", point.score,
                   point.at.x, point.at.y, printable(point.label));
  }
  fmt::format_to(std::back_inserter(answer.text), "  {:6.4f}  the whole\n", pose->score);
  answer.draw = [pose = std::move(*pose), edges = model.card().decode.edges](Canvas& canvas) {
    for (const auto& [from, to] : edges)
      if (from < pose.points.size() && to < pose.points.size() && pose.points[from].score > sure &&
          pose.points[to].score > sure)
        canvas.line(pose.points[from].at, pose.points[to].at, color_of(1));
    for (const ml::KeyPoint& point : pose.points)
      if (point.score > sure) canvas.dot(point.at, color_of(4));
  };
  return answer;
}

Result<TaskAnswer> ask_segment(const ml::TaskModel& model, const media::Picture& picture,
                               const TaskOptions&) {
  auto segmentation = ml::segment(model, picture);
  if (!segmentation) return std::unexpected(segmentation.error());
  TaskAnswer answer{.json = {{"width", segmentation->width},
                             {"height", segmentation->height},
                             {"classes", Json::array()}}};
  const auto all = static_cast<float>(segmentation->map.size());
  for (const ml::SegmentClass& found : segmentation->classes) {
    const float share = static_cast<float>(found.pixels) / all;
    answer.json["classes"].push_back({{"id", found.id},
                                      {"label", found.label},
                                      {"pixels", found.pixels},
                                      {"share", score_of(share)}});
    fmt::format_to(std::back_inserter(answer.text), "  {:5.1f} %  {}\n", 100 * share,
                   printable(found.label));
  }
  answer.draw = [segmentation = std::move(*segmentation)](Canvas& canvas) {
    canvas.map(segmentation);
    float row = 0;
    for (const ml::SegmentClass& found : segmentation.classes) {
      if (found.id == 0) continue;
      canvas.label({0, row}, color_of(found.id), found.label);
      row += canvas.line_height();
    }
  };
  return answer;
}

}  // namespace dala::cli
