#include <algorithm>
#include <cmath>

#include <dala/ml/tasks.hpp>

namespace dala::ml {

std::vector<float> softmax(std::span<const float> logits) {
  std::vector<float> out(logits.begin(), logits.end());
  if (out.empty()) return out;
  const float largest = *std::ranges::max_element(out);
  double sum = 0;
  for (float& value : out) {
    value = std::exp(value - largest);
    sum += value;
  }
  for (float& value : out) value = static_cast<float>(value / sum);
  return out;
}

std::vector<Ranked> top_k(std::span<const float> values, std::size_t count) {
  std::vector<Ranked> all;
  all.reserve(values.size());
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!std::isnan(values[i])) all.push_back({i, values[i]});
  count = std::min(count, all.size());
  std::ranges::partial_sort(all, all.begin() + static_cast<std::ptrdiff_t>(count),
                            [](const Ranked& a, const Ranked& b) {
                              return a.value != b.value ? a.value > b.value : a.id < b.id;
                            });
  all.resize(count);
  return all;
}

}  // namespace dala::ml
