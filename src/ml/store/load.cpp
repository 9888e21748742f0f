#include <algorithm>

#include <dala/ml_store.hpp>

#include "core/error.hpp"
#include "ml/store/card_file.hpp"

namespace dala::ml {

namespace fs = std::filesystem;

namespace {

bool is_path(std::string_view text) {
  return text.find('/') != std::string_view::npos || text.ends_with(".onnx");
}

Result<ModelCard> card_of(const ModelStore& store, const fs::path& file) {
  const fs::path beside = card_file(file.parent_path(), file.stem().string());
  std::error_code ignored;
  if (fs::exists(beside, ignored)) return read_card_file(beside);
  for (StoredModel& known : store.models())
    if (known.problem.empty() && known.card.file == file.filename()) return std::move(known.card);
  return ModelCard{.name = file.stem().string()};
}

Result<TaskModel> load(const Compute& compute, const ModelStore& store, const fs::path& file,
                       const ModelCard& card, Precision precision) {
  DALA_ASSIGN(auto model, Model::load(compute, file, {.name = card.name, .precision = precision}));
  return TaskModel::make(std::move(model), card, store.labels(card));
}

}  // namespace

Result<TaskModel> load_model(const Compute& compute, const ModelStore& store,
                             std::string_view name_or_path, Precision precision) {
  if (is_path(name_or_path)) {
    const fs::path file = name_or_path;
    DALA_ASSIGN(const ModelCard card, card_of(store, file));
    return load(compute, store, file, card, precision);
  }
  DALA_ASSIGN(const StoredModel known, store.find(name_or_path));
  if (!known.present)
    return fail(ErrorCode::io,
                "the file of {} is not there; `dala models pull {}` gets it where its card has an "
                "address, or put {} into {}",
                known.card.name, known.card.name, known.card.file, store.folder().string());
  return load(compute, store, known.file, known.card, precision);
}

Result<TaskModel> load_model(const Compute& compute, std::string_view name_or_path,
                             Precision precision) {
  DALA_ASSIGN(const ModelStore store, ModelStore::open());
  return load_model(compute, store, name_or_path, precision);
}

}  // namespace dala::ml
