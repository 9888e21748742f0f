// What an unknown kernel name refers to, for the error message. Compute knows only kernels; the
// layer above, which knows filters and models, registers a function here that recognises their
// names.
#pragma once

#include <string>
#include <string_view>

namespace dala {

// "a filter; run it with ...", or nothing where the name is unknown there too.
using NameHint = std::string (*)(std::string_view name);

// True, so that a variable can be initialised with it when the library is loaded.
bool give_name_hint(NameHint hint);
[[nodiscard]] std::string name_hint(std::string_view name);

}  // namespace dala
