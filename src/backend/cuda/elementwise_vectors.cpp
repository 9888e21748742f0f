#include "backend/cuda/elementwise_vectors.hpp"

#include <algorithm>

#include "backend/cuda/cuda_memory.hpp"
#include "core/error.hpp"
#include "kernel/builtin_texts.hpp"
#include "kernel/ir/type.hpp"

namespace dala::backend::cuda {

namespace {

// Large thread blocks, and one vector for each thread: measured on an H200 against 128 to 512
// threads, up to eight vectors, and a grid-stride loop.
constexpr std::uint32_t threads = 1024;
constexpr std::uint64_t most_blocks = 0x7fffffff;

// Signed integers are computed as unsigned ones, which have the same bits when they wrap; signed
// overflow is undefined in C++.
std::string_view type_of(DType dtype) {
  const std::string_view own = kernel::ir::info_of(kernel::ir::scalar_of(dtype)).c;
  if (info_of(dtype).kind != ScalarKind::signed_integer) return own;
  for (const DType other : all_dtypes)
    if (info_of(other).kind == ScalarKind::unsigned_integer && size_of(other) == size_of(dtype))
      return kernel::ir::info_of(kernel::ir::scalar_of(other)).c;
  return "unsigned long long";  // which CUDA has and buffers do not
}

// Narrow integers are widened to `unsigned`: C++ by itself widens them to `int`, where a product
// may overflow.
std::string_view computed_in(DType dtype) {
  return integer_dtypes.contains(dtype) && size_of(dtype) < 4 ? "unsigned" : type_of(dtype);
}

std::uint64_t blocks_for(const KernelCall& call) {
  const std::uint64_t in_block = std::uint64_t{threads} * 16;
  return (std::max<std::uint64_t>(call.outputs[0].bytes(), 1) + in_block - 1) / in_block;
}

}  // namespace

std::string_view ElementwiseVectors::rejects(const KernelCall& call) const {
  if (type_of(call.outputs[0].dtype).empty()) return "CUDA has no such type without its headers";
  for (const TensorRef& input : call.inputs)
    if (input.shape != call.outputs[0].shape) return "the shapes are not the same";
  if (blocks_for(call) > most_blocks) return "the tensors are too large";
  return {};
}

Result<void> ElementwiseVectors::prepare(const KernelCall& call) {
  const DType dtype = call.outputs[0].dtype;
  const std::lock_guard lock(mutex_);
  auto& kernel = kernels_[static_cast<std::size_t>(dtype)];
  if (kernel != nullptr) return {};
  const std::string text =
      format("typedef {} T;\ntypedef {} W;\n#define OP {}\n#define THREADS {}\n", type_of(dtype),
             computed_in(dtype), sign_, threads) +
      std::string(kernel::builtin_text("backend/cuda/elementwise.cu"));
  DALA_ASSIGN(kernel, Kernel::make(setting_->session, text, "elementwise", Rounding::as_written,
                                   setting_->cache));
  return {};
}

Result<void> ElementwiseVectors::launch(const KernelCall& call) const {
  auto count = static_cast<unsigned long long>(call.outputs[0].shape.elements());
  if (count == 0) return {};
  DALA_ASSIGN(const Use use, setting_->session->use());
  DALA_ASSIGN(Pointer a, as_cuda(*call.inputs[0].memory).contents(use));
  DALA_ASSIGN(Pointer b, as_cuda(*call.inputs[1].memory).contents(use));
  DALA_ASSIGN(Pointer output, as_cuda(*call.outputs[0].memory).target(use));
  std::array<void*, 4> arguments = {&a, &b, &output, &count};
  const auto& kernel = kernels_[static_cast<std::size_t>(call.outputs[0].dtype)];
  return kernel->launch(
      use, {.blocks = {static_cast<std::uint32_t>(blocks_for(call)), 1, 1}, .threads = threads},
      arguments.data());
}

}  // namespace dala::backend::cuda
