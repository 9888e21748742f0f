// The models of this machine, by name.
//
//   auto store = dala::ml::ModelStore::open();                 // DALA_MODELS, or the user's folder
//   for (const auto& known : store->models()) std::cout << known.card.name << '\n';
//   store->pull("mine", {.progress = [](auto done, auto total) { return true; }});
//   auto model = dala::ml::load_model(*compute, "mobilenet_v2");       // or a path, "mine.onnx"
//
// The library knows the cards of some models by itself; others are added with theirs. A folder
// holds the files, the cards of those that were added as NAME.card.json, and lists of labels in
// labels/. Models are known whether their file is there or not.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <dala/ml/card.hpp>
#include <dala/ml/tasks.hpp>

namespace dala::ml {

struct StoredModel {
  ModelCard card = {};
  std::filesystem::path file = {};
  bool present = false;      // the file is there
  bool builtin = false;      // the card came with the library
  std::string problem = {};  // what is wrong with a card that was added; nothing else is known then
};

struct PullOptions {
  std::string url = {};  // instead of the card's
  // Bytes so far, and of all or 0 where that is not known. False ends it; what is there stays and
  // the next pull goes on from it.
  std::function<bool(std::uint64_t done, std::uint64_t total)> progress = {};
};

class DALA_API ModelStore {
 public:
  // Without a folder: DALA_MODELS, or dala/models in the user's data directory. It need not exist.
  [[nodiscard]] static Result<ModelStore> open(const std::filesystem::path& folder = {});

  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
  // All that are known, by name.
  [[nodiscard]] std::vector<StoredModel> models() const;
  // An error that lists the names when there is none like it.
  [[nodiscard]] Result<StoredModel> find(std::string_view name) const;

  // Copies the file into the store. Without a card it is a model for tensors only.
  [[nodiscard]] Result<StoredModel> add(const std::filesystem::path& file, const std::string& name,
                                        const std::optional<ModelCard>& card = {}) const;

  // Downloads the file of a known model, goes on from a part that is there, and keeps it only if
  // its sha256 is the card's. Nothing is done when the file is there already.
  [[nodiscard]] Result<StoredModel> pull(std::string_view name,
                                         const PullOptions& options = {}) const;

  // Those of the card, or of its file in labels/; empty when neither is there.
  [[nodiscard]] std::vector<std::string> labels(const ModelCard& card) const;

 private:
  explicit ModelStore(std::filesystem::path folder) : folder_(std::move(folder)) {}

  std::filesystem::path folder_;
};

// A name that the store knows, or the path of an .onnx file. A file's card is NAME.card.json beside
// it, or that of the known model whose file has this name; without either it takes tensors only.
[[nodiscard]] DALA_API Result<TaskModel> load_model(
    const Compute& compute, std::string_view name_or_path, Precision precision = Precision::f32,
    std::chrono::nanoseconds time_limit = ModelOptions{}.time_limit);
[[nodiscard]] DALA_API Result<TaskModel> load_model(
    const Compute& compute, const ModelStore& store, std::string_view name_or_path,
    Precision precision = Precision::f32,
    std::chrono::nanoseconds time_limit = ModelOptions{}.time_limit);

// The models of the store that DALA_MODELS or the user's data directory is.
[[nodiscard]] DALA_API Result<std::vector<StoredModel>> available_models();

}  // namespace dala::ml
