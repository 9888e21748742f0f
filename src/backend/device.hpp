// The Device seam: what a backend implements, and all that the rest of the library knows of it.
//
// Contract
// - Validation is the caller's duty. By the time a call arrives here, dtypes, shapes, parameters,
//   aliasing and sizes are right; a backend does not check them again.
// - Order is the caller's duty. Two launches that touch the same memory, one writing it, are never
//   in flight together unless the first was launched before the second on a device whose launches
//   take effect in order.
// - Errors are only those a caller cannot foresee: no memory, a failed compile, a lost device.
//   After an error from `launch` the contents of the outputs are unspecified.
// - `launch`, `write` and `copy` may return before the device has done the work, on a device where
//   everything takes effect in the order of the calls. `read` and `finish` wait.
// - Accepted is not done. A device that returns early has fences (`make_fence`): one is put behind
//   a command's work, and the command is completed when the device has passed it, not before.
//   Errors of work that was already accepted are reported by its fence.
// - `prepare` and `launch` may be called from several threads at once, and must not allocate once
//   the same call has been prepared before.
// - Nothing here is optional but `make_fence`, `capture`, `compile_variant` and `share_texture`,
//   which a device without anything of the kind leaves as they are. A backend that cannot run a
//   kernel says so in `prepare` with the reason; the layer above decides what happens then. There
//   are no silent no-ops.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include <dala/core/device.hpp>
#include <dala/core/dtype.hpp>
#include <dala/core/error.hpp>
#include <dala/core/kernel_info.hpp>
#include <dala/core/shape.hpp>

namespace dala::kernel::ir {
struct Module;  // kernel/ir/ir.hpp
}

namespace dala::backend {

struct Meaning;  // backend/meaning.hpp

// Every block that kernels see on the host starts at a multiple of this: a cache line, and the
// widest vector there is.
inline constexpr std::size_t host_alignment = 64;

// A block of device memory. Destroying it gives it back; the device must still exist.
class Memory {
 public:
  virtual ~Memory() = default;
  [[nodiscard]] virtual std::size_t size() const = 0;
  // Where the host sees it, or null when the host cannot.
  [[nodiscard]] virtual std::byte* host() const = 0;
};

struct TensorRef {
  Memory* memory = nullptr;
  DType dtype = DType::f32;
  Shape shape;

  [[nodiscard]] std::size_t bytes() const {
    return static_cast<std::size_t>(shape.elements()) * size_of(dtype);
  }
  template <typename T>
  [[nodiscard]] T* host() const {
    return reinterpret_cast<T*>(memory->host());
  }
};

struct KernelCall {
  std::string_view kernel;
  std::span<const TensorRef> inputs;
  std::span<const TensorRef> outputs;
  std::span<const ParamValue> params;  // in the order of KernelInfo::params, fallbacks filled in
};

// Something that can run one kernel for calls like the one it was prepared for: same dtypes,
// shapes and parameters, any memory. Owned by the device, alive as long as it is.
class Executable {
 public:
  virtual ~Executable() = default;
  [[nodiscard]] virtual std::string_view name() const = 0;
  [[nodiscard]] virtual Result<void> launch(const KernelCall& call) const = 0;
};

// The implementations that were tried before the chosen one, and why each rejected the call. The
// strings live as long as the device.
struct Decision {
  struct Rejected {
    std::string_view implementation;
    std::string_view reason;
  };
  static constexpr std::size_t max_rejections = 6;

  const Executable* chosen = nullptr;
  std::string_view why;
  // Between the device and the host, each time, where another device does the work.
  std::size_t bytes_moved = 0;
  // A launch returns when the device has done it, because the host reads its result: it cannot be
  // captured.
  bool waits = false;
  bool wide_indices = false;  // of 64 bits, in a kernel of the language
  std::array<Rejected, max_rejections> rejections{};
  std::size_t rejection_count = 0;

