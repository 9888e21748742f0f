// A file that is written. It is made beside its place and takes it when it is complete, so that
// readers see the old file or the new one, each of them whole, however many write it at once.
//
//   DALA_ASSIGN(OutputFile out, OutputFile::create("a.npy"));
//   DALA_TRY(out.write(bytes));
//   return out.commit();
//
// A link stays, and the file it leads to is replaced. The new file has the owner and mode of the
// old one. Pipes, devices and files named as open descriptors in /proc are not replaced but written
// into.
#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include <dala/core/error.hpp>

#include "core/files/output_part.hpp"

namespace dala {

class OutputFile {
 public:
  [[nodiscard]] static Result<OutputFile> create(const std::filesystem::path& file);
  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&& other) noexcept;
  // Without `commit` or `keep_partial` nothing is left.
  ~OutputFile();

  [[nodiscard]] Result<void> write(std::span<const std::byte> bytes);

  // For writing by other means than `write`; use one or the other.
  [[nodiscard]] int descriptor() const { return descriptor_; }
  // False where bytes go out as they come: pipes and devices.
  [[nodiscard]] bool can_seek() const { return !part_.empty(); }

  // The file takes its place. On failure the old one stays as it was.
  [[nodiscard]] Result<void> commit();
  // The same, but error `already_exists` where there is a file of that name.
  [[nodiscard]] Result<void> commit_new();
  // Keeps what was written so far under a name of its own in the same folder: NAME.partial.EXT,
  // with a number where that is taken. A pipe or device that was written into keeps its name.
  [[nodiscard]] Result<std::filesystem::path> keep_partial();

 private:
  OutputFile(std::filesystem::path file, std::filesystem::path place, OutputPart part,
             bool replaces);
  [[nodiscard]] static Result<OutputFile> open_in_place(const std::filesystem::path& file);
  [[nodiscard]] Result<void> flush();
  // Everything but the rename; true where there is a temporary file to rename.
  [[nodiscard]] Result<bool> complete();
  void close();
  void discard();
  [[nodiscard]] std::unexpected<Error> could_not_write(int reason) const;

  std::filesystem::path file_;   // as it was asked for
  std::filesystem::path place_;  // the file after following links
  std::filesystem::path part_;   // the temporary file; empty for pipes and devices, and when done
  int descriptor_ = -1;
  bool replaces_ = false;
  std::vector<std::byte> buffer_;
};

}  // namespace dala
