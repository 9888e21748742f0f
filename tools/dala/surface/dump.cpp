// dala surface dump: a recording as text.
#include <fmt/format.h>

#include <memory>

#include <dala/surface/record.hpp>

#include "surface/command.hpp"
#include "terminal/say.hpp"

namespace dala::cli {
namespace {

Outcome dump(const std::string& file) {
  const auto recording = Recording::read(file, SourcePolicy::only(file));
  if (!recording) return failure(recording.error());
  say("surface of {} x {}, {} entries\n", recording->width, recording->height,
      recording->entries.size());
  std::size_t number = 0;
  for (const Recording::Entry& entry : recording->entries) {
    const double ms = std::chrono::duration<double, std::milli>(entry.time).count();
    const std::string text = entry.kind == Recording::Kind::message
                                 ? message_text(entry.bytes)
                                 : fmt::format("pixels ({} bytes)\n", entry.bytes.size());
    say("{:6} {:10.3f} ms  {}", ++number, ms, lines(text));
  }
  return {};
}

}  // namespace

void add_surface_dump(CLI::App& surface, Session& session) {
  CLI::App* command = add_command(surface, session, "dump", "Prints a recording as text",
                                  "dala surface dump bug.dsurf");
  const auto file = std::make_shared<std::string>();
  command->add_option("FILE", *file, "The recording")->required();
  command->callback([&session, file] { session.action = [file] { return dump(*file); }; });
}

}  // namespace dala::cli
