// The same models by OpenCV's DNN module, where it is installed.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace dala::bench {

struct NetworkPeer {
  std::string name = {};
  std::function<void()> run = {};  // empty without the library, or where it cannot load the file
  std::string problem = {};        // why it cannot
  // Of the last run.
  std::function<std::vector<std::vector<float>>()> outputs = {};
};

// `input` must outlive it.
[[nodiscard]] NetworkPeer opencv_network(const std::string& file, std::span<const int> dims,
                                         const float* input, unsigned threads);

}  // namespace dala::bench
