// Which build of a library or program runs.
#pragma once

#include <string>

namespace dala {

// The id that the linker gave the file which holds this address, in hexadecimal digits: another one
// whenever anything in it changes. Empty where it has none.
[[nodiscard]] std::string build_id_of(const void* address);

}  // namespace dala
