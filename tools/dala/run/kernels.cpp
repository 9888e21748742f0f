// dala kernels: what can be run, and with what.
#include "run/kernels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <tuple>

#include "run/description.hpp"
#include "terminal/command.hpp"
#include "terminal/say.hpp"
#include "terminal/text.hpp"

namespace dala::cli {
namespace {

struct KernelsOptions {
  std::string name;
  bool json = false;
  bool markdown = false;
};

Outcome show(const Session& session, const KernelsOptions& options) {
  const auto compute = Compute::create({.device = session.device});
  if (!compute) return failure(compute.error());

  std::vector<KernelInfo> kernels;
  if (options.name.empty()) {
    kernels = compute->kernels();
    std::ranges::sort(
        kernels, {}, [](const KernelInfo& kernel) { return std::tie(kernel.family, kernel.name); });
  } else {
    auto kernel = find_kernel(*compute, options.name);
    if (!kernel) return std::unexpected(kernel.error());
    kernels.push_back(std::move(*kernel));
  }

  if (options.markdown) {
    say("{}", lines(kernel_markdown(kernels)));
  } else if (options.json) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const KernelInfo& kernel : kernels) list.push_back(kernel_json(kernel));
    say("{}\n", lines(json_text(options.name.empty() ? list : list[0], 2)));
  } else {
    say("{}",
        lines(options.name.empty() ? kernel_list_text(kernels) : kernel_text(kernels.front())));
  }
  return {};
}

}  // namespace

OutcomeOf<KernelInfo> find_kernel(const Compute& compute, const std::string& name) {
  auto kernel = compute.kernel(name);
  if (!kernel) return failure(kernel.error());
  return std::move(*kernel);
}

void add_kernels(CLI::App& app, Session& session) {
  CLI::App* command = add_command(app, session, "kernels", "Lists the kernels, or describes one",
                                  "dala kernels softmax");
  const auto options = std::make_shared<KernelsOptions>();
  command->add_option("NAME", options->name, "The kernel to describe");
  auto* json = command->add_flag("--json", options->json, "Print JSON");
  command->add_flag("--markdown", options->markdown, "Print the page docs/kernels.md")
      ->excludes(json);
  command->callback([&session, options] {
    session.action = [&session, options] { return show(session, *options); };
  });
}

}  // namespace dala::cli
