// A value that lives until the process is gone: what one thread still uses while another has called
// `exit` must not be destroyed with the other statics.
//
//   static const Forever<std::vector<Preset>> all(make_presets());
//   return *all;
#pragma once

#include <utility>

namespace dala {

template <typename T>
class Forever {
 public:
  template <typename... Args>
  explicit Forever(Args&&... args) : value_(new T(std::forward<Args>(args)...)) {}
  Forever(const Forever&) = delete;
  Forever& operator=(const Forever&) = delete;
  ~Forever() = default;  // of the pointer alone

  [[nodiscard]] T& operator*() const { return *value_; }
  [[nodiscard]] T* operator->() const { return value_; }

 private:
  T* const value_;
};

}  // namespace dala
