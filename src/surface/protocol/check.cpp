// Whether bytes from anywhere are a message. One pass, no copies, no recursion: batches are a short
// stack of how many commands each still expects.
#include <algorithm>
#include <array>

#include <dala/surface/protocol.hpp>

#include "core/error.hpp"

namespace dala {

namespace {

using draw::Opcode;

constexpr std::uint32_t max_depth = 64;  // of the stack; limits.depth is what callers choose

// The bytes that a field has whatever its contents.
template <typename Field>
constexpr std::size_t fixed_bytes() {
  if constexpr (std::same_as<Field, bool>) return 1;
  if constexpr (std::is_integral_v<Field> || std::same_as<Field, Rgba>) return sizeof(Field);
  return sizeof(std::uint32_t);  // a length or a count; of pixels without a length, the first
}

template <typename Struct>
consteval std::size_t fixed_bytes_of() {
  std::size_t sum = 0;
  Struct command;
  draw::for_each_field(command, [&](std::string_view, auto& field) {
    sum += fixed_bytes<std::remove_cvref_t<decltype(field)>>();
  });
  return sum;
}

class Checker {
 public:
  Checker(CommandBytes message, const MessageLimits& limits)
      : limits_(limits),
        begin_(message.data()),
        at_(message.data()),
        end_(message.data() + message.size()) {}

  Result<std::uint32_t> run() {
    if (left() > limits_.bytes)
      return fail(ErrorCode::invalid_argument,
                  "the message has {} bytes, more than the limit of {}", left(), limits_.bytes);
    if (left() == 0) return fail(ErrorCode::wrong_length, "the message is empty");
    open_[0] = 1;
    while (true) {
      while (open_[depth_] == 0) {
        if (depth_ == 0) return end();
        --depth_;
      }
      --open_[depth_];
      DALA_TRY(one());
    }
  }

 private:
  [[nodiscard]] std::size_t left() const { return static_cast<std::size_t>(end_ - at_); }
  [[nodiscard]] std::size_t offset() const { return static_cast<std::size_t>(command_ - begin_); }

  Result<std::uint32_t> end() const {
    if (left() != 0)
      return fail(ErrorCode::wrong_length,
                  "{} bytes are left over after the last command, from byte {} on", left(),
                  static_cast<std::size_t>(at_ - begin_));
    return count_;
  }

  Result<void> one() {
    command_ = at_;
    if (at_ == end_)
      return fail(ErrorCode::wrong_length,
                  "the message ends at byte {}, where a batch should have another command",
                  offset());
    switch (static_cast<Opcode>(*at_++)) {
#define F(type, name)
#define X(code, Name, fields, summary) \
  case Opcode::Name:                   \
    return fields_of<draw::Name>();
#include <dala/surface/commands.inc>
#undef X
#undef F
    }
    return fail(ErrorCode::invalid_argument, "byte {} is 0x{:02X}, which is no opcode", offset(),
                static_cast<unsigned>(*command_));
  }

  template <typename Struct>
  Result<void> fields_of() {
    if (left() < fixed_bytes_of<Struct>()) return truncated<Struct>(fixed_bytes_of<Struct>());
    if (++count_ > limits_.commands)
      return bad<Struct>("is command number {}, more than the limit", count_);
    if constexpr (Struct::opcode == Opcode::Batch) {
      return open_batch();
    } else if constexpr (is_fixed<Struct>()) {
      const std::byte* at = at_;
      at_ += fixed_bytes_of<Struct>();
      return values(take_command<Struct>(at));
    } else {
      return variable<Struct>();
    }
  }

  template <typename Struct>
  static consteval bool is_fixed() {
    bool fixed = true;
    Struct command;
    draw::for_each_field(command, [&](std::string_view, auto& field) {
      using Field = std::remove_cvref_t<decltype(field)>;
      fixed = fixed && (std::is_integral_v<Field> || std::same_as<Field, Rgba>);
    });
    return fixed;
  }

  // The checks of a command of fixed length.
  template <typename Struct>
  Result<void> values(const Struct& command) const {
    if constexpr (Struct::opcode == Opcode::Resize)
      return side_lengths<Struct>(command.width, command.height);
    if constexpr (Struct::opcode == Opcode::SetClip)
      if (const auto flag = static_cast<unsigned>(at_[-1]); flag > 1)
        return bad<Struct>("has {} in its flag `enabled`, where only 0 and 1 are possible", flag);
    return {};
  }

