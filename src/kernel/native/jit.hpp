// Native code for kernels, as the library sees it. What makes the code is in kernel/jit, a library
// of its own that is loaded when the first kernel needs it: LLVM is large, and programs that never
// write a kernel should not pay for it.
//
//   DALA_ASSIGN(jit::Compiler * compiler, jit::compiler());
//   DALA_ASSIGN(auto object, compiler->compile(module, variant, {}));   // bytes, fit for a cache
//   DALA_ASSIGN(auto code, compiler->load(object));
//   code->run(arguments, 0, items);
//
// Both sides are built from the same sources at the same time, so this interface need not be
// stable; cmake/DalaInterface.cmake keeps a stray file of another build from being used.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <dala/core/error.hpp>
#include <dala/core/shape.hpp>

#include "kernel/ir/ir.hpp"

namespace dala::kernel::jit {

struct TensorArgument {
  std::byte* data;
  std::int32_t len;
  std::int32_t rank;
  std::array<std::int32_t, Shape::max_rank> shape;   // 0 for axes that are not there
  std::array<std::int32_t, Shape::max_rank> stride;  // in elements
};

// Called by generated code that has been running for a while; not 0 when it has to stop.
using Checkpoint = std::int32_t (*)(void* state);

// What one launch passes to generated code, which reads it by these offsets.
struct Arguments {
  std::array<std::int32_t, 3> extent;  // of the domain: x, y, z
  std::array<std::int32_t, 3> count;   // of cubes
  Checkpoint checkpoint;
  void* checkpoint_state;
  std::array<std::uint64_t, ir::max_params> params;
  std::array<TensorArgument, ir::max_tensors> tensors;
};

// What the code of a kernel takes in one piece.
enum class Items : std::uint8_t { elements, rows, cubes };

// What a kernel's code is made for besides its text. Sizes that are known when the code is made let
// it load whole pixels at once.
struct Variant {
  // The size of the last axis where it is 1 to 4, else 0: of the domain where the last axis is Z,
  // and of each tensor used with three indices.
  std::uint8_t channels = 0;
  std::array<std::uint8_t, ir::max_tensors> tensor_channels = {};

  friend bool operator==(const Variant&, const Variant&) = default;
};

struct Options {
  // Calls the interpreter's maths, so that results can be compared with it bit for bit.
  bool exact_math = false;
};

class Code {
 public:
  virtual ~Code() = default;
  // Runs the items from begin up to but without end. 0 when done, 1 when stopped by the checkpoint,
  // 2 when there was no memory for the locals of a cube's units.
  [[nodiscard]] virtual std::int32_t run(const Arguments& arguments, std::int64_t begin,
                                         std::int64_t end) const = 0;
  // Whether an invocation is a few operations, so that memory is what takes the time.
  [[nodiscard]] virtual bool is_light() const = 0;
};

enum class Listing : std::uint8_t {
  generated,  // LLVM IR before LLVM's passes: the same on every machine
  llvm,       // and after them
  assembly,
};

// May be used by several threads at once.
class Compiler {
 public:
  virtual ~Compiler() = default;
  // The processor, and the version and build of the compiler: part of the key of anything kept.
  [[nodiscard]] virtual const std::string& target() const = 0;
  [[nodiscard]] virtual Result<std::vector<std::byte>> compile(const ir::Module& module,
                                                               const Variant& variant,
                                                               const Options& options) = 0;
  // Readable text of what `compile` makes.
  [[nodiscard]] virtual Result<std::string> list(const ir::Module& module, const Variant& variant,
                                                 Listing form) = 0;
  // From the bytes of `compile`.
  [[nodiscard]] virtual Result<std::unique_ptr<Code>> load(std::span<const std::byte> object) = 0;
};

// The one compiler of the process, loaded on first use. Fails with `unsupported` where the part is
// not installed.
[[nodiscard]] Result<Compiler*> compiler();

// What the pieces of a kernel's launch are.
[[nodiscard]] Items items_of(const ir::Module& module);

}  // namespace dala::kernel::jit
