#include "kernel/interpret/interpret.hpp"

#include <cstddef>
#include <exception>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "kernel/interpret/binding.hpp"
#include "kernel/interpret/executor.hpp"

namespace dala::kernel {

namespace {

Result<void> run(const ir::Module& module, const Launch& launch) {
  DALA_ASSIGN(const Binding binding, bind(module, launch));
  std::vector<TensorView> tensors;
  for (std::size_t i = 0; i < module.tensors.size(); ++i)
    tensors.emplace_back(*binding.tensors[i], module.tensors[i].scalar);
  const std::vector<std::uint64_t> params(
      binding.params.begin(),
      binding.params.begin() + static_cast<std::ptrdiff_t>(module.params.size()));
  return Executor(module, std::move(tensors), params, binding.grid, launch).run();
}

}  // namespace

Result<void> interpret(const ir::Module& module, const Launch& launch) noexcept {
  try {
    return run(module, launch);
  } catch (const std::exception&) {
    // Only allocation can fail here. The message is short enough to need none.
    return std::unexpected(Error{ErrorCode::out_of_memory, "no memory"});
  }
}

}  // namespace dala::kernel
