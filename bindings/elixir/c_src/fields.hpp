// The entries of a caller's map, taken one by one; what nobody took is a mistake of the caller.
//
//   Fields fields(env, map);
//   fields.take("opacity", transform.opacity);     // stays as it is where the map has none
//   fields.done();
#pragma once

#include <optional>

#include "term.hpp"

namespace dala::nif {

class Fields {
 public:
  Fields(ErlNifEnv* env, Term map) : env_(env), map_(map.raw) {
    std::size_t size = 0;
    if (enif_get_map_size(env, map_, &size) == 0) throw BadArgument("a map was expected");
    left_ = size;
  }

  // Whether there was an entry; one that is nil counts as none.
  template <typename T>
  bool take(const char* key, T& into) {
    ERL_NIF_TERM value = 0;
    if (enif_get_map_value(env_, map_, atom(env_, key), &value) == 0) return false;
    --left_;
    if (is_atom(env_, value, "nil")) return false;
    into = decode<T>(env_, value);
    return true;
  }
  template <typename T>
  bool take(const char* key, std::optional<T>& into) {
    T value{};
    if (!take(key, value)) return false;
    into = std::move(value);
    return true;
  }

  // Whether there is an entry of this name, be it nil.
  [[nodiscard]] bool has(const char* key) const {
    ERL_NIF_TERM value = 0;
    return enif_get_map_value(env_, map_, atom(env_, key), &value) != 0;
  }

  void done() const;
  [[nodiscard]] ErlNifEnv* env() const { return env_; }

 private:
  ErlNifEnv* env_;
  ERL_NIF_TERM map_;
  std::size_t left_ = 0;
};

}  // namespace dala::nif
