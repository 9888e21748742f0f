// dala-demo [FOLDER]: what the library does, on input it makes itself. Pictures go to FOLDER,
// which is out/demo when not given.
#include <functional>
#include <iostream>
#include <vector>

#include "steps.hpp"

int main(int argc, char** argv) {
  const std::filesystem::path folder = argc > 1 ? argv[1] : "out/demo";
  const auto compute = dala::Compute::create();
  if (!compute) {
    std::cerr << "demo: " << compute.error().message << '\n';
    return 1;
  }
  const std::vector<std::function<dala::Result<void>()>> steps = {
      [&] { return demo::show_device(*compute); },
      [&] { return demo::add_vectors(*compute); },
      [&] { return demo::run_async(*compute); },
      [&] { return demo::run_pipeline(*compute); },
      [&] { return demo::draw_gradient(*compute, folder); },
      [&] { return demo::run_own_kernel(*compute, folder); },
      [&] { return demo::draw_surface(*compute, folder); },
  };
  for (const auto& step : steps) {
    if (const auto done = step(); !done) {
      std::cerr << "demo: " << done.error().message << '\n';
      return 1;
    }
  }
}
