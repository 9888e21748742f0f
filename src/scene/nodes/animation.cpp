#include "scene/describe/tree.hpp"
#include "scene/describe/words.hpp"
#include "scene/nodes/definition.hpp"
#include "scene/nodes/table.hpp"

namespace dala::scene {

namespace {

constexpr std::int64_t most_rounds = 1'000'000'000;

}  // namespace

Definition define_animation() {
  using namespace table;
  return {.type = {.name = "animation",
                   .summary = "A number of a node that changes with time.",
                   .fields = {{.name = "target",
                               .summary = "the id of the node",
                               .kind = reference<&Animation::target>(),
                               .required = true},
                              {.name = "property",
                               .summary = "the number: `position.x`",
                               .kind = text<&Animation::property>(),
                               .required = true},
                              {.name = "loop",
                               .summary = "whether it is played again, from the start or back and "
                                          "forth",
                               .kind = choice<&Animation::loop>(loop_words)},
                              {.name = "start",
                               .summary = "when it begins",
                               .kind = duration<&Animation::start>(-longest_time, longest_time)},
                              {.name = "count",
                               .summary = "how often it is played where it repeats; 0: for ever",
                               .kind = whole<&Animation::count>(0, most_rounds)},
                              {.name = "keyframes",
                               .summary = "its values: `{\"time\": 1.5, \"value\": 40, \"easing\": "
                                          "\"ease_out\"}`",
                               .kind = field::Keyframes{member<&Animation::keyframes>()},
                               .required = true}},
                   .placed = false,
                   .usual = Animation{}},
          .traits = {.changes_with_time = true}};
}

}  // namespace dala::scene