  // Commands with texts, blobs or pixels: every length is held against what is left before it is
  // believed.
  template <typename Struct>
  Result<void> variable() {
    const std::byte* at = at_;
    Struct sizes;  // only its numbers are filled in
    Result<void> so_far;
    draw::for_each_field(sizes, [&](std::string_view name, auto& field) {
      using Field = std::remove_cvref_t<decltype(field)>;
      if (!so_far) return;
      const auto rest = static_cast<std::size_t>(end_ - at);
      if (rest < fixed_bytes<Field>()) {
        so_far = truncated<Struct>(static_cast<std::size_t>(at - at_) + fixed_bytes<Field>());
      } else if constexpr (std::is_integral_v<Field>) {
        std::memcpy(&field, at, sizeof field);
        at += sizeof field;
      } else if constexpr (std::same_as<Field, draw::wire::pixels>) {
        so_far = pixels(sizes, at);
      } else {
        std::uint32_t size = 0;
        std::memcpy(&size, at, sizeof size);
        at += sizeof size;
        if (size > limits_.text)
          so_far = bad<Struct>("has {} bytes in `{}`, more than the limit of {}", size, name,
                               limits_.text);
        else if (rest - sizeof size < size)
          so_far = truncated<Struct>(static_cast<std::size_t>(at - at_) + size);
        else
          at += size;
      }
    });
    at_ = at;
    return so_far;
  }

  // The pixels at `at`, with their length before them or without; goes past them. A command that is
  // no part of a batch has exactly the bytes it needs, which gives the better error.
  template <typename Struct>
  Result<void> pixels(const Struct& command, const std::byte*& at) const {
    if constexpr (requires { command.pixels; }) {
      DALA_TRY(side_lengths<Struct>(command.w, command.h));
      const auto rest = static_cast<std::uint64_t>(end_ - at);
      const std::uint64_t needed = pixel_bytes(command);
      std::uint32_t word = 0;
      std::memcpy(&word, at, sizeof word);
      if (is_pixel_length(command, word))
        at += sizeof word;
      else if (depth_ == 0 && rest != needed)
        return fail(ErrorCode::wrong_length,
                    "{} at byte {} has {} bytes of pixels; {} x {} pixels have {}", Struct::title,
                    offset(), word == rest - sizeof word ? word : rest, command.w, command.h,
                    needed);
      const auto before = static_cast<std::uint64_t>(at - at_);
      if (static_cast<std::uint64_t>(end_ - at) < needed)
        return truncated<Struct>(static_cast<std::size_t>(before + needed));
      at += needed;
    }
    return {};
  }

  template <typename Struct>
  Result<void> side_lengths(std::uint32_t width, std::uint32_t height) const {
    if (width == 0 || height == 0 || width > limits_.side || height > limits_.side)
      return bad<Struct>("has the size {} x {}; each side is from 1 to {}", width, height,
                         limits_.side);
    return {};
  }

  Result<void> open_batch() {
    --count_;  // of commands, not of batches
    std::uint32_t count = 0;
    std::memcpy(&count, at_, sizeof count);
    at_ += sizeof count;
    if (depth_ >= std::min(limits_.depth, max_depth))
      return bad<draw::Batch>("is inside {} other batches, more than the limit", depth_);
    // Every command takes at least a byte, so a count beyond the bytes that are left is rejected at
    // once.
    if (count > left())
      return fail(ErrorCode::wrong_length,
                  "Batch at byte {} announces {} commands, but only {} bytes follow", offset(),
                  count, left());
    open_[++depth_] = count;
    return {};
  }

  template <typename Struct>
  std::unexpected<Error> truncated(std::size_t needed) const {
    return fail(
        ErrorCode::wrong_length,
        "{} at byte {} is cut off: it needs at least {} bytes after its opcode, {} are there",
        Struct::title, offset(), needed, static_cast<std::size_t>(end_ - command_) - 1);
  }

  template <typename Struct, typename... Args>
  std::unexpected<Error> bad(const char* text, const Args&... args) const {
    auto error = fail(ErrorCode::invalid_argument, text, args...);
    error.error().message =
        format("{} at byte {} {}", Struct::title, offset(), error.error().message);
    return error;
  }

  const MessageLimits& limits_;
  const std::byte* const begin_;
  const std::byte* at_;
  const std::byte* const end_;
  const std::byte* command_ = nullptr;
  std::array<std::uint32_t, max_depth + 1> open_{};  // commands that each open batch still expects
  std::uint32_t depth_ = 0;
  std::uint32_t count_ = 0;
};

}  // namespace

Result<std::uint32_t> check_message(CommandBytes message, const MessageLimits& limits) {
  return Checker(message, limits).run();
}

}  // namespace dala
