// What the operating system says about this machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace dala {

[[nodiscard]] std::string processor_name();
// The widest vector instructions this processor has, as people call them: "AVX-512".
[[nodiscard]] std::string vector_instructions();
// AVX-512 with VNNI (dot products of bytes) and VBMI (byte look-ups).
[[nodiscard]] bool has_avx512_vnni();
[[nodiscard]] unsigned core_count();
// Of this processor, or what most have where the system does not say.
struct CacheSizes {
  std::size_t second_level;
  std::size_t last_level;  // shared with other cores, and perhaps with other machines
};
[[nodiscard]] CacheSizes cache_sizes();
[[nodiscard]] std::uint64_t total_memory();
// What could be taken now without swapping, within the limit of the control group.
[[nodiscard]] std::uint64_t available_memory();

}  // namespace dala
