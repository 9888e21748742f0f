// The benchmarks behind `dala bench`.
#pragma once

#include <string>
#include <vector>

namespace dala::bench {

struct BenchOptions {
  std::string area;      // empty: all
  std::string device;    // empty: as Compute chooses
  bool json = false;     // one object a line instead of a table
  bool quick = false;    // fewer and smaller cases, to see that it runs
  unsigned threads = 0;  // 0: the numbers of threads that the area wants to show
};

[[nodiscard]] std::vector<std::string> bench_areas();

// 0, or 1 after a message on stderr when something could not be measured.
[[nodiscard]] int run_bench(const BenchOptions& options);

}  // namespace dala::bench
