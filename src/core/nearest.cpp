#include "core/nearest.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace dala {

namespace {

constexpr std::size_t longest = 128;  // names come from outside; the distance is quadratic

// Levenshtein distance: letters inserted, removed or replaced.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, diagonal + 1, row[j] + 1});
    }
  }
  return row[b.size()];
}

std::size_t same_start(std::string_view a, std::string_view b) {
  return static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
}

}  // namespace

std::string_view nearest(std::string_view name, std::span<const std::string_view> known) {
  if (name.size() > longest) return {};
  std::string_view best;
  std::size_t best_distance = name.size() / 3 + 1;
  bool is_near = false;
  for (std::string_view candidate : known) {
    // "add" for "elementwise_add": a name that contains the other counts as close.
    if (name.size() >= 3 && candidate.find(name) != std::string_view::npos && best.empty())
      best = candidate;
    const std::size_t d = distance(name, candidate);
    // Of two that are as near, the one that begins as the name does: "sin" for "sinn", not "sign".
    const bool begins_better =
        is_near && d == best_distance && same_start(name, candidate) > same_start(name, best);
    if (d < best_distance || (d == best_distance && best.empty()) || begins_better) {
      best = candidate;
      best_distance = d;
      is_near = true;
    }
  }
  return best;
}

}  // namespace dala
