// Random commands over random buffers with random parameters: each is run or rejected, never worse.
// What was rejected must have left its output alone.
#include <array>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <vector>

#include <span>

#include <dala/compute.hpp>

namespace {

// Takes small decisions from the input until it is used up; then zeros.
class Decisions {
 public:
  Decisions(const std::uint8_t* data, std::size_t size) : data_(data), left_(size) {}

  [[nodiscard]] bool done() const { return left_ == 0; }
  std::uint8_t byte() {
    if (left_ == 0) return 0;
    --left_;
    return *data_++;
  }
  std::size_t below(std::size_t n) { return byte() % n; }

 private:
  const std::uint8_t* data_;
  std::size_t left_;
};

const dala::Compute& compute() {
  static const dala::Compute shared =
      dala::Compute::create({.threads = 2, .memory_limit = 1 << 24}).value();
  return shared;
}

dala::Shape random_shape(Decisions& decisions) {
  std::array<std::int64_t, 10> dims{};
  const std::size_t rank =
      decisions.below(8) == 0 ? decisions.below(dims.size()) : decisions.below(4);
  for (std::size_t i = 0; i < rank; ++i) {
    constexpr std::array<std::int64_t, 8> sizes = {1, 2, 3, 4, 7, 0, -1, std::int64_t{1} << 40};
    dims[i] = sizes[decisions.below(decisions.below(4) == 0 ? sizes.size() : 5)];
  }
  return dala::Shape(std::span(dims.data(), rank));
}

dala::ParamValue random_value(Decisions& decisions) {
  const double number = static_cast<double>(decisions.byte()) - 100;
  switch (decisions.below(8)) {
    case 0:
      return true;
    case 1:
      return static_cast<std::int64_t>(number) << decisions.below(56);
    case 2:
      return std::numeric_limits<double>::infinity() * number;
    case 3:
      return "text";
    case 4:
      return dala::Integers{static_cast<std::int64_t>(decisions.below(4)), 0};
    case 5:
      return dala::Integers{1, static_cast<std::int64_t>(decisions.below(4)) - 1};
    default:
      return number / 8;
  }
}

dala::Command random_command(Decisions& decisions, const std::vector<dala::KernelInfo>& kernels,
                             const std::vector<dala::Buffer>& buffers) {
  const auto any_buffer = [&] {
    return buffers.empty() ? dala::Buffer{} : buffers[decisions.below(buffers.size())];
  };
  const dala::KernelInfo& kernel = kernels[decisions.below(kernels.size())];
  dala::Command command;
  command.op = decisions.below(16) == 0 ? dala::Op::copy_buffer : dala::Op::run_kernel;
  command.kernel = kernel.name;
  const bool exact = decisions.below(8) != 0;
  const std::size_t inputs = exact ? kernel.inputs.size() : decisions.below(4);
  for (std::size_t i = 0; i < inputs; ++i) command.inputs.push_back(any_buffer());
  command.outputs.push_back(any_buffer());
  for (const dala::ParamInfo& param : kernel.params)
    if (decisions.below(3) != 0) command.params.set(param.name, random_value(decisions));
  return command;
}

void must_hold(bool condition) {
  if (!condition) std::abort();
}

void try_command(Decisions& decisions, const dala::Command& command) {
  const dala::Buffer& output = command.outputs[0];
  const auto before = output.read_bytes();
  const auto id = compute().submit(command);
  if (!id) {
    must_hold(!id.error().message.empty());
    const auto after = output.read_bytes();
    must_hold(before.has_value() == after.has_value() && (!before || *before == *after));
  } else if (decisions.below(2) == 0) {
    must_hold(compute().wait(*id).has_value());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::vector<dala::KernelInfo> kernels = compute().kernels();
  Decisions decisions(data, size);
  std::vector<dala::Buffer> buffers;
  while (!decisions.done()) {
    switch (decisions.below(8)) {
      case 0:
      case 1:
      case 2: {
        const dala::DType dtype = dala::all_dtypes[decisions.below(dala::all_dtypes.size())];
        const auto buffer = compute().buffer_zeros(random_shape(decisions), dtype);
        if (buffer) buffers.push_back(*buffer);
        break;
      }
      case 3:
        if (!buffers.empty()) buffers[decisions.below(buffers.size())].free();
        break;
      default:
        try_command(decisions, random_command(decisions, kernels, buffers));
    }
  }
  compute().wait_all();
  return 0;
}
