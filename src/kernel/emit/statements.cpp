// Statements.
#include <algorithm>

#include "core/format.hpp"
#include "kernel/emit/c_printer.hpp"

namespace dala::kernel {

using ir::StmtKind;

void CPrinter::line(const std::string& text) {
  out_.append(std::size_t{depth_} * 2, ' ');
  out_ += text;
  out_ += '\n';
}

void CPrinter::block(const std::vector<ir::StmtId>& statements) {
  for (ir::StmtId id : statements) statement(id);
}

bool CPrinter::declares(ir::StmtId id, std::uint32_t local) const {
  const auto found = placement_.before.find(id);
  if (found == placement_.before.end()) return false;
  return std::ranges::find(found->second, local) != found->second.end();
}

void CPrinter::statement(ir::StmtId id) {
  const ir::Stmt& s = module_.stmts[id];
  if (const auto found = placement_.before.find(id); found != placement_.before.end())
    for (std::uint32_t local : found->second) declare(s, local);
  switch (s.kind) {
    case StmtKind::store:
      return assign(s, declares(id, s.target));
    case StmtKind::store_element:
      return write(s, local_names_[s.target]);
    case StmtKind::store_tensor:
      return write(s, tensor_names_[s.target]);
    case StmtKind::store_shared:
      return write(s, shared_names_[s.target]);
    case StmtKind::fill:
      return fill(s);
    case StmtKind::atomic:
      return atomic_statement(s, s.result != ir::none && declares(id, s.result));
    case StmtKind::subgroup:
      return subgroup_statement(s, declares(id, s.result));
    case StmtKind::print:
      return;             // legalized
    case StmtKind::tile:  // all others are legalized
      return multiply_packed_statement(s, declares(id, s.result));
    case StmtKind::branch:
      return branch(s);
    case StmtKind::for_range:
      return for_range(id);
    case StmtKind::while_loop:
      line(format("while ({}) {{", expr(s.value).text));
      loop_body(id);
      return line("}");
    case StmtKind::break_:
      return line("break;");
    case StmtKind::continue_:
      return line("continue;");
    case StmtKind::return_:
      return line(s.value == ir::none ? "return;" : format("return {};", expr(s.value).text));
    case StmtKind::sync:
      return line(sync() + ";");
  }
}

// Variables whose first use is their own assignment are declared by it.
void CPrinter::declare(const ir::Stmt& s, std::uint32_t local) {
  if (s.kind == StmtKind::store && s.target == local) return;
  if (s.result == local) return;
  const ir::Type type = function_->locals[local].type;
  const std::string length = type.is_array() ? format("[{}]", type.length) : "";
  line(format("{} {}{};", type_name(type), local_names_[local], length));
}

void CPrinter::assign(const ir::Stmt& s, bool declares) {
  const std::string type = declares ? type_name(function_->locals[s.target].type) + " " : "";
  line(format("{}{} = {};", type, local_names_[s.target], expr(s.value).text));
}

// Whether it may be written twice, and has the same value both times.
bool CPrinter::is_steady(ir::ExprId id) const {
  const ir::Expr& e = module_.exprs[id];
  return e.kind == ir::ExprKind::constant ||
         (e.kind == ir::ExprKind::local && writes_[e.index] == 1);
}

void CPrinter::write(const ir::Stmt& s, const std::string& name) {
  const std::string at = index(s.indices[0]);
  line(format("{}[{}] = {};", name, at, expr(s.value).text));
}

void CPrinter::fill(const ir::Stmt& s) {
  const ir::Type type = function_->locals[s.target].type;
  std::string value = expr(s.value).text;
  const bool steady = is_steady(s.value) || module_.exprs[s.value].kind == ir::ExprKind::local;
  if (!steady) {
    line("{");
    ++depth_;
    line(format("{} dala_value = {};", type_name(type.element()), value));
    value = "dala_value";
  }
  line(format("for (int dala_i = 0; dala_i < {}; ++dala_i) {}[dala_i] = {};", type.length,
              local_names_[s.target], value));
  if (steady) return;
  --depth_;
  line("}");
}

void CPrinter::atomic_statement(const ir::Stmt& s, bool declares) {
  const std::string element =
      format("{}[{}]", s.on_shared ? shared_names_[s.target] : tensor_names_[s.target],
             index(s.indices[0]));
  const ExpressionText value = expr(s.value);
  const ExpressionText expected = s.end == ir::none ? ExpressionText{} : expr(s.end);
  const ExpressionText old =
      atomic(s.atomic, s.on_shared, module_.exprs[s.value].type.scalar, element, value, expected);
  if (s.result == ir::none) return line(old.text + ";");
  const std::string type = declares ? type_name(function_->locals[s.result].type) + " " : "";
  line(format("{}{} = {};", type, local_names_[s.result], old.text));
}

void CPrinter::subgroup_statement(const ir::Stmt& s, bool declares) {
  const ExpressionText unit = s.end == ir::none ? ExpressionText{} : expr(s.end);
  const ExpressionText given = subgroup(s.subgroup, expr(s.value), unit);
  const std::string type = declares ? type_name(function_->locals[s.result].type) + " " : "";
  line(format("{}{} = {};", type, local_names_[s.result], given.text));
}

void CPrinter::multiply_packed_statement(const ir::Stmt& s, bool declares) {
  std::vector<ExpressionText> operands;
  for (const ir::ExprId operand : s.indices) operands.push_back(expr(operand));
  const std::string type = declares ? type_name(function_->locals[s.result].type) + " " : "";
  line(format("{}{} = {};", type, local_names_[s.result],
              multiply_packed(ir::tile_products[s.target], operands).text));
}

void CPrinter::branch(const ir::Stmt& s) {
  const ExpressionText condition = expr(s.value);
  const bool only_else = s.body.empty() && !s.other.empty();
  line(format("if ({}{}) {{", only_else ? "!" : "",
              only_else ? condition.in(Binds::primary) : condition.text));
  ++depth_;
  block(only_else ? s.other : s.body);
  --depth_;
  if (only_else || s.other.empty()) return line("}");
  // `else if` where nothing has to be declared between the two words.
  const ir::Stmt& first = module_.stmts[s.other[0]];
  if (s.other.size() == 1 && first.kind == StmtKind::branch &&
      !placement_.before.contains(s.other[0])) {
    const std::size_t start = out_.size();
    branch(first);
    const std::string rest = out_.substr(start + std::size_t{depth_} * 2);
    out_.resize(start);
    return line("} else " + rest.substr(0, rest.size() - 1));
  }
  line("} else {");
  ++depth_;
  block(s.other);
  --depth_;
  line("}");
}

void CPrinter::for_range(ir::StmtId id) {
  const ir::Stmt& s = module_.stmts[id];
  const std::string& name = local_names_[s.target];
  const std::string type = type_name(function_->locals[s.target].type);
  const std::string first = expr(s.value).text;
  const ExpressionText last = expr(s.end);
  const bool own = placement_.in_header.contains(id);
  // The end is computed once, so what the body might change is kept.
  std::string end = last.in(Binds::sum);
  std::string kept;
  if (!is_steady(s.end)) {
    end = names_.claim(name + "_end");
    kept = format("{}{} = {}", own ? ", " : type + " ", end, last.text);
  }
  if (!own && !kept.empty()) line(kept + ";");
  line(format("for ({}{} = {}{}; {} < {}; ++{}) {{", own ? type + " " : "", name, first,
              own ? kept : "", name, end, name));
  loop_body(id);
  line("}");
}

void CPrinter::loop_body(ir::StmtId id) {
  ++depth_;
  if (const std::string guard = loop_guard(id); !guard.empty()) line(guard);
  block(module_.stmts[id].body);
  --depth_;
}

}  // namespace dala::kernel
