// dala: the library from the command line.
#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <iostream>

#include "about/parts.hpp"
#include "terminal/command.hpp"
#include "terminal/printable.hpp"

namespace {

using dala::cli::ExitCode;
using dala::cli::Failure;

int end(const Failure& failure) {
  dala::cli::print(failure);
  return static_cast<int>(failure.exit_code);
}

// "kernel run ": the commands that were found before the mistake.
std::string commands_text(const CLI::App& app) {
  std::string text;
  for (const CLI::App* at = &app; !at->get_subcommands().empty();) {
    at = at->get_subcommands().front();
    text += at->get_name() + " ";
  }
  return text;
}

int parse_and_run(int argc, char** argv) {
  CLI::App app{
      "Pixels, tensors and models on whatever processor the device has: filters on pictures and\n"
      "videos, scenes, questions to models, and kernels of one's own.",
      "dala"};
  app.footer(
      "Example:\n  dala filter photo.jpg warm.jpg --preset warm\n"
      "  dala scene render show.json -o show.mp4 --seconds 10\n"
      "  dala run elementwise_add --in a.npy --in b.npy --out c.npy\n\n"
      "Exit codes: 0 done, 1 the work failed, 2 bad usage, 130 stopped by Ctrl-C. Errors go to "
      "stderr in one sentence.");
  app.set_version_flag(
      "--version", [] { return dala::cli::printable_lines(dala::cli::version_text()); },
      "Print the version, its commit, and which parts can be used");
  app.require_subcommand(0, 1);

  dala::cli::Session session;
  app.add_option("--device", session.device, "Device to use; `dala info` lists them")
      ->type_name("NAME");
  dala::cli::add_info(app, session);
  dala::cli::add_kernels(app, session);
  dala::cli::add_run(app, session);
  dala::cli::add_kernel(app, session);
  dala::cli::add_surface(app, session);
  dala::cli::add_filter(app, session);
  dala::cli::add_filters(app, session);
  dala::cli::add_scene(app, session);
  dala::cli::add_show(app, session);
  dala::cli::add_bench(app, session);
  dala::cli::add_models(app, session);
  dala::cli::add_tasks(app, session);
  dala::cli::add_predict(app, session);

  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& wants_text) {
    return app.exit(wants_text);  // --help and --version
  } catch (const CLI::ParseError& error) {
    return end({ExitCode::bad_usage,
                fmt::format("{}; see `dala {}--help`", error.what(), commands_text(app))});
  }
  if (!session.action) return end({ExitCode::bad_usage, "no command given; see `dala --help`"});

  if (const auto outcome = session.action(); !outcome) return end(outcome.error());
  // A full disk behind a redirection must not look like success.
  if (std::fflush(stdout) != 0) return end({ExitCode::failed, "cannot write to standard output"});
  return static_cast<int>(ExitCode::ok);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return parse_and_run(argc, argv);
  } catch (const std::exception& error) {
    return end({ExitCode::failed, error.what()});
  }
}
