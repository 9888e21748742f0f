// dala run: one kernel on files.
#include <fmt/format.h>

#include <memory>

#include "command.hpp"
#include "kernels.hpp"
#include "output_guess.hpp"
#include "param_text.hpp"
#include "text.hpp"

namespace dala::cli {
namespace {

struct Options {
  std::string kernel;
  std::vector<std::string> inputs;
  std::string output;
  std::vector<std::string> params;
  std::string shape;
  std::string dtype;
  std::string trace;
  unsigned threads = 0;
  bool explain = false;
};

OutcomeOf<OutputWish> parse_wish(const Options& options) {
  OutputWish wish;
  if (options.shape == "scalar") {
    wish.shape = Shape{};
  } else if (!options.shape.empty()) {
    const auto dims = parse_integers(options.shape);
    if (!dims)
      return usage_error(fmt::format(
          "--out-shape '{}' is neither whole numbers with commas, as 480,640,4, nor scalar",
          options.shape));
    wish.shape = Shape(*dims);
  }
  if (!options.dtype.empty()) {
    wish.dtype = dtype_from_string(options.dtype);
    if (!wish.dtype)
      return usage_error(fmt::format("--out-dtype '{}' is not an element type; they are {}",
                                     options.dtype, join(any_dtype)));
  }
  return wish;
}

// The library's error with the file it is about in front, unless it is named already.
std::unexpected<Failure> file_failure(const std::string& file, Error error) {
  if (error.message.find(file) == std::string::npos)
    error.message = fmt::format("{}: {}", file, error.message);
  return failure(error);
}

Outcome execute(const Compute& compute, const Options& options, const Command& command) {
  if (!options.trace.empty()) compute.start_trace();
  const auto id = compute.submit(command);
  if (!id) return failure(id.error());
  if (auto done = compute.wait(*id); !done) return failure(done.error());
  if (options.explain) {
    const auto explanation = compute.explain(*id);
    if (!explanation) return failure(explanation.error());
    fmt::print("{}", to_string(*explanation));
  }
  if (!options.trace.empty())
    if (auto written = compute.stop_trace(options.trace); !written)
      return file_failure(options.trace, written.error());
  return {};
}

Outcome run(const Session& session, const Options& options) {
  const auto wish = parse_wish(options);
  if (!wish) return std::unexpected(wish.error());
  const auto compute = Compute::create({.device = session.device, .threads = options.threads});
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
  for (const std::string& file : options.inputs) {
    auto input = compute->load_npy(file);
    if (!input) return file_failure(file, input.error());
    command.inputs.push_back(std::move(*input));
  }
  if (auto found = add_output(*compute, *kernel, *wish, command); !found) return found;
  if (auto done = execute(*compute, options, command); !done) return done;

  const Buffer& output = command.outputs[0];
  if (auto saved = compute->save_npy(output, options.output); !saved)
    return file_failure(options.output, saved.error());
  fmt::print("wrote {}: {} {}\n", options.output, to_string(output.dtype()),
             to_string(output.shape()));
  return {};
}

}  // namespace

void add_run(CLI::App& app, Session& session) {
  CLI::App* command =
      add_command(app, session, "run", "Runs a kernel on .npy files",
                  "dala run elementwise_add --in a.npy --in b.npy --out c.npy\n"
                  "  dala run relu --in a.npy --out b.npy --param slope=0.1 --explain\n"
                  "  dala run generate_gradient --out picture.npy --out-shape 480,640,4");
  const auto options = std::make_shared<Options>();
  command->add_option("KERNEL", options->kernel, "Its name; `dala kernels` lists them")->required();
  command->add_option("--in", options->inputs, "An input; once for each, in order")
      ->type_name("FILE")
      ->allow_extra_args(false);
  command->add_option("--out", options->output, "Where the output goes")
      ->type_name("FILE")
      ->required();
  command->add_option("--param", options->params, "A parameter; once for each")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  command->add_option("--out-shape", options->shape, "The output's shape, as 2,3, or scalar")
      ->type_name("SHAPE");
  command->add_option("--out-dtype", options->dtype, "The output's element type, as f32")
      ->type_name("DTYPE");
  command->add_option("--threads", options->threads, "CPU threads; one per core when not given")
      ->check(CLI::Range(1U, 1024U))
      ->type_name("N");
  command->add_flag("--explain", options->explain, "Print what ran, why, and what it took");
  command->add_option("--trace", options->trace, "Write a trace for chrome://tracing or Perfetto")
      ->type_name("FILE");
  command->callback([&session, options] {
    session.action = [&session, options] { return run(session, *options); };
  });
}

}  // namespace dala::cli
