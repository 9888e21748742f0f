// A CUDA driver of the tests' own: memory is the host's, kernels do nothing, and any call can be
// told to fail.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "backend/cuda/driver/library.hpp"

namespace dala::backend::cuda {

// The state behind the functions, which have no argument for it.
struct FakeDriver {
  std::map<std::string, Status> failing;  // by the driver's own name of the function
  std::map<std::string, int> calls;
  int contexts_made = 0;
  int contexts_alive = 0;
  std::size_t memory_blocks = 0;  // not given back yet
  std::size_t memory_limit = ~std::size_t{0};
  std::size_t memory_used = 0;
  std::vector<std::byte> texture;  // what was copied into one last
  // Of a block whose size is the kernel's business: how many fit, by its units; else one.
  std::map<int, int> fitting;
  int major = 9;                        // of the compute capability
  int shared_bytes_opt_in = 48 * 1024;  // of a block that asks for more
  std::vector<std::string> sources;     // that the compiler was given
  std::array<unsigned, 2> launched{};   // blocks and units of the last launch
  std::array<unsigned, 3> grid{};       // its blocks in all directions
  unsigned launched_shared_bytes = 0;
  std::function<void(void** arguments)> on_launch;  // what a kernel does, where it does something
  bool poisoned = false;  // every call to this context fails, as after a kernel that ran wild

  static FakeDriver& get();
  // As it is in the beginning.
  static void reset();
};

// All functions there, and cuBLASLt missing.
[[nodiscard]] std::shared_ptr<const Library> fake_library();

}  // namespace dala::backend::cuda
