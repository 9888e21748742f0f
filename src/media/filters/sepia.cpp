#include "media/colour.hpp"

namespace dala::media::filter {

namespace {

constexpr ColourMatrix brown = {0.393, 0.769, 0.189, 0.349, 0.686, 0.168, 0.272, 0.534, 0.131};

Result<void> make_sepia(Stages& stages) {
  const double amount = stages.number("amount");
  ColourMatrix matrix{};
  for (std::size_t i = 0; i < matrix.size(); ++i)
    matrix[i] = (brown[i] * amount) + (i % 4 == 0 ? 1 - amount : 0);
  colour_matrix(stages, "sepia", matrix);
  return {};
}

}  // namespace

FilterDef sepia() {
  return {.info = {.name = "sepia",
                   .family = "colour",
                   .summary = "Turns colours to the browns of an old photograph.",
                   .meaning = "red = 0.393 r + 0.769 g + 0.189 b, green = 0.349 r + 0.686 g + "
                              "0.168 b, blue = 0.272 r + 0.534 g + 0.131 b, mixed with the pixel "
                              "itself by `amount`.",
                   .params = {{.name = "amount",
                               .summary = "0 leaves the picture as it is, 1 is all brown.",
                               .fallback = 1.0,
                               .min = 0,
                               .max = 1}}},
          .make = make_sepia};
}

}  // namespace dala::media::filter
