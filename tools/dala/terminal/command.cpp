#include "terminal/command.hpp"

#include <fmt/format.h>

namespace dala::cli {

CLI::App* add_command(CLI::App& app, Session& session, const char* name, const char* summary,
                      const char* example) {
  CLI::App* command = app.add_subcommand(name, summary);
  command->footer(fmt::format("Example:\n  {}", example));
  command->add_option("--device", session.device, "Device to use; `dala info` lists them")
      ->type_name("NAME");
  return command;
}

}  // namespace dala::cli
