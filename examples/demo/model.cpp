// What a model says of the picture, where one is there; otherwise how to get one.
#include <algorithm>

#include <dala/ml/store.hpp>

#include "demo.hpp"

namespace demo {

namespace {

constexpr const char* get_one = "dala models pull mobilenet_v2 --from URL";

Section without_model() {
  return {.title = "A model",
          .about =
              "No classifier is in the model store of this machine. ONNX files are fetched by "
              "name, and kept only if their checksum is that of the model's card:",
          .code = {{.title = "gets one, from where you keep such files",
                    .text = get_one,
                    .folded = false}},
          .found = std::string("none here; `") + get_one + "` gets one"};
}

}  // namespace

dala::Result<Section> ask_model(Demo& demo) {
  const auto store = dala::ml::ModelStore::open();
  if (!store) return std::unexpected(store.error());
  const auto models = store->models();
  const auto known = std::ranges::find_if(models, [](const dala::ml::StoredModel& model) {
    return model.present && model.card.task == dala::ml::Task::classify;
  });
  if (known == models.end()) return without_model();
  const auto model = dala::ml::load_model(demo.compute, *store, known->card.name);
  if (!model) return std::unexpected(model.error());
  const auto classes = dala::ml::classify(*model, demo.photo);
  if (!classes) return std::unexpected(classes.error());

  Section section{.title = "A model",
                  .about = known->card.name + " looks at the picture of the evening.",
                  .table = {.head = {"what it sees", "how sure"}}};
  for (const auto& seen : *classes) {
    const std::string share = number_text(100.0 * static_cast<double>(seen.score), 1) + " %";
    section.table.rows.push_back({seen.label, share});
    if (section.found.empty())
      section.found = known->card.name + " sees: " + seen.label + " (" + share + ")";
  }
  return section;
}

}  // namespace demo
