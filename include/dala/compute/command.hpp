// Work to be done: what it is, where it queues, and how it stands.
//
//   auto id = compute.submit({.kernel = "relu", .inputs = {a}, .outputs = b});
//   compute.poll(*id).state;      // pending, completed or failed
//   compute.wait(*id);            // blocks
//
// Commands of one stream run in the order they were submitted. Between streams only real hazards
// order them: two commands that use the same buffer, one of which writes it, run in the order they
// were submitted. A command that fails also fails the later ones that read what it should have
// written, and nothing else; writing the buffer anew makes it good again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include <dala/compute/buffer.hpp>
#include <dala/core/error.hpp>
#include <dala/core/export.hpp>
#include <dala/core/params.hpp>

namespace dala {

enum class Op : std::uint8_t {
  run_kernel,   // kernel, inputs, outputs, params
  copy_buffer,  // inputs[0] to outputs[0], same dtype and shape
  barrier,      // nothing; completes when all before it in its stream is done
};

struct Command {
  Op op = Op::run_kernel;
  std::string kernel = {};
  BufferList inputs = {};
  BufferList outputs = {};
  Params params = {};
};

using CommandId = std::uint64_t;

// A command is completed when its work is done; on a GPU when the device has done it, not when it
// has taken it.
enum class CommandState : std::uint8_t { pending, completed, failed };

struct CommandStatus {
  CommandState state = CommandState::pending;
  std::optional<Error> error = {};  // when failed
};

// Of what is ready to run, the highest class goes first. A command that a higher class waits for
// is lifted to that class.
enum class Priority : std::uint8_t { realtime, normal, background };

enum class WhenFull : std::uint8_t {
  wait,    // submit blocks until there is room
  reject,  // submit returns queue_full
};

struct StreamOptions {
  Priority priority = Priority::normal;
  std::size_t capacity = 1024;  // commands submitted and not yet ended
  WhenFull when_full = WhenFull::wait;
};

// An ordered queue of commands. A handle; copies are the same stream.
class DALA_API Stream {
 public:
  Stream() = default;
  [[nodiscard]] explicit operator bool() const { return state_ != nullptr; }
  [[nodiscard]] const StreamOptions& options() const;
  // Commands submitted to it and not yet ended.
  [[nodiscard]] std::size_t pending() const;

  struct State;
  explicit Stream(std::shared_ptr<State> state) : state_(std::move(state)) {}
  [[nodiscard]] const std::shared_ptr<State>& state() const { return state_; }

 private:
  std::shared_ptr<State> state_;
};

// Called once, after poll and wait can see the end, on a worker or a thread that waits.
using CompletionCallback = std::function<void(CommandId, const CommandStatus&)>;

struct SubmitOptions {
  Stream stream = {};  // empty: the default stream, Priority::normal
  CompletionCallback on_complete = {};
};

}  // namespace dala
