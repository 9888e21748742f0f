// What `dala info` says about the cache of compiled kernels.
#pragma once

#include <dala/core/device.hpp>

#include "kernel/cache/disk_cache.hpp"

namespace dala::backend {

// Its folder, or why the folder that was named is not used.
inline void add_cache_detail(DeviceInfo& info, const kernel::DiskCache& cache) {
  if (std::string state = cache.state(); !state.empty())
    info.details.push_back({"kernel cache", std::move(state)});
}

}  // namespace dala::backend
