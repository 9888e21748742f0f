// Handles of the library as references of the VM. What a reference holds goes when the garbage
// collector finds that nobody has it: small things at once, the rest in the background.
#pragma once

#include <erl_nif.h>

#include <memory>
#include <new>
#include <utility>

#include <dala/compute/buffer.hpp>

#include "background.hpp"
#include "term.hpp"

namespace dala::nif {

// What messages call a resource of this type; a type without one is no resource.
template <typename T>
inline constexpr const char* resource_name = nullptr;

// Whether giving it back may take longer than a scheduler should wait.
template <typename T>
bool is_slow_to_drop(const T& /*object*/) {
  return true;
}
inline bool is_slow_to_drop(const Buffer& buffer) {
  constexpr std::size_t large = std::size_t{1} << 20;
  return buffer.size_bytes() >= large;
}

template <typename T>
class Resource {
 public:
  // Of this name in the VM; when the module is upgraded the objects of the old one are taken over.
  static bool open(ErlNifEnv* env, ErlNifResourceDown* down = nullptr) {
    ErlNifResourceTypeInit callbacks{};
    callbacks.dtor = drop;
    callbacks.down = down;
    callbacks.members = 3;
    const auto flags = static_cast<ErlNifResourceFlags>(ERL_NIF_RT_CREATE | ERL_NIF_RT_TAKEOVER);
    type_ = enif_init_resource_type(env, resource_name<T>, &callbacks, flags, nullptr);
    return type_ != nullptr;
  }

  // The caller holds one reference.
  static T* make_object(T&& value) {
    void* memory = enif_alloc_resource(type_, sizeof(T));
    if (memory == nullptr) throw std::bad_alloc();
    return new (memory) T(std::move(value));
  }

  static ERL_NIF_TERM make(ErlNifEnv* env, T&& value) {
    T* object = make_object(std::move(value));
    const ERL_NIF_TERM term = enif_make_resource(env, object);
    enif_release_resource(object);
    return term;
  }

  static T& get(ErlNifEnv* env, ERL_NIF_TERM term) {
    void* object = nullptr;
    if (enif_get_resource(env, term, type_, &object) == 0)
      throw BadArgument(std::string("expected a reference to ") + resource_name<T>);
    return *static_cast<T*>(object);
  }

 private:
  static void drop(ErlNifEnv* /*env*/, void* memory) {
    auto* object = static_cast<T*>(memory);
    try {
      if (is_slow_to_drop(*object))
        in_background([held = std::make_shared<T>(std::move(*object))] {});
    } catch (...) {
      // No memory for the background: then here.
    }
    object->~T();
  }

  static inline ErlNifResourceType* type_ = nullptr;
};

template <>
inline constexpr const char* resource_name<std::vector<std::uint8_t>> = "bytes";
inline bool is_slow_to_drop(const std::vector<std::uint8_t>& /*bytes*/) { return false; }
template <>
inline constexpr const char* resource_name<Buffer> = "a buffer";

template <typename T>
concept IsResource = resource_name<T> != nullptr;

template <IsResource T>
  requires(std::copy_constructible<T>)
struct Decode<T> {
  static T from(ErlNifEnv* env, ERL_NIF_TERM term) { return Resource<T>::get(env, term); }
};

template <IsResource T>
  requires(!std::same_as<T, std::vector<std::uint8_t>>)
[[nodiscard]] ERL_NIF_TERM encode(Out env, T&& value) {
  return Resource<T>::make(env, std::move(value));
}

}  // namespace dala::nif
