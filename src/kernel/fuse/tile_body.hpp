// Used by tiles.cpp to build its kernel: copies kernels on pixels into it, and replaces their
// positions, the pixels they read and the pixel they write by positions in tiles.
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "kernel/analysis/index_analysis.hpp"
#include "kernel/fuse/fuse.hpp"
#include "kernel/ir/rewriter.hpp"

namespace dala::kernel {

// How far a kernel reads around its own pixel of the image that can be held in a tile.
struct TilePart {
  std::uint32_t chain = ir::none;  // the tensor; none: all it reads comes from memory
  std::int64_t reach_x = 0;
  std::int64_t reach_y = 0;
};

// Error with the reason where the kernel cannot be a part. `before`: what writes the picture that
// it reads; none for the first.
[[nodiscard]] std::expected<TilePart, std::string> plan_tile_part(const FusePart& part,
                                                                  const FusePart* before);

// A tile as its readers see it.
struct TileView {
  std::uint32_t shared = 0;
  std::int64_t margin_x = 0;
  std::int64_t margin_y = 0;
  std::int64_t width = 0;
};

class TileBuilder : protected ir::Rewriter {
 protected:
  TileBuilder() : Rewriter(out_, build_) {}

  void begin(std::uint32_t tile_width, std::uint32_t tile_height);
  void add_tile(std::int64_t pixels);
  // The next part; false where it cannot be copied, or the kernel becomes too large.
  [[nodiscard]] bool add_part(const FusePart& part, std::uint32_t number, std::uint32_t chain);
  [[nodiscard]] std::optional<Fused> finish(std::vector<ir::StmtId> body);

  // --- the pixel at `here_`, as a word ---
  ir::ExprId loaded_word(const FusePart& part, std::uint32_t tensor);
  // Of the part added last, from the tile or from memory.
  ir::ExprId part_word(const std::optional<TileView>& source);
  // The same into the output.
  void store_pixel(const std::optional<TileView>& source);

  // The size of the frame along an axis: that of the output, which is not known yet.
  ir::ExprId frame_size(std::int64_t axis) { return b_.size(ir::none, axis); }

  // Locals with the column and the row that a step is at.
  struct Here {
    std::uint32_t x = 0;
    std::uint32_t y = 0;
  };
  Here here_;

 private:
  std::uint32_t tensor_for(const FusePart& part, std::uint32_t tensor, bool is_output);
  void begin_pixel(const std::optional<TileView>& source);
  ir::ExprId first_of_tile(ir::Position cube, std::int64_t size, std::int64_t margin);

  // --- copies of the part ---
  void copy_functions(std::uint32_t number);
  ir::ExprId expr(ir::ExprId id) override;
  void stmt(ir::StmtId id) override;
  std::uint32_t local(std::uint32_t index) override;
  std::uint32_t tensor(std::uint32_t index) override;
  std::uint32_t param(std::uint32_t index) override { return index + first_param_; }
  std::uint32_t function(std::uint32_t index) override { return index + first_function_; }
  ir::ExprId copy_load(const ir::Expr& e);
  ir::ExprId copy_position(ir::Position position);
  ir::ExprId copy_query(const ir::Expr& e);

  ir::Module out_;
  ir::Builder build_{out_, out_.kernel};
  std::vector<std::uint32_t> buffers_;
  std::vector<Fused::Param> params_;
  std::map<std::uint32_t, std::uint32_t> tensors_;  // by buffer

  // The part that is being copied.
  const FusePart* part_ = nullptr;
  std::optional<IndexAnalysis> analysis_;
  std::uint32_t chain_ = ir::none;
  std::optional<TileView> source_;
  std::uint32_t base_ = 0;  // local: where the own pixel is in the source
  std::uint32_t flat_ = 0;  // local: ABSOLUTE_POS
  std::uint32_t first_local_ = 0;
  std::uint32_t first_param_ = 0;
  std::uint32_t first_function_ = 0;
  bool in_function_ = false;
  bool failed_ = false;
  std::array<std::uint32_t, 4> stored_{};  // locals, by channel
};

}  // namespace dala::kernel
