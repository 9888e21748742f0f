#include "kernel/interpret/interpret.hpp"

#include <cstddef>
#include <exception>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "kernel/interpret/executor.hpp"
#include "kernel/launch/binding.hpp"
#include "kernel/launch/launch_words.hpp"

namespace dala::kernel {

namespace {

Result<void> run(const ir::Module& module, const HostLaunch& launch) {
  const Binding binding(module, launch);
  std::vector<TensorView> tensors;
  for (std::size_t i = 0; i < module.tensors.size(); ++i)
    tensors.emplace_back(*binding.tensors()[i], module.tensors[i].scalar);
  const std::vector<std::uint64_t> params(binding.params().begin(), binding.params().end());
  std::vector<std::uint32_t> words;
  if (module.groups) {
    std::vector<Shape> shapes;
    for (const HostTensor* tensor : binding.tensors()) shapes.push_back(tensor->shape);
    words.resize(launch_words(module));
    pack_launch(module, shapes, params, binding.grid(), words);
  }
  return Executor(module, std::move(tensors), params, std::move(words), binding.grid(), launch)
      .run();
}

}  // namespace

Result<void> interpret(const ir::Module& module, const HostLaunch& launch) noexcept {
  try {
    return run(module, launch);
  } catch (const std::exception&) {
    // Only allocation can fail here. The message is short enough to need none.
    return std::unexpected(Error{ErrorCode::out_of_memory, "no memory"});
  }
}

}  // namespace dala::kernel
