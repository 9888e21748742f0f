#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <vector>

#include <dala/scene/animation.hpp>

#include "core/error.hpp"

namespace dala::scene {

namespace {

using Kind = Easing::Kind;

struct Named {
  Kind kind;
  std::string_view name;
  std::size_t numbers;  // in brackets after it, all or none
};
constexpr std::array<Named, 8> easings = {{{Kind::step, "step", 0},
                                           {Kind::linear, "linear", 0},
                                           {Kind::ease_in, "ease_in", 0},
                                           {Kind::ease_out, "ease_out", 0},
                                           {Kind::ease_in_out, "ease_in_out", 0},
                                           {Kind::cubic_bezier, "cubic_bezier", 4},
                                           {Kind::spring, "spring", 2},
                                           {Kind::bounce, "bounce", 0}}};

// The curve from (0, 0) to (1, 1) whose two other points are (x1, y1) and (x2, y2), as CSS has it:
// the place on it whose x is t is found by halving, which always ends.
double bezier(double x1, double y1, double x2, double y2, double t) {
  const auto along = [](double p1, double p2, double s) {
    const double r = 1 - s;
    return (3 * r * r * s * p1) + (3 * r * s * s * p2) + (s * s * s);
  };
  double low = 0;
  double high = 1;
  for (int i = 0; i < 40; ++i) {
    const double middle = (low + high) / 2;
    (along(x1, x2, middle) < t ? low : high) = middle;
  }
  return along(y1, y2, (low + high) / 2);
}

// A damped spring released at 0 that swings around 1. At the end `left` of its amplitude remains,
// and it is set to 1.
double spring(double swings, double left, double t) {
  const double decay = -std::log(left);
  return 1 - (std::exp(-decay * t) * std::cos(2 * M_PI * swings * t));
}

// A ball that falls, and comes up to a quarter of its height, three times.
double bounce(double t) {
  constexpr double speed = 7.5625;  // reaches the floor at 1 / 2.75
  constexpr double unit = 2.75;
  if (t < 1 / unit) return speed * t * t;
  if (t < 2 / unit) {
    t -= 1.5 / unit;
    return (speed * t * t) + 0.75;
  }
  if (t < 2.5 / unit) {
    t -= 2.25 / unit;
    return (speed * t * t) + 0.9375;
  }
  t -= 2.625 / unit;
  return (speed * t * t) + 0.984375;
}

std::optional<std::vector<double>> numbers_in(std::string_view text) {
  std::vector<double> out;
  while (true) {
    const std::size_t comma = std::min(text.find(','), text.size());
    std::string_view part = text.substr(0, comma);
    while (part.starts_with(' ')) part.remove_prefix(1);
    while (part.ends_with(' ')) part.remove_suffix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value);
    if (error != std::errc{} || end != part.data() + part.size()) return std::nullopt;
    out.push_back(value);
    if (comma == text.size()) return out;
    text.remove_prefix(comma + 1);
  }
}

}  // namespace

double ease(const Easing& easing, double t) {
  if (!(t > 0)) return 0;
  if (t >= 1) return 1;
  switch (easing.kind) {
    case Kind::step:
      return 0;
    case Kind::linear:
      return t;
    case Kind::ease_in:
      return bezier(0.42, 0, 1, 1, t);
    case Kind::ease_out:
      return bezier(0, 0, 0.58, 1, t);
    case Kind::ease_in_out:
      return bezier(0.42, 0, 0.58, 1, t);
    case Kind::cubic_bezier:
      return bezier(easing.a, easing.b, easing.c, easing.d, t);
    case Kind::spring:
      return spring(easing.a, easing.b, t);
    case Kind::bounce:
      return bounce(t);
  }
  return t;
}

Result<void> check_easing(const Easing& easing) {
  const auto between = [](double v, double low, double high) { return v >= low && v <= high; };
  if (static_cast<std::size_t>(easing.kind) >= easings.size())
    return fail(ErrorCode::invalid_argument, "an easing of kind {}, which there is not",
                static_cast<int>(easing.kind));
  if (easing.kind == Kind::cubic_bezier &&
      (!between(easing.a, 0, 1) || !between(easing.c, 0, 1) || !between(easing.b, -100, 100) ||
       !between(easing.d, -100, 100)))
    return fail(ErrorCode::invalid_argument,
                "cubic_bezier({}, {}, {}, {}): x1 and x2 are from 0 to 1, y1 and y2 from -100 to "
                "100",
                easing.a, easing.b, easing.c, easing.d);
  if (easing.kind == Kind::spring &&
      (!between(easing.a, 1e-6, 20) || !between(easing.b, 1e-6, 1 - 1e-6)))
    return fail(ErrorCode::invalid_argument,
                "spring({}, {}): it swings more than 0 and at most 20 times, and what is left of "
                "its swing is above 0 and below 1",
                easing.a, easing.b);
  return {};
}

std::string to_string(const Easing& easing) {
  const Named& named = easings[static_cast<std::size_t>(easing.kind)];
  if (named.numbers == 0) return std::string(named.name);
  if (named.numbers == 2) return format("{}({}, {})", named.name, easing.a, easing.b);
  return format("{}({}, {}, {}, {})", named.name, easing.a, easing.b, easing.c, easing.d);
}

Result<Easing> parse_easing(std::string_view text) {
  const std::size_t open = std::min(text.find('('), text.size());
  const auto found = std::ranges::find(easings, text.substr(0, open), &Named::name);
  if (found == easings.end()) {
    std::string all;
    for (const Named& named : easings) all += (all.empty() ? "" : ", ") + std::string(named.name);
    return fail(ErrorCode::invalid_argument, "\"{}\" is no easing; there are {}", text, all);
  }
  Easing easing = found->kind == Kind::spring ? Easing::spring() : Easing{found->kind};
  if (open == text.size() && found->kind != Kind::cubic_bezier) return easing;
  const auto numbers = text.ends_with(')')
                           ? numbers_in(text.substr(open + 1, text.size() - open - 2))
                           : std::nullopt;
  if (!numbers || numbers->size() != found->numbers || found->numbers == 0)
    return fail(
        ErrorCode::invalid_argument,
        "\"{}\" is no easing; cubic_bezier has four numbers, as \"cubic_bezier(0.1, 0.7, 1, "
        "0.1)\", spring none or two, the others none",
        text);
  double* places[] = {&easing.a, &easing.b, &easing.c, &easing.d};
  for (std::size_t i = 0; i < numbers->size(); ++i) *places[i] = (*numbers)[i];
  DALA_TRY(check_easing(easing));
  return easing;
}

}  // namespace dala::scene
