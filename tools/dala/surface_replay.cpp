// dala surface replay: a recording played again, to a picture.
#include <fmt/format.h>

#include <memory>

#include <dala/surface_record.hpp>

#include "files/png.hpp"
#include "surface_command.hpp"
#include "tensor_file.hpp"

namespace dala::cli {
namespace {

struct Options {
  std::string file;
  std::string output;
  std::uint64_t until = 0;  // 0: to the end
};

Outcome check_output(const std::string& output) {
  if (output.ends_with(".mp4"))
    return usage_error(
        fmt::format("{}: this build has no part that writes videos; give a .png", output));
  if (!output.ends_with(".png"))
    return usage_error(fmt::format("{}: the output must be a .png", output));
  return {};
}

Outcome replay_file(const std::string& device, const Options& options) {
  if (auto good = check_output(options.output); !good) return good;
  const auto recording = Recording::read(options.file);
  if (!recording) return failure(recording.error());
  SurfaceOptions wanted;
  wanted.on_pixels = [](const PixelsRead&) {};  // whoever asked for them is not here
  if (!device.empty()) {
    const auto compute = Compute::create({.device = device});
    if (!compute) return failure(compute.error());
    wanted.compute = *compute;
  }
  const auto surface = Surface::create(recording->width, recording->height, wanted);
  if (!surface) return failure(surface.error());

  std::uint64_t played = 0;
  for (const Recording::Entry& entry : recording->entries) {
    if (options.until != 0 && played == options.until) break;
    if (auto done = replay(entry, *surface); !done) return failure(done.error());
    ++played;
  }
  const auto pixels = surface->get_pixels();
  if (!pixels) return failure(pixels.error());
  for (const SurfaceError& error : surface->take_errors())
    fmt::print(stderr, "dala: {}\n", error.error.message);
  const auto [width, height] = surface->size();
  if (auto written = files::write_png(options.output, width, height, 4, *pixels); !written)
    return file_failure(options.output, written.error());
  fmt::print("wrote {}: {} x {} after {} of {} entries, {} frames\n", options.output, width, height,
             played, recording->entries.size(), surface->frames_presented());
  return {};
}

}  // namespace

void add_surface_replay(CLI::App& surface, Session& session) {
  CLI::App* command = add_command(surface, session, "replay", "Plays a recording again",
                                  "dala surface replay bug.dsurf -o bug.png --until 120");
  const auto options = std::make_shared<Options>();
  command->add_option("FILE", options->file, "The recording")->required();
  command->add_option("-o,--out", options->output, "The picture to write, a .png")
      ->type_name("FILE")
      ->required();
  command->add_option("--until", options->until, "Stop after so many entries")
      ->type_name("N")
      ->check(CLI::PositiveNumber);
  command->callback([&session, options] {
    session.action = [&session, options] { return replay_file(session.device, *options); };
  });
}

}  // namespace dala::cli
