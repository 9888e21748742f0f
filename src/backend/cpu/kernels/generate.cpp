// Pictures made from nothing.
#include <cstring>

#include "backend/cpu/implementation.hpp"
#include "backend/cpu/kernels/pieces.hpp"

namespace dala::backend::cpu {

namespace {

// round(255 * at / (size - 1)) without a float; 0 when there is only one place.
std::uint8_t ramp(std::size_t at, std::size_t size) {
  if (size <= 1) return 0;
  const std::size_t last = size - 1;
  return static_cast<std::uint8_t>((510 * at + last) / (2 * last));
}

Result<void> run_gradient(const KernelCall& call, WorkerPool& pool) {
  const Shape& shape = call.outputs[0].shape;
  const auto height = static_cast<std::size_t>(shape[0]);
  const auto width = static_cast<std::size_t>(shape[1]);
  const auto blue = static_cast<std::uint8_t>(call.params[0].integer());
  auto* picture = call.outputs[0].host<std::uint8_t>();
  if (width == 0) return {};

  pool.parallel_for(height, grain_for(width), [&](std::size_t begin, std::size_t end) {
    std::uint8_t* const first = picture + begin * width * 4;
    for (std::size_t x = 0; x < width; ++x) {
      const std::uint8_t pixel[4] = {ramp(x, width), ramp(begin, height), blue, 255};
      std::memcpy(first + x * 4, pixel, 4);
    }
    // Only green differs in the other rows, and copying is cheaper than dividing.
    for (std::size_t y = begin + 1; y < end; ++y) {
      std::uint8_t* row = picture + y * width * 4;
      std::memcpy(row, first, width * 4);
      const std::uint8_t green = ramp(y, height);
      for (std::size_t x = 0; x < width; ++x) row[x * 4 + 1] = green;
    }
  });
  return {};
}

}  // namespace

void add_generate(ImplementationList& list) {
  list.push_back({"generate_gradient", "rows", never_rejects, run_gradient});
}

}  // namespace dala::backend::cpu
