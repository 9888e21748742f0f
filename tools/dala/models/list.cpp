// dala models: which there are, and what is known of each.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include <dala/ml/store.hpp>

#include "models/command.hpp"
#include "terminal/say.hpp"
#include "terminal/text.hpp"

namespace dala::cli {
namespace {

using Json = nlohmann::ordered_json;

Json model_json(const ml::StoredModel& model) {
  if (!model.problem.empty()) return {{"name", model.card.name}, {"problem", model.problem}};
  Json json = Json::parse(to_json(model.card));
  json["path"] = model.file.string();
  json["present"] = model.present;
  json["builtin"] = model.builtin;
  return json;
}

void print_line(const ml::StoredModel& model) {
  const ml::ModelCard& card = model.card;
  if (!model.problem.empty()) {
    say("  {:<14} {}\n", card.name, model.problem);
    return;
  }
  const std::string size = card.bytes > 0 ? human_bytes(card.bytes) : "";
  say("  {:<14} {:<9} {:>9}  {:<8} {}\n", card.name, to_string(card.task), size,
      model.present ? "here" : "not here", card.summary);
  say("  {:<14} {}\n", "", card.licence.empty() ? "licence not known" : "licence: " + card.licence);
}

Outcome list(bool json) {
  const auto store = ml::ModelStore::open();
  if (!store) return failure(store.error());
  const auto models = store->models();
  if (json) {
    Json all = Json::array();
    for (const ml::StoredModel& model : models) all.push_back(model_json(model));
    const Json whole = {{"folder", store->folder().string()}, {"models", all}};
    say("{}\n", lines(json_text(whole, 2)));
    return {};
  }
  say("Models, in {}:\n", store->folder().string());
  for (const ml::StoredModel& model : models) print_line(model);
  return {};
}

}  // namespace

void add_models(CLI::App& app, Session& session) {
  CLI::App* models = add_command(
      app, session, "models", "Lists the models; adds, downloads, measures and quantizes them",
      "dala models\n  dala models add mine.onnx --name mine --card mine.json\n"
      "  dala models pull mine\n  dala models bench mobilenet_v2");
  models->require_subcommand(0, 1);
  const auto json = std::make_shared<bool>(false);
  models->add_flag("--json", *json, "Print one JSON object");
  models->final_callback([models, &session, json] {
    if (models->get_subcommands().empty()) session.action = [json] { return list(*json); };
  });
  add_models_add(*models, session);
  add_models_pull(*models, session);
  add_models_bench(*models, session);
  add_models_quantize(*models, session);
}

}  // namespace dala::cli
