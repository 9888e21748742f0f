#include "peers/installed/cairo.hpp"

#ifdef DALA_HAS_CAIRO

#include <cairo.h>

#include <cstring>
#include <memory>

namespace dala::bench {
namespace {

using Picture = std::shared_ptr<cairo_surface_t>;
using Context = std::shared_ptr<cairo_t>;

// Noise with all values of alpha, or without.
Picture make_picture(int width, int height, bool opaque) {
  Picture picture(
      cairo_image_surface_create(opaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32, width, height),
      cairo_surface_destroy);
  unsigned char* data = cairo_image_surface_get_data(picture.get());
  const int stride = cairo_image_surface_get_stride(picture.get());
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const auto alpha = static_cast<std::uint32_t>(opaque ? 255 : (x * 7 + y * 3) % 256);
      const std::uint32_t pixel = (alpha << 24) | ((alpha / 2) << 16) | ((alpha / 3) << 8) | alpha;
      std::memcpy(data + (static_cast<std::ptrdiff_t>(y) * stride) + (std::ptrdiff_t{4} * x),
                  &pixel, sizeof pixel);
    }
  cairo_surface_mark_dirty(picture.get());
  return picture;
}

// An opaque frame to draw on.
struct Frame {
  Frame(int width, int height)
      : surface(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height),
                cairo_surface_destroy),
        context(cairo_create(surface.get()), cairo_destroy) {
    cairo_set_antialias(context.get(), CAIRO_ANTIALIAS_NONE);
    cairo_set_source_rgb(context.get(), 1, 1, 1);
    cairo_paint(context.get());
  }
  Picture surface;
  Context context;
};

}  // namespace

std::function<void()> cairo_fills(int width, int height, std::vector<PeerRect> rects,
                                  double alpha) {
  return [frame = Frame(width, height), rects = std::move(rects), alpha] {
    cairo_t* cr = frame.context.get();
    cairo_set_source_rgba(cr, 0.8, 0.2, 0.1, alpha);
    for (const PeerRect& r : rects) {
      cairo_rectangle(cr, r.x, r.y, r.w, r.h);
      cairo_fill(cr);
    }
    cairo_surface_flush(frame.surface.get());
  };
}

std::function<void()> cairo_blits(int width, int height, int size, bool opaque,
                                  std::vector<PeerRect> places) {
  return [frame = Frame(width, height), picture = make_picture(size, size, opaque),
          places = std::move(places)] {
    cairo_t* cr = frame.context.get();
    for (const PeerRect& r : places) {
      cairo_set_source_surface(cr, picture.get(), r.x, r.y);
      cairo_paint(cr);
    }
    cairo_surface_flush(frame.surface.get());
  };
}

std::function<void()> cairo_scale(int width, int height, int source_width, int source_height,
                                  bool opaque, PeerRect target) {
  return [frame = Frame(width, height), target, source_width, source_height,
          picture = make_picture(source_width, source_height, opaque)] {
    cairo_t* cr = frame.context.get();
    cairo_save(cr);
    cairo_translate(cr, target.x, target.y);
    cairo_scale(cr, static_cast<double>(target.w) / source_width,
                static_cast<double>(target.h) / source_height);
    cairo_set_source_surface(cr, picture.get(), 0, 0);
    cairo_pattern_set_filter(cairo_get_source(cr), CAIRO_FILTER_BILINEAR);
    cairo_pattern_set_extend(cairo_get_source(cr), CAIRO_EXTEND_PAD);
    cairo_rectangle(cr, 0, 0, source_width, source_height);
    cairo_fill(cr);
    cairo_restore(cr);
    cairo_surface_flush(frame.surface.get());
  };
}

}  // namespace dala::bench

#else

namespace dala::bench {

std::function<void()> cairo_fills(int /*width*/, int /*height*/, std::vector<PeerRect> /*rects*/,
                                  double /*alpha*/) {
  return {};
}
std::function<void()> cairo_blits(int /*width*/, int /*height*/, int /*size*/, bool /*opaque*/,
                                  std::vector<PeerRect> /*places*/) {
  return {};
}
std::function<void()> cairo_scale(int /*width*/, int /*height*/, int /*source_width*/,
                                  int /*source_height*/, bool /*opaque*/, PeerRect /*target*/) {
  return {};
}

}  // namespace dala::bench

#endif
