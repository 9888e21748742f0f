// The kernels known by name. Many readers, rare writers; an entry in use stays alive after it is
// replaced. Those that the library makes for itself are here too, under names that users can
// neither register, replace nor remove (compute/generated.hpp).
#pragma once

#include <functional>
#include <memory>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "compute/kernels/kernel_entry.hpp"

namespace dala {

// Separates label and identity in the names of generated kernels; other names cannot contain it.
inline constexpr char generated_mark = '#';
[[nodiscard]] inline std::string_view label_of(std::string_view name) {
  return name.substr(0, name.find(generated_mark));
}

class KernelRegistry {
 public:
  KernelRegistry();  // with the built-in kernels

  // Unknown: an error that names the nearest known one.
  [[nodiscard]] Result<std::shared_ptr<const KernelEntry>> find(std::string_view name) const;
  [[nodiscard]] Result<void> add(KernelEntry entry);
  // Adds it, or puts it in the place of one that was registered before.
  [[nodiscard]] Result<void> replace(KernelEntry entry);
  [[nodiscard]] Result<void> remove(std::string_view name);
  [[nodiscard]] std::vector<KernelInfo> list() const;  // by family, then name; none generated

  // The name of the kernel that was made from `content`; `make` makes it where there is none.
  [[nodiscard]] Result<std::string> add_generated(std::string_view label, std::string content,
                                                  const std::function<Result<KernelEntry>()>& make);
  [[nodiscard]] Result<void> put_own(const std::string& name, KernelEntry entry);
  void remove_own(std::string_view name);
  // The kernel of a run of stages that was made from `content`; `make` makes it where there is
  // none.
  [[nodiscard]] Result<std::shared_ptr<const KernelEntry>> find_run(
      const std::string& content, const std::function<Result<KernelEntry>()>& make) const;
  [[nodiscard]] std::size_t size() const;  // all there are

 private:
  [[nodiscard]] Result<void> put(KernelEntry entry, bool may_replace);
  // With the lock held: replaces the kernel of this name; removes it.
  void place(const std::string& name, std::shared_ptr<const KernelEntry> entry);
  void erase(std::string_view name);
  // Null where there is none.
  [[nodiscard]] std::shared_ptr<const KernelEntry> look_up(std::string_view name) const;

  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };
  mutable std::unordered_map<std::string, std::shared_ptr<const KernelEntry>> runs_;
  mutable std::shared_mutex mutex_;
  std::unordered_map<std::string, std::shared_ptr<const KernelEntry>, Hash, std::equal_to<>>
      entries_;
};

}  // namespace dala
