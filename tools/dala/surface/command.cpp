// dala surface: recordings of surfaces, and their protocol.
#include "surface/command.hpp"

namespace dala::cli {

void add_surface(CLI::App& app, Session& session) {
  CLI::App* surface =
      add_command(app, session, "surface", "Plays and shows recordings of surfaces",
                  "dala surface replay bug.dsurf -o bug.png\n  dala surface dump bug.dsurf");
  // Not "exactly 1": that would hide which word was not understood.
  surface->require_subcommand(0, 1);
  surface->final_callback([surface, &session] {
    if (surface->get_subcommands().empty())
      session.action = [] { return usage_error("no command given; see `dala surface --help`"); };
  });
  add_surface_replay(*surface, session);
  add_surface_dump(*surface, session);
  add_surface_protocol(*surface, session);
  add_surface_fuzz_seed(*surface, session);
}

}  // namespace dala::cli
