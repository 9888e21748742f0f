#include "kernel/emit/glsl_lanes.hpp"

#include <algorithm>

namespace dala::kernel {

// NVIDIA's compiler takes no names with two underscores together, and a tensor's may end with one.
std::string GlslLanes::value_name(std::uint32_t tensor) const {
  return "dala_of_" + tensor_name(tensor);
}

std::string GlslLanes::element_type(std::uint32_t tensor) {
  return type_name({module().tensors[tensor].scalar});
}

std::string GlslLanes::lane_name(std::uint32_t tensor, std::uint32_t lane) const {
  return format("dala_{}_of_{}", lane, tensor_name(tensor));
}

std::optional<Piece> GlslLanes::load_own_way(const ir::Expr& e) {
  loaded_.insert(e.index);
  return Piece{value_name(e.index)};
}

bool GlslLanes::store_own_way(const ir::Stmt& s) {
  stored_.insert(s.target);
  line(format("{} = {};", value_name(s.target), expr(s.value).text));
  return true;
}

// The elements of a tensor, by lane, in variables of their own.
std::string GlslLanes::load(std::uint32_t tensor) {
  std::string out;
  if (!is_u8(tensor)) {
    for (std::uint32_t i = 0; i < lanes; ++i)
      out += format("  {} {} = {};\n", element_type(tensor), lane_name(tensor, i),
                    load_tensor(tensor, {format("int(dala_at_{})", i)}).text);
    return out;
  }
  const std::string helper = "dala_word_" + tensor_name(tensor);
  define_text(helper, [&] {
    const std::string len = launch_word(launch::of_tensor(tensor) + launch::len).text;
    return format(
        "uint {}(uint dala_at) {{\n  if (dala_at * 4u >= {}) return 0u;\n"
        "  uint dala_word = {}[dala_at];\n  uint dala_bytes = {} - dala_at * 4u;\n"
        "  return dala_bytes < 4u ? dala_word & ((1u << (dala_bytes * 8u)) - 1u) : "
        "dala_word;\n}}\n\n",
        helper, len, tensor_name(tensor), len);
  });
  const std::string word = "dala_all_of_" + tensor_name(tensor);
  out += format("  uint {} = {}(dala_unit);\n", word, helper);
  for (std::uint32_t i = 0; i < lanes; ++i)
    out += format("  uint {} = ({} >> {}) & 255u;\n", lane_name(tensor, i), word, 8 * i);
  return out;
}

std::string GlslLanes::store(std::uint32_t tensor) {
  const std::string elements = launch_word(launch::elements).text;
  std::string out;
  if (!is_u8(tensor)) {
    for (std::uint32_t i = 0; i < lanes; ++i)
      out += format("  if (dala_at_{} < {}) {};\n", i, elements,
                    store_tensor(tensor, {format("int(dala_at_{})", i)}, {lane_name(tensor, i)}));
    return out;
  }
  // The last word may hold elements that are not written.
  const std::string helper = "dala_set_word_" + tensor_name(tensor);
  define_text(helper, [&] {
    return format(
        "void {}(uint dala_at, uint dala_word) {{\n  uint dala_end = min({}, {});\n"
        "  if (dala_at * 4u >= dala_end) return;\n  uint dala_bytes = dala_end - dala_at * 4u;\n"
        "  uint dala_mask = dala_bytes < 4u ? (1u << (dala_bytes * 8u)) - 1u : 0xffffffffu;\n"
        "  {}[dala_at] = dala_bytes < 4u ? ({}[dala_at] & ~dala_mask) | (dala_word & dala_mask) : "
        "dala_word;\n}}\n\n",
        helper, elements, launch_word(launch::of_tensor(tensor) + launch::len).text,
        tensor_name(tensor), tensor_name(tensor));
  });
  std::string word;
  for (std::uint32_t i = 0; i < lanes; ++i)
    word += i == 0 ? lane_name(tensor, 0) : format(" | ({} << {})", lane_name(tensor, i), 8 * i);
  return out + format("  {}(dala_unit, {});\n", helper, word);
}

// All lanes at once where they are all inside everything, which is nearly everywhere: without
// checks between them, loads are on their way together.
std::string GlslLanes::unchecked(const std::string& values, const std::string& calls) {
  const auto inside = [](const Piece& end) {
    return format("dala_at_{} < {}", lanes - 1, end.text);
  };
  std::string condition = inside(launch_word(launch::elements));
  std::string loads;
  std::string stores;
  for (std::uint32_t tensor = 0; tensor < module().tensors.size(); ++tensor) {
    const bool loads_it = loaded_.contains(tensor);
    if (!loads_it && !stored_.contains(tensor)) continue;
    condition += " && " + inside(launch_word(launch::of_tensor(tensor) + launch::len));
    for (std::uint32_t i = 0; i < lanes; ++i) {
      const std::string element = format("{}[dala_at_{}]", tensor_name(tensor), i);
      const std::string value = lane_name(tensor, i);
      if (loads_it)
        loads += format("    {} {} = {};\n", element_type(tensor), value, element);
      else
        stores += format("    {} = {};\n", element, value);
    }
  }
  return format("  if ({}) {{\n{}{}{}{}    return;\n  }}\n", condition, loads, values, calls,
                stores);
}

std::string GlslLanes::kernel_function(const std::string& body) {
  std::string parameters = "uint dala_flat";
  std::string loads;
  std::string values;
  std::string results;
  std::string stores;
  std::array<std::string, lanes> arguments;
  for (const std::uint32_t tensor : loaded_) loads += load(tensor);
  for (const std::uint32_t tensor : stored_) stores += store(tensor);
  for (const bool out : {false, true})
    for (const std::uint32_t tensor : out ? stored_ : loaded_) {
      const std::string type = element_type(tensor);
      parameters += format(", {}{} {}", out ? "out " : "", type, value_name(tensor));
      for (std::uint32_t i = 0; i < lanes; ++i) {
        arguments[i] += ", " + lane_name(tensor, i);
        if (!out) continue;
        results += format("    {} {};\n", type, lane_name(tensor, i));
        values += format("  {} {} = {};\n", type, lane_name(tensor, i),
                         zero({module().tensors[tensor].scalar}));
      }
    }
  // Bytes are neighbours in their word; other elements are those of neighbouring invocations, which
  // load them together.
  bool in_words = false;
  for (std::uint32_t i = 0; i < module().tensors.size(); ++i) in_words = in_words || is_u8(i);
  const Builtins here = builtins();
  std::string main = format(
      "void main() {{\n  uint dala_group = {} * {}u + {};\n"
      "  uint dala_unit = dala_group * {}u + {};\n",
      here.group_y, groups_per_row(Scalar::s32), here.group_x, loose_units, here.unit);
  std::string calls;
  std::string all_calls;
  for (std::uint32_t i = 0; i < lanes; ++i) {
    main += in_words ? format("  uint dala_at_{} = dala_unit * {}u + {}u;\n", i, lanes, i)
                     : format("  uint dala_at_{} = dala_group * {}u + {} + {}u;\n", i,
                              lanes * loose_units, here.unit, i * loose_units);
    calls += format("  if (dala_at_{} < {}) dala_element(dala_at_{}{});\n", i,
                    launch_word(launch::elements).text, i, arguments[i]);
    all_calls += format("    dala_element(dala_at_{}{});\n", i, arguments[i]);
  }
  if (!in_words) main += unchecked(results, all_calls);
  return format("void dala_element({}) {{\n{}}}\n\n{}{}{}{}{}}}\n", parameters, body, main, loads,
                values, calls, stores);
}

}  // namespace dala::kernel
