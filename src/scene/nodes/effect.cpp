#include "core/error.hpp"
#include "media/stages.hpp"
#include "scene/nodes/definition.hpp"
#include "scene/nodes/table.hpp"

namespace dala::scene {

bool operator==(const Effect& a, const Effect& b) {
  const auto same = [](const Params& x, const Params& y) {
    return std::equal(x.begin(), x.end(), y.begin(), y.end(), [](const Param& p, const Param& q) {
      return p.name == q.name && p.value == q.value;
    });
  };
  return a.target == b.target && a.filters == b.filters && a.kernel == b.kernel &&
         same(a.params, b.params);
}

namespace {

// Has no picture of its own: it changes those of others.
class EffectObject final : public NodeObject {
 public:
  explicit EffectObject(const Compute& compute) : NodeObject(compute), runner_(compute) {}

  Result<void> prepare(const Content& content, std::uint64_t version,
                       const Opening& opening) override {
    Effect bound = std::get<Effect>(content);
    for (media::Filter& filter : bound.filters) filter.sources = opening.sources;
    // Mistakes in parameters show here and not in the middle of a frame.
    DALA_TRY(media::plan_chain({256, 256}, bound.filters));
    return runner_.describe(bound, version);
  }

  Result<std::optional<Shown>> show(const NodeState& /*node*/,
                                    const Showing& /*showing*/) override {
    return std::nullopt;
  }

  EffectRunner* effect() override { return &runner_; }

 private:
  EffectRunner runner_;
};

}  // namespace

Definition define_effect() {
  using namespace table;
  return {.type = {.name = "effect",
                   .summary = "Filters, or a kernel, on a node or on what lies under a box.",
                   .fields = {{.name = "target",
                               .summary = "the id of a node; without it, what lies under the "
                                          "effect's own box is changed",
                               .kind = reference<&Effect::target>()},
                              {.name = "filters",
                               .summary = "of [filters.md](filters.md), as `\"blur:radius=8\"` or "
                                          "`{\"blur\": {\"radius\": 8}}`",
                               .kind = field::Filters{member<&Effect::filters>()}},
                              {.name = "kernel",
                               .summary = "the text of a [kernel](kernel-language.md), which runs "
                                          "after the filters",
                               .kind = text<&Effect::kernel>(field::Text::Form::prose)},
                              {.name = "params",
                               .summary = "of the kernel; one called `time` of type `f32` is the "
                                          "time of the scene in seconds unless it is given",
                               .kind = field::KernelParams{member<&Effect::params>()}}},
                   .usual = Effect{}},
          .traits = {.given = {{.fields = {"filters", "kernel"},
                                .rule = "an effect has filters, a kernel, or both",
                                .together = true}}},
          .make_object = make<EffectObject>};
}

}  // namespace dala::scene
