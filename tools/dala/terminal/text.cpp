#include "terminal/text.hpp"

#include <fmt/format.h>

#include <array>

#include <dala/core/params.hpp>

namespace dala::cli {

std::optional<std::vector<std::int64_t>> parse_integers(std::string_view text) {
  const auto values = parse_value(ParamType::integers, text);
  if (!values) return std::nullopt;
  return values->integers();
}

std::string join(std::span<const std::string> words, std::string_view last) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? last : ", ";
    text += words[i];
  }
  return text;
}

std::string join(DTypeSet dtypes) {
  std::vector<std::string> names;
  for (const DType dtype : all_dtypes)
    if (dtypes.contains(dtype)) names.emplace_back(to_string(dtype));
  return join(names, ", ");
}

std::string human_bytes(std::uint64_t bytes) {
  constexpr std::array units = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  auto value = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; value >= 1024 && unit + 1 < units.size(); ++unit) value /= 1024;
  return fmt::format("{:.{}f} {}", value, unit == 0 ? 0 : 1, units[unit]);
}

}  // namespace dala::cli
