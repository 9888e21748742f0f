// dala kernel run: a kernel file, once, on files.
#include <memory>

#include "io/tensor_file.hpp"
#include "kernel/command.hpp"
#include "kernel/job.hpp"

namespace dala::cli {
namespace {

Outcome run(const Session& session, const KernelJobOptions& options) {
  auto job = KernelJob::create(session.device, options);
  if (!job) return std::unexpected(job.error());
  if (auto loaded = job->load(); !loaded) return loaded;
  if (auto ran = job->run(); !ran) return std::unexpected(ran.error());
  for (std::size_t i = 0; i < job->outputs().size(); ++i)
    if (auto saved = save_and_say(job->compute(), job->outputs()[i], options.outputs[i]); !saved)
      return saved;
  return {};
}

}  // namespace

void add_kernel_run(CLI::App& kernel, Session& session) {
  CLI::App* command = add_command(
      kernel, session, "run", "Runs a kernel file on .npy files and pictures",
      "dala kernel run blur.dk --in photo.png --out blurred.png\n"
      "  dala kernel run saxpy.dk --in x.npy --in y.npy --out z.npy --param a=2 --explain");
  const auto options = std::make_shared<KernelJobOptions>();
  command->add_option("FILE", options->file, "The kernel; - is standard input")->required();
  add_kernel_job_options(*command, *options);
  command->callback([&session, options] {
    session.action = [&session, options] { return run(session, *options); };
  });
}

}  // namespace dala::cli
