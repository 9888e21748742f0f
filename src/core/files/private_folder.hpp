// A folder whose files nobody else can have put there.
//
// It belongs to this user, and whoever can write to it or to a folder above it is this user or
// root. Folders above may be open to all where only the owner of a file can take its name away
// (/tmp). Files in it are reached through the folder that was looked at, never through its path
// again, and are plain files of this user that nobody else may touch; links and pipes are not
// opened.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <dala/core/error.hpp>

namespace dala {

class PrivateFolder {
 public:
  enum class Missing : std::uint8_t { stays, is_made };
  // Nothing where it is missing and stays so. The error says what is wrong with which folder.
  [[nodiscard]] static Result<std::optional<PrivateFolder>> open(const std::filesystem::path& path,
                                                                 Missing missing);
  ~PrivateFolder();
  PrivateFolder(PrivateFolder&& other) noexcept;
  PrivateFolder& operator=(PrivateFolder&& other) noexcept;

  // Nothing where there is none; an error where it is not to be trusted or larger than `most`.
  [[nodiscard]] Result<std::optional<std::vector<std::byte>>> read(const std::string& name,
                                                                   std::size_t most) const;
  enum class Existing : std::uint8_t { stays, is_replaced };
  // Appears whole or not at all.
  [[nodiscard]] Result<void> write(const std::string& name,
                                   std::initializer_list<std::span<const std::byte>> parts,
                                   Existing existing) const;
  // Removes the oldest files whose names end so, until those that stay have at most `most` bytes
  // in all; and what a program that was killed was writing.
  void shrink(std::string_view ending, std::uint64_t most) const;

 private:
  explicit PrivateFolder(int folder) : folder_(folder) {}

  int folder_;  // opened; -1 when moved away
};

}  // namespace dala
