// dala kernel emit: what a kernel becomes.
#include <fmt/format.h>

#include <array>
#include <memory>

#include <dala/compute/kernel_compiler.hpp>
#include <dala/core/files.hpp>

#include "io/tensor_file.hpp"
#include "kernel/command.hpp"
#include "kernel/source_file.hpp"
#include "terminal/say.hpp"
#include "terminal/text.hpp"

namespace dala::cli {
namespace {

struct KernelEmitOptions {
  std::string file;
  std::string target;
  std::string output;
  std::vector<std::string> params;
};

std::vector<std::string> target_names() {
  std::vector<std::string> names;
  for (const KernelTarget target : {KernelTarget::ir, KernelTarget::llvm, KernelTarget::assembly,
                                    KernelTarget::glsl, KernelTarget::cuda, KernelTarget::msl})
    names.emplace_back(to_string(target));
  return names;
}

Outcome emit(const KernelEmitOptions& options) {
  const auto target = kernel_target_from_string(options.target);
  if (!target)
    return usage_error(
        fmt::format("no target is called '{}'; they are {}", options.target, join(target_names())));
  const auto kernel = read_kernel_file(options.file, options.params);
  if (!kernel) return std::unexpected(kernel.error());
  const auto text = emit_kernel(kernel->source, *target);
  if (!text) return failure(text.error());
  if (options.output.empty()) {
    say("{}", lines(*text));
    return {};
  }
  const auto written = write_file(options.output, std::as_bytes(std::span(*text)));
  if (!written) return file_failure(options.output, written.error());
  say("wrote {}\n", options.output);
  return {};
}

}  // namespace

void add_kernel_emit(CLI::App& kernel, Session& session) {
  CLI::App* command = add_command(kernel, session, "emit", "Prints what a kernel becomes",
                                  "dala kernel emit blur.dk --target cuda --out blur.cu");
  const auto options = std::make_shared<KernelEmitOptions>();
  command->add_option("FILE", options->file, "The kernel; - is standard input")->required();
  command
      ->add_option("--target", options->target,
                   fmt::format("The form: {}", join(target_names(), " or ")))
      ->type_name("NAME")
      ->required();
  command->add_option("--out", options->output, "A file to write instead of printing")
      ->type_name("FILE");
  command
      ->add_option("--param", options->params,
                   "A parameter, for kernels with `params: Map`; once for each")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  command->callback([&session, options] { session.action = [options] { return emit(*options); }; });
}

}  // namespace dala::cli
