// A kernel on the device, compiled from CUDA C++, and its launches.
#pragma once

#include <array>
#include <memory>
#include <mutex>
#include <string>

#include "backend/cuda/driver/compile.hpp"
#include "backend/cuda/driver/session.hpp"

namespace dala::backend::cuda {

struct LaunchShape {
  std::array<std::uint32_t, 3> blocks = {1, 1, 1};
  std::uint32_t threads = 1;  // threads of a block
  std::uint32_t shared_bytes = 0;
};

class Kernel {
 public:
  ~Kernel();
  Kernel(const Kernel&) = delete;
  Kernel& operator=(const Kernel&) = delete;

  // Compiles the source now; `entry` is the name of the function in it. Error `compile_failed`.
  [[nodiscard]] static Result<std::unique_ptr<Kernel>> make(std::shared_ptr<Session> session,
                                                            const std::string& text,
                                                            std::string entry, Rounding rounding,
                                                            const kernel::DiskCache& cache);
  [[nodiscard]] bool from_cache() const { return code_.from_cache; }

  // `arguments` points to each of the function's. Nothing happens where there are no blocks.
  [[nodiscard]] Result<void> launch(const Use& use, const LaunchShape& shape,
                                    void** arguments) const;
  // Threads for a block of a kernel that takes any number of them, without shared memory: the
  // fewest, in whole multiples of `step`, with which the device is as full as it can be of this
  // kernel.
  [[nodiscard]] Result<std::uint32_t> best_threads(const Use& use, std::uint32_t step) const;

 private:
  Kernel(std::shared_ptr<Session> session, Code code, std::string entry);
  // The function in the current context: it is loaded again where the context it was loaded into is
  // lost.
  [[nodiscard]] Result<FunctionHandle> function(const Use& use, std::uint32_t shared_bytes) const;

  std::shared_ptr<Session> session_;
  Code code_;
  std::string entry_;
  std::string launching_;  // for messages
  mutable std::mutex mutex_;
  mutable ModuleHandle module_ = nullptr;
  mutable FunctionHandle function_ = nullptr;
  mutable std::uint64_t generation_ = 0;
  mutable std::uint32_t shared_bytes_ = 0;  // that the function may have
  mutable std::uint32_t best_threads_ = 0;  // 0: not known yet
};

}  // namespace dala::backend::cuda
