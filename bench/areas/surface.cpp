// Drawing on a 1920 x 1080 surface. The work is one batch, timed from its submission until it is
// done, so the queue, the checks and the decoding are part of it. Where the guide's own framebuffer
// was measured, its figure stands in the name ("guide 3.67").
#include <dala/surface.hpp>

#include <fmt/format.h>

#include <cstring>
#include <random>

#include "area.hpp"
#include "measure.hpp"
#include "peers/installed.hpp"
#include "peers/pixel_loops.hpp"

namespace dala::bench {
namespace {

constexpr int width = 1920;
constexpr int height = 1080;
constexpr int clear_count = 20;

class Places {
 public:
  int operator()(int below) { return std::uniform_int_distribution<int>(0, below - 1)(random_); }
  std::vector<PeerRect> rects(int count, int size) {
    std::vector<PeerRect> out;
    for (int i = 0; i < count; ++i)
      out.push_back({(*this)(width - size), (*this)(height - size), size, size});
    return out;
  }

 private:
  std::mt19937 random_{1};
};

struct Rival {
  std::string name;
  std::function<void()> run;  // empty: not there
};

class SurfaceBench {
 public:
  SurfaceBench(Surface surface, double seconds, Reporter& reporter)
      : surface_(std::move(surface)), seconds_(seconds), reporter_(reporter) {}

  void draw(const Commands& commands) {
    if (auto sent = surface_.batch(commands); !sent) so_far = std::unexpected(sent.error());
    if (auto done = surface_.flush(); !done) so_far = done;
  }
  void compare(const std::string& name, const Commands& commands, const Rival& rival,
               const std::function<void()>& before = {}) {
    if (before) before();
    std::vector<std::function<void()>> functions = {[&] { draw(commands); }};
    if (rival.run) functions.push_back(rival.run);
    report(name, measure(functions, seconds_), rival);
  }
  void report(const std::string& name, const std::vector<Timing>& timings, const Rival& rival) {
    if (!so_far) {
      reporter_.note("surface", name, "cpu", so_far);
      so_far = {};
      return;
    }
    Measurement measured{.area = "surface",
                         .name = name,
                         .device = "cpu",
                         .threads = 1,
                         .ms = timings[0].median_ms,
                         .ms_min = timings[0].min_ms};
    if (timings.size() > 1) measured.peer = Peer{rival.name, timings[1].median_ms};
    reporter_.add(measured);
  }

  [[nodiscard]] const Surface& surface() const { return surface_; }
  [[nodiscard]] double seconds() const { return seconds_; }
  Result<void> so_far;

