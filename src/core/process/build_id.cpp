#include "core/process/build_id.hpp"

#include <link.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "core/format.hpp"

namespace dala {

namespace {

struct Search {
  std::uintptr_t address;
  std::string id;
};

constexpr std::size_t padded(std::size_t size) { return (size + 3) / 4 * 4; }

// Notes follow each other: a header, the owner's name, the contents.
std::string id_in(std::span<const std::byte> notes) {
  while (notes.size() >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) head;
    std::memcpy(&head, notes.data(), sizeof head);
    const std::size_t contents = sizeof head + padded(head.n_namesz);
    if (notes.size() < contents || notes.size() - contents < head.n_descsz) return {};
    const bool is_gnu =
        head.n_namesz == 4 && std::memcmp(notes.data() + sizeof head, "GNU", 4) == 0;
    if (is_gnu && head.n_type == NT_GNU_BUILD_ID) {
      std::string digits;
      for (const std::byte byte : notes.subspan(contents, head.n_descsz))
        digits += format("{:02x}", std::to_integer<unsigned>(byte));
      return digits;
    }
    notes = notes.subspan(std::min(notes.size(), contents + padded(head.n_descsz)));
  }
  return {};
}

int look_into(dl_phdr_info* file, std::size_t /*size*/, void* search) {
  auto& wanted = *static_cast<Search*>(search);
  const std::span headers(file->dlpi_phdr, file->dlpi_phnum);
  bool is_here = false;
  for (const ElfW(Phdr) & part : headers)
    is_here = is_here || (part.p_type == PT_LOAD &&
                          wanted.address - (file->dlpi_addr + part.p_vaddr) < part.p_memsz);
  if (!is_here) return 0;
  for (const ElfW(Phdr) & part : headers) {
    if (part.p_type != PT_NOTE || !wanted.id.empty()) continue;
    // The loader tells addresses as numbers. NOLINTNEXTLINE(performance-no-int-to-ptr)
    const auto* start = reinterpret_cast<const std::byte*>(file->dlpi_addr + part.p_vaddr);
    wanted.id = id_in({start, part.p_memsz});
  }
  return 1;
}

}  // namespace

std::string build_id_of(const void* address) {
  Search search{reinterpret_cast<std::uintptr_t>(address), {}};
  dl_iterate_phdr(look_into, &search);
  return search.id;
}

}  // namespace dala
