#include "kernel/interpret/memory.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "kernel/ir/scalar_ops.hpp"

namespace dala::kernel {

namespace {

constexpr std::int64_t word_bytes = 4;

// Reflects without repeating the edge: ... 2 1 [0 1 2 3] 2 1 0 1 ...
std::int64_t mirror(std::int64_t index, std::int64_t size) {
  const std::int64_t period = 2 * (size - 1);
  if (period == 0) return 0;
  std::int64_t m = index % period;
  if (m < 0) m += period;
  return m < size ? m : period - m;
}

std::optional<std::int64_t> inside(std::int64_t index, std::int64_t size, ir::Edge edge) {
  if (index >= 0 && index < size) return index;
  if (size == 0 || edge == ir::Edge::zero || edge == ir::Edge::inside) return std::nullopt;
  if (edge == ir::Edge::clamped) return std::clamp<std::int64_t>(index, 0, size - 1);
  return mirror(index, size);
}

}  // namespace

TensorView::TensorView(const HostTensor& tensor, ir::Scalar scalar)
    : data_(tensor.bytes.data()),
      scalar_(scalar),
      len_(tensor.shape.elements()),
      dims_(tensor.shape.dims().begin(), tensor.shape.dims().end()),
      strides_(dims_.size(), 1) {
  for (std::size_t i = dims_.size(); i-- > 1;) strides_[i - 1] = strides_[i] * dims_[i];
}

std::int64_t TensorView::shape(std::int64_t axis) const {
  return axis >= 0 && axis < rank() ? dims_[static_cast<std::size_t>(axis)] : 0;
}

std::int64_t TensorView::stride(std::int64_t axis) const {
  return axis >= 0 && axis < rank() ? strides_[static_cast<std::size_t>(axis)] : 0;
}

std::optional<std::int64_t> TensorView::locate(std::span<const std::int64_t> indices,
                                               ir::Edge edge) const {
  if (indices.size() == 1) return inside(indices[0], len_, edge);
  std::int64_t flat = 0;
  for (std::size_t i = 0; i < indices.size(); ++i) {
    const auto index = inside(indices[i], dims_[i], edge);
    if (!index) return std::nullopt;
    flat += *index * strides_[i];
  }
  return flat;
}

std::uint64_t TensorView::load(std::int64_t flat) const {
  const std::size_t size = ir::bytes_of(scalar_);
  std::uint64_t bits = 0;
  // The interpreter's 64 bits begin with the element's bytes only where the low byte comes first.
  static_assert(std::endian::native == std::endian::little);
  std::memcpy(&bits, data_ + static_cast<std::size_t>(flat) * size, size);
  // Any byte but 0 is true.
  if (scalar_ == ir::Scalar::boolean) return bits != 0 ? 1 : 0;
  return ir::is_integer(scalar_) ? ir::wrap(scalar_, bits) : bits;
}

void TensorView::store(std::int64_t flat, std::uint64_t bits) const {
  const std::size_t size = ir::bytes_of(scalar_);
  std::memcpy(data_ + static_cast<std::size_t>(flat) * size, &bits, size);
}

std::int64_t TensorView::words() const {
  return (len_ * static_cast<std::int64_t>(ir::bytes_of(scalar_)) + word_bytes - 1) / word_bytes;
}

std::span<std::byte> TensorView::bytes_of_word(std::int64_t word) const {
  const std::int64_t bytes = len_ * static_cast<std::int64_t>(ir::bytes_of(scalar_));
  const std::int64_t begin = word * word_bytes;
  return {data_ + begin, static_cast<std::size_t>(std::min(word_bytes, bytes - begin))};
}

std::uint64_t TensorView::load_word(std::int64_t word) const {
  const std::span<std::byte> bytes = bytes_of_word(word);
  std::uint64_t bits = 0;
  std::memcpy(&bits, bytes.data(), bytes.size());
  return bits;
}

void TensorView::store_word(std::int64_t word, std::uint64_t bits) const {
  const std::span<std::byte> bytes = bytes_of_word(word);
  std::memcpy(bytes.data(), &bits, bytes.size());
}

}  // namespace dala::kernel
