// A vector that keeps its first N elements inside itself, so that short lists of buffers and
// parameters cost no allocation.
#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <utility>
#include <vector>

namespace dala {

template <typename T, std::size_t N>
class SmallVector {
 public:
  SmallVector() = default;
  SmallVector(std::initializer_list<T> items) {
    for (const T& item : items) push_back(item);
  }

  void push_back(T item) {
    if (heap_.empty() && size_ < N) {
      inline_[size_] = std::move(item);
    } else {
      if (heap_.empty()) {
        heap_.reserve(2 * N);
        for (T& moved : inline_) heap_.push_back(std::exchange(moved, T{}));
      }
      heap_.push_back(std::move(item));
    }
    ++size_;
  }

  // Keeps what was allocated, and gives up what the elements own.
  void clear() {
    for (std::size_t i = 0; heap_.empty() && i < size_; ++i) inline_[i] = T{};
    heap_.clear();
    size_ = 0;
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] T* data() { return heap_.empty() ? inline_.data() : heap_.data(); }
  [[nodiscard]] const T* data() const { return heap_.empty() ? inline_.data() : heap_.data(); }
  [[nodiscard]] T& operator[](std::size_t i) { return data()[i]; }
  [[nodiscard]] const T& operator[](std::size_t i) const { return data()[i]; }
  [[nodiscard]] T* begin() { return data(); }
  [[nodiscard]] T* end() { return data() + size_; }
  [[nodiscard]] const T* begin() const { return data(); }
  [[nodiscard]] const T* end() const { return data() + size_; }
  [[nodiscard]] std::span<const T> view() const { return {data(), size_}; }

 private:
  std::array<T, N> inline_{};
  std::vector<T> heap_;
  std::size_t size_ = 0;
};

}  // namespace dala
