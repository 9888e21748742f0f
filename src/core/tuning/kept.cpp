#include "core/tuning/kept.hpp"

#include <charconv>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/files/sha256.hpp"
#include "core/files/user_cache.hpp"
#include "core/format.hpp"
#include "core/process/build_id.hpp"
#include "core/process/system_info.hpp"
#include "core/text/log.hpp"

namespace dala::tuning {

namespace {

constexpr std::string_view ending = ".tuning";
constexpr std::size_t most_bytes = std::size_t{1} << 16;
// Of all machines and builds.
constexpr std::uint64_t most_in_all = std::uint64_t{1} << 20;

std::optional<PrivateFolder> folder(PrivateFolder::Missing missing) {
  auto found = user_cache("tuning", missing);
  if (found) return std::move(*found);
  if (log_enabled())
    log_line(format("what is fastest here is not kept: {}", found.error().message));
  return std::nullopt;
}

std::string name_for(std::string_view machine) {
  Sha256 hash;
  hash.add(std::as_bytes(std::span(machine)));
  return hash.digits().substr(0, 32) + std::string(ending);
}

// Up to `end`, which is taken off too.
std::string_view take(std::string_view& text, char end) {
  const std::size_t at = text.find(end);
  const std::string_view out = text.substr(0, at);
  text.remove_prefix(at == std::string_view::npos ? text.size() : at + 1);
  return out;
}

// Lines of a name, a way and a number; others are left out.
KeptWays parsed(std::string_view text, std::string_view machine) {
  KeptWays out;
  if (take(text, '\n') != machine) return out;
  while (!text.empty()) {
    std::string_view line = take(text, '\n');
    const std::string_view name = take(line, ' ');
    const std::string_view way = take(line, ' ');
    int ahead = 0;
    const auto read = std::from_chars(line.data(), line.data() + line.size(), ahead);
    if (name.empty() || way.empty() || read.ec != std::errc() ||
        read.ptr != line.data() + line.size())
      continue;
    out.insert_or_assign(std::string(name), KeptWay{std::string(way), ahead});
  }
  return out;
}

KeptWays read_from(const PrivateFolder& from, std::string_view machine) {
  const auto found = from.read(name_for(machine), most_bytes);
  if (!found || !*found) return {};
  return parsed({reinterpret_cast<const char*>((*found)->data()), (*found)->size()}, machine);
}

}  // namespace

KeptWays read_kept(std::string_view machine) {
  const auto from = folder(PrivateFolder::Missing::stays);
  return from ? read_from(*from, machine) : KeptWays{};
}

void keep(std::string_view machine, std::string_view choice, const KeptWay& way) {
  const auto to = folder(PrivateFolder::Missing::is_made);
  if (!to) return;
  KeptWays all = read_from(*to, machine);
  all.insert_or_assign(std::string(choice), way);
  std::string text = format("{}\n", machine);
  for (const auto& [name, kept] : all)
    text += format("{} {} {}\n", name, kept.way, kept.percent_ahead);
  const auto written = to->write(name_for(machine), {std::as_bytes(std::span(text))},
                                 PrivateFolder::Existing::is_replaced);
  if (!written && log_enabled())
    log_line(format("what is fastest here was not kept: {}", written.error().message));
  to->shrink(ending, most_in_all);
}

std::string this_machine() {
  const CacheSizes caches = cache_sizes();
  return format("{}, {}, {} cores, caches of {} and {} bytes, build {}", processor_name(),
                vector_instructions(), core_count(), caches.second_level, caches.last_level,
                build_id_of(reinterpret_cast<const void*>(&this_machine)));
}

}  // namespace dala::tuning
