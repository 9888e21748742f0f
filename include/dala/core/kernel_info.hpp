// What a kernel says about itself. `dala kernels`, docs/kernels.md, validation and error messages
// all come from this one description.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <dala/core/device.hpp>
#include <dala/core/dtype.hpp>
#include <dala/core/error.hpp>
#include <dala/core/export.hpp>
#include <dala/core/params.hpp>
#include <dala/core/shape.hpp>

namespace dala {

struct TensorInfo {
  std::string name = {};
  DTypeSet dtypes = any_dtype;
  std::string summary = {};
};

struct ParamInfo {
  std::string name = {};
  ParamType type = ParamType::number;
  std::string summary = {};
  ParamValue fallback = {};  // used when the caller gives none
  bool required = false;     // no fallback: the caller must give it
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
};

struct KernelInfo {
  std::string name = {};     // lower case letters, digits and underscores
  std::string family = {};   // groups the listing: "elementwise", "reduction", ...
  std::string summary = {};  // one sentence
  std::vector<TensorInfo> inputs = {};
  std::vector<TensorInfo> outputs = {{"output", any_dtype, "the result"}};
  std::vector<ParamInfo> params = {};
  bool in_place = false;  // an output may be the same buffer as an input
};

// What a tensor is, without its contents.
struct TensorSpec {
  DType dtype = DType::f32;
  Shape shape;

  friend bool operator==(const TensorSpec&, const TensorSpec&) = default;
};

// What a caller wants of an output that a kernel makes anew, where the kernel leaves a choice:
// `cast` every element type, `sum` the input's or a wider one, a kernel without inputs its output's
// shape.
struct OutputChoice {
  std::optional<DType> dtype = {};
  std::optional<Shape> shape = {};
};

// A kernel written in C++ that runs on the host, registered with Compute::register_kernel.
struct HostTensor {
  DType dtype = DType::f32;
  Shape shape;
  std::span<std::byte> bytes;

  template <typename T>
  [[nodiscard]] std::span<T> values() const {
    return {reinterpret_cast<T*>(bytes.data()), bytes.size() / sizeof(T)};
  }
};

// The threads of the Compute that runs a host kernel.
class HostThreads {
 public:
  using Body = void (*)(void* context, std::size_t begin, std::size_t end);
  using Loop = void (*)(void* pool, std::size_t count, std::size_t grain, Body body, void* context);

  HostThreads() = default;  // none but the caller's
  HostThreads(void* pool, unsigned count, Loop loop) : pool_(pool), count_(count), loop_(loop) {}

  // How many can work on one loop, the calling one included.
  [[nodiscard]] unsigned count() const { return count_; }

  // Calls body(begin, end) over [0, count) in pieces of `grain`, on several threads at once, and
  // returns when all are done. What a body throws is thrown here once no thread is in the loop any
  // more. A command that was cancelled leaves the loop with an exception, which the kernel lets
  // through.
  template <typename F>
  void parallel_for(std::size_t count, std::size_t grain, F&& body) const {
    if (loop_ == nullptr) {
      if (count > 0) body(std::size_t{0}, count);
      return;
    }
    using Plain = std::remove_reference_t<F>;
    loop_(
        pool_, count, grain,
        [](void* context, std::size_t begin, std::size_t end) {
          (*static_cast<Plain*>(context))(begin, end);
        },
        const_cast<void*>(static_cast<const void*>(&body)));
  }

 private:
  void* pool_ = nullptr;
  unsigned count_ = 1;
  Loop loop_ = nullptr;
};

struct HostCall {
  std::span<const HostTensor> inputs;
  std::span<const HostTensor> outputs;
  std::span<const ParamValue> params;  // in the order of KernelInfo::params, fallbacks filled in
  HostThreads threads = {};
  const std::atomic<bool>* stop = nullptr;

  // The command was cancelled: a kernel that takes long looks now and then, and ends with any
  // error.
  [[nodiscard]] bool cancelled() const {
    return stop != nullptr && stop->load(std::memory_order_relaxed);
  }
};

// Checks shapes before anything runs (outputs' bytes are empty then); may be empty.
using HostCheck = std::function<Result<void>(const HostCall&)>;
using HostKernel = std::function<Result<void>(const HostCall&)>;

// Says what the outputs of a call are, from the shapes and element types of its inputs (their bytes
// are empty) and its parameters; the call has no outputs. Sets each of `outputs`, which are in the
// order of the description and already have the element type where that allows only one. An error
// where the inputs do not fit together. Outputs that a caller gives are then compared with these.
using KernelInfer = std::function<Result<void>(const HostCall&, std::span<TensorSpec> outputs)>;

// A kernel in the language of one kind of device.
struct NativeKernel {
  NativeLanguage language = NativeLanguage::cuda;
  std::string source = {};
  // The function in it: takes the tensors of the kernel in their order as pointers, then its
  // parameters. Shapes are part of the source.
  std::string entry = {};
  std::array<std::uint32_t, 3> blocks = {1, 1, 1};
  std::uint32_t threads = 1;  // of a block
  std::uint32_t shared_bytes = 0;
};

// A variant's answer to a call: accepted, or the reason for which it is rejected.
struct Acceptance {
  std::string_view reason = {};  // empty for yes; else text that lives as long as the program

  [[nodiscard]] constexpr explicit operator bool() const { return reason.empty(); }
};
inline constexpr Acceptance accepted = {};
[[nodiscard]] constexpr Acceptance rejected(std::string_view reason) { return {reason}; }

// A variant of a kernel that has a source: C++ for the host's vectors, or a device's own
// language. It does what the source does, which `DALA_VERIFY=1` compares it with.
struct KernelVariant {
  std::string name = {};  // what `explain` calls it: "avx512"
  // Asked for each call, whose tensors' bytes are empty; must not allocate. Whether the device can
  // run it at all is known before. Empty: every call.
  std::function<Acceptance(const HostCall& call, const Capabilities& device)> accepts = {};
  std::variant<HostKernel, NativeKernel> run = {};
  // The cost of an output element (with `#[pixels]` of a pixel) in simple operations, without
  // memory traffic: pipelines compare it with the source fused with its neighbours'. None: the
  // variant is always used.
  std::optional<double> cost = {};
  int off_by = 0;  // whole numbers may be off by so much from what the source makes
};

// A kernel in the kernel language (docs/kernel-language.md), registered with
// Compute::register_kernel.
struct KernelSource {
  std::string text = {};
  // What the source leaves open about parameters: fallbacks, ranges, summaries; and, for the header
  // form with `params: Map`, which there are. Parameters of the source that are not listed here are
  // required.
  std::vector<ParamInfo> params = {};
  std::string summary = {};
  std::string file = {};  // what messages call the source; empty: the kernel's name
  // Tried in this order; the first that accepts a call runs, and where none does, the source.
  std::vector<KernelVariant> variants = {};
  // What its outputs are, where the rule of the language (docs/kernel-language.md) is not it.
  KernelInfer infer = {};
};

// A kernel that was looked up once (Compute::find_kernel), so that calls need not look up its name.
// When the kernel of this name is replaced, calls run the new one; when it is removed, they fail. A
// handle; copies are the same.
class DALA_API Kernel {
 public:
  Kernel() = default;
  [[nodiscard]] explicit operator bool() const { return state_ != nullptr; }
  [[nodiscard]] const std::string& name() const;  // empty: of an empty handle

  struct State;
  explicit Kernel(std::shared_ptr<const State> state) : state_(std::move(state)) {}
  [[nodiscard]] const std::shared_ptr<const State>& state() const { return state_; }

 private:
  std::shared_ptr<const State> state_;
};

}  // namespace dala
