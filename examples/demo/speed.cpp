// How fast it is beside plain loops, measured here and now, and how far the results are apart.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>

#include <dala/media/pipeline.hpp>

#include "demo.hpp"
#include "plain.hpp"

namespace demo {

namespace {

// The median, in milliseconds, of several runs: the first, which compiles and fills caches, does
// not count in it.
dala::Result<double> time_of(int runs, const std::function<dala::Result<void>()>& work) {
  std::vector<double> times;
  for (int i = 0; i < runs; ++i) {
    const auto start = std::chrono::steady_clock::now();
    if (auto done = work(); !done) return std::unexpected(done.error());
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    times.push_back(took.count());
  }
  std::ranges::sort(times);
  return times[times.size() / 2];
}

struct Race {
  std::string what = {};
  std::function<dala::Result<void>()> plain = {};
  std::function<dala::Result<void>()> dala = {};
  std::function<std::string()> difference = {};
};

std::string levels_apart(const std::vector<std::uint8_t>& a, const std::vector<std::uint8_t>& b) {
  int largest = 0;
  std::size_t differ = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const int apart = std::abs(a[i] - b[i]);
    largest = std::max(largest, apart);
    differ += apart > 1 ? 1 : 0;
  }
  return "at most " + std::to_string(largest) + " of 255, more than 1 in " +
         number_text(100.0 * static_cast<double>(differ) / static_cast<double>(a.size()), 2) +
         "\u00a0% of the values";
}

dala::Result<std::vector<std::string>> run(const Race& race) {
  const auto plain = time_of(3, race.plain);
  if (!plain) return std::unexpected(plain.error());
  const auto ours = time_of(9, race.dala);
  if (!ours) return std::unexpected(ours.error());
  return std::vector<std::string>{race.what, milliseconds_text(*plain), milliseconds_text(*ours),
                                  number_text(*plain / *ours, 1) + "\u00d7", race.difference()};
}

}  // namespace

dala::Result<Section> beside_plain_loops(Demo& demo) {
  const auto frames = dala::media::FramePipeline::start(demo.photo.width, demo.photo.height,
                                                        {.compute = demo.compute});
  if (!frames) return std::unexpected(frames.error());
  dala::media::Picture plain_picture;
  std::vector<std::uint8_t> picture(demo.photo.rgba.size());
  const auto apart = [&] { return levels_apart(plain_picture.rgba, picture); };
  const Race filters{
      .what = "the five filters, 1280 x 800",
      .plain = [&]() -> dala::Result<void> {
        plain_picture = plain::filter_photo(demo.photo);
        return {};
      },
      .dala = [&] { return frames->process_frame_into(demo.photo.rgba, photo_filters(), picture); },
      .difference = apart};

  const dala::Shape shape{demo.photo.height, demo.photo.width, 4};
  const auto photo = demo.compute.buffer<std::uint8_t>(demo.photo.rgba, shape);
  const auto printed = demo.compute.buffer_zeros(shape, dala::DType::u8);
  if (!photo) return std::unexpected(photo.error());
  if (!printed) return std::unexpected(printed.error());
  const Race halftone{
      .what = "the kernel above, 1280 x 800",
      .plain = [&]() -> dala::Result<void> {
        plain_picture = plain::halftone(demo.photo, 6);
        return {};
      },
      .dala = [&]() -> dala::Result<void> {
        if (auto done = demo.compute.run_kernel("halftone", *photo, *printed, {{"size", 6.0}});
            !done)
          return done;
        return printed->read_into(std::as_writable_bytes(std::span(picture)));
      },
      .difference = apart};

  constexpr std::size_t side = 512;
  std::vector<float> a(side * side);
  std::vector<float> b(side * side);
  for (std::size_t i = 0; i < a.size(); ++i) {
    a[i] = std::sin(static_cast<float>(i));
    b[i] = std::cos(static_cast<float>(i));
  }
  const dala::Shape square{side, side};
  const auto left = demo.compute.buffer<float>(a, square);
  const auto right = demo.compute.buffer<float>(b, square);
  const auto product = demo.compute.buffer_zeros(square, dala::DType::f32);
  for (const auto* made : {&left, &right, &product})
    if (!*made) return std::unexpected(made->error());
  std::vector<float> plain_product;
  std::vector<float> our_product(a.size());
  const Race matrices{.what = "a matrix product, 512 x 512",
                      .plain = [&]() -> dala::Result<void> {
                        plain_product = plain::matmul(a, b, side);
                        return {};
                      },
                      .dala = [&]() -> dala::Result<void> {
                        if (auto done = demo.compute.matmul(*left, *right, *product); !done)
                          return done;
                        return product->read_into(std::as_writable_bytes(std::span(our_product)));
                      },
                      .difference =
                          [&] {
                            float largest = 0;
                            for (std::size_t i = 0; i < our_product.size(); ++i)
                              largest =
                                  std::max(largest, std::abs(our_product[i] - plain_product[i]));
                            return "at most " + number_text(static_cast<double>(largest), 6);
                          }};

  const auto& device = demo.compute.device_info();
  Section section{
      .title = "How fast, beside the plain way",
      .about =
          "The same work as loops in C++ (examples/demo/plain.cpp, -O2, one thread), and by the "
          "library on " +
          device.id + " with " + std::to_string(device.limits.threads) +
          " threads. Medians of this run, with the way into the library's memory and back. "
          "make bench compares with OpenCV, oneDNN, libav and others instead.",
      .table = {.head = {"what", "plain loops", "Dala", "", "results differ by"}}};
  for (const Race* race : {&filters, &halftone, &matrices}) {
    auto row = run(*race);
    if (!row) return std::unexpected(row.error());
    section.found += (section.found.empty() ? "" : ", ") +
                     race->what.substr(0, race->what.find(',')) + " " + (*row)[3];
    section.table.rows.push_back(std::move(*row));
  }
  return section;
}

}  // namespace demo
