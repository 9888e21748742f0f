#include "owner.hpp"

#include <mutex>
#include <optional>

namespace dala::nif {

// The command may get its number after the process has ended: whichever is known last cancels.
class Owner::Watch {
 public:
  explicit Watch(const Compute& compute) : compute_(compute.runtime()) {}

  void owns(CommandId id) {
    const std::lock_guard lock(mutex_);
    id_ = id;
    cancel_if_left();
  }
  void process_ended() {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    cancel_if_left();
  }

 private:
  // Not on the thread that says so, which may be a scheduler of the VM.
  void cancel_if_left() {
    if (!id_ || !ended_) return;
    // A command that has ended needs none, and one that cannot be cancelled goes on.
    in_background([compute = compute_, id = *id_] {
      if (auto there = compute.lock()) static_cast<void>(Compute(std::move(there)).cancel(id));
    });
  }

  std::weak_ptr<Compute::Runtime> compute_;  // which holds the command, which holds this
  std::mutex mutex_;
  std::optional<CommandId> id_;
  bool ended_ = false;
};

namespace {

using Object = std::shared_ptr<Owner::Watch>;

void process_ended(ErlNifEnv* /*env*/, void* object, ErlNifPid* /*process*/,
                   ErlNifMonitor* /*monitor*/) {
  (*static_cast<Object*>(object))->process_ended();
}

}  // namespace

Owner::Owner(ErlNifEnv* env, const ErlNifPid& process, const Compute& compute)
    : object_(Resource<Object>::make_object(std::make_shared<Watch>(compute))) {
  // Anything but 0: there is no such process any more.
  if (enif_monitor_process(env, object_, &process, nullptr) != 0) (*object_)->process_ended();
}

// The VM stops watching when the resource goes.
Owner::~Owner() { enif_release_resource(object_); }

void Owner::owns(CommandId id) { (*object_)->owns(id); }

bool open_owner_resource(ErlNifEnv* env) { return Resource<Object>::open(env, process_ended); }

}  // namespace dala::nif
