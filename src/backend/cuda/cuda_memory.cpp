#include "backend/cuda/cuda_memory.hpp"

#include <algorithm>
#include <cstring>

#include "core/error.hpp"

namespace dala::backend::cuda {

namespace {

// Kernels that move 16 bytes at a time may see the whole of the last of them.
constexpr std::size_t granule = 16;

}  // namespace

CudaMemory::CudaMemory(std::shared_ptr<Session> session, std::shared_ptr<MemoryBudget> budget,
                       std::size_t size)
    : session_(std::move(session)), budget_(std::move(budget)), size_(size) {}

CudaMemory::~CudaMemory() {
  if (pointer_ != 0)
    if (const auto use = session_->use(); use && use->generation() == generation_)
      use->driver().MemFreeAsync(pointer_, use->own_stream());
  budget_->give_back(size_);
}

Result<std::unique_ptr<Memory>> CudaMemory::make(std::shared_ptr<Session> session,
                                                 std::shared_ptr<MemoryBudget> budget,
                                                 std::size_t bytes) {
  DALA_TRY(budget->take(bytes));
  // From here on the destructor frees the memory and gives the bytes back to the budget.
  std::unique_ptr<CudaMemory> memory(new CudaMemory(std::move(session), std::move(budget), bytes));
  DALA_ASSIGN(const Use use, memory->session_->use());
  DALA_TRY(memory->take(use));
  return memory;
}

Result<void> CudaMemory::take(const Use& use) {
  const std::size_t bytes = std::max(granule, (size_ + granule - 1) / granule * granule);
  Pointer pointer = 0;
  const Driver& driver = use.driver();
  Status status = driver.MemAllocFromPoolAsync(&pointer, bytes, use.pool(), use.own_stream());
  if (status == status::out_of_memory) {
    // The pool may be fragmented: trim it and try again.
    driver.StreamSynchronize(use.own_stream());
    driver.MemPoolTrimTo(use.pool(), 0);
    status = driver.MemAllocFromPoolAsync(&pointer, bytes, use.pool(), use.own_stream());
  }
  DALA_TRY(use.check(status, format("taking {} bytes of device memory", size_)));
  pointer_ = pointer;
  generation_ = use.generation();
  return use.check(driver.MemsetD8Async(pointer, 0, bytes, use.own_stream()), "clearing memory");
}

Result<Pointer> CudaMemory::contents(const Use& use) const {
  if (generation_ == use.generation()) return pointer_;
  return fail(ErrorCode::device_lost, "what this buffer held was lost when the device was reset");
}

Result<Pointer> CudaMemory::target(const Use& use) {
  if (generation_ != use.generation()) DALA_TRY(take(use));
  return pointer_;
}

Staging::~Staging() {
  if (const auto use = session_->use(); use && use->generation() == generation_)
    drop(use->driver());
}

void Staging::drop(const Driver& driver) {
  for (Piece& piece : pieces_) {
    if (piece.done != nullptr) {
      driver.EventSynchronize(piece.done);
      driver.EventDestroy(piece.done);
    }
    if (piece.memory != nullptr) driver.MemFreeHost(piece.memory);
    piece = {};
  }
}

Result<void> Staging::make(const Use& use) {
  if (generation_ == use.generation()) return {};
  pieces_ = {};  // what there was went with its context
  generation_ = use.generation();
  const auto fill = [&]() -> Result<void> {
    for (Piece& piece : pieces_) {
      void* memory = nullptr;
      DALA_TRY(use.check(use.driver().MemHostAlloc(&memory, piece_bytes, 0),
                         format("taking {} bytes of pinned memory", piece_bytes)));
      piece.memory = static_cast<std::byte*>(memory);
      DALA_TRY(use.check(use.driver().EventCreate(&piece.done, event_disable_timing),
                         "making an event"));
    }
    return {};
  };
  auto filled = fill();
  if (!filled) {
    drop(use.driver());
    generation_ = 0;
  }
  return filled;
}

Result<void> Staging::write(Memory& to, std::span<const std::byte> from) {
  if (from.empty()) return {};
  const std::lock_guard lock(mutex_);
  DALA_ASSIGN(const Use use, session_->use());
  DALA_TRY(make(use));
  DALA_ASSIGN(const Pointer target, as_cuda(to).target(use));
  const Driver& driver = use.driver();
  for (std::size_t begin = 0, turn = 0; begin < from.size(); begin += piece_bytes, ++turn) {
    const Piece& piece = pieces_[turn % pieces_.size()];
    const std::size_t bytes = std::min(piece_bytes, from.size() - begin);
    DALA_TRY(use.check(driver.EventSynchronize(piece.done), "waiting for a copy"));
    std::memcpy(piece.memory, from.data() + begin, bytes);
    DALA_TRY(use.check(driver.MemcpyHtoDAsync(target + begin, piece.memory, bytes, use.stream()),
                       "copying to the device"));
    DALA_TRY(use.check(driver.EventRecord(piece.done, use.stream()), "copying to the device"));
  }
  return {};
}

Result<void> Staging::read(const Memory& from, std::span<std::byte> to) {
  if (to.empty()) return {};
  const std::lock_guard lock(mutex_);
  DALA_ASSIGN(const Use use, session_->use());
  DALA_TRY(make(use));
  DALA_ASSIGN(const Pointer source, as_cuda(from).contents(use));
  const Driver& driver = use.driver();
  const std::size_t count = (to.size() + piece_bytes - 1) / piece_bytes;
  const auto bytes_of = [&](std::size_t i) {
    return std::min(piece_bytes, to.size() - (i * piece_bytes));
  };
  // One piece ahead: the bus moves a piece while the one before is copied out of pinned memory.
  for (std::size_t i = 0; i <= count; ++i) {
    if (i < count) {
      const Piece& piece = pieces_[i % pieces_.size()];
      DALA_TRY(use.check(driver.EventSynchronize(piece.done), "waiting for a copy"));
      DALA_TRY(use.check(driver.MemcpyDtoHAsync(piece.memory, source + (i * piece_bytes),
                                                bytes_of(i), use.stream()),
                         "copying from the device"));
      DALA_TRY(use.check(driver.EventRecord(piece.done, use.stream()), "copying from the device"));
    }
    if (i == 0) continue;
    const Piece& piece = pieces_[(i - 1) % pieces_.size()];
    DALA_TRY(use.check(driver.EventSynchronize(piece.done), "waiting for the device"));
    std::memcpy(to.data() + ((i - 1) * piece_bytes), piece.memory, bytes_of(i - 1));
  }
  return {};
}

Result<void> copy_memory(Session& session, const Memory& from, Memory& to, std::size_t bytes) {
  if (bytes == 0 || &from == &to) return {};
  DALA_ASSIGN(const Use use, session.use());
  DALA_ASSIGN(const Pointer source, as_cuda(from).contents(use));
  DALA_ASSIGN(const Pointer target, as_cuda(to).target(use));
  return use.check(use.driver().MemcpyDtoDAsync(target, source, bytes, use.stream()),
                   "copying on the device");
}

}  // namespace dala::backend::cuda
