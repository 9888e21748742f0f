// `print`: its text is taken apart here, so that nothing later has to read it again.
#include <utility>

#include "core/format.hpp"
#include "kernel/lower/lowerer.hpp"

namespace dala::kernel {

ir::ExprId Lowerer::lower_print(const SynExpr& expr) {
  if (!in_kernel_) {
    report(Code::tensor_outside_kernel, expr.span, "`print` can only stand in the kernel",
           "return the value, and print it there");
    return error();
  }
  const bool has_text = !expr.args.empty() && syn(expr.args[0]).kind == syntax::ExprKind::text;
  if (!has_text) {
    report(Code::print_arguments, expr.span, "`print` begins with a text in quotes",
           "write `print(\"x is {}\", x);`");
    return error();
  }
  if (module_.messages.empty() && module_.tensors.size() == ir::max_tensors)
    report(Code::too_many, expr.span,
           format("a kernel that prints has at most {} tensors: what it prints goes into one more",
                  ir::max_tensors - 1));
  auto texts = message_texts(syn(expr.args[0]));
  if (!texts) return error();
  const std::size_t given = expr.args.size() - 1;
  if (given > ir::max_print_arguments) {
    report(Code::too_many, expr.span,
           format("`print` takes at most {} values, found {}", ir::max_print_arguments, given),
           "write more than one `print`");
    return error();
  }
  if (texts->size() - 1 != given) {
    report(Code::print_arguments, expr.span,
           format("the text has {} `{{}}`, but {} value{} given", texts->size() - 1, given,
                  given == 1 ? " is" : "s are"));
    return error();
  }
  std::vector<ir::ExprId> values;
  std::vector<ir::Type> types;
  for (std::size_t i = 1; i < expr.args.size(); ++i) {
    in_order(values, [&] { return lower_expr(expr.args[i]); });
    types.push_back(type_of(values.back()));
    if (types.back() == ir::error_type) return error();
    if (types.back() == ir::void_type) {
      report(Code::not_a_value, syn(expr.args[i]).span, "this has no value");
      return error();
    }
  }
  const std::uint32_t number = message({.texts = *std::move(texts), .types = std::move(types)});
  emit({.kind = ir::StmtKind::print,
        .span = expr.span,
        .target = number,
        .indices = std::move(values)});
  return add(ir::Expr{.type = ir::void_type});
}

// What stands before, between and behind the `{}` of a text.
std::optional<std::vector<std::string>> Lowerer::message_texts(const SynExpr& text) {
  const std::string_view inner = text.text.substr(1, text.text.size() - 2);
  std::vector<std::string> parts(1);
  for (std::size_t i = 0; i < inner.size(); ++i) {
    const char c = inner[i];
    const char next = i + 1 < inner.size() ? inner[i + 1] : '\0';
    if (c == '{' && next == '}') {
      parts.emplace_back();
      ++i;
      continue;
    }
    if (c == '{' || c == '}') {
      if (next != c) {
        report_brace(text, i);
        return std::nullopt;
      }
      ++i;
    } else if (c == '\\') {
      ++i;
    }
    parts.back() += c == '\\' ? next : c;
  }
  return parts;
}

void Lowerer::report_brace(const SynExpr& text, std::size_t at) {
  const auto begin = static_cast<std::uint32_t>(text.span.begin + 1 + at);
  const bool opens = source_.text()[begin] == '{';
  report(Code::print_arguments, {begin, begin + 1},
         opens ? "`{` begins a place for a value, which is `{}`"
               : "`}` ends a place for a value, which is `{}`",
         opens ? "write `{{` for the sign itself" : "write `}}` for the sign itself");
}

}  // namespace dala::kernel
