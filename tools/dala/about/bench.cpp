// dala bench: how fast it is here, beside its peers.
#include "bench.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "terminal/command.hpp"
#include "terminal/text.hpp"

namespace dala::cli {

void add_bench(CLI::App& app, Session& session) {
  CLI::App* command = add_command(app, session, "bench", "Measures speed beside that of peers",
                                  "dala bench submit --json");
  const auto options = std::make_shared<bench::BenchOptions>();
  const std::vector<std::string> areas = bench::bench_areas();
  command->add_option("AREA", options->area, fmt::format("One area only: {}", join(areas, " or ")));
  command->add_flag("--json", options->json, "Print one JSON object a line");
  command->add_flag("--quick", options->quick, "Fewer and smaller cases, to see that it runs");
  command->add_option("--threads", options->threads, "Only with this many CPU threads")
      ->check(CLI::Range(1U, 1024U))
      ->type_name("N");
  command->callback([&session, options, areas] {
    session.action = [&session, options, areas]() -> Outcome {
      if (!options->area.empty() && std::ranges::find(areas, options->area) == areas.end())
        return usage_error(
            fmt::format("no bench area is called '{}'; they are {}", options->area, join(areas)));
      options->device = session.device;
      if (bench::run_bench(*options) != 0)
        return std::unexpected(Failure{ExitCode::failed, "a benchmark failed, see above"});
      return {};
    };
  });
}

}  // namespace dala::cli
