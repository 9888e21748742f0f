// Any bytes as a .npy file: an error, or an array that survives being written and read again.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "core/files/npy.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto view = dala::parse_npy(std::as_bytes(std::span(data, size)));
  if (!view) return 0;
  std::vector<std::byte> values(view->data.size());
  dala::copy_row_major(*view, values);

  const std::string header = dala::make_npy_header(view->dtype, view->shape);
  std::vector<std::byte> file(header.size() + values.size());
  std::ranges::copy(std::as_bytes(std::span(header)), file.begin());
  std::ranges::copy(values, file.begin() + static_cast<std::ptrdiff_t>(header.size()));

  const auto again = dala::parse_npy(file);
  if (!again || again->dtype != view->dtype || again->shape != view->shape ||
      !again->is_row_major_native() || !std::ranges::equal(again->data, values))
    __builtin_trap();
  return 0;
}
