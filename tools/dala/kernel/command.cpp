// dala kernel: kernels of the kernel language, without writing a program around them.
#include "kernel/command.hpp"

namespace dala::cli {

void add_kernel(CLI::App& app, Session& session) {
  CLI::App* kernel =
      add_command(app, session, "kernel", "Checks and runs kernels of the kernel language",
                  "dala kernel check blur.dk\n"
                  "  dala kernel watch blur.dk --in photo.png --out blurred.png");
  // Not "exactly 1": that would hide which word was not understood.
  kernel->require_subcommand(0, 1);
  kernel->final_callback([kernel, &session] {
    if (kernel->get_subcommands().empty())
      session.action = [] { return usage_error("no command given; see `dala kernel --help`"); };
  });
  add_kernel_check(*kernel, session);
  add_kernel_run(*kernel, session);
  add_kernel_watch(*kernel, session);
  add_kernel_emit(*kernel, session);
}

}  // namespace dala::cli
