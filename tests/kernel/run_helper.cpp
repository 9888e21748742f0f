#include "kernel/run_helper.hpp"

#include <cstring>

#include "core/dispatch.hpp"
#include "core/threads/worker_pool.hpp"
#include "kernel/launch/check.hpp"
#include "kernel/native/run.hpp"

namespace dala::kernel {

namespace {

struct NoTasks final : TaskSource {
  bool run_one(bool /*only_realtime*/) override { return false; }
  [[nodiscard]] bool has_ready() const override { return false; }
};

WorkerPool& pool() {
  static NoTasks source;
  static WorkerPool threads(2);
  static const bool started = threads.start(source).has_value();
  EXPECT_TRUE(started);
  return threads;
}

template <typename T>
bool same_float(const std::byte* a, const std::byte* b) {
  T x{};
  T y{};
  std::memcpy(&x, a, sizeof(T));
  std::memcpy(&y, b, sizeof(T));
  return std::memcmp(a, b, sizeof(T)) == 0 || (x != x && y != y);
}

bool same_element(DType dtype, const std::byte* a, const std::byte* b) {
  return visit_dtype(dtype, [&]<typename T>(Type<T>) {
    if constexpr (is_float_type<T>)
      return same_float<T>(a, b);
    else
      return std::memcmp(a, b, sizeof(T)) == 0;
  });
}

void expect_same(const HostTensor& expected, const HostTensor& actual) {
  const std::size_t size = size_of(expected.dtype);
  for (std::size_t i = 0; i < expected.bytes.size(); i += size)
    ASSERT_TRUE(same_element(expected.dtype, &expected.bytes[i], &actual.bytes[i]))
        << "interpreter and generated code differ at element " << i / size;
}

}  // namespace

std::unique_ptr<jit::Code> native_code(const ir::Module& module, const HostLaunch& launch,
                                       const jit::Options& options) {
  const auto compiler = jit::compiler();
  if (!compiler) return nullptr;
  std::vector<const Shape*> shapes;
  std::size_t input = 0;
  std::size_t output = 0;
  for (const ir::Tensor& t : module.tensors)
    shapes.push_back(t.is_output ? &launch.outputs[output++].shape : &launch.inputs[input++].shape);
  auto object = (*compiler)->compile(module, channel_specialisation_for(module, shapes), options);
  EXPECT_TRUE(object) << object.error().message;
  auto code = (*compiler)->load(*object);
  EXPECT_TRUE(code) << code.error().message;
  return code ? std::move(*code) : nullptr;
}

Result<void> run_both(const ir::Module& module, const HostLaunch& launch) {
  // Native code first, on copies.
  std::vector<std::vector<std::byte>> copies;
  std::vector<HostTensor> outputs(launch.outputs.begin(), launch.outputs.end());
  for (HostTensor& t : outputs) {
    copies.emplace_back(t.bytes.begin(), t.bytes.end());
    t.bytes = copies.back();
  }
  if (const auto fits = check_launch(module, launch); !fits) return fits;
  const Result<void> expected = interpret(module, launch);
  const bool stopped = !expected && expected.error().code == ErrorCode::kernel_failed;
  if (!expected && !stopped) return expected;
  const auto code = native_code(module, launch, {.exact_math = true});
  if (code == nullptr) return expected;
  HostLaunch second = launch;
  second.outputs = outputs;
  if (stopped) second.time_limit = std::chrono::milliseconds(20);
  const Result<void> actual = run_native(module, *code, second, pool());
  EXPECT_EQ(expected.has_value(), actual.has_value());
  if (!stopped)
    for (std::size_t i = 0; i < outputs.size(); ++i) expect_same(launch.outputs[i], outputs[i]);
  return expected;
}

}  // namespace dala::kernel
