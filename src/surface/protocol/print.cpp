// Messages as text for people.
#include <dala/surface/protocol.hpp>

#include "core/format.hpp"

namespace dala {

namespace {

std::string text_of(std::uint32_t value) { return std::to_string(value); }
std::string text_of(std::int32_t value) { return std::to_string(value); }
std::string text_of(std::uint64_t value) { return std::to_string(value); }
std::string text_of(bool value) { return value ? "true" : "false"; }
std::string text_of(Rgba value) { return format("#{:08X}", value.packed()); }
std::string text_of(draw::wire::pixels value) { return format("({} bytes)", value.bytes.size()); }

// Only what cannot be mistaken for anything else, so that a line stays a line.
std::string text_of(draw::wire::text value) {
  std::string out = "\"";
  for (const char c : value) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '\n')
      out += "\\n";
    else if (c == '"' || c == '\\')
      out += {'\\', c};
    else if (code < 0x20 || code == 0x7F)
      out += format("\\x{:02X}", code);
    else
      out += c;
  }
  return out + '"';
}

std::string text_of(draw::wire::blob value) {
  constexpr std::size_t shown = 32;
  std::string out = "<";
  for (const std::byte b : value.first(std::min(value.size(), shown)))
    out += format("{:02X}", static_cast<unsigned>(b));
  return out + (value.size() > shown ? format("... {} bytes>", value.size()) : ">");
}

// Walks a message as visit_message does, but batches are shown too.
class Printer {
 public:
  explicit Printer(CommandBytes message) : at_(message.data()), end_(at_ + message.size()) {}

  std::string run() {
    while (at_ != end_) one(0);
    return std::move(out_);
  }

 private:
  void one(std::size_t indent) {
    switch (static_cast<draw::Opcode>(*at_++)) {
#define F(type, name)
#define X(code, Name, fields, summary) \
  case draw::Opcode::Name:             \
    return show(take_command<draw::Name>(at_), indent);
#include <dala/surface/commands.inc>
#undef X
#undef F
    }
  }

  template <typename Struct>
  void show(const Struct& command, std::size_t indent) {
    out_.append(2 * indent, ' ').append(Struct::title);
    if constexpr (Struct::opcode == draw::Opcode::Batch) {
      out_ += format(" of {}\n", command.commands.count);
      for (std::uint32_t i = 0; i < command.commands.count; ++i) one(indent + 1);
    } else {
      draw::for_each_field(command, [&](std::string_view name, const auto& field) {
        out_.append(" ").append(name).append("=").append(text_of(field));
      });
      out_ += '\n';
    }
  }

  const std::byte* at_;
  const std::byte* end_;
  std::string out_;
};

}  // namespace

std::string_view to_string(draw::Opcode opcode) {
  switch (opcode) {
#define F(type, name)
#define X(code, Name, fields, summary) \
  case draw::Opcode::Name:             \
    return #Name;
#include <dala/surface/commands.inc>
#undef X
#undef F
  }
  return "unknown";
}

std::string message_text(CommandBytes message) { return Printer(message).run(); }

}  // namespace dala
