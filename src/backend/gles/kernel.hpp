// A compute shader on the device, compiled from GLSL, and its launches.
#pragma once

#include <array>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "backend/gles/context/gl_thread.hpp"
#include "backend/gles/watched_launch.hpp"
#include "kernel/cache/disk_cache.hpp"
#include "kernel/launch/launch_words.hpp"

namespace dala::backend::gles {

inline constexpr std::size_t max_bindings = kernel::ir::max_tensors;

// What a launch binds at the number of its place in the list.
struct Binding {
  BufferObject* object = nullptr;
  std::size_t offset = 0;
  std::size_t bytes = 0;
  bool is_output = false;
};

struct KernelLaunch {
  std::array<Binding, max_bindings> bindings;
  std::size_t binding_count = 0;
  // The uniform block.
  std::array<std::uint32_t, kernel::max_launch_words(kernel::ir::Scalar::s32)> words;
  std::size_t word_count = 0;
  std::array<std::uint32_t, 2> groups{};
};

class Launcher;

class Kernel {
 public:
  ~Kernel();
  Kernel(const Kernel&) = delete;
  Kernel& operator=(const Kernel&) = delete;

  // Error `compile_failed` with what the driver says.
  [[nodiscard]] static Result<std::unique_ptr<Kernel>> make(std::shared_ptr<Launcher> launcher,
                                                            std::string text,
                                                            const kernel::DiskCache& cache);
  [[nodiscard]] bool from_cache() const;

  // Queues what `fill` puts into the launch it is given. What goes wrong later is reported when the
  // device is next waited for.
  template <typename Fill>
  void launch(Fill&& fill) const;
  // The same for a shader that can be stopped (CallSpecialisation::stoppable), and waits for it:
  // whether it was stopped because it took longer than `limit`.
  template <typename Fill>
  [[nodiscard]] Result<bool> launch_watched(Fill&& fill, std::chrono::nanoseconds limit) const;

 private:
  struct Object;
  friend class Launcher;
  Kernel(std::shared_ptr<Launcher> launcher, Object* object);

  std::shared_ptr<Launcher> launcher_;
  Object* object_;  // goes on the GL thread, after its launches
};

// The commands of launches, used again and again.
class Launcher {
 public:
  explicit Launcher(std::shared_ptr<GlThread> thread);
  ~Launcher();
  Launcher(const Launcher&) = delete;
  Launcher& operator=(const Launcher&) = delete;

  [[nodiscard]] GlThread& thread() { return *thread_; }

 private:
  struct Command;
  friend class Kernel;
  [[nodiscard]] Command& acquire();
  [[nodiscard]] static KernelLaunch& launch_of(Command& command);
  void post(Command& command, Kernel::Object& object, WatchedLaunch* watched = nullptr);

  std::shared_ptr<GlThread> thread_;
  std::mutex watched_;  // there is one switch
  std::mutex mutex_;
  std::vector<std::unique_ptr<Command>> all_;
  Command* free_ = nullptr;
};

template <typename Fill>
void Kernel::launch(Fill&& fill) const {
  Launcher::Command& command = launcher_->acquire();
  fill(Launcher::launch_of(command));
  launcher_->post(command, *object_);
}

template <typename Fill>
Result<bool> Kernel::launch_watched(Fill&& fill, std::chrono::nanoseconds limit) const {
  const std::lock_guard one_at_a_time(launcher_->watched_);
  Launcher::Command& command = launcher_->acquire();
  fill(Launcher::launch_of(command));
  WatchedLaunch watched;
  launcher_->post(command, *object_, &watched);
  return watched.wait(limit);
}

}  // namespace dala::backend::gles
