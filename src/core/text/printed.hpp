// The output of a kernel's `print`: whole lines on stderr, or to a registered function.
#pragma once

#include <functional>
#include <string_view>

namespace dala {

// Every line ends with `\n`; lines of one call are not interleaved with those of another.
void show_printed(std::string_view lines);

// Registers a function that gets what would go to stderr, from one thread at a time. An empty
// function unregisters it.
using PrintedSink = std::function<void(std::string_view lines)>;
void send_printed_to(PrintedSink sink);

}  // namespace dala
