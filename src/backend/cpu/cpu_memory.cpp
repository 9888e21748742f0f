#include "backend/cpu/cpu_memory.hpp"

#include <sys/mman.h>

#include <cstdlib>
#include <cstring>

namespace dala::backend::cpu {

namespace {

constexpr std::size_t huge_page = std::size_t{2} << 20;

// Small blocks come from the C library.
class HeapMemory final : public Memory {
 public:
  HeapMemory(std::shared_ptr<MemoryBudget> budget, std::byte* data, std::size_t size)
      : budget_(std::move(budget)), data_(data), size_(size) {}
  ~HeapMemory() override {
    std::free(data_);
    budget_->give_back(size_);
  }
  HeapMemory(const HeapMemory&) = delete;
  HeapMemory& operator=(const HeapMemory&) = delete;
  [[nodiscard]] std::size_t size() const override { return size_; }
  [[nodiscard]] std::byte* host() const override { return data_; }

 private:
  std::shared_ptr<MemoryBudget> budget_;
  std::byte* data_;
  std::size_t size_;
};

// Large ones straight from the kernel: zeroed for free, and in huge pages, which large kernels need
// to run at the memory's speed.
class MappedMemory final : public Memory {
 public:
  MappedMemory(std::shared_ptr<MemoryBudget> budget, void* map, std::size_t map_size,
               std::byte* data, std::size_t size)
      : budget_(std::move(budget)), map_(map), map_size_(map_size), data_(data), size_(size) {}
  ~MappedMemory() override {
    munmap(map_, map_size_);
    budget_->give_back(size_);
  }
  MappedMemory(const MappedMemory&) = delete;
  MappedMemory& operator=(const MappedMemory&) = delete;
  [[nodiscard]] std::size_t size() const override { return size_; }
  [[nodiscard]] std::byte* host() const override { return data_; }

 private:
  std::shared_ptr<MemoryBudget> budget_;
  void* map_;
  std::size_t map_size_;
  std::byte* data_;
  std::size_t size_;
};

class BorrowedMemory final : public Memory {
 public:
  BorrowedMemory(std::byte* data, std::size_t size, std::function<void()> release)
      : data_(data), size_(size), release_(std::move(release)) {}
  ~BorrowedMemory() override { release_(); }
  BorrowedMemory(const BorrowedMemory&) = delete;
  BorrowedMemory& operator=(const BorrowedMemory&) = delete;
  [[nodiscard]] std::size_t size() const override { return size_; }
  [[nodiscard]] std::byte* host() const override { return data_; }

 private:
  std::byte* data_;
  std::size_t size_;
  std::function<void()> release_;
};

std::unexpected<Error> system_has_no_memory(MemoryBudget& budget, std::size_t bytes) {
  budget.give_back(bytes);
  return fail(ErrorCode::out_of_memory,
              "{} bytes were asked for and the system has no room for them ({} of the limit of {} "
              "are in use)",
              bytes, budget.used(), budget.limit());
}

// The first multiple of `to` at or after `address`.
std::byte* round_up(void* address, std::size_t to) {
  const std::size_t past = reinterpret_cast<std::uintptr_t>(address) % to;
  return static_cast<std::byte*>(address) + (past == 0 ? 0 : to - past);
}

}  // namespace

Result<std::unique_ptr<Memory>> allocate_memory(std::shared_ptr<MemoryBudget> budget,
                                                std::size_t bytes) {
  DALA_TRY(budget->take(bytes));
  if (bytes < huge_page) {
    const std::size_t rounded = (bytes + host_alignment) / host_alignment * host_alignment;
    auto* data = static_cast<std::byte*>(std::aligned_alloc(host_alignment, rounded));
    if (data == nullptr) return system_has_no_memory(*budget, bytes);
    std::memset(data, 0, rounded);
    return std::make_unique<HeapMemory>(std::move(budget), data, bytes);
  }
  const std::size_t map_size = bytes + huge_page;
  void* map = mmap(nullptr, map_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (map == MAP_FAILED) return system_has_no_memory(*budget, bytes);
  std::byte* data = round_up(map, huge_page);
  madvise(data, bytes, MADV_HUGEPAGE);  // a hint; without it everything still works
  return std::make_unique<MappedMemory>(std::move(budget), map, map_size, data, bytes);
}

std::unique_ptr<Memory> borrow_memory(std::byte* data, std::size_t bytes,
                                      std::function<void()> release) {
  return std::make_unique<BorrowedMemory>(data, bytes, std::move(release));
}

}  // namespace dala::backend::cpu
