// Names and numbers as people write them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <dala/core/dtype.hpp>

namespace dala::cli {

// Whole numbers with commas between them: "1,0,2". Nothing when any of them is not one.
[[nodiscard]] std::optional<std::vector<std::int64_t>> parse_integers(std::string_view text);

// "a, b and c"
[[nodiscard]] std::string join(std::span<const std::string> words, std::string_view last = " and ");

// "f32, f64"
[[nodiscard]] std::string join(DTypeSet dtypes);

// 1536 as "1.5 KiB"
[[nodiscard]] std::string human_bytes(std::uint64_t bytes);

}  // namespace dala::cli
