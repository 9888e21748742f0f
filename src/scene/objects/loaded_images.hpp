// Pictures that were loaded into a scene, under the ids of whoever did.
#pragma once

#include <map>
#include <optional>

#include "scene/objects/layer.hpp"

namespace dala::scene {

class LoadedImages {
 public:
  // Another one in its place, where there is one.
  [[nodiscard]] Result<void> load(const Compute& compute, std::uint64_t id,
                                  const media::Picture& picture);
  // Whether it was there.
  [[nodiscard]] bool remove(std::uint64_t id) { return images_.erase(id) != 0; }
  // Null where there is none.
  [[nodiscard]] const Layer* find(std::uint64_t id) const;
  // After a loss of the device.
  [[nodiscard]] Result<void> renew(const Compute& compute);

 private:
  struct Image {
    Layer layer = {};
    // Where the device may be lost, to load it again.
    std::optional<media::Picture> picture = {};
  };
  std::map<std::uint64_t, Image> images_;
};

}  // namespace dala::scene
