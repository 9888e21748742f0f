#include "bench.hpp"

#include <fmt/format.h>

#include <array>

#include "area.hpp"

namespace dala::bench {
namespace {

struct Area {
  const char* name;
  Result<void> (*run)(const BenchOptions&, Reporter&);
};

constexpr std::array areas = {
    Area{"elementwise", bench_elementwise}, Area{"builtins", bench_builtins},
    Area{"matmul", bench_matmul},           Area{"submit", bench_submit},
    Area{"kernels", bench_kernels},         Area{"gpu", bench_gpu},
    Area{"surface", bench_surface},         Area{"media", bench_media},
    Area{"models", bench_models},           Area{"scene", bench_scene},
};

}  // namespace

std::vector<std::string> bench_areas() {
  std::vector<std::string> names;
  for (const Area& area : areas) names.emplace_back(area.name);
  return names;
}

int run_bench(const BenchOptions& options) {
  Reporter reporter(options.json);
  int status = 0;
  for (const Area& area : areas) {
    if (!options.area.empty() && options.area != area.name) continue;
    if (auto done = area.run(options, reporter); !done) {
      fmt::print(stderr, "dala: bench {}: {}\n", area.name, done.error().message);
      status = 1;
    }
  }
  return reporter.has_failed() ? 1 : status;
}

}  // namespace dala::bench
