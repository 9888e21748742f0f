// What a name is of that is no kernel's. Compute knows kernels only; the layer that knows filters
// and models says so here, for the error that names neither would leave people with.
#pragma once

#include <string>
#include <string_view>

namespace dala {

// "a filter; run it with ...", or nothing for a name that is of nothing at all.
using NameHint = std::string (*)(std::string_view name);

// True, so that a variable can be initialised with it when the library is loaded.
bool give_name_hint(NameHint hint);
[[nodiscard]] std::string name_hint(std::string_view name);

}  // namespace dala
