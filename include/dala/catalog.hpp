// Work by name, whatever the name is of: a kernel, a filter, a model, or `preprocess`.
//
//   const dala::Catalog catalog(*compute);
//   catalog.run({.kernel = "blur", .inputs = {photo}, .outputs = soft, .params = {{"radius", 3}}});
//   dala::Pipeline p = compute->pipeline();
//   catalog.add(p, {.kernel = "preprocess", .inputs = {photo}, .outputs = tensor});
//   catalog.add(p, {.kernel = "mobilenet_v2", .inputs = {tensor}, .outputs = logits});
//   catalog.add(p, {.kernel = "softmax", .inputs = {logits}, .outputs = scores});
//
// Compute itself knows kernels only. Names are looked for among kernels first, then filters, then
// models of the store, which are loaded when they are first asked for and kept.
//
// - A filter takes the frame and then its pictures, in the order of its page; frames are u8 of
//   {height, width, 4}.
// - `preprocess` brings a frame to the size of its output, f32 of {1, 3, height, width}, as models
//   of ImageNet want it. Parameters: `size`, {width, height}, must be the output's; `normalize`
//   (true), by ImageNet's mean and deviation, else from 0 to 1; `fit`, "crop" (an eighth of the
//   shorter side is left out), "letterbox" or "stretch".
//
// A handle; copies are the same catalog. All members may be called from any thread.
#pragma once

#include <filesystem>
#include <memory>

#include <dala/compute.hpp>
#include <dala/compute/command.hpp>
#include <dala/compute/pipeline.hpp>
#include <dala/core/error.hpp>
#include <dala/core/export.hpp>

namespace dala {

class DALA_API Catalog {
 public:
  // `models` is the folder of the store, as ModelStore::open takes it.
  explicit Catalog(Compute compute, std::filesystem::path models = {});

  [[nodiscard]] const Compute& compute() const;

  [[nodiscard]] Result<void> run(const Command& command) const;
  [[nodiscard]] Result<CommandId> submit(const Command& command,
                                         const SubmitOptions& options = {}) const;
  // A filter can become several stages of the pipeline.
  [[nodiscard]] Result<void> add(const Pipeline& pipeline, const Command& stage) const;

 private:
  class State;
  std::shared_ptr<State> state_;
};

}  // namespace dala
