// How a command is added, and the options all of them have.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>

#include "terminal/outcome.hpp"

namespace dala::cli {

// What parsing the command line leaves behind.
struct Session {
  std::string device;               // --device, empty when not given
  std::function<Outcome()> action;  // what the chosen command does
};

// `example` is shown at the end of --help.
CLI::App* add_command(CLI::App& app, Session& session, const char* name, const char* summary,
                      const char* example);

// One for each file of this folder that is a command; all are called by main.
void add_info(CLI::App& app, Session& session);
void add_kernels(CLI::App& app, Session& session);
void add_run(CLI::App& app, Session& session);
void add_kernel(CLI::App& app, Session& session);
void add_surface(CLI::App& app, Session& session);
void add_filter(CLI::App& app, Session& session);
void add_filters(CLI::App& app, Session& session);
void add_scene(CLI::App& app, Session& session);
void add_show(CLI::App& app, Session& session);
void add_bench(CLI::App& app, Session& session);
void add_models(CLI::App& app, Session& session);
void add_tasks(CLI::App& app, Session& session);
void add_predict(CLI::App& app, Session& session);

}  // namespace dala::cli
