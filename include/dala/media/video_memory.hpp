// Memory that the frames of several videos share: given to each of their readers, it bounds what
// all of them hold together.
//
//   const dala::media::VideoMemory memory(std::uint64_t{1} << 30);
//   auto a = dala::media::VideoReader::open("a.mp4", {.memory = memory});
//   auto b = dala::media::VideoReader::open("b.mp4", {.memory = memory});
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace dala::media {

// A handle; copies are the same memory. Any thread may take of it.
class VideoMemory {
 public:
  // `raised_by`: what errors say to change where it is too little.
  explicit VideoMemory(std::uint64_t limit, std::string raised_by = "VideoReaderOptions::memory")
      : counts_(std::make_shared<Counts>(limit, std::move(raised_by))) {}

  // What somebody has taken of it, until it goes.
  class Share {
   public:
    Share() = default;  // nothing, of none
    Share(Share&& other) noexcept
        : counts_(std::move(other.counts_)), bytes_(std::exchange(other.bytes_, 0)) {}
    Share& operator=(Share&& other) noexcept {
      std::swap(counts_, other.counts_);
      std::swap(bytes_, other.bytes_);
      return *this;
    }
    Share(const Share&) = delete;
    Share& operator=(const Share&) = delete;
    ~Share() {
      if (counts_ != nullptr) counts_->used -= bytes_;
    }
    // Whether it is of some memory: `take` found room.
    [[nodiscard]] explicit operator bool() const { return counts_ != nullptr; }

   private:
    friend class VideoMemory;
    struct Counts {
      Counts(std::uint64_t most, std::string text) : limit(most), raised_by(std::move(text)) {}
      const std::uint64_t limit;
      const std::string raised_by;
      std::atomic<std::uint64_t> used = 0;
    };
    Share(std::shared_ptr<Counts> counts, std::uint64_t bytes)
        : counts_(std::move(counts)), bytes_(bytes) {}

    std::shared_ptr<Counts> counts_;
    std::uint64_t bytes_ = 0;
  };

  // Empty where there is no room for so much.
  [[nodiscard]] Share take(std::uint64_t bytes) const {
    std::uint64_t used = counts_->used;
    do {
      if (bytes > counts_->limit || used > counts_->limit - bytes) return {};
    } while (!counts_->used.compare_exchange_weak(used, used + bytes));
    return {counts_, bytes};
  }
  [[nodiscard]] std::uint64_t limit() const { return counts_->limit; }
  [[nodiscard]] std::uint64_t used() const { return counts_->used; }
  [[nodiscard]] const std::string& raised_by() const { return counts_->raised_by; }

 private:
  using Counts = Share::Counts;
  std::shared_ptr<Counts> counts_;
};

}  // namespace dala::media
