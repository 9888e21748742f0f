#include "media/video/losses.hpp"

#include <algorithm>
#include <array>

#include "core/error.hpp"

namespace dala::media::video {

namespace {

// What these containers have a place for; Matroska and WebM take any.
constexpr auto mp4_tags = std::to_array<std::string_view>(
    {"title",         "artist",      "album_artist", "composer", "album",      "date",
     "comment",       "genre",       "track",        "disc",     "copyright",  "grouping",
     "lyrics",        "description", "synopsis",     "show",     "episode_id", "network",
     "season_number", "keywords",    "creation_time"});
constexpr auto mov_tags = std::to_array<std::string_view>(
    {"title", "artist", "author", "album", "date", "comment", "genre", "copyright", "description",
     "make", "model", "location", "keywords", "creation_time"});

bool takes_tag(std::string_view container, std::string_view tag) {
  if (container == "mp4") return std::ranges::find(mp4_tags, tag) != mp4_tags.end();
  if (container == "mov") return std::ranges::find(mov_tags, tag) != mov_tags.end();
  return true;
}

// Names come from the file: what a terminal would obey is not shown.
std::string shown(std::string_view name) {
  constexpr std::size_t longest = 60;
  std::string out(name.substr(0, longest));
  std::ranges::replace_if(out, [](unsigned char c) { return c < 0x20 || c >= 0x7F; }, '?');
  return out;
}

std::string several(unsigned count, const char* one) {
  return format("{} {}{}", count, one, count == 1 ? "" : "s");
}

}  // namespace

std::vector<std::string> losses_of(const VideoInfo& from, std::string_view container) {
  std::vector<std::string> out;
  if (from.bits > 8) out.push_back(format("{} bits a channel became 8", from.bits));
  if (from.alpha) out.emplace_back("the alpha channel was put over black");
  if (!from.transfer.empty())
    out.push_back(format("the brightness of HDR ({}) is written as it is, without tone mapping",
                         from.transfer));
  if (from.chapters > 0) out.push_back(several(from.chapters, "chapter") + " left out");
  if (from.other_streams > 0)
    out.push_back(several(from.other_streams, "other stream") +
                  " (further videos, covers, data or attachments) left out");
  for (const VideoTag& tag : from.tags)
    if (!takes_tag(container, tag.name))
      out.push_back(
          format("the tag \"{}\" is left out: {} has no place for it", shown(tag.name), container));
  return out;
}

}  // namespace dala::media::video
