#include <utility>

#include <dala/ml.hpp>

namespace dala::ml {

std::string_view to_string(Precision precision) {
  switch (precision) {
    case Precision::f32:
      return "f32";
    case Precision::tf32:
      return "tf32";
    case Precision::f16:
      return "f16";
  }
  std::unreachable();
}

std::optional<Precision> precision_from_string(std::string_view name) {
  for (const Precision precision : all_precisions)
    if (to_string(precision) == name) return precision;
  return std::nullopt;
}

}  // namespace dala::ml
