// Native code for kernels, as the library sees it. What makes the code is in kernel/jit, a library
// of its own that is loaded when the first kernel needs it: LLVM is large, and programs that never
// write a kernel should not pay for it.
//
//   DALA_ASSIGN(jit::Compiler * compiler, jit::compiler());
//   DALA_ASSIGN(auto object, compiler->compile(module, specialisation, {}));  // bytes, for a cache
//   DALA_ASSIGN(auto code, compiler->load(object));
//   code->run(arguments, 0, rows);
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

#include "core/dispatch.hpp"
#include "kernel/ir/ir.hpp"

namespace dala::kernel::jit {

// `Index` holds what the kernel's indices are: Module::index.
template <typename Index>
struct TensorArgument {
  std::byte* data;
  Index len;
  std::int32_t rank;
  std::array<Index, Shape::max_rank> shape;   // 0 for axes that are not there
  std::array<Index, Shape::max_rank> stride;  // in elements
};

// Called by generated code that has been running for a while; not 0 when it has to stop.
using Checkpoint = std::int32_t (*)(void* state);

// What one launch passes to generated code.
template <typename Index>
struct Arguments {
  std::array<Index, 3> extent;  // of the domain: x, y, z
  std::array<Index, 3> count;   // of cubes
  Checkpoint checkpoint;
  void* checkpoint_state;
  std::array<std::uint64_t, ir::max_params> params;
  std::array<TensorArgument<Index>, ir::max_tensors> tensors;
};

// Where generated code finds it: offsets, and how many bytes an index and a tensor take.
struct ArgumentPlaces {
  std::size_t index_bytes;
  std::size_t extent;
  std::size_t count;
  std::size_t checkpoint;
  std::size_t checkpoint_state;
  std::size_t params;
  std::size_t tensors;
  std::size_t tensor_bytes;
  // Within a tensor.
  std::size_t data;
  std::size_t len;
  std::size_t rank;
  std::size_t shape;
  std::size_t stride;
};

template <typename Index>
inline constexpr ArgumentPlaces argument_places = {
    .index_bytes = sizeof(Index),
    .extent = offsetof(Arguments<Index>, extent),
    .count = offsetof(Arguments<Index>, count),
    .checkpoint = offsetof(Arguments<Index>, checkpoint),
    .checkpoint_state = offsetof(Arguments<Index>, checkpoint_state),
    .params = offsetof(Arguments<Index>, params),
    .tensors = offsetof(Arguments<Index>, tensors),
    .tensor_bytes = sizeof(TensorArgument<Index>),
    .data = offsetof(TensorArgument<Index>, data),
    .len = offsetof(TensorArgument<Index>, len),
    .rank = offsetof(TensorArgument<Index>, rank),
    .shape = offsetof(TensorArgument<Index>, shape),
    .stride = offsetof(TensorArgument<Index>, stride),
};

// What a kernel's code counts: Code::run() takes a range of these.
enum class Granularity : std::uint8_t { elements, rows, cubes };

// Calls the visitor with Type<Index>{}, Index the C++ type of such indices.
template <typename Visitor>
decltype(auto) visit_index(ir::Scalar index, Visitor&& visitor) {
  return index == ir::Scalar::s64 ? visitor(Type<std::int64_t>{}) : visitor(Type<std::int32_t>{});
}

// What a kernel's code is specialised for: sizes known at compile time let it load whole pixels.
struct ChannelSpecialisation {
  // The size of the last axis where it is 1 to 4, else 0: of the domain where the last axis is Z,
  // and of each tensor used with three indices.
  std::uint8_t channels = 0;
  std::array<std::uint8_t, ir::max_tensors> tensor_channels = {};

  friend bool operator==(const ChannelSpecialisation&, const ChannelSpecialisation&) = default;
};

struct Options {
  // Calls the interpreter's maths, so that results can be compared with it bit for bit.
  bool exact_math = false;
};

class Code {
 public:
  virtual ~Code() = default;
  // Runs the elements, rows or cubes from begin up to but without end. 0 when done, 1 when stopped
  // by the checkpoint, 2 when there was no memory for the locals of a cube's units. The arguments
  // are of the kernel's indices.
  [[nodiscard]] virtual std::int32_t run(const Arguments<std::int32_t>& arguments,
                                         std::int64_t begin, std::int64_t end) const = 0;
  [[nodiscard]] virtual std::int32_t run(const Arguments<std::int64_t>& arguments,
                                         std::int64_t begin, std::int64_t end) const = 0;
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
  [[nodiscard]] virtual Result<std::vector<std::byte>> compile(
      const ir::Module& module, const ChannelSpecialisation& specialisation,
      const Options& options) = 0;
  // Readable text of what `compile` makes.
  [[nodiscard]] virtual Result<std::string> list(const ir::Module& module,
                                                 const ChannelSpecialisation& specialisation,
                                                 Listing form) = 0;
  // From the bytes of `compile`.
  [[nodiscard]] virtual Result<std::unique_ptr<Code>> load(std::span<const std::byte> object) = 0;
};

// The one compiler of the process, loaded on first use. Fails with `unsupported` where the part is
// not installed.
[[nodiscard]] Result<Compiler*> compiler();

// What the pieces of a kernel's launch are.
[[nodiscard]] Granularity granularity_of(const ir::Module& module);

}  // namespace dala::kernel::jit
