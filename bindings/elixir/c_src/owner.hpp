// Commands that belong to a process: when it ends before they do, they are cancelled, so that
// nobody's kernels keep the device busy.
#pragma once

#include <memory>

#include <dala/compute.hpp>

#include "resource.hpp"

namespace dala::nif {

// Watches a process for one command: from before the command is submitted, so that no end of the
// process is missed, until this goes.
class Owner {
 public:
  Owner(ErlNifEnv* env, const ErlNifPid& process, const Compute& compute);
  ~Owner();
  Owner(const Owner&) = delete;
  Owner& operator=(const Owner&) = delete;

  // What is cancelled when the process ends, or now if it has ended.
  void owns(CommandId id);

  class Watch;

 private:
  std::shared_ptr<Watch>* object_ = nullptr;  // a resource of the VM
};

template <>
inline constexpr const char* resource_name<std::shared_ptr<Owner::Watch>> =
    "the owner of a command";
inline bool is_slow_to_drop(const std::shared_ptr<Owner::Watch>& /*watch*/) { return false; }

[[nodiscard]] bool open_owner_resource(ErlNifEnv* env);

}  // namespace dala::nif
