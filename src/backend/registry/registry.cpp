#include "backend/registry/registry.hpp"

#include <cstdlib>
#include <optional>

#include "backend/cpu/cpu_device.hpp"
#include "backend/cuda/cuda_device.hpp"
#include "backend/fallback/verify.hpp"
#include "backend/gles/gles_device.hpp"
#include "backend/interpreter/interpreter_device.hpp"
#include "core/error.hpp"

namespace dala::backend {

namespace {

// One line for each backend. Automatic choice takes the first whose device is here and is no
// driver that runs on the CPU.
struct Backend {
  const char* id;
  std::optional<DeviceInfo> (*describe)(const DeviceOptions& options);
  Result<std::shared_ptr<Device>> (*create)(const DeviceOptions& options, WorkerPool& pool);
  // A quick test whether describe() might find a device that can be chosen automatically.
  bool (*is_likely)();
};

constexpr Backend backends[] = {
#ifdef DALA_HAS_CUDA
    {"cuda", cuda::describe, cuda::create, cuda::is_likely},
#endif
#ifdef DALA_HAS_GLES
    {"gles", gles::describe, gles::create, gles::is_likely},
#endif
    {"cpu", cpu::describe, cpu::create, [] { return true; }},
    {"cpu-interpreter", interpreter::describe, interpreter::create, [] { return false; }},
};

DeviceOptions with_backends(DeviceOptions options) {
  options.backends.clear();
  for (const Backend& backend : backends) options.backends.emplace_back(backend.id);
  return options;
}

bool is_choice(const std::optional<DeviceInfo>& info) { return info && !info->software; }

bool verify_asked() {
  const char* value = std::getenv("DALA_VERIFY");
  return value != nullptr && std::string_view(value) == "1";
}

Result<std::shared_ptr<Device>> create(const Backend& backend, const DeviceOptions& options,
                                       WorkerPool& pool) {
  DALA_ASSIGN(auto device, backend.create(options, pool));
  if (!verify_asked()) return device;
  if (std::string_view(backend.id) == "cpu")
    return make_variant_verifying(std::move(device), options, pool);
  return make_verifying(std::move(device), options, pool);
}

}  // namespace

std::vector<DeviceInfo> list_devices(const DeviceOptions& given) {
  const DeviceOptions options = with_backends(given);
  std::vector<DeviceInfo> devices;
  std::vector<DeviceInfo> last;
  for (const Backend& backend : backends)
    if (auto info = backend.describe(options))
      (info->software ? last : devices).push_back(std::move(*info));
  for (DeviceInfo& info : last) devices.push_back(std::move(info));
  return devices;
}

Result<std::shared_ptr<Device>> open_device(std::string_view id, const DeviceOptions& given,
                                            WorkerPool& pool) {
  const DeviceOptions options = with_backends(given);
  if (id.empty())
    for (const Backend& backend : backends)
      if (backend.is_likely() && is_choice(backend.describe(options)))
        return create(backend, options, pool);
  for (const Backend& backend : backends)
    if (id == backend.id) return create(backend, options, pool);
  std::string known;
  for (const DeviceInfo& info : list_devices(options))
    known += format("{}{}", known.empty() ? "" : ", ", info.id);
  return fail(ErrorCode::unknown_device, "there is no device \"{}\"; this machine has: {}", id,
              known);
}

}  // namespace dala::backend
