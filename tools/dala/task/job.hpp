// What a question about pictures needs to be asked, of stills and of videos.
#pragma once

#include <filesystem>
#include <string>

#include <dala/core/picture.hpp>

#include "task/answers.hpp"
#include "terminal/outcome.hpp"

namespace dala::cli {

struct TaskJob {
  Ask ask = nullptr;
  TaskOptions task = {};
  bool json = false;
  unsigned every = 1;  // of a video's frames
};

// Drawings never take the place of what they are drawn on.
[[nodiscard]] Outcome check_not_input(const std::string& input,
                                      const std::filesystem::path& output);

[[nodiscard]] Result<media::Picture> drawn_on(const TaskAnswer& answer,
                                              const media::Picture& picture);

// One answer on stdout, under a heading and with what `about` says of the picture.
void print_answer(const TaskJob& job, const TaskAnswer& answer, const std::string& heading,
                  const nlohmann::ordered_json& about);

// A file or stream that is no still. Without an output nothing is drawn.
[[nodiscard]] Outcome look_at_video(const TaskJob& job, const ml::TaskModel& model,
                                    const std::string& input, const std::filesystem::path& output);

}  // namespace dala::cli
