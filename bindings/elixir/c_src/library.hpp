// What the module holds for all its callers: one Compute, made when it is first needed.
#pragma once

#include <erl_nif.h>

#include <mutex>
#include <optional>
#include <span>
#include <string>

#include <dala/catalog.hpp>

namespace dala::nif {

class Library {
 public:
  // `device` as Compute::create takes it, `models` as ModelStore::open does; empty ones are the
  // library's choice. An error once another device is in use.
  [[nodiscard]] Result<void> configure(std::string device, std::string models);
  [[nodiscard]] std::string models_folder() const;

  [[nodiscard]] Result<Catalog> catalog();
  [[nodiscard]] Result<Compute> compute();
  // Nothing before something needed it; never waits for a device.
  [[nodiscard]] std::optional<Compute> compute_if_made() const;

  // Modules that use it: an upgrade shares it with the one before.
  int users = 1;

 private:
  std::mutex making_;
  mutable std::mutex mutex_;  // for what follows
  std::string device_;
  std::string models_;
  std::optional<Catalog> catalog_;
};

// What a call is given besides its arguments.
struct Env {
  ErlNifEnv* raw;
  Library& library;
};

// The functions of each area, and the types of its references.
struct Area {
  std::span<const ErlNifFunc> functions;
  bool (*open_resources)(ErlNifEnv* env);
};
[[nodiscard]] Area compute_area();
[[nodiscard]] Area pipeline_area();
[[nodiscard]] Area surface_area();
[[nodiscard]] Area media_area();
[[nodiscard]] Area ml_area();
[[nodiscard]] Area scene_area();

}  // namespace dala::nif
