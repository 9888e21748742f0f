// What a kernel says about itself. `dala kernels`, docs/kernels.md, validation and error messages
// all come from this one description.
#pragma once

#include <functional>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include <dala/dtype.hpp>
#include <dala/error.hpp>
#include <dala/params.hpp>
#include <dala/shape.hpp>

namespace dala {

struct TensorInfo {
  std::string name = {};
  DTypeSet dtypes = any_dtype;
  std::string summary = {};
};

struct ParamInfo {
  std::string name = {};
  ParamType type = ParamType::number;
  std::string summary = {};
  ParamValue fallback = {};  // used when the caller gives none
  bool required = false;     // no fallback: the caller must give it
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
};

struct KernelInfo {
  std::string name = {};     // lower case letters, digits and underscores
  std::string family = {};   // groups the listing: "elementwise", "reduction", ...
  std::string summary = {};  // one sentence
  std::vector<TensorInfo> inputs = {};
  std::vector<TensorInfo> outputs = {{"output", any_dtype, "the result"}};
  std::vector<ParamInfo> params = {};
  bool in_place = false;  // an output may be the same buffer as an input
};

// A kernel written in C++ that runs on the host, registered with Compute::register_kernel.
struct HostTensor {
  DType dtype = DType::f32;
  Shape shape;
  std::span<std::byte> bytes;

  template <typename T>
  [[nodiscard]] std::span<T> values() const {
    return {reinterpret_cast<T*>(bytes.data()), bytes.size() / sizeof(T)};
  }
};

struct HostCall {
  std::span<const HostTensor> inputs;
  std::span<const HostTensor> outputs;
  std::span<const ParamValue> params;  // in the order of KernelInfo::params, fallbacks filled in
};

// Checks shapes before anything runs (outputs' bytes are empty then); may be empty.
using HostCheck = std::function<Result<void>(const HostCall&)>;
using HostKernel = std::function<Result<void>(const HostCall&)>;

// A kernel in the kernel language (docs/kernel-language.md), registered with
// Compute::register_kernel.
struct KernelSource {
  std::string text = {};
  // What the text leaves open about parameters: fallbacks, ranges, summaries; and, for the header
  // form with `params: Map`, which there are. Parameters of the text that are not listed here are
  // required.
  std::vector<ParamInfo> params = {};
  std::string summary = {};
  std::string file = {};  // what messages call the text; empty: the kernel's name
};

}  // namespace dala
