#include "media/colour.hpp"

namespace dala::media::filter {

namespace {

Result<void> make_grayscale(Stages& stages) {
  ColourMatrix matrix{};
  for (std::size_t i = 0; i < matrix.size(); ++i) matrix[i] = luma[i % 3];
  colour_matrix(stages, "grayscale", matrix);
  return {};
}

}  // namespace

FilterDef grayscale() {
  return {.info = {.name = "grayscale",
                   .family = "colour",
                   .summary = "Takes the colours away and leaves the brightness.",
                   .meaning = "All three channels become 0.299 r + 0.587 g + 0.114 b (Rec. 601)."},
          .make = make_grayscale};
}

}  // namespace dala::media::filter
