// Loops over elements that can write around the caches. Compiled once per instruction set.
#if defined(DALA_TILES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef DALA_TILES_INL_HPP
#undef DALA_TILES_INL_HPP
#else
#define DALA_TILES_INL_HPP
#endif

#include <cstddef>
#include <cstdint>
#include <cstring>

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include "core/tuning/traffic.hpp"

HWY_BEFORE_NAMESPACE();
namespace dala::backend::cpu::tiles {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Elements in a temporary that stays in the first-level cache.
inline constexpr std::size_t tile_elements = 1024;

// From a tile to memory, around the caches where the destination is aligned for it. Before other
// threads may look at it, hwy::FlushStream must be called.
template <typename T>
void stream_out(const T* from, T* to, std::size_t count) {
  const hn::ScalableTag<std::uint8_t> bytes;
  const std::size_t step = hn::Lanes(bytes);
  const std::size_t total = count * sizeof(T);
  std::size_t done = 0;
  if (reinterpret_cast<std::uintptr_t>(to) % step == 0) {
    const auto* source = reinterpret_cast<const std::uint8_t*>(from);
    auto* target = reinterpret_cast<std::uint8_t*>(to);
    for (; done + step <= total; done += step)
      hn::Stream(hn::Load(bytes, source + done), bytes, target + done);
  }
  if (done < total)
    std::memcpy(reinterpret_cast<char*>(to) + done, reinterpret_cast<const char*>(from) + done,
                total - done);
}

// to[i] = f(from[i])
template <typename From, typename To, typename Function>
void map_direct(const From* from, To* to, std::size_t count, Function f) {
  DALA_INDEPENDENT
  for (std::size_t i = 0; i < count; ++i) to[i] = f(from[i]);
}

// Elements asked for at a time by those who ask ahead.
inline constexpr std::size_t block_elements = 256;

// Starts bringing `count` elements into the caches.
template <typename T>
void ask_for(const T* at, std::size_t count) {
  constexpr std::size_t line = 64 / sizeof(T);
  for (std::size_t i = 0; i < count; i += line) hwy::Prefetch(at + i);
}

template <typename From, typename To, typename Function>
void map_ahead(const From* from, To* to, std::size_t count, Function f) {
  while (count > 2 * block_elements) {
    ask_for(from + block_elements, block_elements);
    ask_for(to + block_elements, block_elements);
    map_direct(from, to, block_elements, f);
    from += block_elements;
    to += block_elements;
    count -= block_elements;
  }
  map_direct(from, to, count, f);
}

template <typename From, typename To, typename Function>
void map(const From* from, To* to, std::size_t count, Traffic traffic, Function f) {
  if (traffic == Traffic::cached) return map_direct(from, to, count, f);
  if (traffic == Traffic::ahead) return map_ahead(from, to, count, f);
  alignas(64) To tile[tile_elements];
  for (std::size_t i = 0; i < count; i += tile_elements) {
    const std::size_t size = count - i < tile_elements ? count - i : tile_elements;
    map_direct(from + i, tile, size, f);
    stream_out(tile, to + i, size);
  }
  hwy::FlushStream();
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace dala::backend::cpu::tiles
HWY_AFTER_NAMESPACE();

#endif
