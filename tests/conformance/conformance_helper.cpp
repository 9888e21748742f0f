#include "conformance/conformance.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <optional>
#include <random>

#include "conformance/table.hpp"
#include "core/dispatch.hpp"
#include "core/format.hpp"

namespace dala::conformance {

namespace {

template <typename T>
T value_of(std::mt19937& engine, bool tame) {
  if constexpr (std::is_same_v<T, Bool>) {
    // Any byte but 0 is true.
    Bool value;
    value.byte = static_cast<std::uint8_t>(engine() % 2 == 0 ? engine() % 2 : engine());
    return value;
  } else if constexpr (is_float_type<T>) {
    if (!tame && engine() % 16 == 0) {
      constexpr float hard[] = {0,
                                -0.0F,
                                std::numeric_limits<float>::infinity(),
                                -std::numeric_limits<float>::infinity(),
                                std::numeric_limits<float>::quiet_NaN(),
                                std::numeric_limits<float>::max(),
                                0.5F,
                                -1.5F};
      return static_cast<T>(hard[engine() % std::size(hard)]);
    }
    return static_cast<T>(std::uniform_real_distribution<float>(-4, 4)(engine));
  } else {
    if (tame) return static_cast<T>(engine() % 11);
    if (engine() % 8 == 0)
      return engine() % 2 == 0 ? std::numeric_limits<T>::min() : std::numeric_limits<T>::max();
    return static_cast<T>(std::uniform_int_distribution<std::int64_t>(-300, 300)(engine));
  }
}

BufferList upload(Compute& compute, const std::vector<Tensor>& tensors) {
  BufferList buffers;
  for (const Tensor& t : tensors) {
    auto buffer = compute.buffer_from_bytes(t.bytes, t.shape, t.dtype);
    EXPECT_TRUE(buffer) << buffer.error().message;
    buffers.push_back(buffer ? *buffer : Buffer{});
  }
  return buffers;
}

struct Results {
  std::vector<Tensor> outputs;
  bool on_device = true;  // not on the CPU fallback
};

Result<Results> run(Compute& compute, const Case& c) {
  const BufferList inputs = upload(compute, c.inputs);
  const BufferList outputs = upload(compute, c.outputs);
  const auto explained = compute.explain(
      Command{.kernel = c.kernel, .inputs = inputs, .outputs = outputs, .params = c.params});
  if (!explained) return std::unexpected(explained.error());
  if (const auto ran = compute.run_kernel(c.kernel, inputs, outputs, c.params); !ran)
    return std::unexpected(ran.error());
  Results results;
  results.on_device = !explained->stages[0].implementation.starts_with("cpu ");
  for (const Buffer& buffer : outputs) {
    auto bytes = buffer.read_bytes();
    if (!bytes) return std::unexpected(bytes.error());
    results.outputs.push_back({buffer.dtype(), buffer.shape(), std::move(*bytes)});
  }
  return results;
}

}  // namespace

std::string Tensor::describe() const { return format("{}{}", to_string(dtype), to_string(shape)); }

Tensor random(DType dtype, const Shape& shape, unsigned seed, bool tame) {
  Tensor tensor = zeros(dtype, shape);
  std::mt19937 engine(seed);
  visit_dtype(dtype, [&]<typename T>(Type<T>) {
    for (std::size_t i = 0; i < tensor.bytes.size(); i += sizeof(T)) {
      const T value = value_of<T>(engine, tame);
      std::memcpy(&tensor.bytes[i], &value, sizeof(T));
    }
  });
  return tensor;
}

Tensor zeros(DType dtype, const Shape& shape) {
  return {dtype, shape,
          std::vector<std::byte>(static_cast<std::size_t>(shape.elements()) * size_of(dtype))};
}

namespace {

// Closed when the tests are over, not when the process ends: by then a driver may be gone.
class Devices : public testing::Environment {
 public:
  void TearDown() override { all_.clear(); }
  Compute* get(const std::string& device) {
    const auto known = all_.find(device);
    if (known != all_.end()) return known->second ? &*known->second : nullptr;
    auto made = Compute::create({.device = device, .threads = 2});
    auto& kept = all_[device];
    if (made) kept = *made;
    return kept ? &*kept : nullptr;
  }

