#include "media/fold.hpp"

#include <map>

#include "media/colour.hpp"
#include "media/stages.hpp"

namespace dala::media {

namespace {

// From this many stages on, a table look-up is faster than computing them, or not much slower on
// processors without byte look-ups (docs/performance.md).
constexpr std::size_t worth_a_table = 4;

// A kernel's name, with what stands before it, has at most 64 letters.
std::string shortened(std::string name) {
  constexpr std::size_t longest = 48;
  if (name.size() <= longest) return name;
  name.resize(name.rfind('_', longest));
  return name + "_and_more";
}

// By number: how many stages read the frame; the final frame counts as read.
std::vector<std::size_t> count_readers(const ChainPlan& plan) {
  std::vector<std::size_t> readers(plan.stages.size() + 1, 0);
  for (const Stage& stage : plan.stages)
    for (const StageInput& source : stage.inputs)
      if (source.kind == StageInput::Kind::frame) ++readers[source.number];
  ++readers[plan.out.number];
  return readers;
}

// Chains of stages with curves, each the only reader of the one before it.
struct Row {
  std::size_t length = 0;
  bool looks_up = false;

  [[nodiscard]] bool is_folded() const {
    return length > 1 && (looks_up || length >= worth_a_table);
  }
};

class Folding {
 public:
  explicit Folding(ChainPlan& plan) : plan_(plan) { find_rows(); }

  void run() {
    std::vector<Stage> all = std::move(plan_.stages);
    plan_.stages.clear();
    std::vector<std::size_t> now = {0};  // new numbers of the frames, by old ones
    const auto renumber = [&](StageInput& source) {
      if (source.kind == StageInput::Kind::frame) source.number = now[source.number];
    };
    for (std::size_t i = 0; i < all.size(); ++i) {
      for (StageInput& source : all[i].inputs) renumber(source);
      if (row_of_[i] != i && rows_[row_of_[i]].is_folded()) {
        now.push_back(all[i].inputs.front().number);
        append(plan_.stages[now.back() - 1], all[i]);
        continue;
      }
      plan_.stages.push_back(std::move(all[i]));
      now.push_back(plan_.stages.size());
    }
    renumber(plan_.out);
    renew_tables();
  }

 private:
  void find_rows() {
    const std::vector<std::size_t> readers = count_readers(plan_);
    rows_.resize(plan_.stages.size());
    for (std::size_t i = 0; i < plan_.stages.size(); ++i) {
      const Stage& stage = plan_.stages[i];
      row_of_.push_back(i);
      if (stage.curves.empty()) continue;
      const std::size_t from = stage.inputs.front().number;
      if (from > 0 && readers[from] == 1 && !plan_.stages[from - 1].curves.empty())
        row_of_[i] = row_of_[from - 1];
      Row& row = rows_[row_of_[i]];
      ++row.length;
      row.looks_up |= stage.inputs.size() > 1;
    }
  }

  // `first` takes over the curves of the second stage; its source and table are made at the end.
  static void append(Stage& first, const Stage& second) {
    for (std::size_t i = 0; i < first.curves.size(); ++i)
      first.curves[i] = second.curves[(i / 256 * 256) + first.curves[i]];
    first.kernel += "_" + second.kernel;
    first.text.clear();
  }

  // Keeps the tables that are still read, and adds new ones for folded stages.
  void renew_tables() {
    const std::vector<Table> before = std::move(plan_.tables);
    plan_.tables.clear();
    const auto add = [&](Table table) {
      plan_.tables.push_back(std::move(table));
      return StageInput{.kind = StageInput::Kind::table, .number = plan_.tables.size() - 1};
    };
    std::map<std::size_t, StageInput> now;  // by the numbers before
    for (Stage& stage : plan_.stages) {
      if (stage.text.empty()) {
        const StageInput table = add(make_table(std::span<const std::uint8_t>(stage.curves)));
        stage = curve_stage(shortened(std::move(stage.kernel)), stage.inputs.front(), table);
        continue;
      }
      for (StageInput& source : stage.inputs)
        if (source.kind == StageInput::Kind::table) {
          const auto [known, is_new] = now.try_emplace(source.number);
          if (is_new) known->second = add(before[source.number]);
          source = known->second;
        }
    }
  }

  ChainPlan& plan_;
  std::vector<std::size_t> row_of_;  // by stage: the first stage of its row
  std::vector<Row> rows_;            // by that
};

}  // namespace

void fold_curves(ChainPlan& plan) { Folding(plan).run(); }

}  // namespace dala::media
