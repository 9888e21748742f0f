// A random program of the kernel language together with one launch of it.
//
// It always compiles, always ends, and its result does not depend on the order in which invocations
// run, so every correct target gives the same outputs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <dala/core/dtype.hpp>
#include <dala/core/params.hpp>
#include <dala/core/shape.hpp>

#include "kernel/lower/options.hpp"

namespace dala::fuzz {

struct GenerateOptions {
  // Only operations that are defined to the last bit. The other functions (exp, sin, pow, ...) may
  // differ by a few units in the last place between targets, which a program can make large.
  bool exact_only = true;
  // Neither s64 nor f64, which some devices do not have.
  bool narrow = false;
};

struct TensorData {
  std::string name;
  DType dtype = DType::f32;
  Shape shape;
  std::vector<std::byte> bytes;  // of outputs: what they hold before the launch
};

struct Program {
  std::uint64_t seed = 0;
  std::string source;
  kernel::CompileOptions options;
  std::vector<TensorData> inputs;
  std::vector<TensorData> outputs;
  std::vector<ParamValue> params;
};

// No generated program needs this many steps of the interpreter; most take less than 30 000.
inline constexpr std::uint64_t program_step_limit = 1'000'000;

[[nodiscard]] Program generate(std::uint64_t seed, const GenerateOptions& options = {});

// The source, and the launch as comments behind it.
[[nodiscard]] std::string describe(const Program& program);

}  // namespace dala::fuzz
