// dala scene: scenes from JSON files.
#include "scene/command.hpp"

namespace dala::cli {

void add_scene(CLI::App& app, Session& session) {
  CLI::App* scene =
      add_command(app, session, "scene", "Renders, checks and shows scenes from JSON files",
                  "dala scene render show.json -o show.mp4 --seconds 10\n"
                  "  dala scene watch show.json");
  scene->require_subcommand(0, 1);
  scene->final_callback([scene, &session] {
    if (scene->get_subcommands().empty())
      session.action = [] { return usage_error("no command given; see `dala scene --help`"); };
  });
  add_scene_render(*scene, session);
  add_scene_check(*scene, session);
  add_scene_types(*scene, session);
  add_scene_watch(*scene, session);
}

}  // namespace dala::cli
