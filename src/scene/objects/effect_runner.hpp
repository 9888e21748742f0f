// Runs an effect on a layer, and keeps the result until the layer or its parameters change.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <dala/scene/node.hpp>

#include "scene/objects/filter_run.hpp"
#include "scene/objects/layer.hpp"

namespace dala::scene {

class EffectRunner {
 public:
  explicit EffectRunner(Compute compute) : compute_(std::move(compute)) {}
  EffectRunner(const EffectRunner&) = delete;
  EffectRunner& operator=(const EffectRunner&) = delete;
  ~EffectRunner();

  // Another description; `version` tells whether it is the one from before.
  [[nodiscard]] Result<void> describe(const Effect& effect, std::uint64_t version);
  // A number of a filter or of the kernel (describe/property.hpp), kept within what it can be.
  void set(std::size_t filter, const std::string& param, double value);

  // Another one after each change of what it does.
  [[nodiscard]] std::uint64_t version() const { return version_; }

  [[nodiscard]] Result<Layer> run(Compositor& compositor, const Layer& layer);

 private:
  [[nodiscard]] Result<EffectPicture> through_kernel(Compositor& compositor,
                                                     const EffectPicture& picture);

  const Compute compute_;
  std::vector<media::Filter> filters_;
  std::vector<media::FilterInfo> infos_;
  std::string kernel_;  // its name in the Compute
  std::string kernel_text_;
  KernelInfo kernel_info_;
  Params params_;
  std::uint64_t described_ = 0;
  std::uint64_t version_ = 0;

  std::vector<FilterRun> runs_;
  std::vector<std::string> run_names_;  // the filters that they are of
  Buffer straight_;                     // what the kernel sees
  Buffer kernel_out_;
  Buffer premultiplied_;
  Layer out_;
  std::uint64_t made_from_ = 0;  // versions of the layer and of this
  std::uint64_t made_by_ = 0;
};

}  // namespace dala::scene