 private:
  Surface surface_;
  double seconds_;
  Reporter& reporter_;
};

constexpr Rgba solid{200, 50, 25, 255};
constexpr Rgba glass{200, 50, 25, 128};

Commands fills(const std::vector<PeerRect>& rects, Rgba color) {
  Commands commands;
  for (const PeerRect& r : rects)
    commands.add(draw::FillRect{r.x, r.y, static_cast<std::uint32_t>(r.w),
                                static_cast<std::uint32_t>(r.h), color});
  return commands;
}

std::vector<std::uint8_t> noise(int w, int h, bool opaque) {
  std::vector<std::uint8_t> out;
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x) {
      const auto alpha = static_cast<std::uint8_t>(opaque ? 255 : (x * 7 + y * 3) % 256);
      out.insert(out.end(),
                 {alpha, static_cast<std::uint8_t>(x), static_cast<std::uint8_t>(y), alpha});
    }
  return out;
}

void bench_fills(SurfaceBench& bench, std::vector<std::uint32_t>& memory) {
  Places places;
  // Several, so that waking the render thread does not count.
  Commands clears;
  for (int i = 0; i < clear_count; ++i) clears.add(draw::Clear{solid});
  bench.compare(fmt::format("{} clears (guide {:.2f})", clear_count, 0.106 * clear_count), clears,
                {"memset", [&] {
                   for (int i = 0; i < clear_count; ++i)
                     std::memset(memory.data(), i, memory.size() * sizeof(std::uint32_t));
                 }});
  const auto large = places.rects(200, 512);
  bench.compare("200 rects 512x512 (guide 5.96)", fills(large, solid),
                {"memset of rows", [&] {
                   for (const PeerRect& r : large)
                     for (int y = r.y; y < r.y + r.h; ++y)
                       std::memset(memory.data() + (static_cast<std::ptrdiff_t>(y) * width) + r.x,
                                   200, static_cast<std::size_t>(r.w) * sizeof(std::uint32_t));
                 }});
  const auto small = places.rects(10'000, 16);
  bench.compare("10,000 rects 16x16 (guide 1.33)", fills(small, solid),
                {"cairo", installed_peers().cairo_fills(width, height, small, 1.0)});
  const auto opaque = [&] {
    if (auto sent = bench.surface().clear(colors::white); !sent)
      bench.so_far = std::unexpected(sent.error());
  };
  bench.compare("200 rects 512x512 with alpha", fills(large, glass),
                {"cairo", installed_peers().cairo_fills(width, height, large, 0.5)}, opaque);
  bench.compare("10,000 rects 16x16 with alpha", fills(small, glass),
                {"cairo", installed_peers().cairo_fills(width, height, small, 0.5)}, opaque);
}

void bench_shapes(SurfaceBench& bench, std::vector<std::uint32_t>& memory) {
  Places places;
  const PixelFrame frame{memory.data(), width, height};
  constexpr std::uint32_t value = 0xFF1932C8U;
  Commands circles;
  std::vector<PeerRect> centers;
  for (int i = 0; i < 2000; ++i) {
    centers.push_back({places(width), places(height), 0, 0});
    circles.add(draw::FillCircle{centers.back().x, centers.back().y, 20, solid});
  }
  bench.compare("2,000 filled circles r=20 (guide 3.67)", circles,
                {"pixel loop", [&] {
                   for (const PeerRect& c : centers) loop_fill_circle(frame, c.x, c.y, 20, value);
                 }});
  std::vector<std::array<int, 6>> corners;
  Commands lines;
  Commands triangles;
  for (int i = 0; i < 2000; ++i) {
    corners.push_back({places(width), places(height), places(width), places(height), places(width),
                       places(height)});
    const auto& c = corners.back();
    lines.add(draw::DrawLine{c[0], c[1], c[2], c[3], solid});
    if (i < 500) triangles.add(draw::FillTriangle{c[0], c[1], c[2], c[3], c[4], c[5], solid});
  }
  bench.compare("2,000 long lines (guide 2.7)", lines, {"pixel loop", [&] {
                                                          for (const auto& c : corners)
                                                            loop_draw_line(frame, c[0], c[1], c[2],
                                                                           c[3], value);
                                                        }});
  bench.compare("500 big triangles (guide 92)", triangles,
                {"pixel loop", [&] {
                   for (std::size_t i = 0; i < 500; ++i) {
                     const auto& c = corners[i];
                     loop_fill_triangle(frame, c[0], c[1], c[2], c[3], c[4], c[5], value);
                   }
                 }});
}

void bench_pictures(SurfaceBench& bench) {
  Places places;
  const Surface& surface = bench.surface();
  const auto load = [&](Result<Sequence> loaded) {
    if (!loaded) bench.so_far = std::unexpected(loaded.error());
  };
  const auto opaque = [&] { load(surface.clear(colors::white)); };
  const auto spots = places.rects(1000, 64);
  for (const bool solid_pixels : {true, false}) {
    const std::uint64_t id = solid_pixels ? 1 : 2;
    const char* kind = solid_pixels ? "opaque" : "with alpha";
    load(surface.load_sprite(id, {noise(64, 64, solid_pixels), 64, 64}));
    Commands blits;
    for (const PeerRect& r : spots) blits.add(draw::Blit{id, r.x, r.y});
    bench.compare(
        fmt::format("1,000 blits 64x64 {}{}", kind, solid_pixels ? " (guide 0.375)" : ""), blits,
        {"cairo", installed_peers().cairo_blits(width, height, 64, solid_pixels, spots)}, opaque);
    load(surface.load_image(id, {noise(640, 360, solid_pixels), 640, 360}));
    bench.compare(fmt::format("640x360 scaled to 1080p {}", kind),
                  Commands(draw::ImageBlit{id, 0, 0, width, height}),
                  {"cairo", installed_peers().cairo_scale(width, height, 640, 360, solid_pixels,
                                                          {0, 0, width, height})},
                  opaque);
    load(surface.load_image(id, {noise(width, height, solid_pixels), width, height}));
    bench.compare(fmt::format("1080p scaled to 960x540 {}", kind),
                  Commands(draw::ImageBlit{id, 0, 0, 960, 540}),
                  {"cairo", installed_peers().cairo_scale(width, height, width, height,
                                                          solid_pixels, {0, 0, 960, 540})},
                  opaque);
  }
}

// One million small commands, checked and walked through.
void bench_decoding(SurfaceBench& bench) {
  Commands commands;
  for (std::int32_t i = 0; i < 1'000'000; ++i) {
    if (i % 2 == 0)
      commands.add(draw::FillRect{i, i, 16, 16, solid});
    else
      commands.add(draw::DrawLine{1, 2, 3, i, solid});
  }
  const std::vector<std::byte> message = encode(commands.batch());
  std::uint64_t sum = 0;
  const std::vector<std::function<void()>> functions = {[&] {
    if (!check_message(message)) return;
    visit_message(message, [&](const auto& command, const Place&) {
      if constexpr (requires { command.w; }) sum += command.w;
      if constexpr (requires { command.y2; }) sum += static_cast<std::uint64_t>(command.y2);
    });
  }};
  const std::vector<Timing> timings = measure(functions, bench.seconds());
  if (sum == 0) bench.so_far = std::unexpected(Error{ErrorCode::internal, "nothing was decoded"});
  bench.report("1,000,000 commands decoded", timings, {});
}

// What a game-like frame costs; 60 of them a second must leave nine tenths of a core free.
void bench_frame(SurfaceBench& bench) {
  Places places;
  Commands frame(draw::Clear{colors::black});
  for (int i = 0; i < 250; ++i) {
    frame.add(draw::FillRect{places(width), places(height), 16, 16, solid});
    frame.add(draw::DrawCircle{places(width), places(height), 12, glass});
    frame.add(draw::Blit{2, places(width), places(height)});
    frame.add(draw::FillRoundRect{places(width), places(height), 40, 24, 6, glass});
  }
  frame.add(draw::Present{});
  bench.compare("frame of 1,000 commands", frame, {});
  const std::vector<Timing> paced = {
      measure_paced([&] { bench.draw(frame); }, 60, bench.seconds())};
  bench.report("frame of 1,000 commands, 60 a second: processor time (limit 1.67)", paced, {});
}

}  // namespace

Result<void> bench_surface(const BenchOptions& options, Reporter& reporter) {
  auto surface = Surface::create(width, height);
  if (!surface) return std::unexpected(surface.error());
  SurfaceBench bench(*surface, options.quick ? 0.02 : 1.5, reporter);
  std::vector<std::uint32_t> memory(static_cast<std::size_t>(width) * height);
  bench_fills(bench, memory);
  bench_shapes(bench, memory);
  bench_pictures(bench);
  bench_decoding(bench);
  bench_frame(bench);
  for (const SurfaceError& error : surface->take_errors()) return std::unexpected(error.error);
  return bench.so_far;
}

}  // namespace dala::bench
