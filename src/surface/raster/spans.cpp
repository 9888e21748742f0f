#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "surface/raster/spans.cpp"
#include "core/simd.hpp"
// After HWY_TARGET_INCLUDE and simd.hpp: Highway includes this file once for each instruction set.
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/tuning/choice.hpp"
#include "surface/raster/blend-inl.hpp"
#include "surface/raster/cover.hpp"
#include "surface/raster/spans.hpp"

#ifndef DALA_SURFACE_SPANS_ONCE
#define DALA_SURFACE_SPANS_ONCE
namespace dala::surface {

// Of long runs.
inline tuning::Choice& fill_choice() {
  static tuning::Choice choice("surface.fill", {"vectors", "stosl"});
  return choice;
}

}  // namespace dala::surface
#endif

HWY_BEFORE_NAMESPACE();
namespace dala::surface {
namespace HWY_NAMESPACE {
namespace {

#if HWY_TARGET <= HWY_AVX3
// Up to 48 pixels, as the four lines of the cache that they can touch. How many they do touch is
// hard to foresee, and a store of nothing costs less than a wrong guess.
HWY_INLINE void fill_lines(std::uint32_t* pixels, std::size_t n, V32 all) {
  const D32 d;
  constexpr std::size_t lanes = hn::MaxLanes(d);
  const std::size_t before = reinterpret_cast<std::uintptr_t>(pixels) / sizeof(*pixels) % lanes;
  const std::uint64_t wanted = ((std::uint64_t{1} << n) - 1) << before;
  std::uint32_t* line = pixels - before;
  for (std::size_t i = 0; i < 4; ++i)
    hn::BlendedStore(all, hn::Mask<D32>{static_cast<__mmask16>(wanted >> (i * lanes))}, d,
                     line + (i * lanes));
}
#endif

constexpr std::size_t line_pixels = 16;
// Long runs are bound by memory: prefetching this many pixels ahead makes them a quarter faster.
constexpr std::size_t fill_ahead = 512;

HWY_INLINE void store_four(std::uint32_t* pixels, V32 all) {
  const D32 d;
  const std::size_t lanes = hn::Lanes(d);
  for (std::size_t i = 0; i < 4; ++i) hn::StoreU(all, d, pixels + (i * lanes));
}

// In vectors, for at least four of them. From the second on in whole lines of the cache: a store
// that crosses two costs two.
HWY_INLINE void fill_in_vectors(std::uint32_t* pixels, std::size_t n, V32 all) {
  const D32 d;
  const std::size_t lanes = hn::Lanes(d);
  hn::StoreU(all, d, pixels);
  std::size_t i =
      lanes - (reinterpret_cast<std::uintptr_t>(pixels) / sizeof(std::uint32_t) % lanes);
  for (; i + fill_ahead + 4 * lanes <= n; i += 4 * lanes) {
    for (std::size_t line = 0; line < 4 * lanes; line += line_pixels)
      __builtin_prefetch(pixels + i + fill_ahead + line, 1);
    store_four(pixels + i, all);
  }
  for (; i + 4 * lanes <= n; i += 4 * lanes) store_four(pixels + i, all);
  for (; i + lanes <= n; i += lanes) hn::StoreU(all, d, pixels + i);
  hn::StoreU(all, d, pixels + n - lanes);  // over some of what is filled already
}

#if HWY_ARCH_X86_64
// Pixels from which on the processor's own instruction for it may be faster.
constexpr std::size_t long_run = std::size_t{1} << 15;

void fill_long(std::uint32_t* pixels, std::size_t n, std::uint32_t value) {
  fill_choice().run(n, line_pixels,
                    [&](std::size_t way, std::size_t begin, std::size_t end) HWY_ATTR {
                      if (way == 0)
                        return fill_in_vectors(pixels + begin, end - begin, hn::Set(D32(), value));
                      std::uint32_t* to = pixels + begin;
                      std::size_t count = end - begin;
                      asm volatile("rep stosl" : "+D"(to), "+c"(count) : "a"(value) : "memory");
                    });
}
#endif

HWY_INLINE void fill(std::uint32_t* pixels, std::size_t n, std::uint32_t value) {
  const D32 d;
  const std::size_t lanes = hn::Lanes(d);
  const V32 all = hn::Set(d, value);
  if (n < lanes) {
#if HWY_TARGET <= HWY_AVX2
    hn::BlendedStore(all, hn::FirstN(d, n), d, pixels);
#else
    for (std::size_t i = 0; i < n; ++i) pixels[i] = value;
#endif
    return;
  }
#if HWY_TARGET <= HWY_AVX3
  if (n <= 3 * lanes) return fill_lines(pixels, n, all);
#endif
#if HWY_ARCH_X86_64
  if (n >= long_run) return fill_long(pixels, n, value);
#endif
  if (n >= 4 * lanes) return fill_in_vectors(pixels, n, all);
  for (std::size_t i = 0; i + lanes <= n; i += lanes) hn::StoreU(all, d, pixels + i);
  hn::StoreU(all, d, pixels + n - lanes);  // over some of what is filled already
}

// Shapes jump from row to row, which no processor predicts: prefetching the first cache lines of a
// run some runs ahead halves the time of small shapes.
constexpr std::size_t runs_ahead = 4;

HWY_INLINE void prefetch_run(const std::uint32_t* pixels, std::size_t n) {
  for (std::size_t i = 0; i < std::min<std::size_t>(n, 4 * line_pixels); i += line_pixels)
    __builtin_prefetch(pixels + i, 0, 1);
}

// Calls row(pixels, index) for each of several rows.
template <typename Row>
HWY_INLINE void for_each_row(std::uint32_t* pixels, std::size_t stride, std::size_t width,
                             std::size_t rows, const Row& row) {
  for (std::size_t y = 0; y < rows; ++y) {
    if (y + runs_ahead < rows) prefetch_run(pixels + ((y + runs_ahead) * stride), width);
    row(pixels + (y * stride), y);
  }
}

// The same for the spans of a shape: run(pixels, how many).
template <typename Run>
HWY_INLINE void for_each_span(std::uint32_t* pixels, std::size_t stride,
                              std::span<const Span> spans, bool is_prefetched, const Run& run) {
  const auto start = [&](const Span& s) HWY_ATTR {
    return pixels + (s.y * static_cast<std::ptrdiff_t>(stride)) + s.x0;
  };
  const auto length = [](const Span& s) HWY_ATTR { return static_cast<std::size_t>(s.x1 - s.x0); };
  for (std::size_t i = 0; i < spans.size(); ++i) {
    if (!is_prefetched && i + runs_ahead < spans.size()) {
      const Span& later = spans[i + runs_ahead];
      prefetch_run(start(later), length(later));
    }
    run(start(spans[i]), length(spans[i]));
  }
}

// What vectors that are not full hold besides their pixels: over opaque ones blending is cheap.
constexpr std::uint32_t opaque_black = 0xFF000000U;

#if HWY_TARGET == HWY_SCALAR
struct Tint {
  explicit Tint(Rgba rgba) : color(hn::Set(D32(), pixel_of(rgba))) {}
  V32 operator()(V32 there, std::size_t /*at*/) const { return over_any(color, there); }
  V32 color;
};
#else
// One colour over pixels; what it adds is worked out once.
class Tint {
 public:
  explicit Tint(Rgba color) : color_(hn::Set(D32(), pixel_of(color))) {
    const D16 d16;
    const D32 d;
    const auto sum = [&](unsigned channel) { return (std::uint32_t{channel} * color.a) + 128; };
    rest_ = hn::Set(d16, static_cast<std::uint16_t>(255 - color.a));
    even_ = hn::BitCast(d16, hn::Set(d, sum(color.r) | (sum(color.b) << 16)));
    odd_ = hn::BitCast(d16, hn::Set(d, sum(color.g) | (sum(255) << 16)));
  }

