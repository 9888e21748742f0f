// Numbers on the host with a shape: constants of a graph, and what operators work on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <vector>

#include <dala/core/dtype.hpp>
#include <dala/core/shape.hpp>
#include <dala/core/small_vector.hpp>

#include "compute/host_memory.hpp"
#include "core/error.hpp"

namespace dala::ml {

// Vectors of the widest machines, and whole cache lines.
inline constexpr std::size_t alignment = 64;

class Memory {
 public:
  Memory() = default;
  // Allocates without zeroing. Error `out_of_memory` instead of an exception, because sizes come
  // from files. Counts against the limit of the Compute, where there is one.
  [[nodiscard]] static Result<Memory> allocate(std::size_t bytes, const HostMemory& from = {});
  [[nodiscard]] std::byte* data() const { return bytes_.get(); }

 private:
  struct Free {
    void operator()(std::byte* bytes) const {
      ::operator delete[](bytes, std::align_val_t{alignment});
    }
  };
  std::shared_ptr<std::byte[]> bytes_;
};

// A view, which does not own its memory.
struct TensorView {
  DType dtype = DType::f32;
  Shape shape = {};
  std::byte* data = nullptr;

  [[nodiscard]] std::size_t elements() const { return static_cast<std::size_t>(shape.elements()); }
  [[nodiscard]] std::size_t bytes() const { return elements() * size_of(dtype); }
  template <typename T>
  [[nodiscard]] std::span<T> values() const {
    return {reinterpret_cast<T*>(data), elements()};
  }
};

// Keeps its memory; copies share it.
struct Tensor {
  TensorView view = {};
  Memory memory = {};

  // Not zeroed. Checks the shape.
  [[nodiscard]] static Result<Tensor> make(DType dtype, const Shape& shape,
                                           const HostMemory& from = {});
  [[nodiscard]] static Result<Tensor> of_integers(std::span<const std::int64_t> values);
};

// The numbers of a small tensor of integers, as shapes, axes and sizes are given.
[[nodiscard]] std::vector<std::int64_t> integers_of(const TensorView& tensor);
// The same without allocation, for every run of a model. It has room for twice the largest rank, as
// pads need.
using ShortList = SmallVector<std::int64_t, 16>;
[[nodiscard]] ShortList short_list_of(const TensorView& tensor);
[[nodiscard]] std::vector<float> floats_of(const TensorView& tensor);

}  // namespace dala::ml