 private:
  std::map<std::string, std::optional<Compute>> all_;
};

}  // namespace

Compute* compute_on(const std::string& device) {
  static auto* devices = static_cast<Devices*>(
      testing::AddGlobalTestEnvironment(std::make_unique<Devices>().release()));
  return devices->get(device);
}

void Suite::SetUp() {
  device_ = compute_on(GetParam());
  reference_ = compute_on("cpu-interpreter");
  ASSERT_NE(reference_, nullptr);
  if (device_ == nullptr) GTEST_SKIP() << "this machine has no device " << GetParam();
}

testing::AssertionResult same(const Case& c, const Tensor& got, const Tensor& expected) {
  return visit_dtype(expected.dtype, [&]<typename T>(Type<T>) -> testing::AssertionResult {
    for (std::size_t at = 0; at < expected.bytes.size(); at += sizeof(T)) {
      T a{};
      T b{};
      std::memcpy(&a, &got.bytes[at], sizeof(T));
      std::memcpy(&b, &expected.bytes[at], sizeof(T));
      if constexpr (std::is_same_v<T, Bool>) {
        // A kernel that computes writes 0 or 1; one that moves elements may leave their bytes.
        const bool is_moved = c.kernel == "transpose";
        if (static_cast<bool>(a) == static_cast<bool>(b) && (is_moved || a.byte <= 1)) continue;
      } else if (a == b || (a != a && b != b)) {
        continue;
      }
      if constexpr (is_float_type<T>) {
        // What may differ may be rounded to the next number of a type with few digits.
        const double digit = static_cast<double>(std::numeric_limits<T>::epsilon());
        const double relative = c.relative == 0 ? 0 : std::max(c.relative, digit);
        const double allowed = relative * std::abs(static_cast<double>(b)) + c.absolute;
        if (std::abs(static_cast<double>(a) - static_cast<double>(b)) <= allowed) continue;
      }
      return testing::AssertionFailure()
             << c.kernel << ": element " << at / sizeof(T) << " of " << expected.describe()
             << " is " << static_cast<double>(a) << ", not " << static_cast<double>(b);
    }
    return testing::AssertionSuccess();
  });
}

namespace {

// What the kernel makes where the outputs are only chosen, not given, is the same to the last bit.
void expect_same_inferred(Compute& compute, const Case& c, const Results& given) {
  std::vector<OutputChoice> choices;
  for (const Tensor& output : c.outputs)
    choices.push_back({.dtype = output.dtype, .shape = output.shape});
  const BufferList inputs = upload(compute, c.inputs);
  const auto specs = compute.infer(c.kernel, inputs, c.params, choices);
  ASSERT_TRUE(specs) << specs.error().message;
  const auto made = compute.run_many(c.kernel, inputs, c.params, choices);
  ASSERT_TRUE(made) << made.error().message;
  ASSERT_EQ(made->size(), given.outputs.size());
  for (std::size_t i = 0; i < made->size(); ++i) {
    const Tensor& output = given.outputs[i];
    EXPECT_EQ((*specs)[i], (TensorSpec{output.dtype, output.shape}));
    EXPECT_EQ(((*made)[i].shape()), output.shape);
    const auto bytes = (*made)[i].read_bytes();
    ASSERT_TRUE(bytes) << bytes.error().message;
    EXPECT_TRUE(*bytes == output.bytes) << "output " << i << " differs where it was inferred";
  }
}

// Without choices too, unless the kernel leaves them open; then it says so.
void expect_inferred(Compute& compute, const Case& c) {
  const auto specs = compute.infer(c.kernel, upload(compute, c.inputs), c.params);
  if (c.kernel == "cast" || c.kernel == "generate_gradient") {
    ASSERT_FALSE(specs);
    EXPECT_EQ(specs.error().code, ErrorCode::cannot_infer) << specs.error().message;
    return;
  }
  ASSERT_TRUE(specs) << specs.error().message;
  const Tensor& output = c.outputs[0];
  const bool is_one = output.shape == Shape{1} && (*specs)[0].shape == Shape{};
  EXPECT_TRUE(is_one || (*specs)[0].shape == output.shape) << to_string((*specs)[0].shape);
  const bool has_choice = c.kernel == "sum" || c.kernel == "mean" || c.kernel == "argmax";
  EXPECT_TRUE(has_choice || (*specs)[0].dtype == output.dtype) << to_string((*specs)[0].dtype);
}

}  // namespace

std::vector<DType> Suite::dtypes_of(const std::string& kernel) const {
  const auto info = device_->kernel(kernel);
  if (!info) return {};
  const DTypeSet taken = (info->inputs.empty() ? info->outputs : info->inputs)[0].dtypes;
  std::vector<DType> dtypes;
  for (const DType dtype : all_dtypes)
    if (taken.contains(dtype)) dtypes.push_back(dtype);
  return dtypes;
}

void Suite::expect_same(const Case& c) {
  const auto expected = run(*reference_, c);
  const auto got = run(*device_, c);
  std::string described = c.kernel;
  for (const Tensor& t : c.inputs) described += " " + t.describe();
  SCOPED_TRACE(described);
  ASSERT_TRUE(expected) << expected.error().message;
  ASSERT_TRUE(got) << got.error().message;
  for (std::size_t i = 0; i < got->outputs.size(); ++i)
    ASSERT_TRUE(same(c, got->outputs[i], expected->outputs[i])) << "output " << i;
  const auto kernel = device_->kernel(c.kernel);
  if (kernel && kernel->family != "text") {
    expect_same_inferred(*device_, c, *got);
    expect_inferred(*device_, c);
    passed(c.kernel, GetParam(), (c.inputs.empty() ? c.outputs : c.inputs)[0].dtype,
           got->on_device);
  }
}

void Suite::expect_same_text(const std::string& text, Case c) {
  SCOPED_TRACE(text);
  c.kernel = "conformance_text";
  for (Compute* compute : {device_, reference_}) {
    auto done = compute->replace_kernel(c.kernel, KernelSource{.text = text});
    if (!done && done.error().code == ErrorCode::unknown_kernel)
      done = compute->register_kernel(c.kernel, KernelSource{.text = text});
    ASSERT_TRUE(done) << done.error().message;
  }
  expect_same(c);
}

std::vector<Shape> shapes() { return {{1}, {7}, {251}, {4097}, {13, 17}, {3, 5, 7}, {0}, {3, 0}}; }

}  // namespace dala::conformance
