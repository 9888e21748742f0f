#include "scene/compose/compositor.hpp"

#include <algorithm>

#include "compute/generated.hpp"
#include "core/error.hpp"
#include "scene/compose/host.hpp"
#include "scene/compose/kernel_sources.hpp"

namespace dala::scene {

namespace {

// Kernels for few layers and for many.
constexpr std::size_t forms[] = {2, 8};
constexpr std::size_t most_slots = 8;

}  // namespace

Compositor::Compositor(Compute compute)
    : compute_(std::move(compute)),
      host_(compute_.device_info().capabilities.host_memory),
      whole_(table_rows * whole_fields),
      real_(table_rows * real_fields) {}

Result<Compositor> Compositor::make(const Compute& compute) {
  Compositor made(compute);
  DALA_TRY(made.start());
  return made;
}

Result<void> Compositor::start() {
  for (const std::size_t slots : forms) {
    const std::string label = format("scene_compose{}", slots);
    DALA_ASSIGN(std::string source, compose_source(slots));
    DALA_ASSIGN(
        std::string name,
        register_generated(compute_, label,
                           {.text = std::move(source),
                            .variants = {{.name = "bands", .run = HostKernel(compose_on_host)}}}));
    compose_.push_back(std::move(name));
  }
  DALA_ASSIGN(pictures_, register_picture_kernels(compute_));
  DALA_TRY(renew());
  for (Tables& tables : tables_) {
    const auto rows = static_cast<std::int64_t>(table_rows);
    DALA_ASSIGN(tables.whole, compute_.buffer_zeros({rows, whole_fields}, DType::s32));
    DALA_ASSIGN(tables.real, compute_.buffer_zeros({rows, real_fields}, DType::f32));
  }
  return {};
}

Result<void> Compositor::renew() {
  DALA_ASSIGN(nothing_, compute_.buffer_zeros({1, 1, 4}, DType::u8));
  return {};
}

std::optional<std::int32_t> Compositor::slot_of(const Layer& layer) {
  const auto found = std::ranges::find(slots_, layer.buffer);
  if (found == slots_.end()) {
    if (slots_.size() == most_slots) return std::nullopt;
    slots_.push_back(layer.buffer);
    return static_cast<std::int32_t>(slots_.size() - 1);
  }
  return static_cast<std::int32_t>(found - slots_.begin());
}

Result<void> Compositor::compose(const Buffer& target, std::span<const Item> items,
                                 std::span<const Rect> rects,
                                 std::optional<std::uint32_t> background) {
  items_.clear();
  for (const Item& item : items)
    if (std::ranges::any_of(
            rects, [&](const Rect& rect) { return !intersection(item.bounds, rect).empty(); }))
      items_.push_back(&item);
  std::size_t lowest = items_.size();
  for (std::size_t r = 0; r < rects.size(); ++r) {
    firsts_[r] = 0;
    hidden_[r] = false;
    for (std::size_t i = items_.size(); i-- > 0;)
      if (items_[i]->hides_all() && items_[i]->bounds.covers(rects[r])) {
        firsts_[r] = i;
        hidden_[r] = true;
        break;
      }
    lowest = std::min(lowest, firsts_[r]);
    pixels_ += static_cast<std::uint64_t>(rects[r].area());
  }
  // As many items in one command as there are slots for their layers.
  std::size_t first = lowest;
  do {
    slots_.clear();
    std::size_t last = first;
    for (; last < items_.size() && last - first < most_items; ++last) {
      const Item& item = *items_[last];
      const std::size_t before = slots_.size();
      const auto layer = item.layer.buffer ? slot_of(item.layer) : std::optional<std::int32_t>(-1);
      const auto mask = item.mask.buffer ? slot_of(item.mask) : std::optional<std::int32_t>(-1);
      if (!layer || !mask) {
        slots_.resize(before);
        break;
      }
      const std::size_t row = most_regions + (last - first);
      write_row(item, *layer, *mask,
                std::span<std::int32_t, whole_fields>(&whole_[row * whole_fields], whole_fields),
                std::span<float, real_fields>(&real_[row * real_fields], real_fields));
    }
    DALA_TRY(run_batch(target, first, last, rects, first == lowest ? background : std::nullopt));
    first = last;
  } while (first < items_.size());
  return {};
}

Result<void> Compositor::run_batch(const Buffer& target, std::size_t first, std::size_t last,
                                   std::span<const Rect> rects,
                                   std::optional<std::uint32_t> background) {
  std::size_t regions = 0;
  for (std::size_t r = 0; r < rects.size(); ++r) {
    if (firsts_[r] >= last && hidden_[r]) continue;  // it begins in a later batch later
    const bool begins = firsts_[r] >= first;
    const Region region{.rect = rects[r],
                        .first = static_cast<std::int32_t>(begins ? firsts_[r] - first : 0),
                        .keeps = !background.has_value() || hidden_[r],
                        .background = background.value_or(0)};
    write_row(region,
              std::span<std::int32_t, whole_fields>(&whole_[regions * whole_fields], whole_fields));
    ++regions;
  }
  if (regions == 0) return {};
  const Tables& tables = tables_[turn_++ % tables_.size()];
  DALA_TRY(tables.whole.write(std::span<const std::int32_t>(whole_)));
  DALA_TRY(tables.real.write(std::span<const float>(real_)));
  const auto form = std::ranges::lower_bound(forms, slots_.size());
  command_.inputs.clear();
  command_.inputs.push_back(tables.whole);
  command_.inputs.push_back(tables.real);
  for (std::size_t i = 0; i < *form; ++i)
    command_.inputs.push_back(i < slots_.size() ? slots_[i] : nothing_);
  command_.outputs.clear();
  command_.outputs.push_back(target);
  command_.params.set("regions", static_cast<std::int64_t>(regions));
  command_.params.set("items", static_cast<std::int64_t>(last - first));
  return run(compose_[static_cast<std::size_t>(form - std::begin(forms))]);
}

Result<void> Compositor::run(const std::string& kernel) {
  ++commands_;
  // On the CPU the caller does the work; elsewhere nobody waits for it.
  if (host_) return compute_.run_kernel(kernel, command_.inputs, command_.outputs, command_.params);
  command_.kernel = kernel;
  DALA_TRY(compute_.submit(command_));
  return {};
}

Result<void> Compositor::run(const std::string& kernel, const BufferList& from, const Buffer& to,
                             Params params) {
  command_.inputs = from;
  command_.outputs.clear();
  command_.outputs.push_back(to);
  std::swap(command_.params, params);
  auto done = run(kernel);
  std::swap(command_.params, params);
  return done;
}

Result<void> Compositor::shrink(const Buffer& from, const Buffer& to, std::int64_t factor) {
  return run(pictures_.shrink, from, to, {{"factor", factor}});
}

Result<void> Compositor::cut(const Buffer& from, const Buffer& to, std::int64_t x, std::int64_t y) {
  return run(pictures_.cut, from, to, {{"x", x}, {"y", y}});
}

Result<void> Compositor::premultiply(const Buffer& from, const Buffer& to) {
  return run(pictures_.premultiply, from, to, {});
}

Result<void> Compositor::unpremultiply(const Buffer& from, const Buffer& to) {
  return run(pictures_.unpremultiply, from, to, {});
}

Result<void> Compositor::spread(const Buffer& from, const Buffer& to) {
  return run(pictures_.spread, from, to, {});
}

Result<void> Compositor::join(const Buffer& colours, const Buffer& alphas, const Buffer& to) {
  return run(pictures_.join, {colours, alphas}, to, {});
}

}  // namespace dala::scene
