// dala kernel check: the mistakes in kernels, or what they take.
#include <fmt/format.h>

#include <memory>

#include "kernel/command.hpp"
#include "kernel/source_file.hpp"
#include "terminal/say.hpp"

namespace dala::cli {
namespace {

struct KernelCheckOptions {
  std::vector<std::string> files;
  std::vector<std::string> params;
};

// Goes on after a file with mistakes, so that one call shows all there are.
Outcome check(const KernelCheckOptions& options) {
  std::string mistakes;
  for (const std::string& file : options.files) {
    const auto kernel = read_kernel_file(file, options.params);
    if (kernel)
      say("{}: ok: kernel {}\n", kernel->source.file, signature(kernel->info));
    else if (kernel.error().diagnostics)
      mistakes += (mistakes.empty() ? "" : "\n") + kernel.error().message;
    else
      return std::unexpected(kernel.error());
  }
  if (mistakes.empty()) return {};
  return std::unexpected(Failure{ExitCode::failed, std::move(mistakes), true});
}

}  // namespace

void add_kernel_check(CLI::App& kernel, Session& session) {
  CLI::App* command =
      add_command(kernel, session, "check", "Shows the mistakes in kernels, or what they take",
                  "dala kernel check blur.dk\n"
                  "  dala kernel check filter.dk --param strength=0.5");
  const auto options = std::make_shared<KernelCheckOptions>();
  command->add_option("FILE", options->files, "The kernels; - is standard input")->required();
  command
      ->add_option("--param", options->params,
                   "A parameter, for kernels with `params: Map`; once for each")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  command->callback(
      [&session, options] { session.action = [options] { return check(*options); }; });
}

}  // namespace dala::cli
