// What kernels print while they are debugged: whole lines on stderr, or to whoever has asked for
// them.
#pragma once

#include <functional>
#include <string_view>

namespace dala {

// `lines` each end with `\n`, and nobody else's come between them.
void show_printed(std::string_view lines);

// Called with what would go to stderr, by one thread at a time. An empty one ends that.
using PrintedSink = std::function<void(std::string_view lines)>;
void send_printed_to(PrintedSink sink);

}  // namespace dala
