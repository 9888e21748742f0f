// Pieces of a pipeline as one kernel with tiles in shared memory (kernel/fuse/tiles.hpp).
#pragma once

#include <expected>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compute/plan/fusion_group.hpp"
#include "kernel/fuse/tiles.hpp"

namespace dala {

// One stage that stays alone, or some that can be one kernel.
struct FusionPiece {
  std::size_t begin = 0;
  std::size_t end = 0;
  Rejection rejection = {};  // why it was not fused with the piece before it
  FusionGroup group;
  std::optional<kernel::Fused> fused = {};  // of a group
};

// Consecutive pieces, each the only reader of the one before it.
class TiledPieces {
 public:
  explicit TiledPieces(std::span<const FusionPiece> pieces);

  // Whether a piece can be one of several at all.
  [[nodiscard]] static bool takes(const FusionPiece& piece);
  [[nodiscard]] static const Shape& shape_of(const FusionPiece& piece);

  [[nodiscard]] const FusionGroup& group() const { return group_; }
  [[nodiscard]] std::expected<kernel::Tiled, std::string> fused() const;

 private:
  [[nodiscard]] bool is_read_elsewhere(std::size_t part) const;

  std::span<const FusionPiece> pieces_;
  FusionGroup group_;
  std::vector<kernel::FusePart> parts_;
  std::vector<std::uint32_t> first_member_;
};

// How pieces are grouped into kernels so that the total cost is least: for the first piece of a
// kernel, the index of the first piece of the next kernel. `rejections` gets why a piece was not
// fused with those before it.
[[nodiscard]] std::vector<std::size_t> cut_into_tiles(std::span<const FusionPiece> pieces,
                                                      std::vector<Rejection>& rejections);

}  // namespace dala
