// A typed block of memory on a device.
//
//   auto a = compute.buffer<float>({1, 2, 3}, {3});
//   std::vector<float> values = *a->read<float>();
//
// A Buffer is a handle: copies refer to the same memory, which goes back when the last handle and
// the last command using it are gone, or at once (for the caller) with `free`. Reading and writing
// wait for the commands already submitted that use the buffer, so they always see the order in
// which things were submitted. All members may be called from any thread.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <ranges>
#include <span>
#include <type_traits>
#include <vector>

#include <dala/core/dtype.hpp>
#include <dala/core/error.hpp>
#include <dala/core/export.hpp>
#include <dala/core/shape.hpp>
#include <dala/core/small_vector.hpp>

namespace dala {

class DALA_API Buffer {
 public:
  Buffer() = default;

  [[nodiscard]] explicit operator bool() const { return state_ != nullptr; }
  [[nodiscard]] const Shape& shape() const;
  [[nodiscard]] DType dtype() const;
  [[nodiscard]] std::size_t size_bytes() const;
  [[nodiscard]] bool is_freed() const;

  // The contents as values; T must be the element type, `bool` for DType::boolean.
  template <typename T>
  [[nodiscard]] Result<std::vector<T>> read() const {
    if constexpr (std::is_same_v<T, bool>) {  // its vector is made of bits
      auto bytes = read<Bool>();
      if (!bytes) return std::unexpected(std::move(bytes.error()));
      return std::vector<bool>(bytes->begin(), bytes->end());
    } else {
      return read_values<T>();
    }
  }
  // The contents as numbers, whatever the element type is.
  [[nodiscard]] Result<std::vector<double>> read_numbers() const;
  [[nodiscard]] Result<std::vector<std::byte>> read_bytes() const;
  // Into the caller's memory, which must be exactly size_bytes() long.
  [[nodiscard]] Result<void> read_into(std::span<std::byte> out) const;

  template <typename T>
  [[nodiscard]] Result<void> write(std::span<const T> values) const {
    return write_bytes(std::as_bytes(values), dtype_of<T>);
  }
  // A vector, an array or whatever else has its values in a row.
  template <std::ranges::contiguous_range Values>
  [[nodiscard]] Result<void> write(const Values& values) const {
    return write(std::span<const std::ranges::range_value_t<Values>>(values));
  }
  [[nodiscard]] Result<void> write_bytes(std::span<const std::byte> bytes) const;

  // Gives the memory back as soon as no running command needs it. Later use is an error.
  void free() const;

  friend bool operator==(const Buffer&, const Buffer&) = default;

  struct State;
  explicit Buffer(std::shared_ptr<State> state) : state_(std::move(state)) {}
  [[nodiscard]] const std::shared_ptr<State>& state() const { return state_; }

 private:
  template <typename T>
  [[nodiscard]] Result<std::vector<T>> read_values() const {
    std::vector<T> values(size_bytes() / sizeof(T));
    if (auto done = read_into(std::as_writable_bytes(std::span(values)), dtype_of<T>); !done)
      return std::unexpected(std::move(done.error()));
    return values;
  }
  [[nodiscard]] Result<void> read_into(std::span<std::byte> out, DType expected) const;
  [[nodiscard]] Result<void> write_bytes(std::span<const std::byte> bytes, DType expected) const;

  std::shared_ptr<State> state_;
};

// Frees each of them.
DALA_API void free_many(std::span<const Buffer> buffers);

// What a command reads or writes: one buffer, or a few in braces.
class BufferList : public SmallVector<Buffer, 4> {
 public:
  using SmallVector::SmallVector;
  BufferList() = default;
  BufferList(Buffer one) { push_back(std::move(one)); }
};

}  // namespace dala
