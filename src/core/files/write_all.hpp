#pragma once

#include <cstddef>
#include <span>

namespace dala {

// Writes all of it to an open file, however many calls that takes. 0, or the system's number of
// what went wrong.
int write_all(int descriptor, std::span<const std::byte> bytes);

}  // namespace dala
