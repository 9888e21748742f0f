// Which device and implementation did each step, why, and what it cost.
//
//   std::cout << dala::to_string(*compute.explain(id));
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <dala/core/export.hpp>

namespace dala {

struct Rejection {
  std::string implementation;
  std::string reason;
};

struct StageExplanation {
  std::string op;      // "run_kernel", "copy_buffer", "barrier"
  std::string kernel;  // empty unless run_kernel
  std::string device;
  std::string implementation;
  std::string why;                    // why this one
  std::vector<Rejection> rejections;  // those rejected before it, in order
  double compile_ms = 0;              // choosing and preparing it
  double copy_ms = 0;                 // moving data between host and device, or buffer to buffer
  double compute_ms = 0;  // running it; both 0 where a device was given it and not waited for
  std::uint64_t bytes_read = 0;  // of its inputs
  std::uint64_t bytes_written = 0;
  std::uint64_t bytes_moved = 0;  // copied between memories to get them there
};

struct Explanation {
  std::vector<StageExplanation> stages;
  bool ran = false;     // times are those of the last run; otherwise nothing has run yet
  double queue_ms = 0;  // from submit to start
  double total_ms = 0;  // from start to end; 0 where the device was not waited for
  std::uint64_t transient_bytes = 0;  // memory planned for a pipeline's transient buffers
};

[[nodiscard]] DALA_API std::string to_string(const Explanation& explanation);

}  // namespace dala
