#include "core/files/file.hpp"

#include <dala/core/files.hpp>

#include "core/error.hpp"
#include "core/files/output_file.hpp"

namespace dala {

Result<void> write_file(const std::filesystem::path& file, std::span<const std::byte> head,
                        std::span<const std::byte> body) {
  DALA_ASSIGN(OutputFile out, OutputFile::create(file));
  DALA_TRY(out.write(head));
  DALA_TRY(out.write(body));
  return out.commit();
}

Result<void> write_file(const std::filesystem::path& file, std::span<const std::byte> bytes) {
  return write_file(file, bytes, {});
}

}  // namespace dala
