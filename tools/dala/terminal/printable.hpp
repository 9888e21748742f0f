// Text from anywhere, made fit for a terminal. Names, labels and sentences come out of files, and
// some characters are commands to a terminal, or make text read other than it is.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace dala::cli {

// Control characters, those that turn the direction of text, and bytes that are no UTF-8, written
// as \n, \x1b or \u202e; everything else as it is.
[[nodiscard]] std::string printable(std::string_view text);

// The same where line ends and tabs are meant.
[[nodiscard]] std::string printable_lines(std::string_view text);

// JSON that says the same and is as safe: bytes that are no UTF-8 are replaced.
[[nodiscard]] std::string json_text(const nlohmann::ordered_json& json, int indent = -1);

}  // namespace dala::cli
