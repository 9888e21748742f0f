// The SHA-256 of a file, to know one that was downloaded for the one its card means.
#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>

#include <dala/core/error.hpp>

#include "core/files/sha256.hpp"

namespace dala::ml {

// `take`, where there is one, is given the bytes as they are read; its error ends it.
using TakeBytes = std::function<Result<void>(std::span<const std::byte>)>;
[[nodiscard]] Result<std::string> sha256_of_file(const std::filesystem::path& file,
                                                 const TakeBytes& take = {});
// The same of one that is open, from its beginning on; `file` is for messages.
[[nodiscard]] Result<std::string> sha256_of_open(const std::filesystem::path& file, int descriptor,
                                                 const TakeBytes& take = {});

}  // namespace dala::ml
