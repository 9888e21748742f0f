#include "ml/store/load.hpp"

#include <algorithm>

#include <dala/ml/store.hpp>

#include "core/error.hpp"
#include "ml/store/card_file.hpp"
#include "ml/store/checked.hpp"

namespace dala::ml {

namespace fs = std::filesystem;

namespace {

bool is_path(std::string_view text) {
  return text.find('/') != std::string_view::npos || text.ends_with(".onnx");
}

Result<ModelCard> card_of(const ModelStore& store, const fs::path& file,
                          const SourcePolicy& sources) {
  const fs::path beside = card_file(file.parent_path(), file.stem().string());
  std::error_code ignored;
  if (fs::exists(beside, ignored)) return read_card_file(beside, sources);
  for (StoredModel& known : store.models()) {
    if (!known.problem.empty() || known.card.file != file.filename()) continue;
    // A file elsewhere may be one like it, as trained further: whoever gives its path means it.
    if (!fs::equivalent(known.file, file, ignored)) known.card.sha256.clear();
    return std::move(known.card);
  }
  return ModelCard{.name = file.stem().string()};
}

Result<TaskModel> load(const Compute& compute, const ModelStore& store, const fs::path& file,
                       const SourcePolicy& sources, const ModelCard& card, ModelOptions options) {
  DALA_ASSIGN(const auto bytes, read_checked(file, sources, card));
  options.name = card.name;
  auto model = Model::from_bytes(compute, bytes, options);
  if (!model) return fail(model.error().code, "{}: {}", file.string(), model.error().message);
  return TaskModel::make(std::move(*model), card, store.labels(card));
}

Result<TaskModel> load_any(const Compute& compute, const ModelStore& store,
                           std::string_view name_or_path, const SourcePolicy& sources,
                           const ModelOptions& options) {
  if (is_path(name_or_path)) {
    const fs::path file = name_or_path;
    DALA_ASSIGN(const ModelCard card, card_of(store, file, sources));
    return load(compute, store, file, sources, card, options);
  }
  DALA_ASSIGN(const StoredModel known, store.find(name_or_path));
  if (!known.present)
    return fail(ErrorCode::io,
                "the file of {} is not there; `dala models pull {}` gets it where its card has an "
                "address, or put {} into {}",
                known.card.name, known.card.name, known.card.file, store.folder().string());
  return load(compute, store, known.file, SourcePolicy::files(), known.card, options);
}

}  // namespace

Result<TaskModel> load_model(const Compute& compute, const ModelStore& store,
                             std::string_view name_or_path, Precision precision,
                             std::chrono::nanoseconds time_limit) {
  return load_any(compute, store, name_or_path, SourcePolicy::files(),
                  {.precision = precision, .time_limit = time_limit});
}

Result<TaskModel> load_model(const Compute& compute, std::string_view name_or_path,
                             Precision precision, std::chrono::nanoseconds time_limit) {
  DALA_ASSIGN(const ModelStore store, ModelStore::open());
  return load_model(compute, store, name_or_path, precision, time_limit);
}

Result<TaskModel> load_allowed_model(const Compute& compute, std::string_view name_or_path,
                                     const SourcePolicy& sources) {
  DALA_ASSIGN(const ModelStore store, ModelStore::open());
  return load_any(compute, store, name_or_path, sources, {});
}

}  // namespace dala::ml
