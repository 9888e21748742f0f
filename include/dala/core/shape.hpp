// The dimensions of a buffer, outermost first; elements lie row-major and without gaps.
//
//   dala::Shape photo{480, 640, 4};     // rows, columns, channels
//   dala::Shape scalar{};               // rank 0: one element
//
// A Shape is a plain value that may hold nonsense (it often comes from outside); `validate` says
// whether it can be used, and everything that makes a buffer calls it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>

#include <dala/core/dtype.hpp>
#include <dala/core/error.hpp>
#include <dala/core/export.hpp>

namespace dala {

class DALA_API Shape {
 public:
  static constexpr std::size_t max_rank = 8;

  constexpr Shape() = default;
  constexpr Shape(std::initializer_list<std::int64_t> dims)
      : Shape(std::span<const std::int64_t>(dims.begin(), dims.size())) {}
  explicit constexpr Shape(std::span<const std::int64_t> dims) : rank_(dims.size()) {
    for (std::size_t i = 0; i < dims.size() && i < max_rank; ++i) dims_[i] = dims[i];
  }

  // Error when the rank is above max_rank, a dimension is negative, or the size in bytes for
  // elements of `dtype` does not fit in 63 bits.
  [[nodiscard]] Result<void> validate(DType dtype = DType::f64) const;

  [[nodiscard]] constexpr std::size_t rank() const { return rank_; }
  [[nodiscard]] constexpr std::int64_t operator[](std::size_t axis) const { return dims_[axis]; }
  constexpr void set(std::size_t axis, std::int64_t size) { dims_[axis] = size; }
  [[nodiscard]] constexpr std::span<const std::int64_t> dims() const {
    return {dims_.data(), rank_ < max_rank ? rank_ : max_rank};
  }

  // Number of elements; meaningful only for a shape that passed `validate`.
  [[nodiscard]] constexpr std::int64_t elements() const {
    std::int64_t n = 1;
    for (std::int64_t d : dims()) n *= d;
    return n;
  }

  friend constexpr bool operator==(const Shape& a, const Shape& b) {
    if (a.rank_ != b.rank_) return false;
    for (std::size_t i = 0; i < a.dims().size(); ++i)
      if (a.dims_[i] != b.dims_[i]) return false;
    return true;
  }

 private:
  std::array<std::int64_t, max_rank> dims_{};
  std::size_t rank_ = 0;
};

// "{480, 640, 4}"
[[nodiscard]] DALA_API std::string to_string(const Shape& shape);

// The shape numpy would broadcast both to, or shape_mismatch.
[[nodiscard]] DALA_API Result<Shape> broadcast(const Shape& a, const Shape& b);

}  // namespace dala
