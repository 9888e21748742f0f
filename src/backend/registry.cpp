#include "backend/registry.hpp"

#include "backend/cpu/cpu_device.hpp"
#include "core/error.hpp"

namespace dala::backend {

namespace {

struct Backend {
  const char* id;
  DeviceInfo (*describe)(const DeviceOptions& options);
  Result<std::shared_ptr<Device>> (*create)(const DeviceOptions& options, WorkerPool& pool);
};

constexpr Backend backends[] = {
    {"cpu", cpu::describe, cpu::create},
};

}  // namespace

std::vector<std::string> built_in_backends() {
  std::vector<std::string> names;
  for (const Backend& backend : backends) names.emplace_back(backend.id);
  return names;
}

std::vector<DeviceInfo> list_devices(const DeviceOptions& options) {
  std::vector<DeviceInfo> devices;
  for (const Backend& backend : backends) devices.push_back(backend.describe(options));
  return devices;
}

Result<std::shared_ptr<Device>> open_device(std::string_view id, const DeviceOptions& options,
                                            WorkerPool& pool) {
  std::string known;
  for (const Backend& backend : backends) {
    if (id.empty() || id == backend.id) return backend.create(options, pool);
    known += format("{}{}", known.empty() ? "" : ", ", backend.id);
  }
  return fail(ErrorCode::unknown_device, "there is no device \"{}\"; this machine has: {}", id,
              known);
}

}  // namespace dala::backend
