#include "kernel/launch/prints.hpp"

#include <cmath>
#include <utility>

#include "core/format.hpp"
#include "core/text/shown_text.hpp"
#include "kernel/ir/scalar_ops.hpp"

namespace dala::kernel {

namespace {

using Words = std::span<const std::uint32_t>;

std::uint64_t bits_of(ir::Scalar scalar, Words words) {
  const std::uint64_t low = words[0];
  return prints::words_of(scalar) == 2 ? low | std::uint64_t{words[1]} << 32U : low;
}

// One lane, taken off the front.
std::string spelled_lane(ir::Scalar scalar, Words& words) {
  const std::uint64_t bits = bits_of(scalar, words);
  words = words.subspan(prints::words_of(scalar));
  // The sign of a NaN differs between targets, so it is not printed.
  if (ir::is_float(scalar) && std::isnan(ir::real_value(scalar, bits))) return "nan";
  return ir::spelled(scalar, ir::wrap(scalar, bits));
}

std::string spelled_argument(ir::Type type, Words& words) {
  if (type.is_scalar()) return spelled_lane(type.scalar, words);
  std::string out;
  for (std::uint8_t i = 0; i < type.lanes; ++i)
    out += (i == 0 ? "(" : ", ") + spelled_lane(type.scalar, words);
  return out + ")";
}

std::string text_of(const ir::Message& message, Words arguments) {
  std::string out = message.texts[0];
  for (std::size_t i = 0; i < message.types.size(); ++i)
    out += spelled_argument(message.types[i], arguments) + message.texts[i + 1];
  return out;
}

}  // namespace

HostTensor PrintBuffer::tensor() {
  return {.dtype = DType::u32,
          .shape = Shape{static_cast<std::int64_t>(words.size())},
          .bytes = std::as_writable_bytes(std::span(words))};
}

std::string printed_lines(const ir::Module& module, Words words) {
  if (words.empty()) return {};
  const std::size_t size = prints::line_words(module);
  const std::uint32_t printed = words[0];
  words = words.subspan(1);
  std::vector<Words> lines;
  for (; lines.size() < printed && words.size() >= size; words = words.subspan(size))
    lines.push_back(words.first(size));
  std::erase_if(lines, [&](Words line) {
    return line[prints::message] == 0 || line[prints::message] > module.messages.size();
  });
  std::ranges::sort(lines, {}, [&](Words line) {
    return std::pair(bits_of(module.index, line.subspan(prints::invocation)), line.data());
  });
  const std::string start = shown_text(module.name).text + ": ";
  std::string out;
  for (const Words line : lines)
    out += start +
           text_of(module.messages[line[prints::message] - 1],
                   line.subspan(prints::arguments_of(module))) +
           '\n';
  if (lines.size() < printed)
    out += format("{}... and {} more lines were lost\n", start, printed - lines.size());
  return out;
}

}  // namespace dala::kernel
