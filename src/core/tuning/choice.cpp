#include "core/tuning/choice.hpp"

#include <cmath>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <mutex>
#include <span>

#include "core/format.hpp"
#include "core/text/log.hpp"
#include "core/tuning/kept.hpp"
#include "core/tuning/settings.hpp"

namespace dala::tuning {

namespace {

// What the environment and earlier programs say, read when the first choice is asked.
struct Known {
  Settings settings;
  std::string machine;
  KeptWays kept;
};

Known read_known() {
  Known out;
  if (const char* given = std::getenv("DALA_TUNE"); given != nullptr) {
    auto settings = parse_settings(given);
    // A run that asked for something and gets something else is not the run that was asked for.
    if (settings)
      out.settings = std::move(*settings);
    else
      log_line(format("{}; it is ignored", settings.error().message));
  }
  if (out.settings.off) return out;
  out.machine = this_machine();
  if (!out.settings.again) out.kept = read_kept(out.machine);
  return out;
}

const Known& known() {
  static const Known all = read_known();
  return all;
}

// Of all choices, in the order in which they were made.
struct Registry {
  std::mutex mutex;
  std::vector<const Choice*> choices;
};

Registry& registry() {
  static Registry all;
  return all;
}

int index_of(const Choice& choice, std::string_view way) {
  const auto found = std::ranges::find(choice.ways(), way);
  return found == choice.ways().end() ? -1 : static_cast<int>(found - choice.ways().begin());
}

std::string all_ways(const Choice& choice) {
  std::string out;
  for (const std::string_view way : choice.ways())
    out += format("{}{}", out.empty() ? "" : ", ", way);
  return out;
}

}  // namespace

Choice::Choice(std::string_view name, std::initializer_list<std::string_view> ways)
    : name_(name), ways_(ways) {
  const std::scoped_lock lock(registry().mutex);
  registry().choices.push_back(this);
}

int Choice::prepare() {
  const Known& all = known();
  int way = undecided;
  if (const auto set = all.settings.ways.find(name_); set != all.settings.ways.end()) {
    way = index_of(*this, set->second);
    origin_ = Origin::set;
    if (way < 0)
      log_line(format("DALA_TUNE: {} has no way `{}`, but {}; that part is ignored", name_,
                      set->second, all_ways(*this)));
  }
  if (const auto kept = all.kept.find(name_); way < 0 && kept != all.kept.end()) {
    way = index_of(*this, kept->second.way);
    origin_ = Origin::kept;
    kept_ahead_ = kept->second.percent_ahead;
  }
  if (way < 0 && all.settings.off) {
    way = 0;
    origin_ = Origin::off;
  }
  if (way < 0) origin_ = Origin::timed;
  decided_.store(way, std::memory_order_release);
  return way;
}

void Choice::count_round(const std::array<double, most_ways>& times) {
  const auto timed = std::span(times).first(ways_.size());
  const double fastest = std::max(*std::ranges::min_element(timed), 1e-15);
  for (std::size_t way = 0; way < timed.size(); ++way) {
    // A way that was interrupted lost one round, however long that took.
    const double lost = std::min((timed[way] / fastest) - 1, 1.0);
    lost_[way].fetch_add(static_cast<int>(std::lround(lost * 1000)), std::memory_order_relaxed);
  }
  if (ended_.fetch_add(1, std::memory_order_acq_rel) + 1 != rounds) return;
  const std::size_t best = leader();
  kept_ahead_ = percent_ahead();
  decided_.store(static_cast<int>(best), std::memory_order_release);
  keep(known().machine, name_, {std::string(ways_[best]), kept_ahead_});
  if (log_enabled()) log_line(format("{} is {}: {}", name_, way(), origin()));
}

// The one that lost least; the default where that is not by more than one in a hundred.
std::size_t Choice::leader() const {
  const auto all = std::span(lost_).first(ways_.size());
  const auto best = std::ranges::min_element(all, {}, [](const auto& lost) { return lost.load(); });
  const bool is_clear = lost_[0] - *best > 10 * ended_;
  return is_clear ? static_cast<std::size_t>(best - all.begin()) : 0;
}

int Choice::percent_ahead() const {
  const std::size_t best = leader();
  int next = std::numeric_limits<int>::max();
  for (std::size_t way = 0; way < ways_.size(); ++way)
    if (way != best) next = std::min<int>(next, lost_[way]);
  return (next - lost_[best]) / (10 * std::max<int>(ended_, 1));
}

std::string_view Choice::way() const {
  const int way = decided_.load(std::memory_order_acquire);
  return ways_[way >= 0 ? static_cast<std::size_t>(way) : leader()];
}

std::string Choice::origin() const {
  const int way = decided_.load(std::memory_order_acquire);
  if (way < 0) return format("being timed, round {} of {}", ended_.load(), rounds);
  const int ahead = kept_ahead_;
  switch (origin_.load()) {
    case Origin::timed:
      return format("timed by this program: {} % faster than the next", ahead);
    case Origin::kept:
      return format("timed by an earlier program: {} % faster than the next", ahead);
    case Origin::set:
      return "set by DALA_TUNE";
    case Origin::off:
      return "the default, because of DALA_TUNE=off";
  }
  return {};
}

bool Choice::is_used() const { return decided_.load(std::memory_order_acquire) != unprepared; }

std::vector<const Choice*> used_choices() {
  std::vector<const Choice*> out;
  {
    const std::scoped_lock lock(registry().mutex);
    std::ranges::copy_if(registry().choices, std::back_inserter(out),
                         [](const Choice* choice) { return choice->is_used(); });
  }
  std::ranges::sort(out, {}, &Choice::name);
  return out;
}

}  // namespace dala::tuning
