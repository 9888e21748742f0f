// dala surface fuzz-seed: messages as files, for the fuzzer to start from.
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <system_error>

#include <dala/core/files.hpp>
#include <dala/surface/record.hpp>

#include "io/tensor_file.hpp"
#include "surface/command.hpp"
#include "terminal/say.hpp"

namespace dala::cli {
namespace {

struct SurfaceFuzzSeedOptions {
  std::string folder;
  std::string from;
};

Outcome write_seeds(const SurfaceFuzzSeedOptions& options) {
  std::error_code error;
  std::filesystem::create_directories(options.folder, error);
  std::size_t written = 0;
  const auto write = [&](const std::string& name, CommandBytes bytes) -> Outcome {
    const auto file = std::filesystem::path(options.folder) / name;
    if (auto done = write_file(file, bytes); !done)
      return file_failure(file.string(), done.error());
    ++written;
    return {};
  };
  if (options.from.empty()) {
    for (const SampleMessage& sample : protocol_samples())
      if (auto done = write(std::string(sample.name), sample.bytes); !done) return done;
  } else {
    const auto recording = Recording::read(options.from);
    if (!recording) return failure(recording.error());
    for (const Recording::Entry& entry : recording->entries) {
      if (entry.kind != Recording::Kind::message) continue;
      if (auto done = write(fmt::format("message-{}", written + 1), entry.bytes); !done)
        return done;
    }
  }
  say("wrote {} files to {}\n", written, options.folder);
  return {};
}

}  // namespace

void add_surface_fuzz_seed(CLI::App& surface, Session& session) {
  CLI::App* command = add_command(surface, session, "fuzz-seed", "Writes messages for the fuzzer",
                                  "dala surface fuzz-seed fuzz/corpus/surface --from bug.dsurf");
  const auto options = std::make_shared<SurfaceFuzzSeedOptions>();
  command->add_option("FOLDER", options->folder, "Where the files go, one for each message")
      ->required();
  command
      ->add_option("--from", options->from,
                   "A recording to take the messages of; else one of each opcode")
      ->type_name("FILE");
  command->callback(
      [&session, options] { session.action = [options] { return write_seeds(*options); }; });
}

}  // namespace dala::cli
