// The kernels known by name. Many readers, rare writers; an entry in use stays alive after it is
// replaced.
#pragma once

#include <functional>
#include <memory>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "compute/kernel_entry.hpp"

namespace dala {

class KernelRegistry {
 public:
  KernelRegistry();  // with the built-in kernels

  // Unknown: an error that names the nearest known one.
  [[nodiscard]] Result<std::shared_ptr<const KernelEntry>> find(std::string_view name) const;
  [[nodiscard]] Result<void> add(KernelEntry entry);
  // Adds it, or puts it in the place of one that was registered before.
  [[nodiscard]] Result<void> replace(KernelEntry entry);
  [[nodiscard]] Result<void> remove(std::string_view name);
  [[nodiscard]] std::vector<KernelInfo> list() const;  // by family, then name

 private:
  [[nodiscard]] Result<void> put(KernelEntry entry, bool may_replace);

  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };
  mutable std::shared_mutex mutex_;
  std::unordered_map<std::string, std::shared_ptr<const KernelEntry>, Hash, std::equal_to<>>
      entries_;
};

}  // namespace dala
