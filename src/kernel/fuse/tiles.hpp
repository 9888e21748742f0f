// Fuses kernels on images of four bytes a pixel that read the pixels around their own, which
// fuse.hpp does not fuse: every cube computes a tile of the last image, and keeps the part of the
// earlier images that the tile depends on in shared memory.
//
// A kernel can be part of it when it has `#[pixels]`, writes every byte of its own pixel once, and
// reads what the kernel before it wrote at its own pixel, or mirrored no further away than is known
// before it runs. Whatever else it reads comes from memory. The margins around a tile are
// recomputed by neighbouring cubes, and beyond an edge of the frame tiles hold its mirror image, so
// the result is the same to the last bit.
#pragma once

#include <cstdint>
#include <expected>
#include <span>
#include <string>

#include "kernel/fuse/fuse.hpp"

namespace dala::kernel {

// Of a tile, and the units of a cube.
inline constexpr std::uint32_t tile_width = 32;
inline constexpr std::uint32_t tile_height = 16;

struct Tiled {
  Fused fused;
  // Simple operations for a pixel of the last image, including recomputed ones and memory traffic.
  double cost = 0;
};

// The same of a kernel by itself, with what it costs to bring a picture through memory.
[[nodiscard]] double cost_alone(const ir::Module& module);

// Each part but the first reads what the part before it writes, which nobody else does. All
// pictures have this size; `is_kept` as in fuse.hpp holds for the last one alone.
[[nodiscard]] std::expected<Tiled, std::string> fuse_tiles(std::span<const FusePart> parts,
                                                           std::int64_t width, std::int64_t height);

}  // namespace dala::kernel
