// The commands of a surface as values, and as the bytes of its protocol (docs/protocol.md).
//
//   namespace draw = dala::draw;
//   const dala::Commands commands{draw::Clear{dala::colors::transparent},
//                                 draw::FillRect{0, 0, 100, 100, dala::colors::red},
//                                 draw::DrawCircle{50, 50, 25, dala::colors::blue}};
//   surface.batch(commands);                     // all or none
//   const auto bytes = dala::encode(draw::Present{});   // one command, for a file or a socket
//
// Texts, blobs and pixels in these structs are views: they must live until they are encoded.
#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include <dala/core/export.hpp>
#include <dala/surface/color.hpp>

namespace dala {

using CommandBytes = std::span<const std::byte>;

namespace draw {

namespace wire {

using u32 = std::uint32_t;
using i32 = std::int32_t;
using u64 = std::uint64_t;
using rgba = Rgba;
using flag = bool;
using text = std::string_view;
using blob = std::span<const std::byte>;

// w * h * 4 bytes, rows from the top.
struct PixelBytes {
  PixelBytes() = default;
  PixelBytes(std::span<const std::byte> given) : bytes(given) {}
  PixelBytes(std::span<const std::uint8_t> given) : bytes(std::as_bytes(given)) {}
  std::span<const std::byte> bytes;
};

// Commands that are encoded already.
struct CommandSequence {
  std::uint32_t count = 0;
  CommandBytes bytes;
};

using pixels = PixelBytes;
using commands = CommandSequence;

}  // namespace wire

enum class Opcode : std::uint8_t {
#define F(type, name)
#define X(code, Name, fields, summary) Name = (code),
#include <dala/surface/commands.inc>
#undef X
#undef F
};

#define F(type, name) wire::type name{};
#define X(code, Name, fields, summary)               \
  struct Name {                                      \
    static constexpr Opcode opcode = Opcode::Name;   \
    static constexpr std::string_view title = #Name; \
    fields                                           \
  };
#include <dala/surface/commands.inc>
#undef X
#undef F

// Calls visit(name, field) for every field of a command, in the order of their bytes.
#define F(type, name) visit(std::string_view(#name), command.name);
#define X(code, Name, fields, summary)                            \
  template <typename Struct, typename Visit>                      \
    requires std::same_as<std::remove_const_t<Struct>, Name>      \
  constexpr void for_each_field([[maybe_unused]] Struct& command, \
                                [[maybe_unused]] Visit&& visit) { \
    fields                                                        \
  }
#include <dala/surface/commands.inc>
#undef X
#undef F

template <typename T>
concept Command = requires {
  { T::opcode } -> std::convertible_to<Opcode>;
};

}  // namespace draw

// Appends one command. `Tail::skip` leaves out the bytes of `pixels`, which come last, for callers
// that pass them on without a copy.
enum class Tail : std::uint8_t { keep, skip };

template <draw::Command Struct>
void encode_to(std::vector<std::byte>& out, const Struct& command, Tail tail = Tail::keep) {
  const auto bytes = [&](const void* data, std::size_t size) {
    // Not insert(): GCC 12 warns about writes in it that cannot happen.
    const std::size_t at = out.size();
    out.resize(at + size);
    if (size > 0) std::memcpy(out.data() + at, data, size);
  };
  const auto number = [&](auto value) {
    static_assert(std::endian::native == std::endian::little, "the wire is little endian");
    bytes(&value, sizeof value);
  };
  number(static_cast<std::uint8_t>(Struct::opcode));
  draw::for_each_field(command, [&](std::string_view, const auto& field) {
    using Field = std::remove_cvref_t<decltype(field)>;
    if constexpr (std::same_as<Field, draw::wire::commands>) {
      number(field.count);
      bytes(field.bytes.data(), field.bytes.size());
    } else if constexpr (std::same_as<Field, draw::wire::pixels>) {
      number(static_cast<std::uint32_t>(field.bytes.size()));
      if (tail == Tail::keep) bytes(field.bytes.data(), field.bytes.size());
    } else if constexpr (requires { field.data(); }) {
      number(static_cast<std::uint32_t>(field.size()));
      bytes(field.data(), field.size());
    } else if constexpr (std::same_as<Field, Rgba>) {
      bytes(&field, sizeof field);
    } else if constexpr (std::same_as<Field, bool>) {
      number(static_cast<std::uint8_t>(field));
    } else {
      number(field);
    }
  });
}

template <draw::Command Struct>
[[nodiscard]] std::vector<std::byte> encode(const Struct& command) {
  std::vector<std::byte> out;
  encode_to(out, command);
  return out;
}

// Commands one after the other, encoded.
class Commands {
 public:
  Commands() = default;
  template <draw::Command... Structs>
  explicit Commands(const Structs&... commands) {
    (add(commands), ...);
  }

  template <draw::Command Struct>
  Commands& add(const Struct& command) {
    encode_to(bytes_, command);
    ++count_;
    return *this;
  }
  // One that is encoded already.
  Commands& add_encoded(CommandBytes command) {
    bytes_.insert(bytes_.end(), command.begin(), command.end());
    ++count_;
    return *this;
  }
  // Empties it and keeps its memory.
  void clear() {
    bytes_.clear();
    count_ = 0;
  }

  [[nodiscard]] std::uint32_t count() const { return count_; }
  [[nodiscard]] CommandBytes bytes() const { return bytes_; }
  // As one message: all or none.
  [[nodiscard]] draw::Batch batch() const { return {{count_, bytes_}}; }

 private:
  std::vector<std::byte> bytes_;
  std::uint32_t count_ = 0;
};

}  // namespace dala
