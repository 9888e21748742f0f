// Peers that are other people's libraries. They are in a library of their own, libdala-peers, which
// the first benchmark that asks loads: the command line carries none of them.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "peers/filters.hpp"
#include "peers/installed/cairo.hpp"
#include "peers/matrix_product.hpp"
#include "peers/networks.hpp"

namespace dala::bench {

// Here nothing is installed.
class InstalledPeers {
 public:
  virtual ~InstalledPeers() = default;
  virtual void add_products(std::vector<ProductPeer>& /*peers*/) const {}
  [[nodiscard]] virtual std::function<void()> cairo_fills(int /*width*/, int /*height*/,
                                                          const std::vector<PeerRect>& /*rects*/,
                                                          double /*alpha*/) const {
    return {};
  }
  [[nodiscard]] virtual std::function<void()> cairo_blits(
      int /*width*/, int /*height*/, int /*size*/, bool /*opaque*/,
      const std::vector<PeerRect>& /*places*/) const {
    return {};
  }
  [[nodiscard]] virtual std::function<void()> cairo_scale(int /*width*/, int /*height*/,
                                                          int /*source_width*/,
                                                          int /*source_height*/, bool /*opaque*/,
                                                          PeerRect /*target*/) const {
    return {};
  }
  // `filter` is one of the cases of bench/media.cpp. `threads` is what OpenCV may use.
  [[nodiscard]] virtual std::vector<MediaPeer> filters(const std::string& /*filter*/,
                                                       std::span<const std::uint8_t> /*rgba*/,
                                                       int /*width*/, int /*height*/,
                                                       unsigned /*threads*/) const {
    return {};
  }
  [[nodiscard]] virtual MediaPeer lut(const std::string& /*cube*/,
                                      std::span<const std::uint8_t> /*rgba*/, int /*width*/,
                                      int /*height*/, unsigned /*threads*/) const {
    return {};
  }
  [[nodiscard]] virtual NetworkPeer network(const std::string& /*file*/,
                                            std::span<const int> /*dims*/, const float* /*input*/,
                                            unsigned /*threads*/) const {
    return {};
  }
};

// What libdala-peers exports.
using FindPeers = const InstalledPeers* (*)();
inline constexpr const char* find_peers_name = "dala_find_peers";

[[nodiscard]] const InstalledPeers& installed_peers();

}  // namespace dala::bench
