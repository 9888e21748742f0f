// The producers and readers of values, for passes.
#pragma once

#include "ml/graph/graph.hpp"

namespace dala::ml {

inline constexpr std::size_t nobody = static_cast<std::size_t>(-1);

class Uses {
 public:
  explicit Uses(const Graph& graph);

  // The node that makes the value; `nobody` for inputs and constants.
  [[nodiscard]] std::size_t maker(ValueId id) const { return maker_[static_cast<std::size_t>(id)]; }
  [[nodiscard]] int count(ValueId id) const { return count_[static_cast<std::size_t>(id)]; }
  // The only node that reads it; `nobody` when there are more, or when the model gives it out.
  [[nodiscard]] std::size_t only_reader(ValueId id) const;

 private:
  std::vector<std::size_t> maker_;
  std::vector<std::size_t> reader_;
  std::vector<int> count_;
};

// Removes the nodes whose op is empty, which is how passes mark them.
void drop_marked(Graph& graph);

}  // namespace dala::ml
