// dala surface protocol: what docs and fuzzer have from the list of commands.
#include <fmt/format.h>

#include <memory>

#include <dala/surface/protocol.hpp>

#include "surface/command.hpp"
#include "terminal/say.hpp"

namespace dala::cli {

void add_surface_protocol(CLI::App& surface, Session& session) {
  CLI::App* command = add_command(surface, session, "protocol", "Prints the commands as a table",
                                  "dala surface protocol --dictionary > fuzz/surface.dict");
  const auto dictionary = std::make_shared<bool>(false);
  command->add_flag("--dictionary", *dictionary, "As a dictionary for libFuzzer instead");
  command->callback([&session, dictionary] {
    session.action = [dictionary]() -> Outcome {
      say("{}", lines(*dictionary ? protocol_dictionary() : protocol_table()));
      return {};
    };
  });
}

}  // namespace dala::cli
