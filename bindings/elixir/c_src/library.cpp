#include "library.hpp"

#include <array>
#include <vector>

#include "nif.hpp"

namespace dala::nif {

Result<void> Library::configure(std::string device, std::string models) {
  const std::lock_guard once(making_);
  const std::lock_guard lock(mutex_);
  if (catalog_ && device != device_)
    return std::unexpected(
        Error{ErrorCode::invalid_argument, "the device \"" + device_ +
                                               "\" is in use; another can be chosen " +
                                               "only before anything has run"});
  device_ = std::move(device);
  models_ = std::move(models);
  return {};
}

std::string Library::models_folder() const {
  const std::lock_guard lock(mutex_);
  return models_;
}

Result<Catalog> Library::catalog() {
  const std::lock_guard once(making_);
  std::string device;
  {
    const std::lock_guard lock(mutex_);
    if (catalog_) return *catalog_;
    device = device_;
  }
  // The VM's schedulers go first.
  auto compute = Compute::create({.device = device, .gives_way = true});
  if (!compute) return std::unexpected(compute.error());
  const std::lock_guard lock(mutex_);
  catalog_.emplace(std::move(*compute), models_);
  return *catalog_;
}

Result<Compute> Library::compute() {
  auto made = catalog();
  if (!made) return std::unexpected(made.error());
  return made->compute();
}

std::optional<Compute> Library::compute_if_made() const {
  const std::lock_guard lock(mutex_);
  if (!catalog_) return std::nullopt;
  return catalog_->compute();
}

ERL_NIF_TERM raise_argument_error(ErlNifEnv* env, std::string_view message) {
  Map map(env);
  map.put("__struct__", Atom{"Elixir.ArgumentError"}).put("__exception__", true);
  map.put("message", message);
  return enif_raise_exception(env, map.term().raw);
}

namespace {

const std::array<Area, 6>& areas() {
  static const std::array all = {compute_area(), pipeline_area(), surface_area(),
                                 media_area(),   ml_area(),       scene_area()};
  return all;
}

bool open_resources(ErlNifEnv* env) {
  if (!Resource<std::vector<std::uint8_t>>::open(env)) return false;
  for (const Area& area : areas())
    if (!area.open_resources(env)) return false;
  return true;
}

int load(ErlNifEnv* env, void** data, ERL_NIF_TERM /*info*/) {
  try {
    if (!open_resources(env)) return 1;
    *data = new Library;
    return 0;
  } catch (...) {
    return 1;
  }
}

int upgrade(ErlNifEnv* env, void** data, void** old_data, ERL_NIF_TERM /*info*/) {
  if (!open_resources(env)) return 1;
  auto* library = static_cast<Library*>(*old_data);
  ++library->users;  // the VM loads code on one thread at a time
  *data = library;
  return 0;
}

void unload(ErlNifEnv* /*env*/, void* data) {
  auto* library = static_cast<Library*>(data);
  if (--library->users == 0) in_background([library] { delete library; });
}

}  // namespace
}  // namespace dala::nif

// What ERL_NIF_INIT would write for one array of functions.
ERL_NIF_INIT_PROLOGUE
ERL_NIF_INIT_DECL(dala);
ERL_NIF_INIT_DECL(dala) {
  static std::vector<ErlNifFunc> functions = [] {
    std::vector<ErlNifFunc> all;
    for (const dala::nif::Area& area : dala::nif::areas())
      all.insert(all.end(), area.functions.begin(), area.functions.end());
    return all;
  }();
  static ErlNifEntry entry = {ERL_NIF_MAJOR_VERSION,
                              ERL_NIF_MINOR_VERSION,
                              "Elixir.Dala.Gpu.Native",
                              static_cast<int>(functions.size()),
                              functions.data(),
                              dala::nif::load,
                              nullptr,
                              dala::nif::upgrade,
                              dala::nif::unload,
                              ERL_NIF_VM_VARIANT,
                              1,
                              sizeof(ErlNifResourceTypeInit),
                              ERL_NIF_MIN_ERTS_VERSION};
  return &entry;
}
ERL_NIF_INIT_EPILOGUE
