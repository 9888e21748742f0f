// A device's own implementation of a built-in kernel, which is asked before the kernel's sources.
#pragma once

#include <string_view>

#include "backend/device.hpp"

namespace dala::backend {

class BuiltinVariant : public Executable {
 public:
  // The kernel that it implements.
  [[nodiscard]] virtual std::string_view kernel() const = 0;
  // Why it rejects a call of that kernel; empty where it takes it. Static text.
  [[nodiscard]] virtual std::string_view rejects(const KernelCall& call) const = 0;
  // Before the first launch of a call that it takes.
  [[nodiscard]] virtual Result<void> prepare(const KernelCall& call) = 0;
  // What `explain` says of it. Static text.
  [[nodiscard]] virtual std::string_view why() const = 0;
};

}  // namespace dala::backend
