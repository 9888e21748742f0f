#include "media/video/place.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "core/error.hpp"

namespace dala::media::video {

namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 17> schemes = {
    "http",   "https", "rtsp", "rtsps", "rtmp", "rtmps", "rtmpt", "rtmpe", "rtmpte",
    "rtmpts", "srt",   "rist", "udp",   "rtp",  "tcp",   "mmsh",  "mmst"};
constexpr std::array<std::string_view, 4> playlists = {".m3u8", ".m3u", ".mpd", ".ffconcat"};

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

bool is_device_name(std::string_view text) {
  return text.size() > 1 && std::ranges::all_of(text, [](unsigned char c) {
           return std::isalnum(c) != 0 || c == '_';
         });
}

Result<Place> at_address(const std::string& source, std::string scheme,
                         const SourcePolicy& policy) {
  scheme = lower(std::move(scheme));
  if (std::ranges::find(schemes, scheme) == schemes.end()) {
    std::string all;
    for (const std::string_view one : schemes) all += (all.empty() ? "" : ", ") + std::string(one);
    return fail(ErrorCode::io,
                "could not open {}: {}:// is not among the addresses that are read: "
                "{}",
                source, scheme, all);
  }
  if (!policy.network && !is_named(policy, source))
    return fail(ErrorCode::io,
                "could not open {}: the network may not be used here; --allow-network or "
                "SourcePolicy::network allows it",
                source);
  return Place{.kind = Place::Kind::address, .name = source, .address = source};
}

// An image sequence such as shot%03d.png: no file of this name exists.
bool is_pattern(const fs::path& file) {
  std::error_code ignored;
  return file.string().find('%') != std::string::npos && !fs::exists(file, ignored);
}

Result<Place> in_file(const std::string& source, const std::string& file,
                      const SourcePolicy& policy) {
  Place place{.kind = Place::Kind::file, .name = source, .address = file};
  const std::string extension = lower(fs::path(file).extension().string());
  if (is_named(policy, source) &&
      (is_pattern(file) || std::ranges::find(playlists, extension) != playlists.end())) {
    place.kind = Place::Kind::playlist;
    return place;
  }
  SourcePolicy asked = policy;
  if (is_named(policy, source)) asked.named.push_back(file);
  DALA_ASSIGN(place.file, open_source(file, asked));
  return place;
}

}  // namespace

Result<Place> find_place(const std::string& source, const SourcePolicy& policy) {
  if (source.empty()) return fail(ErrorCode::io, "the video to read has no name");
  constexpr std::string_view file_scheme = "file://";
  if (source.starts_with(file_scheme))
    return in_file(source, source.substr(file_scheme.size()), policy);
  std::error_code ignored;
  const std::size_t colon = source.find(':');
  if (colon == std::string::npos || fs::exists(source, ignored))
    return in_file(source, source, policy);
  const std::string before = source.substr(0, colon);
  if (source.compare(colon, 3, "://") == 0) return at_address(source, before, policy);
  if (!is_device_name(before)) return in_file(source, source, policy);
  if (!is_named(policy, source))
    return fail(ErrorCode::io,
                "could not open {}: devices and filter graphs are only opened where they are named "
                "on the command line (--allow '{}') or in SourcePolicy::named",
                source, source);
  return Place{.kind = Place::Kind::device,
               .name = source,
               .address = source.substr(colon + 1),
               .device = before};
}

}  // namespace dala::media::video
