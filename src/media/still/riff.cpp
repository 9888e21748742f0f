#include "media/still/riff.hpp"

#include <algorithm>

namespace dala::media {

namespace {

constexpr std::size_t file_head = 12;
constexpr std::size_t chunk_head = 8;
// Of the chunk VP8X, which announces all others.
constexpr unsigned has_icc = 0x20;
constexpr unsigned has_alpha = 0x10;
constexpr unsigned has_exif = 0x08;

std::size_t number_at(std::span<const std::byte> bytes, std::size_t at) {
  std::size_t value = 0;
  for (std::size_t i = 4; i-- > 0;)
    value = value << 8 | std::to_integer<std::size_t>(bytes[at + i]);
  return value;
}

void append(std::vector<std::byte>& out, std::string_view text) {
  for (const char c : text) out.push_back(static_cast<std::byte>(c));
}

void append(std::vector<std::byte>& out, std::size_t value, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; ++i) out.push_back(static_cast<std::byte>(value >> (8 * i)));
}

void append_chunk(std::vector<std::byte>& out, std::string_view name,
                  std::span<const std::byte> body) {
  if (body.empty()) return;
  append(out, name);
  append(out, body.size(), 4);
  out.insert(out.end(), body.begin(), body.end());
  if (body.size() % 2 != 0) out.push_back({});
}

// A lossless picture says in its fifth byte's fifth bit whether it has alpha.
bool lossless_has_alpha(std::span<const std::byte> body) {
  return body.size() > 4 && (std::to_integer<unsigned>(body[4]) & 0x10U) != 0;
}

}  // namespace

std::span<const std::byte> find_chunk(std::span<const std::byte> webp, std::string_view name) {
  std::size_t at = file_head;
  while (at <= webp.size() && webp.size() - at >= chunk_head) {
    const std::size_t length = number_at(webp, at + 4);
    if (length > webp.size() - at - chunk_head) break;
    const auto letter = [](std::byte b) { return static_cast<char>(b); };
    if (std::ranges::equal(webp.subspan(at, 4), name, {}, letter))
      return webp.subspan(at + chunk_head, length);
    at += chunk_head + length + (length % 2);
  }
  return {};
}

std::vector<std::byte> with_chunks(std::span<const std::byte> webp, const WebpExtra& extra) {
  if (extra.icc.empty() && extra.exif.empty()) return {webp.begin(), webp.end()};
  const std::span<const std::byte> alpha = find_chunk(webp, "ALPH");
  const std::span<const std::byte> lossy = find_chunk(webp, "VP8 ");
  const std::span<const std::byte> lossless = find_chunk(webp, "VP8L");
  std::vector<std::byte> features;
  append(features,
         (extra.icc.empty() ? 0U : has_icc) | (extra.exif.empty() ? 0U : has_exif) |
             (!alpha.empty() || lossless_has_alpha(lossless) ? has_alpha : 0U),
         4);
  append(features, extra.width - 1, 3);
  append(features, extra.height - 1, 3);
  std::vector<std::byte> out;
  append(out, "RIFF");
  append(out, 0, 4);  // the length, when it is known
  append(out, "WEBP");
  append_chunk(out, "VP8X", features);
  append_chunk(out, "ICCP", extra.icc);
  append_chunk(out, "ALPH", alpha);
  append_chunk(out, "VP8 ", lossy);
  append_chunk(out, "VP8L", lossless);
  append_chunk(out, "EXIF", extra.exif);
  std::vector<std::byte> length;
  append(length, out.size() - chunk_head, 4);
  std::ranges::copy(length, out.begin() + 4);
  return out;
}

}  // namespace dala::media
