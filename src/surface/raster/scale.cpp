#include "surface/raster/scale.hpp"

#include <cstring>

#include "surface/raster/scale_rows.hpp"

namespace dala::surface {

namespace {

// Where the middle of target pixel `i` lies among the middles of the source's pixels.
struct Position {
  std::int64_t pixel;     // at or before it
  std::int64_t fraction;  // of the way to the next
};

Position position(std::int64_t i, std::int64_t target, std::int64_t source, std::int64_t parts) {
  const std::int64_t twice = (((2 * i) + 1) * source) - target;
  // Into `parts`, to the nearest; the quotient alone would round towards zero.
  const std::int64_t at = twice <= 0 ? 0 : ((twice * parts) + target) / (2 * target);
  const std::int64_t last = source - 1;
  if (at >= last * parts) return {last, 0};
  return {at / parts, at % parts};
}

class Scaling {
 public:
  Scaling(Canvas& canvas, ScaleScratch& scratch, const ScaleSource& source, const Rect& target,
          const Rect& shown)
      : canvas_(canvas), scratch_(scratch), source_(source), target_(target), shown_(shown) {
    plan_columns();
  }

  // Larger: source rows are used several times, so each is brought to the target's width once.
  void enlarge() {
    std::int64_t held[2] = {-1, -1};  // which source row is in scratch.rows
    const auto hold = [&](int slot, std::int64_t row) {
      if (held[slot] == row) return;
      held[slot] = row;
      rows_.stretch_row(pairs_of(source_row(row)), scratch_.weights.data(), n_,
                        scratch_.rows[slot].data());
    };
    for (std::int64_t y = shown_.y0; y < shown_.y1; ++y) {
      const Position p = position(y - target_.y0, target_.height(), source_.height, 32768);
      if (held[1] == p.pixel) {
        std::swap(held[0], held[1]);
        std::swap(scratch_.rows[0], scratch_.rows[1]);
      }
      hold(0, p.pixel);
      if (p.fraction != 0) hold(1, p.pixel + 1);
      rows_.mix_stretched(canvas_.row(y) + shown_.x0, n_, scratch_.rows[0].data(),
                          scratch_.rows[p.fraction != 0 ? 1 : 0].data(),
                          static_cast<std::int16_t>(p.fraction), source_.opaque);
    }
  }

  // Smaller: hardly any is used twice, so two are made one first, which goes along the rows.
  void shrink() {
    const auto first = static_cast<std::size_t>(scratch_.columns[0]);
    const std::size_t width =
        std::min<std::size_t>(static_cast<std::size_t>(scratch_.columns[n_ - 1]) + 2,
                              source_.width) -
        first;
    scratch_.mixed.resize(source_.width + rows_.pixels_in_vector);
    for (std::int64_t y = shown_.y0; y < shown_.y1; ++y) {
      const Position p = position(y - target_.y0, target_.height(), source_.height, 32768);
      const std::uint32_t* row = source_row(p.pixel);
      if (p.fraction != 0) {
        rows_.mix_rows(row + first, row + source_.width + first, width,
                       static_cast<std::int16_t>(p.fraction), scratch_.mixed.data() + first);
        row = scratch_.mixed.data();
      }
      rows_.stretch_mixed(canvas_.row(y) + shown_.x0, n_, pairs_of(row), scratch_.weights.data(),
                          source_.opaque);
    }
  }

 private:
  void plan_columns() {
    const std::size_t lanes = rows_.pixels_in_vector;
    const std::size_t padded = (n_ + lanes - 1) / lanes * lanes;
    scratch_.columns.assign(padded, 0);
    scratch_.weights.assign(padded, 0);
    for (std::size_t i = 0; i < n_; ++i) {
      const auto at = static_cast<std::int64_t>(i) + shown_.x0 - target_.x0;
      Position p = position(at, target_.width(), source_.width, 128);
      if (p.pixel > 0 && p.fraction == 0) p = {p.pixel - 1, 128};  // so that it has a neighbour
      scratch_.columns[i] = static_cast<std::int32_t>(p.pixel);
      scratch_.weights[i] = static_cast<std::uint32_t>(p.fraction | (p.fraction << 16));
      side_by_side_ = side_by_side_ &&
                      scratch_.columns[i] == scratch_.columns[0] + static_cast<std::int32_t>(2 * i);
    }
    side_by_side_ = side_by_side_ && n_ == padded && source_.width > 1;
    scratch_.pairs.resize(2 * padded);
    for (auto& row : scratch_.rows) row.resize(4 * padded);
  }

  [[nodiscard]] const std::uint32_t* source_row(std::int64_t y) const {
    return source_.pixels + (y * source_.width);
  }

  // One by one: processors that guard against leaks gather slowly.
  const std::uint32_t* pairs_of(const std::uint32_t* row) {
    if (side_by_side_) return row + scratch_.columns[0];  // half as wide: they lie there already
    std::uint32_t* pairs = scratch_.pairs.data();
    if (source_.width == 1) {
      std::fill_n(pairs, 2 * n_, row[0]);
      return pairs;
    }
    for (std::size_t i = 0; i < n_; ++i)
      std::memcpy(pairs + (2 * i), row + scratch_.columns[i], 2 * sizeof(std::uint32_t));
    return pairs;
  }

  Canvas& canvas_;
  ScaleScratch& scratch_;
  const ScaleSource& source_;
  const Rect& target_;
  const Rect& shown_;
  const ScaleRows rows_ = scale_rows();
  const std::size_t n_ = static_cast<std::size_t>(shown_.width());
  bool side_by_side_ = true;
};

}  // namespace

void paint_scaled(Canvas& canvas, ScaleScratch& scratch, const ScaleSource& source,
                  const Rect& target) {
  const Rect shown = intersect(target, canvas.clip);
  if (shown.empty()) return;
  canvas.damage = join(canvas.damage, shown);
  Scaling scaling(canvas, scratch, source, target, shown);
  if (target.height() < source.height)
    scaling.shrink();
  else
    scaling.enlarge();
}

std::vector<std::uint32_t> multiply_alpha(const std::vector<std::uint32_t>& pixels) {
  std::vector<std::uint32_t> out;
  out.reserve(pixels.size());
  for (const std::uint32_t p : pixels) {
    const std::uint32_t a = p >> 24;
    const auto channel = [&](unsigned shift) {
      return (((((p >> shift) & 0xFFU) * a) + 127) / 255) << shift;
    };
    out.push_back(channel(0) | channel(8) | channel(16) | (a << 24));
  }
  return out;
}

}  // namespace dala::surface
