// What each question about a picture is answered with: for programs, for people, and drawn.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include <dala/ml/tasks.hpp>

#include "task/canvas.hpp"

namespace dala::cli {

struct TaskAnswer {
  nlohmann::ordered_json json = {};  // an object
  std::string text = {};             // lines
  std::function<void(Canvas&)> draw = {};
};

struct TaskOptions {
  std::size_t top = 5;  // classes
};

using Ask = Result<TaskAnswer> (*)(const ml::TaskModel& model, const media::Picture& picture,
                                   const TaskOptions& options);

Result<TaskAnswer> ask_classify(const ml::TaskModel& model, const media::Picture& picture,
                                const TaskOptions& options);
Result<TaskAnswer> ask_detect(const ml::TaskModel& model, const media::Picture& picture,
                              const TaskOptions& options);
Result<TaskAnswer> ask_faces(const ml::TaskModel& model, const media::Picture& picture,
                             const TaskOptions& options);
Result<TaskAnswer> ask_pose(const ml::TaskModel& model, const media::Picture& picture,
                            const TaskOptions& options);
Result<TaskAnswer> ask_segment(const ml::TaskModel& model, const media::Picture& picture,
                               const TaskOptions& options);

}  // namespace dala::cli
