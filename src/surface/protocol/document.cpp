// What else is made from the list of commands: the table of docs/protocol.md, and the fuzzer's
// dictionary and seeds.
#include <dala/surface/protocol.hpp>

#include "core/format.hpp"

namespace dala {

namespace {

void add_field(std::string& payload, std::string_view field) {
  if (!payload.empty()) payload.append(", ");
  payload.append(field);
}

void add_row(std::string& out, int code, std::string_view name, std::string_view payload,
             std::string_view summary) {
  out +=
      format("| 0x{:02X} | {} | {} | {} |\n", code, name, payload.empty() ? "—" : payload, summary);
}

}  // namespace

std::string protocol_table() {
  std::string out = "| opcode | command | payload | what it does |\n|---|---|---|---|\n";
#define F(type, name) add_field(payload, #name " " #type);
#define X(code, Name, fields, summary)                  \
  {                                                     \
    std::string payload;                                \
    fields add_row(out, code, #Name, payload, summary); \
  }
#include <dala/surface/commands.inc>
#undef X
#undef F
  return out;
}

std::string protocol_dictionary() {
  std::string out =
      "# Opcodes of the surface protocol, numbers at the edges of their fields, and what stands\n"
      "# between two messages. Written by `dala surface protocol --dictionary`.\n";
#define F(type, name)
#define X(code, Name, fields, summary) out += format("{}=\"\\x{:02X}\"\n", #Name, code);
#include <dala/surface/commands.inc>
#undef X
#undef F
  return out +
         "zero=\"\\x00\\x00\\x00\\x00\"\none=\"\\x01\\x00\\x00\\x00\"\n"
         "minus_one=\"\\xFF\\xFF\\xFF\\xFF\"\nlargest=\"\\xFF\\xFF\\xFF\\x7F\"\n"
         "smallest=\"\\x00\\x00\\x00\\x80\"\nbetween=\"DALA\"\n";
}

namespace {

// Something for every field, with which the command can be carried out on a small frame.
struct Filler {
  std::uint32_t next = 0;

  void operator()(std::uint32_t& value) { value = 1 + (next++ % 4); }
  void operator()(std::int32_t& value) { value = 2 + static_cast<std::int32_t>(3 * (next++ % 5)); }
  void operator()(std::uint64_t& value) const { value = 1; }
  void operator()(bool& value) const { value = true; }
  void operator()(Rgba& value) const { value = {200, 100, 50, 128}; }
  void operator()(draw::wire::text& value) const { value = "name"; }
  void operator()(draw::wire::blob& value) const { value = std::as_bytes(std::span("\1\2\3")); }
  void operator()(draw::wire::pixels& /*value*/) const {}
  void operator()(draw::wire::commands& /*value*/) const {}
};

template <typename Struct>
std::vector<std::byte> sample() {
  Struct command;
  Filler fill;
  draw::for_each_field(command, [&](std::string_view, auto& field) { fill(field); });
  std::vector<std::byte> pixels;
  if constexpr (requires { command.pixels; }) {
    pixels.resize(std::size_t{command.w} * command.h * 4, std::byte{0x80});
    command.pixels = std::span<const std::byte>(pixels);
  }
  const Commands inner(draw::Clear{colors::blue}, draw::FillCircle{9, 7, 5, {0, 255, 0, 90}});
  if constexpr (Struct::opcode == draw::Opcode::Batch) command = inner.batch();
  return encode(command);
}

}  // namespace

std::vector<SampleMessage> protocol_samples() {
  return {
#define F(type, name)
#define X(code, Name, fields, summary) {#Name, sample<draw::Name>()},
#include <dala/surface/commands.inc>
#undef X
#undef F
  };
}

}  // namespace dala
