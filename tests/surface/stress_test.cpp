// Many threads on many surfaces, and many surfaces one after the other. Under the thread sanitizer
// the first is what proves the locking; DALA_SURFACE_SOAK=1 makes the second as long as promised.
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <fstream>
#include <random>
#include <thread>

#include "support/sanitizers.hpp"
#include "surface_fixture.hpp"

namespace dala {
namespace {

class Shelf {  // surfaces that come and go under everybody's hands
 public:
  static constexpr std::size_t count = 8;
  Shelf() {
    for (auto& place : surfaces_) place = make_surface(64, 48, options());
  }
  Surface get(std::size_t i) {
    const std::scoped_lock lock(mutex_);
    return *surfaces_[i];
  }
  void replace(std::size_t i) {
    Surface fresh = make_surface(64, 48, options());
    const std::scoped_lock lock(mutex_);
    std::swap(*surfaces_[i], fresh);
  }
  std::atomic<std::uint64_t> errors{0};

 private:
  SurfaceOptions options() {
    return {.queue_bytes = 4096, .allow_compute = false, .on_error = [this](const SurfaceError&) {
              ++errors;
            }};
  }
  std::mutex mutex_;
  std::array<std::optional<Surface>, count> surfaces_;
};

TEST(SurfaceStress, SixteenProducersOnEightSurfaces) {
  Shelf shelf;
  std::atomic<bool> stop{false};
  std::atomic<std::uint64_t> done{0};
  const auto produce = [&](unsigned seed) {
    std::mt19937 random(seed);
    const auto number = [&](unsigned below) {
      return static_cast<std::uint32_t>(random() % below);
    };
    const std::vector<std::uint8_t> sprite(std::size_t{16} * 16 * 4, 128);
    while (!stop) {
      const std::size_t which = number(Shelf::count);
      const Surface surface = shelf.get(which);
      const auto x = static_cast<std::int32_t>(number(80)) - 10;
      switch (number(16)) {
        case 0:
          surface.present();
          break;
        case 1:
          surface.resize(1 + number(100), 1 + number(100));
          break;
        case 2:
          if (number(20) == 0) surface.destroy();
          break;
        case 3:
          if (number(10) == 0) shelf.replace(which);
          break;
        case 4:
          surface.load_sprite(number(4), {sprite, 16, 16});
          break;
        case 5:
          surface.blit(number(4), x, x);
          break;
        case 6:
          static_cast<void>(surface.get_pixels());
          break;
        case 7:
          surface.batch(
              Commands(draw::Clear{colors::red}, draw::FillCircle{x, x, 9, {1, 2, 3, 99}}));
          break;
        case 8:
          static_cast<void>(surface.take_errors());
          break;
        case 9:
          static_cast<void>(surface.size());
          static_cast<void>(surface.frames_presented());
          break;
        case 10:
          static_cast<void>(
              surface.with_pixels([](const Surface::Pixels& pixels) { pixels.rgba.front() = 1; }));
          break;
        default:
          surface.fill_triangle(x, 0, 40, x, 0, 40, {10, 20, 30, 128});
      }
      ++done;
    }
  };
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < 16; ++i) threads.emplace_back(produce, i);
  std::this_thread::sleep_for(std::chrono::seconds(2));
  stop = true;
  for (std::thread& thread : threads) thread.join();
  EXPECT_GT(done, 1000U);
}

std::size_t resident_bytes() {
  std::ifstream statm("/proc/self/statm");
  std::size_t total = 0;
  std::size_t resident = 0;
  statm >> total >> resident;
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

TEST(SurfaceStress, ManySurfacesComeAndGoInFlatMemory) {
#if defined(DALA_ADDRESS_SANITIZER) || defined(DALA_THREAD_SANITIZER)
  GTEST_SKIP() << "skipped: sanitizers keep freed memory for a while, so it cannot be measured";
#endif
  const int rounds = std::getenv("DALA_SURFACE_SOAK") != nullptr ? 1000 : 4;
  std::size_t after_first = 0;
  for (int round = 0; round < rounds; ++round) {
    std::vector<Surface> surfaces;
    for (int i = 0; i < 32; ++i) {
      surfaces.push_back(make_surface(1920, 1080));
      surfaces.back().clear(colors::blue);
      surfaces.back().present();
    }
    surfaces.clear();
    if (round == 0) after_first = resident_bytes();
  }
  // One surface has 16 MiB; what stays must be less than that.
  EXPECT_LT(resident_bytes(), after_first + (8U << 20));
}

}  // namespace
}  // namespace dala
