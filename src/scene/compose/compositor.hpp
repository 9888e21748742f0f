// Composites items over images on a device: with vector code on the CPU, elsewhere with kernels of
// the kernel language.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <dala/compute.hpp>

#include "scene/compose/item.hpp"
#include "scene/compose/pictures.hpp"
#include "scene/compose/table.hpp"

namespace dala::scene {

class Compositor {
 public:
  [[nodiscard]] static Result<Compositor> make(const Compute& compute);

  // Draws at most most_regions rectangles again, which do not overlap and lie within the target:
  // over `background`, or over the target's own pixels.
  [[nodiscard]] Result<void> compose(const Buffer& target, std::span<const Item> items,
                                     std::span<const Rect> rects,
                                     std::optional<std::uint32_t> background);

  // Image operations; kernel_sources.hpp defines them.
  [[nodiscard]] Result<void> shrink(const Buffer& from, const Buffer& to, std::int64_t factor);
  [[nodiscard]] Result<void> cut(const Buffer& from, const Buffer& to, std::int64_t x,
                                 std::int64_t y);
  [[nodiscard]] Result<void> premultiply(const Buffer& from, const Buffer& to);
  [[nodiscard]] Result<void> unpremultiply(const Buffer& from, const Buffer& to);
  [[nodiscard]] Result<void> spread(const Buffer& from, const Buffer& to);
  [[nodiscard]] Result<void> join(const Buffer& colours, const Buffer& alphas, const Buffer& to);

  // After a loss of the device: makes its own buffers there again.
  [[nodiscard]] Result<void> renew();

  [[nodiscard]] const Compute& compute() const { return compute_; }
  [[nodiscard]] bool on_host() const { return host_; }
  [[nodiscard]] std::uint64_t commands() const { return commands_; }
  [[nodiscard]] std::uint64_t pixels() const { return pixels_; }

 private:
  struct Tables {
    Buffer whole;
    Buffer real;
  };

  explicit Compositor(Compute compute);
  [[nodiscard]] Result<void> start();
  // The number of a layer in `slots_`, added if need be; nothing where there is no more room.
  [[nodiscard]] std::optional<std::int32_t> slot_of(const Layer& layer);
  [[nodiscard]] Result<void> run_batch(const Buffer& target, std::size_t first, std::size_t last,
                                       std::span<const Rect> rects,
                                       std::optional<std::uint32_t> background);
  // The buffers of command_.
  [[nodiscard]] Result<void> run(const std::string& kernel);
  [[nodiscard]] Result<void> run(const std::string& kernel, const BufferList& from,
                                 const Buffer& to, Params params);

  Compute compute_;
  bool host_;
  std::vector<std::string> compose_;  // names of the kernels, by the number of layers they take
  PictureKernels pictures_;
  Buffer
      nothing_;  // a placeholder for the layers that a kernel takes and the command does not have
  std::array<Tables, 4> tables_;
  std::size_t turn_ = 0;
  std::vector<std::int32_t> whole_;
  std::vector<float> real_;
  // State of the current call.
  std::vector<const Item*> items_;
  std::array<std::size_t, most_regions> firsts_{};  // the item that each rectangle begins with
  std::array<bool, most_regions> hidden_{};         // whether that one hides what was there
  std::vector<Buffer> slots_;
  Command command_;
  std::uint64_t commands_ = 0;
  std::uint64_t pixels_ = 0;
};

}  // namespace dala::scene
