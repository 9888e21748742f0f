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
  Refusal refusal = {};  // to be part of the piece before it
  FusionGroup group;
  std::optional<kernel::Fused> fused = {};  // of a group
};

// Some of them one after the other, each of which alone reads what the one before it writes.
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

// Where pieces are cut into kernels, so that all of them together cost least: by the number of a
// kernel's first piece, that of the next one's. `refusals` gets why a piece was not taken by the
// kernels before it.
[[nodiscard]] std::vector<std::size_t> cut_into_tiles(std::span<const FusionPiece> pieces,
                                                      std::vector<Refusal>& refusals);

}  // namespace dala
