#include "core/files/user_cache.hpp"

#include <cstdlib>
#include <filesystem>

namespace dala {

Result<std::optional<PrivateFolder>> user_cache(std::string_view name,
                                                PrivateFolder::Missing missing) {
  std::filesystem::path cache;
  if (const char* given = std::getenv("XDG_CACHE_HOME"); given != nullptr) cache = given;
  if (const char* home = std::getenv("HOME"); !cache.is_absolute() && home != nullptr)
    cache = std::filesystem::path(home) / ".cache";
  if (!cache.is_absolute()) return std::nullopt;
  return PrivateFolder::open(cache / "dala" / name, missing);
}

}  // namespace dala
