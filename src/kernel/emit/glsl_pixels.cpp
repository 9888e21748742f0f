#include "kernel/emit/glsl_pixels.hpp"

namespace dala::kernel {

std::optional<Piece> GlslPixels::shift_of(std::uint32_t tensor,
                                          const std::vector<ir::ExprId>& indices) {
  if (module().tensors[tensor].scalar != Scalar::u8 || channels_[tensor] != 4) return std::nullopt;
  const ir::ExprId last = indices.back();
  if (indices.size() == 3)
    if (const auto known = known_index(last, 4)) return Piece{format("{}", *known * 8)};
  // Only the kernel itself was analysed, not its functions.
  if (!is_in_kernel()) return std::nullopt;
  if (indices.size() == 3) {
    const auto range = analysis_.interval(last);
    if (!range || range->low < 0 || range->high > 3) return std::nullopt;
    return Piece{format("(uint({}) * 8u)", index(last).text)};
  }
  const auto at = analysis_.affine(last);
  if (indices.size() != 1 || !at || at->base != Base::flat || at->multiplier != 4 ||
      at->rest.low != at->rest.high || at->rest.low < 0 || at->rest.low > 3)
    return std::nullopt;
  return Piece{format("{}", at->rest.low * 8)};
}

Piece GlslPixels::pixel_of(std::uint32_t tensor, const std::vector<ir::ExprId>& indices) {
  if (indices.size() == 3) return locate(tensor, {indices[0], indices[1]}, ir::Edge::zero);
  return {locate(tensor, indices, ir::Edge::zero).in(Binds::sum) + " >> 2", Binds::shift};
}

// How an index follows the invocation's position where nothing else is in it: it is then the same
// wherever it comes up again.
std::optional<std::string> GlslPixels::steady(ir::ExprId id, bool by_pixels) const {
  if (!is_in_kernel() || !is_in_outer_block()) return std::nullopt;
  const auto at = analysis_.affine(id);
  if (!at || at->rest.low != at->rest.high) return std::nullopt;
  return format("{} {} {}", static_cast<int>(at->base), at->multiplier,
                by_pixels ? at->rest.low >> 2 : at->rest.low);
}

// Drivers do not find what is computed twice where there are checks in it, so it is kept here.
std::string GlslPixels::kept(const std::string& key, ir::Type type, const Body& value) {
  const auto known = kept_.find(key);
  if (known != kept_.end()) return known->second;
  const std::string text = value();
  const std::string name = format("dala_kept_{}", kept_.size());
  line(format("{} {} = {};", type_name(type), name, text));
  kept_.emplace(key, name);
  return name;
}

std::string GlslPixels::fetch(std::uint32_t tensor, const Piece& pixel) {
  const std::string name = "dala_pixel_" + tensor_name(tensor);
  define_text(name, [&] {
    const std::string len = launch_word(launch::of_tensor(tensor) + launch::len).text;
    return format(
        "uint {}(int dala_i) {{\n  uint dala_pixels = {} >> 2;\n  if (uint(dala_i) >= dala_pixels) "
        "return 0u;\n"
        "  return {}[min(uint(dala_i), dala_pixels - 1u)];\n}}\n\n",
        name, len, tensor_name(tensor));
  });
  return call(name, {pixel}).text;
}

std::string GlslPixels::moved(const ir::Expr& e, std::size_t axis) {
  const std::string size = tensor_size(e.index, axis);
  const auto at = is_in_kernel() ? analysis_.affine(e.args[axis]) : std::nullopt;
  const bool is_near = near_ && at && at->base == (axis == 0 ? Base::y : Base::x) &&
                       at->multiplier == 1 && at->rest.low >= -near_distance &&
                       at->rest.high <= near_distance;
  if (!is_near || e.edge != ir::Edge::mirrored) return inside(e.args[axis], {size}, e.edge).text;
  // Without a branch, which costs more than what it saves.
  define("dala_mirrored_once", ir::s32_type, {ir::s32_type, ir::s32_type},
         [] { return "return min(abs(a), 2 * b - 2 - abs(a));"; });
  return call("dala_mirrored_once", {index(e.args[axis]), {size}}).text;
}

// What was moved inside needs no check.
std::string GlslPixels::fetch_moved(const ir::Expr& e) {
  std::array<std::string, 2> at;
  for (std::size_t axis = 0; axis < 2; ++axis) {
    const auto value = [&] { return moved(e, axis); };
    const auto key = steady(e.args[axis], false);
    at[axis] = key ? kept(format("at {} {} {} {}", e.index, axis, static_cast<int>(e.edge), *key),
                          ir::s32_type, value)
                   : value();
  }
  return format("{}[{} * {} + {}]", tensor_name(e.index), at[0], tensor_size(e.index, 1), at[1]);
}

std::optional<Piece> GlslPixels::load_own_way(const ir::Expr& e) {
  const auto shift = shift_of(e.index, e.args);
  if (!shift) return load_constant(e);
  const bool moved = e.edge != ir::Edge::zero && e.args.size() == 3;
  const auto value = [&] {
    return moved ? fetch_moved(e) : fetch(e.index, pixel_of(e.index, e.args));
  };
  std::optional<std::string> key = format("pixel {} {}", e.index, static_cast<int>(e.edge));
  for (std::size_t i = 0; i < (e.args.size() == 3 ? 2 : 1) && key; ++i) {
    const auto place = steady(e.args[i], e.args.size() == 1);
    key = place && !module().tensors[e.index].is_output ? std::optional(*key + " " + *place)
                                                        : std::nullopt;
  }
  const std::string word = key ? kept(*key, {Scalar::u32}, value) : value();
  return Piece{format("({} >> {}) & 255u", word, shift->text), Binds::bit_and};
}

// Weights and the like.
std::optional<Piece> GlslPixels::load_constant(const ir::Expr& e) {
  if (!is_in_kernel() || !is_in_outer_block() || module().tensors[e.index].is_output ||
      e.args.size() != 1 || module().exprs[e.args[0]].kind != ir::ExprKind::constant)
    return std::nullopt;
  return Piece{kept(
      format("element {} {} {}", e.index, static_cast<int>(e.edge), module().exprs[e.args[0]].bits),
      {module().tensors[e.index].scalar},
      [&] { return load_tensor(e.index, locate(e.index, e.args, e.edge)).text; })};
}

bool GlslPixels::store_own_way(const ir::Stmt& s) {
  if (!written_[s.target] || channels_[s.target] != 4) return false;
  const auto shift = shift_of(s.target, s.indices);
  if (!shift) return false;
  const std::string pixel =
      named_at_top(format("pixel {}", s.target), "dala_new_" + tensor_name(s.target), Scalar::u32,
                   [] { return "0u"; });
  line(format("{} |= {} << {};", pixel, expr(s.value).in(Binds::sum), shift->text));
  if (++stores_[s.target] < 4) return true;
  const std::string name = "dala_set_pixel_" + tensor_name(s.target);
  define_text(name, [&] {
    return format(
        "void {}(int dala_i, uint dala_value) {{\n  uint dala_pixels = {} >> 2;\n  if "
        "(uint(dala_i) < dala_pixels) "
        "{}[min(uint(dala_i), dala_pixels - 1u)] = dala_value;\n}}\n\n",
        name, launch_word(launch::of_tensor(s.target) + launch::len).text, tensor_name(s.target));
  });
  line(call(name, {pixel_of(s.target, s.indices), {pixel}}).text + ";");
  return true;
}

}  // namespace dala::kernel
