// One line on stderr for those who ask: DALA_LOG=1 shows which implementation runs each kernel and
// why others were rejected.
#pragma once

#include <string_view>

namespace dala {

[[nodiscard]] bool log_enabled();
void log_line(std::string_view text);

}  // namespace dala
