// A video through filters, from file to file.
#include <dala/media/transcode.hpp>

#include "demo.hpp"

namespace demo {

dala::Result<Section> filter_video(Demo& demo) {
  const std::vector<dala::media::Filter> filters = {{"blur", {{"radius", 1}}},
                                                    {"exposure", {{"stops", -0.6}}},
                                                    {"sepia"},
                                                    {"contrast", {{"value", 0.15}}},
                                                    {"vignette", {{"strength", 0.7}}}};
  const auto report = dala::media::transcode((demo.folder / "scene/media/guest.mp4").string(),
                                             demo.folder / "guest_old.mp4",
                                             {.filters = filters,
                                              .pipeline = {.compute = demo.compute},
                                              .writer = {.crf = 22, .preset = "veryfast"}});
  if (!report) return std::unexpected(report.error());
  return Section{.title = "A video through filters",
                 .about = "Frames are decoded, filtered and encoded at the same time, " +
                          std::to_string(report->frames) +
                          " of them here; sound and subtitles would be kept.",
                 .figures = {{.file = "scene/media/guest.mp4", .caption = "before"},
                             {.file = "guest_old.mp4", .caption = "after"}},
                 .code = {{.title = "the same on the command line",
                           .text = filter_command("guest.mp4", "guest_old.mp4", filters),
                           .folded = false}},
                 .files = {"guest_old.mp4"}};
}

}  // namespace demo