  HWY_INLINE V32 operator()(V32 there, std::size_t /*at*/) const {
    if (HWY_UNLIKELY(!all_opaque(there))) return over_any(color_, there);
    const D16 d16;
    const V16 t = hn::BitCast(d16, there);
    const V16 even = mul_add(hn::And(t, hn::Set(d16, 0x00FF)), rest_, even_);
    const V16 odd = mul_add(hn::ShiftRight<8>(t), rest_, odd_);
    return merge(divided_high(even), divided_high(odd));
  }

 private:
  V32 color_;
  V16 rest_;
  V16 even_;
  V16 odd_;
};
#endif

struct Over {
  const std::uint32_t* source;
  std::size_t n;

  HWY_INLINE V32 operator()(V32 there, std::size_t at) const {
    const V32 from = load_first(source + at, n - at);
    if (all_opaque(from)) return from;
    return over(from, there);
  }
};

}  // namespace

void paint_spans(std::uint32_t* pixels, std::size_t stride, std::span<const Span> spans,
                 bool is_prefetched, Rgba color) {
  if (color.a == 255) {
    const std::uint32_t value = pixel_of(color);
    for_each_span(pixels, stride, spans, is_prefetched,
                  [&](std::uint32_t* first, std::size_t n) HWY_ATTR { fill(first, n, value); });
    return;
  }
  const Tint tint(color);
  for_each_span(pixels, stride, spans, is_prefetched,
                [&](std::uint32_t* first, std::size_t n)
                    HWY_ATTR { for_each_vector(first, n, tint, opaque_black); });
}

void fill_spans_under(const Canvas& canvas, std::span<const Span> spans, std::int64_t from_x,
                      std::int64_t from_y, std::uint32_t value) {
  const auto left = static_cast<std::int32_t>(from_x);
  for (const Span& span : spans)
    canvas.cover->add(span.y + from_y, span.x0 + left, span.x1 + left,
                      [&](std::int32_t x, std::size_t n)
                          HWY_ATTR { fill(canvas.row(span.y + from_y) + x, n, value); });
}

void fill_rect_under(const Canvas& canvas, const Rect& rect, std::uint32_t value) {
  for (std::int64_t y = rect.y0; y < rect.y1; ++y) {
    const Span row{static_cast<std::int32_t>(y), static_cast<std::int32_t>(rect.x0),
                   static_cast<std::int32_t>(rect.x1)};
    fill_spans_under(canvas, {&row, 1}, 0, 0, value);
  }
}

void fill_rows(std::uint32_t* pixels, std::size_t stride, std::size_t width, std::size_t rows,
               std::uint32_t value) {
  for_each_row(pixels, stride, width, rows,
               [&](std::uint32_t* row, std::size_t /*y*/) HWY_ATTR { fill(row, width, value); });
}

void tint_rows(std::uint32_t* pixels, std::size_t stride, std::size_t width, std::size_t rows,
               Rgba color) {
  const Tint tint(color);
  for_each_row(pixels, stride, width, rows, [&](std::uint32_t* row, std::size_t /*y*/) HWY_ATTR {
    for_each_vector(row, width, tint, opaque_black);
  });
}

void paint_rows(std::uint32_t* pixels, std::size_t stride, const std::uint32_t* source,
                std::size_t source_stride, std::size_t width, std::size_t rows) {
  for_each_row(pixels, stride, width, rows, [&](std::uint32_t* row, std::size_t y) HWY_ATTR {
    for_each_vector(row, width, Over{source + (y * source_stride), width}, opaque_black);
  });
}

void copy_rows(std::uint32_t* pixels, std::size_t stride, const std::uint32_t* source,
               std::size_t source_stride, std::size_t width, std::size_t rows) {
  for_each_row(pixels, stride, width, rows, [&](std::uint32_t* row, std::size_t y) HWY_ATTR {
    std::memcpy(row, source + (y * source_stride), width * sizeof(std::uint32_t));
  });
}

bool all_pixels_opaque(std::span<const std::uint32_t> pixels) {
  std::uint32_t together = 0xFF000000U;
  for (const std::uint32_t p : pixels) together &= p;
  return together == 0xFF000000U;
}

}  // namespace HWY_NAMESPACE
}  // namespace dala::surface
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace dala::surface {

HWY_EXPORT(paint_spans);
HWY_EXPORT(fill_spans_under);
HWY_EXPORT(fill_rect_under);
HWY_EXPORT(fill_rows);
HWY_EXPORT(tint_rows);
HWY_EXPORT(paint_rows);
HWY_EXPORT(copy_rows);
HWY_EXPORT(all_pixels_opaque);

namespace {

// Rows without a gap between them are one long row.
struct Rows {
  std::size_t width;
  std::size_t count;
};

Rows rows_of(const Canvas& canvas, const Rect& rect) {
  const auto width = static_cast<std::size_t>(rect.width());
  const auto height = static_cast<std::size_t>(rect.height());
  if (rect.width() == canvas.width) return {width * height, 1};
  return {width, height};
}

}  // namespace

void SpanList::join_overlapping() {
  if (count_ == 0) return;
  const std::span<Span> all(spans_.data(), count_);
  std::ranges::sort(
      all, [](const Span& a, const Span& b) { return a.y != b.y ? a.y < b.y : a.x0 < b.x0; });
  std::size_t last = 0;
  for (std::size_t i = 1; i < count_; ++i) {
    if (all[i].y == all[last].y && all[i].x0 <= all[last].x1)
      all[last].x1 = std::max(all[last].x1, all[i].x1);
    else
      all[++last] = all[i];
  }
  count_ = last + 1;
}

void paint(Canvas& canvas, const SpanList& spans, const Rect& around, Rgba color) {
  paint(canvas, spans.spans(), 0, 0, around, color);
}

void paint(Canvas& canvas, std::span<const Span> spans, std::int64_t x, std::int64_t y,
           const Rect& around, Rgba color) {
  if (color.a == 0 || spans.empty()) return;
  canvas.damage = join(canvas.damage, around);
  if (canvas.cover != nullptr) {
    HWY_DYNAMIC_DISPATCH(fill_spans_under)(canvas, spans, x, y, pixel_of(color));
    return;
  }
  HWY_DYNAMIC_DISPATCH(paint_spans)
  (canvas.row(y) + x, static_cast<std::size_t>(canvas.width), spans, canvas.is_prefetched, color);
}

void replace(Canvas& canvas, const Rect& rect, Rgba color) {
  if (rect.empty()) return;
  canvas.damage = join(canvas.damage, rect);
  const Rows rows = rows_of(canvas, rect);
  std::uint32_t* first = canvas.row(rect.y0) + rect.x0;
  HWY_DYNAMIC_DISPATCH(fill_rows)
  (first, static_cast<std::size_t>(canvas.width), rows.width, rows.count, pixel_of(color));
}

void paint(Canvas& canvas, const Rect& rect, Rgba color) {
  if (color.a == 255 && canvas.cover == nullptr) return replace(canvas, rect, color);
  if (color.a == 0 || rect.empty()) return;
  canvas.damage = join(canvas.damage, rect);
  if (canvas.cover != nullptr) {
    HWY_DYNAMIC_DISPATCH(fill_rect_under)(canvas, rect, pixel_of(color));
    return;
  }
  const Rows rows = rows_of(canvas, rect);
  HWY_DYNAMIC_DISPATCH(tint_rows)
  (canvas.row(rect.y0) + rect.x0, static_cast<std::size_t>(canvas.width), rows.width, rows.count,
   color);
}

void paint(Canvas& canvas, const Rect& rect, const std::uint32_t* source, std::size_t stride,
           bool opaque) {
  if (rect.empty()) return;
  canvas.damage = join(canvas.damage, rect);
  std::uint32_t* to = canvas.row(rect.y0) + rect.x0;
  const auto width = static_cast<std::size_t>(rect.width());
  const auto height = static_cast<std::size_t>(rect.height());
  const auto frame_stride = static_cast<std::size_t>(canvas.width);
  if (opaque)
    HWY_DYNAMIC_DISPATCH(copy_rows)(to, frame_stride, source, stride, width, height);
  else
    HWY_DYNAMIC_DISPATCH(paint_rows)(to, frame_stride, source, stride, width, height);
}

bool is_opaque(std::span<const std::uint32_t> pixels) {
  return HWY_DYNAMIC_DISPATCH(all_pixels_opaque)(pixels);
}

}  // namespace dala::surface
#endif
