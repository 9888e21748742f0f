// Host memory as device memory.
#pragma once

#include <functional>
#include <memory>

#include "backend/device.hpp"
#include "core/memory_budget.hpp"

namespace dala::backend::cpu {

// Zeroed memory, aligned for any vector instruction and counted in the budget.
[[nodiscard]] Result<std::unique_ptr<Memory>> allocate_memory(std::shared_ptr<MemoryBudget> budget,
                                                              std::size_t bytes);

// Memory that belongs to somebody else; `release` is called when it is no longer needed.
[[nodiscard]] std::unique_ptr<Memory> borrow_memory(std::byte* data, std::size_t bytes,
                                                    std::function<void()> release);

}  // namespace dala::backend::cpu
