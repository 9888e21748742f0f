#include "compute/plan/fusion_tiles.hpp"

#include <algorithm>

#include "core/format.hpp"

namespace dala {

TiledPieces::TiledPieces(std::span<const FusionPiece> pieces)
    : pieces_(pieces), group_(pieces[0].group) {
  for (const FusionPiece& piece : pieces.subspan(1)) group_.append(piece.group);
  std::size_t members = 0;
  for (const FusionPiece& piece : pieces) {
    first_member_.push_back(static_cast<std::uint32_t>(members));
    members += piece.group.size();
    kernel::FusePart part{&piece.fused->module};
    for (const std::uint32_t buffer : piece.fused->buffers) {
      const Buffer& own = piece.group.buffer(buffer);
      part.buffers.push_back(group_.number_of(own));
      part.other_shape.push_back(own.shape() != shape_of(piece));
    }
    part.name = piece.group.name();
    parts_.push_back(std::move(part));
  }
}

bool TiledPieces::takes(const FusionPiece& piece) {
  return piece.fused && piece.fused->module.pixels && shape_of(piece).rank() == 3;
}

const Shape& TiledPieces::shape_of(const FusionPiece& piece) {
  return piece.group.buffer(piece.fused->buffers[piece.fused->module.domain]).shape();
}

std::expected<kernel::Tiled, std::string> TiledPieces::fused() const {
  for (std::size_t i = 0; i + 1 < parts_.size(); ++i)
    if (is_read_elsewhere(i))
      return std::unexpected(format("what {} writes is read by others too", parts_[i].name));
  const Shape shape = shape_of(pieces_[0]);
  auto made = kernel::fuse_tiles(parts_, shape[1], shape[0]);
  if (!made) return made;
  // Parameters are identified by the stage that they belong to.
  for (kernel::Fused::Param& param : made->fused.params) {
    const kernel::Fused::Param& own = pieces_[param.part].fused->params[param.index];
    param = {first_member_[param.part] + own.part, own.index};
  }
  return made;
}

bool TiledPieces::is_read_elsewhere(std::size_t part) const {
  const kernel::ir::Module& module = *parts_[part].module;
  const std::uint32_t written = parts_[part].buffers[module.domain];
  if (group_.is_wanted_later(group_.buffer(written))) return true;
  for (std::size_t i = 0; i < parts_.size(); ++i)
    if (i != part && i != part + 1 &&
        std::ranges::find(parts_[i].buffers, written) != parts_[i].buffers.end())
      return true;
  return false;
}

std::vector<std::size_t> cut_into_tiles(std::span<const FusionPiece> pieces,
                                        std::vector<Rejection>& rejections) {
  const std::size_t count = pieces.size();
  std::vector<double> best(count + 1, 0);
  std::vector<std::size_t> next(count + 1, count);
  for (std::size_t first = count; first-- > 0;) {
    best[first] = kernel::cost_alone(pieces[first].fused->module) + best[first + 1];
    next[first] = first + 1;
    for (std::size_t end = first + 2; end <= count; ++end) {
      const auto tiled = TiledPieces(pieces.subspan(first, end - first)).fused();
      if (!tiled) {
        rejections[end - 1] = {"in tiles with what comes before it", tiled.error()};
        break;
      }
      if (tiled->cost + best[end] >= best[first]) continue;
      best[first] = tiled->cost + best[end];
      next[first] = end;
    }
  }
  return next;
}

}  // namespace dala
