// dala run: one kernel on files.
#include <fmt/format.h>

#include <memory>

#include "io/tensor_file.hpp"
#include "options/output_choice.hpp"
#include "options/param_text.hpp"
#include "run/execute.hpp"
#include "run/kernels.hpp"
#include "terminal/command.hpp"
#include "terminal/text.hpp"

namespace dala::cli {
namespace {

struct RunOptions {
  std::string kernel;
  std::vector<std::string> inputs;
  std::string output;
  std::vector<std::string> params;
  std::string shape;
  std::string dtype;
  ExecuteOptions execute;
};

OutcomeOf<OutputChoice> parse_choice(const RunOptions& options) {
  OutputChoice choice;
  if (!options.shape.empty()) {
    const auto shape = parse_out_shape(options.shape);
    if (!shape) return std::unexpected(shape.error());
    choice.shape = *shape;
  }
  if (!options.dtype.empty()) {
    choice.dtype = dtype_from_string(options.dtype);
    if (!choice.dtype)
      return usage_error(fmt::format("--out-dtype '{}' is not an element type; they are {}",
                                     options.dtype, join(any_dtype)));
  }
  return choice;
}

Outcome run(const Session& session, const RunOptions& options) {
  const auto choice = parse_choice(options);
  if (!choice) return std::unexpected(choice.error());
  const auto compute =
      Compute::create({.device = session.device, .threads = options.execute.threads});
  if (!compute) return failure(compute.error());
  const auto kernel = find_kernel(*compute, options.kernel);
  if (!kernel) return std::unexpected(kernel.error());
  const auto params = parse_params(*kernel, options.params);
  if (!params) return std::unexpected(params.error());
  if (options.inputs.size() != kernel->inputs.size())
    return usage_error(fmt::format("{} takes {} inputs, and --in was given {} times", kernel->name,
                                   kernel->inputs.size(), options.inputs.size()));

  Command command;
  command.kernel = kernel->name;
  command.params = *params;
  for (std::size_t i = 0; i < options.inputs.size(); ++i) {
    auto input = load_tensor(*compute, options.inputs[i], kernel->inputs[i]);
    if (!input) return std::unexpected(input.error());
    command.inputs.push_back(std::move(*input));
  }
  if (auto made = make_outputs(*compute, {*choice}, command); !made) return made;
  if (auto can = check_can_save(options.output, command.outputs[0]); !can) return can;
  if (auto done = execute(*compute, options.execute, command); !done)
    return std::unexpected(done.error());
  return save_and_say(*compute, command.outputs[0], options.output);
}

}  // namespace

void add_run(CLI::App& app, Session& session) {
  CLI::App* command =
      add_command(app, session, "run", "Runs a kernel on files",
                  "dala run elementwise_add --in a.npy --in b.npy --out c.npy\n"
                  "  dala run relu --in a.npy --out b.npy --param slope=0.1 --explain\n"
                  "  dala run generate_gradient --out picture.npy --out-shape 480,640,4");
  const auto options = std::make_shared<RunOptions>();
  command->add_option("KERNEL", options->kernel, "Its name; `dala kernels` lists them")->required();
  add_call_options(*command, options->inputs, options->params);
  command->add_option("--out", options->output, "Where the output goes")
      ->type_name("FILE")
      ->required();
  command->add_option("--out-shape", options->shape, "The output's shape, as 2,3, or scalar")
      ->type_name("SHAPE");
  command->add_option("--out-dtype", options->dtype, "The output's element type, as f32")
      ->type_name("DTYPE");
  add_execute_options(*command, options->execute);
  command->callback([&session, options] {
    session.action = [&session, options] { return run(session, *options); };
  });
}

}  // namespace dala::cli
