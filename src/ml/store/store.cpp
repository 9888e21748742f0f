#include <dala/ml/store.hpp>

#include <algorithm>
#include <cstdlib>
#include <ranges>

#include "core/error.hpp"
#include "core/files/file.hpp"
#include "core/files/output_file.hpp"
#include "core/nearest.hpp"
#include "core/text/json_fields.hpp"
#include "ml/store/card_file.hpp"
#include "ml/store/sha256.hpp"

namespace dala::ml {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t longest_labels = std::size_t{4} << 20;
constexpr std::size_t longest_card = std::size_t{1} << 20;

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

StoredModel stored(const fs::path& folder, ModelCard card, bool builtin) {
  StoredModel model{.card = std::move(card), .builtin = builtin};
  model.file = folder / model.card.file;
  model.present = is_file(model.file);
  return model;
}

// As NAME.card.json says, with a problem where it says nothing that can be used.
StoredModel added(const fs::path& folder, const std::string& name) {
  auto card = read_card_file(card_file(folder, name));
  if (card && card->name == name) return stored(folder, std::move(*card), false);
  StoredModel model{.card = {.name = name}};
  model.problem = card
                      ? format("{} is the card of {}", card_file(folder, name).string(), card->name)
                      : card.error().message;
  return model;
}

struct Copied {
  std::string sha256;
  std::uint64_t bytes = 0;
};

Result<Copied> copy_hashed(const fs::path& from, OutputFile& to) {
  std::uint64_t bytes = 0;
  DALA_ASSIGN(std::string hash,
              sha256_of_file(from, [&](std::span<const std::byte> part) -> Result<void> {
                bytes += part.size();
                return to.write(part);
              }));
  return Copied{std::move(hash), bytes};
}

}  // namespace

fs::path card_file(const fs::path& folder, std::string_view name) {
  return folder / format("{}{}", name, card_ending);
}

Result<ModelCard> read_card_file(const fs::path& file, const SourcePolicy& sources) {
  DALA_ASSIGN(const auto bytes, read_file(file, {.most = longest_card, .sources = sources}));
  return parse_card({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, file.string());
}

Result<ModelStore> ModelStore::open(const fs::path& folder) {
  if (!folder.empty()) return ModelStore(folder);
  if (const std::string given = variable("DALA_MODELS"); !given.empty()) return ModelStore(given);
  // The standard says to leave out one that is not absolute.
  if (const fs::path data = variable("XDG_DATA_HOME"); data.is_absolute())
    return ModelStore(data / "dala" / "models");
  if (const std::string home = variable("HOME"); !home.empty())
    return ModelStore(fs::path(home) / ".local" / "share" / "dala" / "models");
  return fail(ErrorCode::io,
              "there is no folder for models: neither DALA_MODELS, XDG_DATA_HOME nor "
              "HOME is set");
}

std::vector<StoredModel> ModelStore::models() const {
  std::vector<StoredModel> all;
  for (const ModelCard& card : builtin_cards()) all.push_back(stored(folder_, card, true));
  std::error_code ignored;
  for (fs::directory_iterator at(folder_, ignored), end; !ignored && at != end;
       at.increment(ignored)) {
    std::string name = at->path().filename().string();
    if (!name.ends_with(card_ending)) continue;
    name.resize(name.size() - card_ending.size());
    // A file cannot replace a card that came with the library.
    if (std::ranges::find(all, name, [](const StoredModel& model) { return model.card.name; }) ==
        all.end())
      all.push_back(added(folder_, name));
  }
  std::ranges::sort(all, {}, [](const StoredModel& model) { return model.card.name; });
  return all;
}

Result<StoredModel> ModelStore::find(std::string_view name) const {
  std::string known;
  std::vector<StoredModel> all = models();
  std::vector<std::string_view> names;
  for (StoredModel& model : all) {
    if (model.card.name == name) {
      if (!model.problem.empty()) return fail(ErrorCode::bad_file, model.problem.c_str());
      return std::move(model);
    }
    known += (known.empty() ? "" : ", ") + model.card.name;
    names.push_back(model.card.name);
  }
  const std::string_view near = nearest(name, names);
  return fail(ErrorCode::invalid_argument, "no model is called \"{}\"; {}the known ones are {}",
              name.substr(0, 200), near.empty() ? "" : format("did you mean \"{}\"? ", near),
              known);
}

Result<StoredModel> ModelStore::add(const fs::path& file, const std::string& name,
                                    const std::optional<ModelCard>& card) const {
  ModelCard made = card.value_or(ModelCard{});
  made.name = name;
  made.file = name + ".onnx";
  // The card must be the same after it is written and read again.
  DALA_TRY(parse_card(to_json(made), format("the card of {}", name)));
  const auto all = models();
  if (std::ranges::find(all, name, [](const StoredModel& model) { return model.card.name; }) !=
      all.end())
    return fail(ErrorCode::already_exists, "there is a model called {} already; give another name",
                name);
  // Another model's file may have the name that this one's would get.
  if (const auto owner = std::ranges::find(
          all, made.file, [](const StoredModel& model) { return model.card.file; });
      owner != all.end())
    return fail(ErrorCode::already_exists,
                "the file of a model called {} would be {}, which is that of {}; give another name",
                name, made.file, owner->card.name);
  if (!is_file(file)) return fail(ErrorCode::io, "{} is not a file", file.string());
  std::error_code failed;
  fs::create_directories(folder_, failed);
  DALA_ASSIGN(OutputFile copy, OutputFile::create(folder_ / made.file));
  DALA_ASSIGN(const Copied copied, copy_hashed(file, copy));
  if (!made.sha256.empty() && made.sha256 != copied.sha256)
    return fail(ErrorCode::bad_file, "{} has the sha256 {}, and its card says {}", file.string(),
                copied.sha256, made.sha256);
  made.sha256 = copied.sha256;
  made.bytes = copied.bytes;
  if (auto placed = copy.commit_new(); !placed) {
    if (placed.error().code != ErrorCode::already_exists) return std::unexpected(placed.error());
    // An earlier call may have copied the file and failed to write the card; the same file is fine.
    const auto there = sha256_of_file(folder_ / made.file);
    if (!there || *there != made.sha256)
      return fail(ErrorCode::already_exists,
                  "{} is there already and belongs to no model; move it away, or give another name",
                  (folder_ / made.file).string());
  }
  // Last, so that a card in the store always has its file.
  const std::string text = to_json(made);
  DALA_TRY(write_file(card_file(folder_, name), std::as_bytes(std::span(text)), {}));
  return stored(folder_, std::move(made), false);
}

std::vector<std::string> ModelStore::labels(const ModelCard& card) const {
  if (!card.labels.empty() || card.labels_file.empty()) return card.labels;
  const auto bytes = read_file(folder_ / "labels" / card.labels_file, {.most = longest_labels});
  if (!bytes) return {};
  std::vector<std::string> lines;
  const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  for (const auto part : std::views::split(text, '\n')) {
    std::string_view line(part.begin(), part.end());
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.emplace_back(line);
  }
  if (!lines.empty() && lines.back().empty()) lines.pop_back();
  return lines;
}

Result<std::vector<StoredModel>> available_models() {
  DALA_ASSIGN(const ModelStore store, ModelStore::open());
  return store.models();
}

}  // namespace dala::ml