  void reject(std::string_view implementation, std::string_view reason) {
    if (rejection_count < max_rejections) rejections[rejection_count++] = {implementation, reason};
  }
};

// A mark in the device's queue of work, which the device passes when all work before it is done.
// Reusable: mark, wait, mark again. The device must outlive it; it may be destroyed at any time.
class Fence {
 public:
  virtual ~Fence() = default;
  // Puts the mark behind all work submitted so far by any thread. Not again before `wait` has
  // returned.
  [[nodiscard]] virtual Result<void> mark() = 0;
  // Whether the device has passed it, so that `wait` would return at once.
  [[nodiscard]] virtual bool is_passed() = 0;
  // Sleeps until the device has passed it, or is lost. Called once for each `mark`. Error
  // `device_lost` where the work before the mark was never done; else the first error there that
  // was not yet reported.
  [[nodiscard]] virtual Result<void> wait() = 0;
};

// Launches that were captured, with their memory, to be replayed by one call.
class LaunchCapture {
 public:
  virtual ~LaunchCapture() = default;
  // Replays them: the same as launching all of them, one after the other.
  [[nodiscard]] virtual Result<void> replay() = 0;
  // What it is, for explain: "CUDA graph".
  [[nodiscard]] virtual const char* name() const = 0;
};

// One of them. What it points to must live as long as the capture.
struct CapturedLaunch {
  const Executable* executable = nullptr;
  KernelCall call;
};

// A texture of OpenGL on the same GPU that the device can write. Every call, and its end, is on a
// thread where the texture's context is current, and nothing draws with it meanwhile.
class SharedTexture {
 public:
  virtual ~SharedTexture() = default;
  // Fills all its pixels from memory of the device: rows of RGBA bytes without gaps. OpenGL calls
  // made afterwards see them.
  [[nodiscard]] virtual Result<void> fill(const Memory& from) = 0;
};

struct GlTextureName {
  std::uint32_t texture = 0;  // GL_TEXTURE_2D, RGBA8
  std::uint32_t width = 0;
  std::uint32_t height = 0;
};

// In simple operations, such as an addition, of which an invocation does some.
struct Costs {
  double byte = 8;   // on its way through memory
  double load = 10;  // of an element, with the check of its index
};

// A variant's way to run: C++ on the host's memory, or the device's own language.
struct VariantCode {
  std::string name;  // of the executable
  std::variant<HostKernel, NativeKernel> run;
  int off_by = 0;  // as in KernelVariant
};

// A kernel of the kernel language on a device. Belongs to whoever asked for it; the device must
// outlive it.
class Program {
 public:
  virtual ~Program() = default;
  // As Device::prepare. The executable lives as long as the program.
  [[nodiscard]] virtual Result<Decision> prepare(const KernelCall& call) = 0;
};

class Device {
 public:
  virtual ~Device() = default;

  [[nodiscard]] virtual const DeviceInfo& info() const = 0;
  [[nodiscard]] virtual std::uint64_t memory_in_use() const = 0;

  // Zeroed memory.
  [[nodiscard]] virtual Result<std::unique_ptr<Memory>> allocate(std::size_t bytes) = 0;
  // Uses host memory of somebody else in place and calls `release` when done with it. Fails with
  // `unsupported`, without calling `release`, where the device cannot reach it or it is not aligned
  // to host_alignment; the caller then copies.
  [[nodiscard]] virtual Result<std::unique_ptr<Memory>> adopt(std::span<std::byte> host,
                                                              std::function<void()> release) = 0;
  [[nodiscard]] virtual Result<void> write(Memory& to, std::span<const std::byte> from) = 0;
  [[nodiscard]] virtual Result<void> read(const Memory& from, std::span<std::byte> to) = 0;
  [[nodiscard]] virtual Result<void> copy(const Memory& from, Memory& to, std::size_t bytes) = 0;

  // Waits until all work submitted so far is done. Reports the errors since the last call that no
  // other call reported.
  [[nodiscard]] virtual Result<void> finish() = 0;

  // Null on a device that has done the work whenever a call returns.
  [[nodiscard]] virtual Result<std::unique_ptr<Fence>> make_fence() { return nullptr; }

  // Chooses an implementation (compiling it where that is needed). Fails with `unsupported` and
  // all rejections where there is none.
  [[nodiscard]] virtual Result<Decision> prepare(const KernelCall& call) = 0;

  // Takes a kernel of the language in. May leave the work to the first `prepare`, when shapes are
  // known.
  [[nodiscard]] virtual Result<std::unique_ptr<Program>> compile(
      std::shared_ptr<const kernel::ir::Module> module) = 0;
  // The same for a variant that does what `meaning` says, in C++ for a device with
  // Capabilities::host_memory or in the device's own language. Only a device that verifies compares
  // the two.
  [[nodiscard]] virtual Result<std::unique_ptr<Program>> compile_variant(
      std::shared_ptr<const Meaning> meaning, const VariantCode& code);
  // Whether a kernel fused from several is faster here than running them one after the other.
  [[nodiscard]] virtual bool fuses_kernels() const = 0;

  // Captures launches for replay, none of which moves bytes between device and host
  // (Decision::bytes_moved) or waits for the device (Decision::waits). Null where launching them
  // one by one is the best there is.
  [[nodiscard]] virtual Result<std::unique_ptr<LaunchCapture>> capture(
      std::span<const CapturedLaunch>) {
    return nullptr;
  }
  // How long the device takes for all that `work` asks of it: by its own clock, or where it has
  // none by the host's, from the first call until the device is done.
  [[nodiscard]] virtual Result<std::chrono::nanoseconds> time(
      const std::function<Result<void>()>& work);

  // What things cost here beside each other, for whoever chooses what becomes one kernel.
  [[nodiscard]] virtual Costs costs() const { return {}; }
  // Whether fusing kernels that read neighbouring pixels is faster too. The fused kernel keeps
  // tiles of the picture in shared memory (kernel/fuse/tiles.hpp).
  [[nodiscard]] virtual bool fuses_tiles() const { return false; }
  // Error `unsupported` with the reason where the device and OpenGL have no memory in common.
  [[nodiscard]] virtual Result<std::unique_ptr<SharedTexture>> share_texture(
      const GlTextureName& texture);
};

}  // namespace dala::backend
