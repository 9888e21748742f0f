#include "kernel/jit/drive.hpp"

#include <algorithm>
#include <span>

#include "kernel/jit/inner_domain.hpp"
#include "kernel/jit/weights.hpp"

namespace dala::kernel::jit {

namespace {

struct Range {
  std::int64_t low;
  std::int64_t high;
};

// The positions for which all bounds conditions hold.
struct InnerPart {
  bool holds;  // what does not depend on the position
  Range x;     // or of all invocations where there are no rows
  Range y;
};

struct Extents {
  template <typename Index>
  Extents(const Plan& plan, const Arguments<Index>& arguments)
      : width(arguments.extent[0]),
        height(arguments.extent[1]),
        channels(plan.channels != 0 ? plan.channels : arguments.extent[2]) {}

  std::int64_t width;
  std::int64_t height;
  std::int64_t channels;
};

template <typename Index>
class ClaimChecker {
 public:
  ClaimChecker(const Plan& plan, const Arguments<Index>& arguments, const InnerPart& all)
      : plan_(plan), arguments_(arguments), domain_(plan, arguments), part_(all) {}

  InnerPart run() {
    for (const Plan::BoundsCondition& condition :
         std::span(plan_.inside, counted(plan_.inside_count)))
      apply(condition);
    for (const std::int64_t t : std::span(plan_.same_channels, counted(plan_.same_channels_count)))
      require(tensor(t).shape[2] == domain_.channels);
    for (const std::int64_t t : std::span(plan_.not_empty, counted(plan_.not_empty_count)))
      require(tensor(t).len != 0);
    return part_;
  }

 private:
  static std::size_t counted(std::int64_t count) { return static_cast<std::size_t>(count); }
  [[nodiscard]] const TensorArgument<Index>& tensor(std::int64_t index) const {
    return arguments_.tensors[static_cast<std::size_t>(index)];
  }
  void require(bool condition) { part_.holds = part_.holds && condition; }

  void apply(const Plan::BoundsCondition& condition) {
    const TensorArgument<Index>& t = tensor(condition.tensor);
    const std::int64_t size =
        condition.axis == whole ? t.len : t.shape[static_cast<std::size_t>(condition.axis)];
    switch (static_cast<Base>(condition.base)) {
      case Base::none:
        return uniform(condition, 0, size);
      case Base::z:
        return uniform(condition, domain_.channels - 1, size);
      case Base::x:
        return ranged(condition, size, part_.x);
      case Base::y:
        return ranged(condition, size, part_.y);
      case Base::flat:
        if (plan_.has_rows == 0) return ranged(condition, size, part_.x);
        return uniform(condition, domain_.width * domain_.height * domain_.channels - 1, size);
    }
  }

  // For every position up to `last`.
  void uniform(const Plan::BoundsCondition& condition, std::int64_t last, std::int64_t size) {
    require(condition.low >= 0 && last * condition.multiplier + condition.high < size);
  }

  static void ranged(const Plan::BoundsCondition& condition, std::int64_t size, Range& part) {
    const std::int64_t m = condition.multiplier;
    const std::int64_t room = size - (condition.high + 1);
    part.low = std::max(part.low, condition.low >= 0 ? 0 : (-condition.low + m - 1) / m);
    part.high = std::min(part.high, room < 0 ? 0 : room / m + 1);
  }

  const Plan& plan_;
  const Arguments<Index>& arguments_;
  Extents domain_;
  InnerPart part_;
};

// The weight up to which an invocation is light: a piece of such a launch needs no look at the
// clock.
constexpr std::int64_t light = 64;

template <typename Index>
class Driver {
 public:
  Driver(const Plan& plan, const Arguments<Index>& arguments, std::int64_t& fuel)
      : plan_(plan), arguments_(arguments), fuel_(fuel) {}

  // All that return a bool return false when the kernel was stopped.
  [[nodiscard]] bool all(std::int64_t begin, std::int64_t end) {
    const InnerPart part = ClaimChecker(plan_, arguments_, {true, {0, end}, {0, end}}).run();
    const Range all = {begin, end};
    return row(0, all, plan_.edge == nullptr ? all : cut(part.holds ? part.x : nothing, all));
  }

