// Reading the bytes of the surface protocol: checking, walking and printing them.
//
//   if (auto checked = dala::check_message(bytes); !checked) std::cerr << checked.error().message;
//   else dala::visit_message(bytes, [](const auto& command, const dala::Place& place) { ... });
//
// A message is one command. Bytes come from anywhere: check_message finds whatever is wrong with
// them and says which opcode at which byte. visit_message is for bytes that were checked; it looks
// at nothing twice, makes no copies, and shows a batch as the commands in it.
#pragma once

#include <cstring>
#include <string>
#include <utility>

#include <dala/core/error.hpp>
#include <dala/core/export.hpp>
#include <dala/surface/commands.hpp>

namespace dala {

struct MessageLimits {
  std::size_t bytes = std::size_t{256} << 20;  // of a whole message
  std::uint32_t commands = 1U << 20;           // in all batches of a message together
  std::uint32_t depth = 8;                     // of batches in batches
  std::uint32_t side = 16384;                  // width or height of frames, sprites and images
  std::uint32_t text = 1U << 20;               // bytes of a name, of a kernel's source, of a blob
};

// How many commands the message holds, batches themselves not counted.
[[nodiscard]] DALA_API Result<std::uint32_t> check_message(CommandBytes message,
                                                           const MessageLimits& limits = {});

// Where a command stands in its message.
struct Place {
  std::uint32_t index = 0;  // among the commands, from 0
  std::size_t offset = 0;   // of its opcode
};

// The bytes that the pixels of a command have by its sides.
template <typename Struct>
  requires requires(const Struct& command) { command.pixels; }
[[nodiscard]] constexpr std::uint64_t pixel_bytes(const Struct& command) {
  return std::uint64_t{command.w} * command.h * 4;
}

// Pixels come with their length before them or without, because it follows from the sides: `word`,
// the u32 at their place, is a length where it is the right one, and else the first pixel.
template <typename Struct>
[[nodiscard]] constexpr bool is_pixel_length(const Struct& command, std::uint32_t word) {
  return word == pixel_bytes(command);
}

// Takes the pixels of a command, whose sides are read already, off the front of checked bytes.
template <typename Struct>
void take_pixels(Struct& command, const std::byte*& at) {
  if constexpr (requires { command.pixels; }) {
    std::uint32_t word = 0;
    std::memcpy(&word, at, sizeof word);
    if (is_pixel_length(command, word)) at += sizeof word;
    const auto size = static_cast<std::size_t>(pixel_bytes(command));
    command.pixels = std::span<const std::byte>(at, size);
    at += size;
  }
}

// Takes the fields of a command off the front of bytes that were checked.
template <draw::Command Struct>
Struct take_command(const std::byte*& at) {
  Struct command;
  const auto copy = [&](auto& value) {
    std::memcpy(&value, at, sizeof value);
    at += sizeof value;
  };
  draw::for_each_field(command, [&](std::string_view, auto& field) {
    using Field = std::remove_cvref_t<decltype(field)>;
    if constexpr (std::same_as<Field, draw::wire::commands>) {
      copy(field.count);
    } else if constexpr (std::same_as<Field, bool>) {
      std::uint8_t value = 0;
      copy(value);
      field = value != 0;
    } else if constexpr (std::same_as<Field, draw::wire::pixels>) {
      take_pixels(command, at);
    } else if constexpr (requires { field.data(); }) {
      std::uint32_t size = 0;
      copy(size);
      if constexpr (std::same_as<Field, draw::wire::text>)
        field = {reinterpret_cast<const char*>(at), size};
      else
        field = Field(std::span<const std::byte>(at, size));
      at += size;
    } else {
      copy(field);
    }
  });
  return command;
}

template <typename Visit>
void visit_message(CommandBytes message, Visit&& visit) {
  const std::byte* at = message.data();
  const std::byte* const end = at + message.size();
  Place place;
  while (at != end) {
    place.offset = static_cast<std::size_t>(at - message.data());
    switch (static_cast<draw::Opcode>(*at++)) {
#define F(type, name)
#define X(code, Name, fields, summary)                                                             \
  case draw::Opcode::Name: {                                                                       \
    [[maybe_unused]] const auto command = take_command<draw::Name>(at);                            \
    if constexpr (draw::Opcode::Name != draw::Opcode::Batch) visit(command, std::as_const(place)); \
    break;                                                                                         \
  }
#include <dala/surface/commands.inc>
#undef X
#undef F
    }
    place.index += static_cast<std::uint32_t>(message[place.offset] !=
                                              static_cast<std::byte>(draw::Opcode::Batch));
  }
}

// "FillRect"; "unknown" for a byte that is no opcode.
[[nodiscard]] DALA_API std::string_view to_string(draw::Opcode opcode);

// A checked message as text, a line for each command, those in batches indented:
//   FillRect x=0 y=0 w=100 h=100 color=#FF0000FF
[[nodiscard]] DALA_API std::string message_text(CommandBytes message);

// The table of all commands, as it stands in docs/protocol.md.
[[nodiscard]] DALA_API std::string protocol_table();
// All opcodes as a dictionary for libFuzzer.
[[nodiscard]] DALA_API std::string protocol_dictionary();
// A small good message for each opcode.
struct SampleMessage {
  std::string_view name;
  std::vector<std::byte> bytes;
};
[[nodiscard]] DALA_API std::vector<SampleMessage> protocol_samples();

}  // namespace dala
