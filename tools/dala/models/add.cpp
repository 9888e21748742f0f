// dala models add and pull: files into the store.
#include <fmt/format.h>

#include <memory>

#include <dala/ml/store.hpp>

#include "files/file.hpp"
#include "models/command.hpp"
#include "terminal/progress.hpp"
#include "terminal/say.hpp"
#include "terminal/text.hpp"

namespace dala::cli {
namespace {

constexpr std::size_t longest_card = std::size_t{1} << 20;

struct AddOptions {
  std::string file;
  std::string name;
  std::string card;
};

struct PullCommandOptions {
  std::string name;
  std::string from;
};

Outcome add(const AddOptions& options) {
  const auto store = ml::ModelStore::open();
  if (!store) return failure(store.error());
  std::optional<ml::ModelCard> card;
  if (!options.card.empty()) {
    const auto text = files::read_file(options.card, longest_card);
    if (!text) return failure(text.error());
    auto parsed = ml::parse_card(*text, options.card);
    if (!parsed) return failure(parsed.error());
    card = std::move(*parsed);
  }
  const auto added = store->add(options.file, options.name, card);
  if (!added) return failure(added.error());
  say("added {}: {}, sha256 {}\n", added->card.name, human_bytes(added->card.bytes),
      added->card.sha256);
  return {};
}

Outcome pull(const PullCommandOptions& options) {
  const auto store = ml::ModelStore::open();
  if (!store) return failure(store.error());
  const auto before = store->find(options.name);
  if (!before) return failure(before.error());
  if (before->present) {
    say("{} is there already: {}\n", options.name, before->file.string());
    return {};
  }
  const auto pulled = [&] {
    Progress progress("KiB");
    return store->pull(options.name, {.url = options.from, .progress = [&](auto done, auto total) {
                                        progress.at(done / 1024, total / 1024);
                                        return true;
                                      }});
  }();
  if (!pulled) return failure(pulled.error());
  say("pulled {}: {}, sha256 as its card says\n", pulled->card.name, pulled->file.string());
  return {};
}

}  // namespace

void add_models_add(CLI::App& models, Session& session) {
  CLI::App* command = add_command(models, session, "add", "Copies a model into the store",
                                  "dala models add mine.onnx --name mine --card mine.json");
  const auto options = std::make_shared<AddOptions>();
  command->add_option("FILE", options->file, "An .onnx file")->required();
  command->add_option("--name", options->name, "What it is called from now on")->required();
  command
      ->add_option("--card", options->card,
                   "How it sees pictures and what its answers mean; see docs/models.md")
      ->type_name("FILE");
  command->callback([&session, options] { session.action = [options] { return add(*options); }; });
}

void add_models_pull(CLI::App& models, Session& session) {
  CLI::App* command =
      add_command(models, session, "pull", "Downloads the file of a model and checks it",
                  "dala models pull mine\n"
                  "  dala models pull mobilenet_v2 --from http://host/mobilenet_v2.onnx");
  const auto options = std::make_shared<PullCommandOptions>();
  command->add_option("NAME", options->name, "`dala models` lists them")->required();
  command->add_option("--from", options->from, "Another address than the card's")->type_name("URL");
  command->callback([&session, options] { session.action = [options] { return pull(*options); }; });
}

}  // namespace dala::cli
