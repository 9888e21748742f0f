// Names in generated text: those of the source wherever the language allows them, each used once.
#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>

namespace dala::kernel {

class Names {
 public:
  // `reserved` is sorted.
  explicit Names(std::span<const std::string_view> reserved) : reserved_(reserved) {}

  // A name that was not given out before, as close to `wanted` as possible.
  std::string claim(std::string_view wanted);
  // The same of a name that begins with `dala_`, as no name of the source does.
  std::string claim_own(std::string_view wanted);

 private:
  std::string free(std::string base);
  [[nodiscard]] bool is_reserved(std::string_view name) const;

  std::span<const std::string_view> reserved_;
  std::set<std::string, std::less<>> taken_ = {};
};

// reserved.cpp: words a name of the source cannot be in the text of a language, sorted.
[[nodiscard]] std::span<const std::string_view> glsl_reserved();
[[nodiscard]] std::span<const std::string_view> cuda_reserved();
[[nodiscard]] std::span<const std::string_view> msl_reserved();

}  // namespace dala::kernel
