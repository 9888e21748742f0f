// Edits of a scene at random; the same seed gives the same edits.
#pragma once

#include <random>

#include "scene/scene_helper.hpp"

namespace dala::scene::test {

class Editor {
 public:
  // Of the scenes it edits.
  static constexpr std::uint32_t width = 160;
  static constexpr std::uint32_t height = 90;

  Editor(const Scene& scene, unsigned seed);
  // Adds, removes, moves or changes a node. What a scene rejects (a mask in circles) is no edit.
  void edit();

 private:
  [[nodiscard]] int whole(int low, int high);
  [[nodiscard]] double real(double low, double high);
  [[nodiscard]] Rgba color();
  [[nodiscard]] Transform transform();
  [[nodiscard]] NodeId any_of(const std::vector<NodeId>& ids);
  void add();

  const Scene scene_;
  std::mt19937 random_;
  std::vector<std::shared_ptr<const Picture>> pictures_;
  std::vector<NodeId> groups_;
};

}  // namespace dala::scene::test
