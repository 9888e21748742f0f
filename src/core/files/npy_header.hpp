// The text header of a .npy file: a Python dict literal with three keys.
//
//   {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <dala/core/error.hpp>

namespace dala {

struct NpyHeader {
  std::string descr;
  bool fortran_order = false;
  std::vector<std::int64_t> shape;
};

// `offset` is where `text` starts in the file, so that errors can name the byte.
[[nodiscard]] Result<NpyHeader> parse_npy_header(std::string_view text, std::size_t offset);

// `text` cut to a length fit for a message, with what is not printable ASCII shown as '?'.
[[nodiscard]] std::string printable(std::string_view text);

}  // namespace dala
