// Transposes matrices. Conversions between the layouts of pictures use it too.
#pragma once

#include <cstddef>

namespace dala::ml::cpu {

struct TurnedMatrix {
  const float* from = nullptr;
  std::size_t rows = 0;  // of `from`
  std::size_t columns = 0;
  std::size_t from_step = 0;  // floats from a row to the next
  float* to = nullptr;
  std::size_t to_step = 0;
};

void turn(const TurnedMatrix& matrix);

}  // namespace dala::ml::cpu
