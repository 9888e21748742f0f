// A picture of the description, on the device.
#pragma once

#include <memory>
#include <string>

#include <dala/core/source_policy.hpp>

#include "scene/objects/layer.hpp"

namespace dala::scene {

class StillLayer {
 public:
  [[nodiscard]] Result<void> show(const Compute& compute,
                                  const std::shared_ptr<const media::Picture>& picture);
  [[nodiscard]] Result<void> show_file(const Compute& compute, const std::string& file,
                                       const SourcePolicy& sources);

  [[nodiscard]] const Layer& layer() const { return layer_; }

 private:
  Layer layer_;
  // What it shows, either of them.
  std::shared_ptr<const media::Picture> picture_;
  std::string file_;
};

}  // namespace dala::scene
