// NumPy's .npy files, versions 1.0, 2.0 and 3.0, as pure functions on bytes.
//
//   DALA_ASSIGN(NpyView view, parse_npy(file_bytes));
//   std::vector<std::byte> values(view.data.size());
//   copy_row_major(view, values);
//
// Files come from outside: every malformed one is an error of code bad_file that names the field
// or byte. The format is described in numpy.lib.format.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include <dala/core/dtype.hpp>
#include <dala/core/error.hpp>
#include <dala/core/shape.hpp>

namespace dala {

// What a file holds; `data` points into the bytes that were parsed.
struct NpyView {
  DType dtype = DType::f32;
  Shape shape;
  bool fortran_order = false;  // first dimension varies fastest
  bool big_endian = false;
  std::span<const std::byte> data;

  // Whether `data` already is what copy_row_major would make of it.
  [[nodiscard]] bool is_row_major_native() const;
};

[[nodiscard]] Result<NpyView> parse_npy(std::span<const std::byte> file);

// The elements in row-major order and this machine's byte order. `out` is as long as `view.data`.
void copy_row_major(const NpyView& view, std::span<std::byte> out);

// The whole header of a version 1.0 file, up to the first element. The shape has passed `validate`.
[[nodiscard]] std::string make_npy_header(DType dtype, const Shape& shape);

}  // namespace dala
