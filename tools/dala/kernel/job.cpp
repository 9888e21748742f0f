#include "kernel/job.hpp"

#include <fmt/format.h>

#include "io/tensor_file.hpp"
#include "options/output_choice.hpp"
#include "options/output_names.hpp"

namespace dala::cli {
namespace {

// The text's name, changed where the library has other rules or a kernel of its own by that name.
std::string free_name(const Compute& compute, std::string name) {
  for (char& c : name)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  if (name.empty() || name.front() < 'a' || name.front() > 'z') name = "kernel_" + name;
  while (compute.kernel(name)) name += "_text";
  return name;
}

}  // namespace

OutcomeOf<KernelJob> KernelJob::create(const std::string& device, KernelJobOptions options) {
  std::vector<Shape> shapes;
  for (const std::string& text : options.shapes) {
    const auto shape = parse_out_shape(text);
    if (!shape) return std::unexpected(shape.error());
    shapes.push_back(*shape);
  }
  if (auto known = check_inputs(options.inputs); !known) return std::unexpected(known.error());
  if (auto known = check_outputs(options.outputs); !known) return std::unexpected(known.error());
  if (auto good = check_different(options.outputs); !good) return std::unexpected(good.error());

  ComputeOptions wanted{
      .device = device, .threads = options.execute.threads, .cache_folder = options.cache};
  if (options.time_limit > 0)
    wanted.kernel_time_limit = std::chrono::duration_cast<std::chrono::nanoseconds>(
        std::chrono::duration<double>(options.time_limit));
  auto compute = Compute::create(wanted);
  if (!compute) return failure(compute.error());
  return KernelJob(std::move(*compute), std::move(options), std::move(shapes));
}

Outcome KernelJob::load() {
  auto kernel = read_kernel_file(options_.file, options_.params);
  if (!kernel) return std::unexpected(kernel.error());
  const std::string name = loaded() ? command_.kernel : free_name(compute_, kernel->info.name);
  if (auto done = compute_.replace_kernel(name, kernel->source); !done)
    return failure(done.error());
  command_.kernel = name;
  command_.params = kernel->params;
  kernel_ = std::move(*kernel);
  return {};
}

OutcomeOf<Explanation> KernelJob::run() {
  if (auto fits = check_counts(); !fits) return std::unexpected(fits.error());
  if (auto done = load_inputs(); !done) return std::unexpected(done.error());
  if (auto done = make_outputs(); !done) return std::unexpected(done.error());
  return execute(compute_, options_.execute, command_);
}

Outcome KernelJob::check_counts() const {
  const KernelInfo& info = kernel();
  const auto wrong = [&](std::size_t takes, const char* what, const char* option,
                         std::size_t given) {
    return usage_error(fmt::format("{} takes {} {}{}, and {} was given {} times", info.name, takes,
                                   what, takes == 1 ? "" : "s", option, given));
  };
  if (options_.inputs.size() != info.inputs.size())
    return wrong(info.inputs.size(), "input", "--in", options_.inputs.size());
  if (options_.outputs.size() != info.outputs.size())
    return wrong(info.outputs.size(), "output", "--out", options_.outputs.size());
  if (shapes_.size() > info.outputs.size())
    return wrong(info.outputs.size(), "output", "--out-shape", shapes_.size());
  if (info.inputs.empty() && shapes_.size() < info.outputs.size())
    return usage_error(fmt::format(
        "{} has no inputs to take the output's shape from; give it as --out-shape 480,640,4",
        info.name));
  return {};
}

Outcome KernelJob::load_inputs() {
  const std::span<const TensorInfo> wanted = kernel().inputs;
  BufferList buffers;
  std::vector<Input> inputs;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    // Before the contents, so that a change in between is seen the next time.
    const Input input{stamp(options_.inputs[i]), wanted[i].dtypes};
    const bool same = i < inputs_.size() && input.stamp && input.stamp == inputs_[i].stamp &&
                      input.dtypes == inputs_[i].dtypes;
    auto buffer = same ? command_.inputs[i] : load_tensor(compute_, options_.inputs[i], wanted[i]);
    if (!buffer) return std::unexpected(buffer.error());
    buffers.push_back(std::move(*buffer));
    inputs.push_back(input);
  }
  command_.inputs = std::move(buffers);
  inputs_ = std::move(inputs);
  return {};
}

Outcome KernelJob::make_outputs() {
  BufferList buffers;
  for (std::size_t i = 0; i < kernel().outputs.size(); ++i) {
    const Shape shape = i < shapes_.size() ? shapes_[i] : command_.inputs[0].shape();
    for (const DType dtype : all_dtypes) {
      if (!kernel().outputs[i].dtypes.contains(dtype)) continue;
      auto buffer = compute_.buffer_zeros(shape, dtype);
      if (!buffer) return failure(buffer.error());
      if (auto can = check_can_save(options_.outputs[i], *buffer); !can) return can;
      buffers.push_back(std::move(*buffer));
      break;  // a kernel written as text takes one type
    }
  }
  command_.outputs = std::move(buffers);
  return {};
}

}  // namespace dala::cli
