#include <algorithm>
#include <array>

#include "core/format.hpp"
#include "kernel/lower/lowerer.hpp"

namespace dala::kernel {

namespace {

// What people who know other languages write.
std::string_view our_spelling(std::string_view name) {
  struct Pair {
    std::string_view theirs;
    std::string_view ours;
  };
  constexpr std::array pairs = {
      Pair{"i32", "s32"},     Pair{"i64", "s64"},      Pair{"int", "s32"},
      Pair{"uint", "u32"},    Pair{"float", "f32"},    Pair{"double", "f64"},
      Pair{"usize", "index"}, Pair{"isize", "index"},  Pair{"i8", "s8"},
      Pair{"i16", "s16"},     Pair{"short", "s16"},    Pair{"ushort", "u16"},
      Pair{"half", "f16"},    Pair{"float16", "f16"},  Pair{"bfloat16", "bf16"},
      Pair{"byte", "u8"},     Pair{"boolean", "bool"}, Pair{"u64", "s64"},
      Pair{"Vec4", "vec4"}};
  for (const Pair& p : pairs)
    if (p.theirs == name) return p.ours;
  return {};
}

}  // namespace

ir::Type Lowerer::named_type(std::string_view name, Span span) {
  if (const auto type = ir::type_from_name(name)) return *type;
  for (const CompileOptions::NamedType& given : options_.types)
    if (given.name == name) return ir::Type{given.scalar};
  if (name == index_name) return ir::Type{module_.index};
  std::vector<std::string_view> known = ir::type_names();
  known.push_back(index_name);
  std::string hint = suggest(name, known);
  if (const std::string_view ours = our_spelling(name); !ours.empty())
    hint = format("write `{}`", ours);
  if (name == "Map") hint = "`Map` belongs to the header form without a name";
  report(Code::unknown_type, span, format("there is no type `{}`", name), hint);
  return ir::error_type;
}

std::optional<std::uint32_t> Lowerer::array_length(syntax::ExprId length) {
  const Span span = syn(length).span;
  const ir::Expr value =
      not_constant(length) ? ir::Expr{} : module_.exprs[constant_value(length, ir::s32_type)];
  if (value.type == ir::error_type) return std::nullopt;
  const auto count = static_cast<std::int64_t>(value.bits);
  if (!ir::is_integer(value.type.scalar) || count < 1) {
    report(Code::array_size, span, "the length of an array must be a positive integer constant",
           "write a number, as in `[f32; 9]`");
    return std::nullopt;
  }
  if (count > std::int64_t{ir::max_shared_bytes}) {
    report(Code::array_too_large, span, format("an array of {} elements is too large", count),
           format("local arrays hold at most {} scalars in all", ir::max_array_words));
    return std::nullopt;
  }
  return static_cast<std::uint32_t>(count);
}

ir::Type Lowerer::lower_type(const syntax::TypeName& type) {
  switch (type.kind) {
    case syntax::TypeName::Kind::error:
      return ir::error_type;
    case syntax::TypeName::Kind::simple:
      return named_type(type.name, type.name_span);
    case syntax::TypeName::Kind::tensor:
      report(Code::tensor_outside_kernel, type.span, "only the kernel's parameters can be tensors");
      return ir::error_type;
    case syntax::TypeName::Kind::array: {
      if (type.columns != syntax::none) {
        report(Code::tile_type, type.span, "only tiles have rows and columns",
               "an array has a length alone: its elements are at `a[y * columns + x]`");
        return ir::error_type;
      }
      ir::Type element = named_type(type.name, type.name_span);
      const auto length = array_length(type.length);
      if (element == ir::error_type || !length) return ir::error_type;
      element.length = *length;
      return element;
    }
  }
  return ir::error_type;
}

std::string_view Lowerer::quotable(Span span) const {
  const std::string_view text = source_.text(span);
  const bool plain = std::ranges::all_of(text, [](char c) { return c >= 0x20 && c < 0x7F; });
  return plain && text.size() <= 40 ? text : std::string_view();
}

std::string Lowerer::cast_hint(Span span, ir::Type found, ir::Type want) const {
  if (found.is_array() || want.is_array() || found.lanes != want.lanes) return {};
  if (!ir::is_number(found.scalar) && found != ir::bool_type) return {};
  const std::string_view text = quotable(span);
  if (want == ir::bool_type)
    return text.empty() ? std::string("compare it") : format("compare it, as in `{} != 0`", text);
  if (!ir::is_number(want.scalar)) return {};
  if (text.empty()) return format("convert it with `as {}`", to_string(want));
  const bool one_word = text.find_first_of(" +-*/%<>=&|^!") == std::string_view::npos;
  return one_word || text.starts_with('(') ? format("write `{} as {}`", text, to_string(want))
                                           : format("write `({}) as {}`", text, to_string(want));
}

bool Lowerer::expect(ir::ExprId& value, ir::Type want, Span span, std::string_view what) {
  if (want == ir::s64_type) value = widened(value, span);
  const ir::Type found = type_of(value);
  if (found == want) return true;
  if (want.is_scalar() && cut(value, want)) return true;
  if (is_too_wide(found, want)) {
    report_too_wide(span, want, what);
    return false;
  }
  if (found == ir::error_type || want == ir::error_type) return false;
  report(Code::type_mismatch, span,
         format("expected {}{}{}, found {}", what, what.empty() ? "" : " of type ", to_string(want),
                to_string(found)),
         cast_hint(span, found, want));
  return false;
}

}  // namespace dala::kernel
