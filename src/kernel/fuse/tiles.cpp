#include "kernel/fuse/tiles.hpp"

#include <algorithm>
#include <optional>

#include "core/format.hpp"
#include "kernel/analysis/cost.hpp"
#include "kernel/fuse/tile_body.hpp"
#include "kernel/ir/verify.hpp"

namespace dala::kernel {

namespace {

using ir::ExprId;
using ir::StmtId;

constexpr std::int64_t units = std::int64_t{tile_width} * tile_height;
// What a step does for every pixel besides its kernel: where it is, and its word in the tile.
constexpr double step_cost = 24;
// What a byte costs from a tile, and from memory with an index that is mirrored and checked.
constexpr double tile_load = 4;
constexpr double memory_load = 10;
// To read a picture and to write one: as many operations as an H200 does while it moves 8 bytes.
constexpr double pass_cost = 64;

// How far a tile reaches beyond the pixels that come out of it.
struct Margin {
  std::int64_t x = 0;
  std::int64_t y = 0;

  [[nodiscard]] std::int64_t width() const { return tile_width + 2 * x; }
  [[nodiscard]] std::int64_t height() const { return tile_height + 2 * y; }
  [[nodiscard]] std::int64_t pixels() const { return width() * height(); }
};

class Tiler : public TileBuilder {
 public:
  Tiler(std::span<const FusePart> parts, std::vector<TilePart> plans)
      : parts_(parts), plans_(std::move(plans)) {
    // From the last part to the first: the margin that later parts need of earlier ones.
    margins_.resize(parts.size());
    for (std::size_t i = parts.size(); i-- > 1;)
      margins_[i - 1] = {margins_[i].x + plans_[i].reach_x, margins_[i].y + plans_[i].reach_y};
    first_ = {margins_[0].x + plans_[0].reach_x, margins_[0].y + plans_[0].reach_y};
  }

  // Whether the tiles fit into shared memory, and the frame is larger than what is mirrored.
  [[nodiscard]] std::string rejects(std::int64_t width, std::int64_t height) const {
    if (width <= first_.x + 1 || height <= first_.y + 1)
      return format(
          "a frame of {} x {} is mirrored more than once in tiles that reach {} x {} further",
          width, height, first_.x, first_.y);
    const auto [even, odd] = tile_pixels();
    if (const auto bytes = static_cast<std::size_t>((even + odd) * 4); bytes > ir::max_shared_bytes)
      return format("its tiles would take {} bytes of shared memory; {} are possible", bytes,
                    ir::max_shared_bytes);
    return {};
  }

  [[nodiscard]] double cost() const {
    double sum = pass_cost * static_cast<double>(units);
    sum += loads() ? static_cast<double>(first_.pixels()) * step_cost : 0;
    for (std::size_t i = 0; i < parts_.size(); ++i)
      sum += static_cast<double>(margins_[i].pixels()) *
             (step_cost + cost_with_loads(*parts_[i].module, tile_load));
    return sum / static_cast<double>(units);
  }

  [[nodiscard]] std::optional<Fused> run() {
    begin(tile_width, tile_height);
    bool whole = false;
    std::vector<StmtId> body = b_.nested([&] { whole = steps(); });
    return whole ? finish(std::move(body)) : std::nullopt;
  }

 private:
  // Every part into its tile and the last into the output; false where one cannot be copied.
  [[nodiscard]] bool steps() {
    const auto [even, odd] = tile_pixels();
    if (even > 0) add_tile(even);
    if (odd > 0) add_tile(odd);
    std::uint32_t tile = 0;
    std::optional<TileView> source;
    if (loads()) {
      source = step_into(tile, first_, [&] { return loaded_word(parts_[0], plans_[0].chain); });
      tile = 1 - tile;
    }
    for (std::uint32_t i = 0; i < parts_.size(); ++i) {
      if (!add_part(parts_[i], i, plans_[i].chain)) return false;
      if (i + 1 == parts_.size()) {
        last_step(source);
        break;
      }
      source = step_into(tile, margins_[i], [&] { return part_word(source); });
      tile = 1 - tile;
    }
    return true;
  }

  // Whether what the first part reads is brought into a tile first.
  [[nodiscard]] bool loads() const { return plans_[0].reach_x + plans_[0].reach_y > 0; }

  // The pixels of each of the two tiles, which alternate as source and target.
  [[nodiscard]] std::pair<std::int64_t, std::int64_t> tile_pixels() const {
    std::int64_t of[2] = {0, 0};
    std::size_t turn = 0;
    const auto need = [&](const Margin& margin) {
      of[turn] = std::max(of[turn], margin.pixels());
      turn = 1 - turn;
    };
    if (loads()) need(first_);
    for (std::size_t i = 0; i + 1 < parts_.size(); ++i) need(margins_[i]);
    return {of[0], of[1]};
  }

