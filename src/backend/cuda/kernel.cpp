#include "backend/cuda/kernel.hpp"

#include "core/error.hpp"

namespace dala::backend::cuda {

Kernel::Kernel(std::shared_ptr<Session> session, Code code, std::string entry)
    : session_(std::move(session)),
      code_(std::move(code)),
      entry_(std::move(entry)),
      launching_("launching " + entry_) {}

Kernel::~Kernel() {
  if (module_ == nullptr) return;
  const auto use = session_->use();
  if (!use || use->generation() != generation_) return;
  use->driver().StreamSynchronize(use->own_stream());  // it may still run
  use->driver().ModuleUnload(module_);
}

Result<std::unique_ptr<Kernel>> Kernel::make(std::shared_ptr<Session> session,
                                             const std::string& text, std::string entry,
                                             Rounding rounding, const kernel::DiskCache& cache) {
  const Description& device = session->description();
  DALA_ASSIGN(Code code, compile_source(session->library().compiler, text,
                                        (device.major * 10) + device.minor, rounding, cache));
  std::unique_ptr<Kernel> kernel(new Kernel(std::move(session), std::move(code), std::move(entry)));
  // Loaded now, so that the first launch is like all others.
  DALA_ASSIGN(const Use use, kernel->session_->use());
  DALA_TRY(kernel->function(use, 0));
  return kernel;
}

Result<FunctionHandle> Kernel::function(const Use& use, std::uint32_t shared_bytes) const {
  const std::lock_guard lock(mutex_);
  const Driver& driver = use.driver();
  if (generation_ != use.generation()) {
    DALA_TRY(use.check(driver.ModuleLoadData(&module_, code_.image.data()), "loading a kernel"));
    generation_ = use.generation();
    shared_bytes_ = session_->description().shared_bytes;
    DALA_TRY(use.check(driver.ModuleGetFunction(&function_, module_, entry_.c_str()),
                       format("finding the kernel {}", entry_)));
  }
  if (shared_bytes > shared_bytes_) {
    DALA_TRY(use.check(driver.FuncSetAttribute(function_, function_dynamic_shared_bytes,
                                               static_cast<int>(shared_bytes)),
                       format("giving a kernel {} bytes of shared memory", shared_bytes)));
    shared_bytes_ = shared_bytes;
  }
  return function_;
}

Result<void> Kernel::launch(const Use& use, const LaunchShape& shape, void** arguments) const {
  if (shape.blocks[0] == 0 || shape.blocks[1] == 0 || shape.blocks[2] == 0) return {};
  DALA_ASSIGN(FunctionHandle function, this->function(use, shape.shared_bytes));
  return use.check(use.driver().LaunchKernel(function, shape.blocks[0], shape.blocks[1],
                                             shape.blocks[2], shape.threads, 1, 1,
                                             shape.shared_bytes, use.stream(), arguments, nullptr),
                   launching_);
}

Result<std::uint32_t> Kernel::best_threads(const Use& use, std::uint32_t step) const {
  DALA_ASSIGN(FunctionHandle function, this->function(use, 0));
  const std::lock_guard lock(mutex_);
  if (best_threads_ != 0) return best_threads_;
  std::uint32_t most = 0;
  std::uint32_t best = step;
  for (std::uint32_t threads = step; threads <= session_->description().threads_per_block;
       threads *= 2) {
    int blocks = 0;
    DALA_TRY(
        use.check(use.driver().OccupancyBlocks(&blocks, function, static_cast<int>(threads), 0),
                  "asking how many blocks fit"));
    const std::uint32_t resident = static_cast<std::uint32_t>(blocks) * threads;
    if (resident <= most) continue;
    most = resident;
    best = threads;
  }
  return best_threads_ = best;
}

}  // namespace dala::backend::cuda
