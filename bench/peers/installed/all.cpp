// What libdala-peers has: the libraries that were installed when it was built.
#include "peers/installed.hpp"

namespace dala::bench {

namespace {

class All final : public InstalledPeers {
 public:
  void add_products(std::vector<ProductPeer>& peers) const override { add_onednn(peers); }
  [[nodiscard]] std::function<void()> cairo_fills(int width, int height,
                                                  const std::vector<PeerRect>& rects,
                                                  double alpha) const override {
    return bench::cairo_fills(width, height, rects, alpha);
  }
  [[nodiscard]] std::function<void()> cairo_blits(
      int width, int height, int size, bool opaque,
      const std::vector<PeerRect>& places) const override {
    return bench::cairo_blits(width, height, size, opaque, places);
  }
  [[nodiscard]] std::function<void()> cairo_scale(int width, int height, int source_width,
                                                  int source_height, bool opaque,
                                                  PeerRect target) const override {
    return bench::cairo_scale(width, height, source_width, source_height, opaque, target);
  }
  [[nodiscard]] std::vector<MediaPeer> filters(const std::string& filter,
                                               std::span<const std::uint8_t> rgba, int width,
                                               int height, unsigned threads) const override {
    return {opencv_filter(filter, rgba, width, height, threads),
            libyuv_filter(filter, rgba, width, height)};
  }
  [[nodiscard]] MediaPeer lut(const std::string& cube, std::span<const std::uint8_t> rgba,
                              int width, int height, unsigned threads) const override {
    return ffmpeg_lut(cube, rgba, width, height, threads);
  }
  [[nodiscard]] NetworkPeer network(const std::string& file, std::span<const int> dims,
                                    const float* input, unsigned threads) const override {
    return opencv_network(file, dims, input, threads);
  }
};

}  // namespace

extern "C" __attribute__((visibility("default"))) const InstalledPeers* dala_find_peers() {
  static const All all;
  return &all;
}

}  // namespace dala::bench