  // All pixels of a tile, shared by the units; `word` is called inside the loop over them.
  template <typename Word>
  TileView step_into(std::uint32_t tile, const Margin& margin, const Word& word) {
    const std::uint32_t i = b_.new_local(ir::s32_type);
    b_.store(i, b_.position(ir::Position::UNIT_POS));
    std::vector<StmtId> body = b_.nested([&] {
      const std::uint32_t row = b_.new_local(ir::s32_type);
      b_.store(row, b_.binary(ir::BinaryOp::div, b_.local(i), b_.whole(margin.width())));
      const ExprId column =
          b_.binary(ir::BinaryOp::sub, b_.local(i),
                    b_.binary(ir::BinaryOp::mul, b_.local(row), b_.whole(margin.width())));
      here_.x = place(ir::Position::CUBE_POS_X, tile_width, margin.x, column, 1);
      here_.y = place(ir::Position::CUBE_POS_Y, tile_height, margin.y, b_.local(row), 0);
      const ExprId made = word();
      b_.store_shared(tile, b_.local(i), made);
      b_.store(i, b_.binary(ir::BinaryOp::add, b_.local(i), b_.whole(units)));
    });
    b_.while_loop(b_.binary(ir::BinaryOp::less, b_.local(i), b_.whole(margin.pixels())),
                  std::move(body));
    b_.sync();
    return {tile, margin.x, margin.y, margin.width()};
  }

  // A column or row of the frame, mirrored where it lies beyond an edge. Positions so far outside
  // that no output depends on them are moved to any position inside the tile.
  std::uint32_t place(ir::Position cube, std::int64_t size, std::int64_t margin, ExprId offset,
                      std::int64_t axis) {
    const std::uint32_t first = b_.new_local(ir::s32_type);
    b_.store(first, b_.binary(ir::BinaryOp::sub,
                              b_.binary(ir::BinaryOp::mul, b_.position(cube), b_.whole(size)),
                              b_.whole(margin)));
    const std::uint32_t at = b_.new_local(ir::s32_type);
    b_.store(at, b_.math(ir::MathOp::abs, {b_.binary(ir::BinaryOp::add, b_.local(first), offset)}));
    const ExprId reflected = b_.binary(
        ir::BinaryOp::sub,
        b_.binary(ir::BinaryOp::mul, b_.binary(ir::BinaryOp::sub, frame_size(axis), b_.whole(1)),
                  b_.whole(2)),
        b_.local(at));
    const ExprId inside = b_.math(ir::MathOp::min, {b_.local(at), reflected});
    const ExprId last =
        b_.binary(ir::BinaryOp::add, b_.local(first), b_.whole(size + 2 * margin - 1));
    const std::uint32_t out = b_.new_local(ir::s32_type);
    b_.store(out,
             b_.math(ir::MathOp::min, {b_.math(ir::MathOp::max, {inside, b_.local(first)}), last}));
    return out;
  }

  // Units outside the frame store nothing; what they read is inside the tile.
  void last_step(const std::optional<TileView>& source) {
    here_.x = b_.new_local(ir::s32_type);
    here_.y = b_.new_local(ir::s32_type);
    b_.store(here_.x, b_.position(ir::Position::ABSOLUTE_POS_X));
    b_.store(here_.y, b_.position(ir::Position::ABSOLUTE_POS_Y));
    store_pixel(source);
  }

  std::span<const FusePart> parts_;
  std::vector<TilePart> plans_;
  std::vector<Margin> margins_;  // of what each part makes
  Margin first_;                 // of what the first part reads
};

}  // namespace

double cost_alone(const ir::Module& module) {
  return pass_cost + cost_with_loads(module, memory_load);
}

std::expected<Tiled, std::string> fuse_tiles(std::span<const FusePart> parts, std::int64_t width,
                                             std::int64_t height) {
  std::vector<TilePart> plans;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    auto plan = plan_tile_part(parts[i], i == 0 ? nullptr : &parts[i - 1]);
    if (!plan) return std::unexpected(std::move(plan.error()));
    plans.push_back(*plan);
  }
  Tiler tiler(parts, std::move(plans));
  if (std::string rejection = tiler.rejects(width, height); !rejection.empty())
    return std::unexpected(std::move(rejection));
  const double cost = tiler.cost();
  auto made = tiler.run();
  if (!made) return std::unexpected(std::string("it would be more than one kernel may hold"));
  ir::verify_after("fusion in tiles", made->module);
  return Tiled{std::move(*made), cost};
}

}  // namespace dala::kernel
