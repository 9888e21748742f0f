// Any bytes as messages for a surface: an error, or commands that are carried out without harm.
//
// The word DALA stands between two messages, so that inputs can grow by whole messages.
#include <algorithm>
#include <array>
#include <cstdint>

#include <dala/surface/protocol.hpp>

#include "surface/executor.hpp"

namespace {

using dala::CommandBytes;

void check_answer(const dala::PixelsRead& read) {
  if (read.pixels.size() != std::size_t{read.rect.w} * read.rect.h * 4) __builtin_trap();
}

const dala::SurfaceOptions options{
    .memory_limit = 8 << 20,
    .limits = {.bytes = 1 << 16, .commands = 256, .side = 200},
    .allow_compute = false,
    .on_pixels = check_answer,
};

void carry_out(dala::surface::Executor& executor, CommandBytes message) {
  if (!dala::check_message(message, options.limits)) return;
  if (dala::message_text(message).empty()) __builtin_trap();
  executor.run(1, message, [&](const dala::SurfaceError& error) {
    if (error.error.message.empty() || error.offset >= message.size()) __builtin_trap();
  });
  if (executor.memory().used() > options.memory_limit) __builtin_trap();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static constexpr std::array<std::uint8_t, 4> between = {'D', 'A', 'L', 'A'};
  const auto executor =
      dala::surface::Executor::create(64, 48, options, dala::make_headless_renderer());
  if (!executor) __builtin_trap();
  for (std::span rest(data, size);;) {
    const auto found = std::ranges::search(rest, between);
    const auto length = static_cast<std::size_t>(found.begin() - rest.begin());
    carry_out(**executor, std::as_bytes(rest.first(length)));
    if (found.empty()) return 0;
    rest = rest.subspan(length + between.size());
  }
}
