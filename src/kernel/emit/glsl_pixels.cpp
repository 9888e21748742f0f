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

Piece GlslPixels::pixel_of(std::uint32_t tensor, const std::vector<ir::ExprId>& indices,
                           ir::Edge edge) {
  if (indices.size() == 3) return locate(tensor, {indices[0], indices[1]}, edge);
  return {locate(tensor, indices, edge).in(Binds::sum) + " >> 2", Binds::shift};
}

// Where a pixel is known by its distance from the invocation's own: what is read at the top of the
// kernel is then the same wherever it is asked for again. Drivers do not see that through the
// checks.
std::optional<std::string> GlslPixels::known_place(const ir::Expr& e) const {
  if (!is_in_kernel() || !is_in_outer_block() || module().tensors[e.index].is_output)
    return std::nullopt;
  std::string key = format("{} {}", e.index, static_cast<int>(e.edge));
  for (std::size_t i = 0; i < (e.args.size() == 3 ? 2 : 1); ++i) {
    const auto at = analysis_.affine(e.args[i]);
    if (!at || at->rest.low != at->rest.high) return std::nullopt;
    const std::int64_t rest = e.args.size() == 3 ? at->rest.low : 0;
    key += format(" {} {} {}", static_cast<int>(at->base), at->multiplier, rest);
  }
  return key;
}

std::optional<Piece> GlslPixels::load_own_way(const ir::Expr& e) {
  const auto shift = shift_of(e.index, e.args);
  if (!shift) return std::nullopt;
  const std::string name = "dala_pixel_" + tensor_name(e.index);
  define_text(name, [&] {
    const std::string len = launch_word(launch::of_tensor(e.index) + launch::len).text;
    return format(
        "uint {}(int i) {{\n  uint pixels = {} >> 2;\n  if (uint(i) >= pixels) return 0u;\n"
        "  return {}[min(uint(i), pixels - 1u)];\n}}\n\n",
        name, len, tensor_name(e.index));
  });
  const auto key = known_place(e);
  const auto read_before = key ? read_.find(*key) : read_.end();
  std::string word;
  if (read_before != read_.end()) {
    word = read_before->second;
  } else {
    word = call(name, {pixel_of(e.index, e.args, e.edge)}).text;
    if (key) {
      const std::string kept = format("dala_read_{}", read_.size());
      line(format("uint {} = {};", kept, word));
      read_.emplace(*key, kept);
      word = kept;
    }
  }
  return Piece{format("({} >> {}) & 255u", word, shift->text), Binds::bit_and};
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
        "void {}(int i, uint value) {{\n  uint pixels = {} >> 2;\n  if (uint(i) < pixels) "
        "{}[min(uint(i), pixels - 1u)] = value;\n}}\n\n",
        name, launch_word(launch::of_tensor(s.target) + launch::len).text, tensor_name(s.target));
  });
  line(call(name, {pixel_of(s.target, s.indices, ir::Edge::zero), {pixel}}).text + ";");
  return true;
}

}  // namespace dala::kernel
