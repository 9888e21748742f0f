// The file of a recording: a header, then entries until it ends. All numbers are little endian.
//
//   "DALASURF", version u32, width u32, height u32
//   time in nanoseconds u64, kind u8, length u32, that many bytes
#pragma once

#include <array>
#include <cstdint>

namespace dala::surface {

inline constexpr std::array<char, 8> recording_magic = {'D', 'A', 'L', 'A', 'S', 'U', 'R', 'F'};
inline constexpr std::uint32_t recording_version = 1;

}  // namespace dala::surface
