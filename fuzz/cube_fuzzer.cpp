// Any bytes as a .cube file: an error with a line, or a table of the size it states.
#include <cstdint>
#include <string_view>

#include "media/cube.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto cube = dala::media::parse_cube({reinterpret_cast<const char*>(data), size});
  if (!cube) {
    if (!cube.error().message.starts_with("line ")) __builtin_trap();
    return 0;
  }
  const std::size_t n = cube->size;
  if (n < 2 || cube->entries.size() != (cube->is_3d ? n * n * n : n)) __builtin_trap();
  return 0;
}
