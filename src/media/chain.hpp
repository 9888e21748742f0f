// A chain of filters on a device: planned once, run for every frame.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <dala/compute.hpp>

#include "media/stages.hpp"

namespace dala::media {

class Chain {
 public:
  // Adds the plan's stages to a pipeline, from `input` to `output`.
  [[nodiscard]] static Result<void> add_to(const Pipeline& pipeline, const Compute& compute,
                                           ChainPlan plan, const Buffer& input,
                                           const Buffer& output);
  // `input` is what every run reads.
  [[nodiscard]] static Result<std::unique_ptr<Chain>> make(const Compute& compute, ChainPlan plan,
                                                           const Buffer& input, bool fuse);

  // Takes the parameters, tables and pictures of a plan with the same structure.
  [[nodiscard]] Result<void> update(ChainPlan plan);
  [[nodiscard]] Result<void> run() const { return pipeline_.run(); }

  [[nodiscard]] const Buffer& output() const { return output_; }
  [[nodiscard]] FrameSize output_size() const { return plan_.out.size; }
  [[nodiscard]] const Pipeline& pipeline() const { return pipeline_; }

 private:
  Chain(Pipeline pipeline, ChainPlan plan)
      : pipeline_(std::move(pipeline)), plan_(std::move(plan)) {}

  [[nodiscard]] Result<void> upload(const Compute& compute);
  [[nodiscard]] Result<void> add_stages(const Compute& compute, const Buffer& input);
  [[nodiscard]] const Buffer& buffer(const StageInput& source) const;

  Pipeline pipeline_;
  ChainPlan plan_;
  std::vector<Buffer> frames_;  // by StageInput::number
  std::vector<Buffer> tables_;
  std::vector<Buffer> given_;
  Buffer output_;
};

// The shape of a frame's buffer.
[[nodiscard]] inline Shape frame_shape(FrameSize size) { return {size.height, size.width, 4}; }

}  // namespace dala::media
