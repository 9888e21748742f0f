// dala kernel watch: a kernel file, on files, again whenever one of them changes.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>
#include <ctime>
#include <filesystem>
#include <memory>
#include <thread>

#include "io/tensor_file.hpp"
#include "io/watched_files.hpp"
#include "kernel/command.hpp"
#include "kernel/job.hpp"
#include "terminal/say.hpp"
#include "terminal/stop_on_signal.hpp"
#include "terminal/text.hpp"

namespace dala::cli {
namespace {

struct KernelWatchOptions {
  KernelJobOptions job;
  unsigned runs = 0;  // 0: until Ctrl-C
};

Outcome run_and_save(KernelJob& job) {
  const auto ran = job.run();
  if (!ran) return std::unexpected(ran.error());
  const std::vector<std::string>& files = job.options().outputs;
  for (std::size_t i = 0; i < files.size(); ++i)
    if (auto saved = save_tensor(job.compute(), job.outputs()[i], files[i]); !saved) return saved;
  say("{:%H:%M:%S} {} {:.1f} ms -> {}\n", fmt::localtime(std::time(nullptr)), job.kernel().name,
      ran->total_ms, join(files, ", "));
  std::fflush(stdout);  // whoever reads along through a pipe sees it now
  return {};
}

// Whether there was something to run: nothing is until the source has been good once.
OutcomeOf<bool> go_round(KernelJob& job, WatchedFiles::Change change) {
  if (change.text)
    if (const auto loaded = job.load(); !loaded) {
      if (!change.input || !job.loaded()) return std::unexpected(loaded.error());
      print(loaded.error());  // the input is new all the same, for the kernel from before
    }
  if (!job.loaded()) return false;
  if (const auto done = run_and_save(job); !done) return std::unexpected(done.error());
  return true;
}

Outcome check_files(const KernelJobOptions& options) {
  if (options.file == "-") return usage_error("standard input cannot be watched; name a file");
  for (const std::string& output : options.outputs)
    for (const std::string& input : options.inputs) {
      std::error_code ignored;
      if (input == output || std::filesystem::equivalent(input, output, ignored))
        return usage_error(
            fmt::format("'{}' is an input and an output; it would change for ever", output));
    }
  return {};
}

Outcome watch(const Session& session, const KernelWatchOptions& options) {
  if (auto good = check_files(options.job); !good) return good;
  auto job = KernelJob::create(session.device, options.job);
  if (!job) return std::unexpected(job.error());
  const StopOnSignal stop;  // which is how watching ends, so it is no failure
  WatchedFiles files(options.job.file, options.job.inputs);
  WatchedFiles::Change change{.text = true};
  unsigned runs = 0;
  for (bool first = true; !StopOnSignal::asked(); change = files.take_change()) {
    if (change.text || change.input) {
      const auto ran = go_round(*job, change);
      if (ran && *ran && ++runs == options.runs) return {};
      // At first only mistakes in the text are worth waiting for: the rest is the command line's.
      if (!ran && first && !ran.error().diagnostics) return std::unexpected(ran.error());
      if (!ran) print(ran.error());
      first = false;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  return {};
}

}  // namespace

void add_kernel_watch(CLI::App& kernel, Session& session) {
  CLI::App* command =
      add_command(kernel, session, "watch", "Runs a kernel file again whenever a file changes",
                  "dala kernel watch blur.dk --in photo.png --out blurred.png");
  const auto options = std::make_shared<KernelWatchOptions>();
  command->add_option("FILE", options->job.file, "The kernel")->required();
  add_kernel_job_options(*command, options->job);
  command->add_option("--runs", options->runs, "End after this many runs; else with Ctrl-C")
      ->check(CLI::Range(1U, 1000000000U))
      ->type_name("N");
  command->callback([&session, options] {
    session.action = [&session, options] { return watch(session, *options); };
  });
}

}  // namespace dala::cli
