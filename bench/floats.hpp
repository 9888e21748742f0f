// Memory for the peers, laid out as well as the library lays out its own.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdlib>
#include <memory>

namespace dala::bench {

class Floats {
 public:
  explicit Floats(std::size_t count)
      : bytes_((count * sizeof(float) + huge_page - 1) / huge_page * huge_page),
        data_(static_cast<float*>(std::aligned_alloc(huge_page, bytes_))) {
    madvise(data_.get(), bytes_, MADV_HUGEPAGE);
  }
  [[nodiscard]] float* get() const { return data_.get(); }
  [[nodiscard]] float& operator[](std::size_t i) const { return data_[i]; }

 private:
  static constexpr std::size_t huge_page = std::size_t{2} << 20;
  struct Free {
    void operator()(float* data) const { std::free(data); }
  };
  std::size_t bytes_;
  std::unique_ptr<float[], Free> data_;
};

}  // namespace dala::bench