  [[nodiscard]] bool rows(std::int64_t begin, std::int64_t end) {
    const Extents domain(plan_, arguments_);
    const Range row = {0, domain.width * domain.channels};
    const Range all = {begin, end};
    if (plan_.edge == nullptr) return rows(all, row, row);
    const InnerPart part =
        ClaimChecker(plan_, arguments_, {true, {0, domain.width}, {0, domain.height}}).run();
    const Range inner = cut(part.holds ? part.y : nothing, all);
    const Range inner_row = cut({part.x.low * domain.channels, part.x.high * domain.channels}, row);
    return rows({begin, inner.low}, row, nothing) && rows(inner, row, inner_row) &&
           rows({inner.high, end}, row, nothing);
  }

 private:
  static constexpr Range nothing = {0, 0};

  // The part of `part` that lies within `whole`.
  static Range cut(Range part, Range whole) {
    const std::int64_t low = std::min(std::max(part.low, whole.low), whole.high);
    return {low, std::max(std::min(part.high, whole.high), low)};
  }

  [[nodiscard]] bool rows(Range all, Range row, Range inner) {
    const bool has_edges = row.low < inner.low || inner.high < row.high;
    if (!has_edges && inner.high <= plan_.at_once && is_light(plan_)) return short_rows(all, inner);
    const std::int64_t at_once = plan_.takes_pairs != 0 ? 2 : 1;
    for (std::int64_t y = all.low; y < all.high; y += at_once)
      if (!this->row(y, row, inner, std::min(at_once, all.high - y))) return false;
    return true;
  }

  // Rows may be of a few elements, for which all else would take as long as the call.
  [[nodiscard]] bool short_rows(Range all, Range row) {
    const Plan::Inner inner = plan_.inner;
    for (std::int64_t y = all.low; y < all.high; ++y)
      if (inner(&arguments_, &fuel_, y, row.low, row.high, 1) != 0) return false;
    return true;
  }

  // The invocations `all` of the row y and of the rows below it, `rows` in all; those in `inner`
  // need no checks.
  [[nodiscard]] bool row(std::int64_t y, Range all, Range inner, std::int64_t rows = 1) {
    for (std::int64_t i = y; i < y + rows; ++i)
      if (!edge_part(i, {all.low, inner.low}) || !edge_part(i, {inner.high, all.high}))
        return false;
    return inner_part(y, inner, rows);
  }

  [[nodiscard]] bool inner_part(std::int64_t y, Range part, std::int64_t rows) {
    for (std::int64_t from = part.low; from < part.high; from += plan_.at_once) {
      const std::int64_t to = std::min(from + plan_.at_once, part.high);
      const bool looks = from != part.low || !is_light(plan_);
      if (looks && !spend((to - from) * rows * plan_.weight)) return false;
      if (plan_.inner(&arguments_, &fuel_, y, from, to, rows) != 0) return false;
    }
    return true;
  }

  [[nodiscard]] bool edge_part(std::int64_t y, Range part) {
    for (std::int64_t from = part.low; from < part.high; from += plan_.at_once) {
      const std::int64_t to = std::min(from + plan_.at_once, part.high);
      if (!spend((to - from) * plan_.edge_weight)) return false;
      for (std::int64_t at = from; at < to; ++at)
        if (plan_.edge(&arguments_, &fuel_, y, at) != 0) return false;
    }
    return true;
  }

  [[nodiscard]] bool spend(std::int64_t weight) {
    fuel_ -= weight;
    if (fuel_ >= 0) return true;
    const bool stopped = arguments_.checkpoint(arguments_.checkpoint_state) != 0;
    // When stopped the fuel stays used up, so every loop and call asks, and stops, at once.
    fuel_ = stopped ? 0 : fuel_load;
    return !stopped;
  }

  const Plan& plan_;
  const Arguments<Index>& arguments_;
  std::int64_t& fuel_;
};

}  // namespace

bool is_light(const Plan& plan) { return plan.cubes == nullptr && plan.edge_weight <= light; }

template <typename Index>
std::int32_t drive(const Plan& plan, const Arguments<Index>& arguments, std::int64_t begin,
                   std::int64_t end) {
  if (plan.cubes != nullptr) return plan.cubes(&arguments, begin, end);
  std::int64_t fuel = fuel_load;
  const Plan known = plan;  // so that calls do not have it read again
  Driver driver(known, arguments, fuel);
  return (plan.has_rows != 0 ? driver.rows(begin, end) : driver.all(begin, end)) ? 0 : 1;
}

template std::int32_t drive(const Plan&, const Arguments<std::int32_t>&, std::int64_t,
                            std::int64_t);
template std::int32_t drive(const Plan&, const Arguments<std::int64_t>&, std::int64_t,
                            std::int64_t);

}  // namespace dala::kernel::jit
