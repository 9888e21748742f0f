// Tensors and scalars as the interpreter sees them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <dala/core/kernel_info.hpp>

#include "kernel/ir/ir.hpp"

namespace dala::kernel {

class TensorView {
 public:
  TensorView(const HostTensor& tensor, ir::Scalar scalar);

  [[nodiscard]] std::int64_t len() const { return len_; }
  [[nodiscard]] std::int64_t rank() const { return static_cast<std::int64_t>(dims_.size()); }
  // Zero for an axis the tensor does not have.
  [[nodiscard]] std::int64_t shape(std::int64_t axis) const;
  [[nodiscard]] std::int64_t stride(std::int64_t axis) const;

  // The flat index, or nothing when an index is outside. One index is flat already.
  [[nodiscard]] std::optional<std::int64_t> locate(std::span<const std::int64_t> indices,
                                                   ir::Edge edge) const;
  [[nodiscard]] std::uint64_t load(std::int64_t flat) const;
  void store(std::int64_t flat, std::uint64_t bits) const;

  // The same memory in words of u32 (ir::Tensor::in_words). What the last one has behind the
  // elements is zero and stays so.
  [[nodiscard]] std::int64_t words() const;
  [[nodiscard]] std::uint64_t load_word(std::int64_t word) const;
  void store_word(std::int64_t word, std::uint64_t bits) const;

 private:
  [[nodiscard]] std::span<std::byte> bytes_of_word(std::int64_t word) const;

  std::byte* data_;
  ir::Scalar scalar_;
  std::int64_t len_;
  std::vector<std::int64_t> dims_;
  std::vector<std::int64_t> strides_;
};

}  // namespace dala::kernel
