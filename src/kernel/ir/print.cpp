#include "kernel/ir/print.hpp"

#include <array>

#include "core/format.hpp"
#include "kernel/ir/scalar_ops.hpp"
#include "kernel/ir/walk.hpp"

namespace dala::kernel::ir {

namespace {

std::string literal(Scalar scalar, std::uint64_t bits) {
  return spelled(scalar, bits) + (scalar == Scalar::boolean ? "" : to_string(Type{scalar}));
}

// As it is written in a source.
std::string quoted(const Message& message) {
  std::string out = "\"";
  for (std::size_t i = 0; i < message.texts.size(); ++i) {
    if (i != 0) out += "{}";
    for (const char c : message.texts[i]) {
      if (c == '"' || c == '\\') out += '\\';
      if (c == '{' || c == '}') out += c;
      out += c;
    }
  }
  return out + '"';
}

class Printer {
 public:
  explicit Printer(const Module& module) : module_(module) {}

  std::string run() {
    out_ += format("kernel {}\n", module_.name);
    if (module_.index != Scalar::s32)
      out_ += format("  indices {}\n", to_string(Type{module_.index}));
    for (std::size_t i = 0; i < module_.tensors.size(); ++i) {
      const Tensor& t = module_.tensors[i];
      out_ += format("  {} {}: {}{}", t.is_output ? "output" : "input", t.name,
                     to_string(Type{t.scalar}), t.in_words ? " in words" : "");
      if (t.rank != 0) out_ += format(", rank {}", t.rank);
      if (module_.domain == i)
        out_ += module_.pixels ? ", one invocation per pixel" : ", one invocation per element";
      out_ += "\n";
    }
    for (const Param& p : module_.params)
      out_ += format("  param {}: {}\n", p.name, to_string(Type{p.scalar}));
    if (module_.has_cube)
      out_ += format("  cube {} x {} x {}\n", module_.cube[0], module_.cube[1], module_.cube[2]);
    if (module_.groups)
      out_ += format("  groups{}, {} to an invocation\n", module_.groups->in_rows ? " in rows" : "",
                     module_.groups->elements);
    for (const Shared& s : module_.shared)
      out_ += format("  shared {}: {}\n", s.name, to_string(s.type));
    for (const Tile& t : module_.tiles)
      out_ +=
          format("  tile {}: [{}; {}, {}]\n", t.name, to_string(Type{t.scalar}), t.rows, t.columns);
    for (const Function& f : module_.functions) function(f, false);
    function(module_.kernel, true);
    return std::move(out_);
  }

 private:
  void function(const Function& f, bool is_kernel) {
    function_ = &f;
    if (is_kernel) {
      out_ += "body\n";
    } else {
      out_ += format("fn {} -> {}\n", f.name, to_string(f.result));
    }
    for (std::uint32_t i = 0; i < f.locals.size(); ++i)
      out_ += format("  {} {}: {}\n", i < f.arguments ? "argument" : "local", local(i),
                     to_string(f.locals[i].type));
    block(f.body, 1);
  }

  // Names may repeat, so the number is always there.
  [[nodiscard]] std::string local(std::uint32_t index) const {
    return format("{}%{}", function_->locals[index].name, index);
  }

  void block(const std::vector<StmtId>& statements, unsigned depth) {
    for (StmtId id : statements) statement(module_.stmts[id], depth);
  }

  void statement(const Stmt& s, unsigned depth) {
    const std::string indent(std::size_t{depth} * 2, ' ');
    switch (s.kind) {
      case StmtKind::store:
        out_ += format("{}{} = {}\n", indent, local(s.target), expr(s.value));
        return;
      case StmtKind::store_element:
        out_ += format("{}{} = {}\n", indent, access(local(s.target), s.edge, s.indices),
                       expr(s.value));
        return;
      case StmtKind::store_tensor:
        out_ += format("{}{} = {}\n", indent,
                       access(tensor(s.target, module_.exprs[s.value].type), s.edge, s.indices),
                       expr(s.value));
        return;
      case StmtKind::store_shared:
        out_ += format("{}{} = {}\n", indent,
                       access(module_.shared[s.target].name, s.edge, s.indices), expr(s.value));
        return;
      case StmtKind::fill:
        out_ += format("{}{}[..] = {}\n", indent, local(s.target), expr(s.value));
        return;
      case StmtKind::atomic:
        return atomic(s, indent);
      case StmtKind::subgroup:
        out_ += format("{}{} = {}({}{})\n", indent, local(s.result), to_string(s.subgroup),
                       expr(s.value), s.end == none ? "" : ", " + expr(s.end));
        return;
      case StmtKind::print:
        out_ += format("{}print({}", indent, quoted(module_.messages[s.target]));
        for (const ExprId argument : s.indices) out_ += ", " + expr(argument);
        out_ += ")\n";
        return;
      case StmtKind::tile:
        return tile(s, indent);
      case StmtKind::branch:
        out_ += format("{}if {}\n", indent, expr(s.value));
        block(s.body, depth + 1);
        if (s.other.empty()) return;
        out_ += format("{}else\n", indent);
        return block(s.other, depth + 1);
      case StmtKind::for_range:
        out_ += format("{}for {} in {}..{}\n", indent, local(s.target), expr(s.value), expr(s.end));
        return block(s.body, depth + 1);
      case StmtKind::while_loop:
        out_ += format("{}while {}\n", indent, expr(s.value));
        return block(s.body, depth + 1);
      case StmtKind::break_:
        out_ += indent + "break\n";
        return;
      case StmtKind::continue_:
        out_ += indent + "continue\n";
        return;
      case StmtKind::return_:
        out_ += indent + (s.value == none ? "return\n" : format("return {}\n", expr(s.value)));
        return;
      case StmtKind::sync:
        out_ += indent + "sync_cube\n";
        return;
    }
  }

  void atomic(const Stmt& s, const std::string& indent) {
    const std::string target =
        s.on_shared ? module_.shared[s.target].name : tensor(s.target, module_.exprs[s.value].type);
    out_ += indent;
    if (s.result != none) out_ += format("{} = ", local(s.result));
    out_ += format("{}({}, {}{})\n", to_string(s.atomic), access(target, s.edge, s.indices),
                   s.end == none ? "" : expr(s.end) + ", ", expr(s.value));
  }

  void tile(const Stmt& s, const std::string& indent) {
    out_ += indent;
    if (s.result != none) out_ += format("{} = ", local(s.result));
    std::string args;
    const auto add = [&](const std::string& text) { args += (args.empty() ? "" : ", ") + text; };
    if (s.tile == TileOp::multiply_packed)
      for (const Scalar scalar : {tile_products[s.target].factor, tile_products[s.target].sum})
        add(to_string(Type{scalar}));
    for (const std::uint32_t i : s.tiles)
      if (i != none) add(module_.tiles[i].name);
    if (targets_memory(s))
      add(access(s.on_shared ? module_.shared[s.target].name : module_.tensors[s.target].name,
                 s.edge, s.indices));
    else
      for (const ExprId index : s.indices) add(expr(index));
    for (const ExprId root : {s.value, s.end})
      if (root != none) add(expr(root));
    out_ += format("{}({})\n", to_string(s.tile), args);
  }

  [[nodiscard]] std::string list(const std::vector<ExprId>& args, char open, char close) const {
    std::string out(1, open);
    for (std::size_t i = 0; i < args.size(); ++i) {
      if (i != 0) out += ", ";
      out += expr(args[i]);
    }
    return out + close;
  }

  [[nodiscard]] std::string expr(ExprId id) const {
    const Expr& e = module_.exprs[id];
    switch (e.kind) {
      case ExprKind::constant:
        return literal(e.type.scalar, e.bits);
      case ExprKind::local:
        return local(e.index);
      case ExprKind::element:
        return access(local(e.index), e.edge, e.args);
      case ExprKind::load_tensor:
        return access(tensor(e.index, e.type), e.edge, e.args);
      case ExprKind::load_shared:
        return access(module_.shared[e.index].name, e.edge, e.args);
      case ExprKind::param:
        return module_.params[e.index].name;
      case ExprKind::position:
        return std::string(to_string(e.position));
      case ExprKind::launch:
        return format("launch.{}", e.index);
      case ExprKind::query:
        return query(e);
      case ExprKind::unary:
        return format("{}{}", to_string(e.unary), expr(e.args[0]));
      case ExprKind::binary:
        return format("({} {} {})", expr(e.args[0]), to_string(e.binary), expr(e.args[1]));
      case ExprKind::cast:
        return format("({} as {})", expr(e.args[0]), to_string(e.type));
      case ExprKind::math:
        return std::string(to_string(e.math)) + list(e.args, '(', ')');
      case ExprKind::call:
        return module_.functions[e.index].name + list(e.args, '(', ')');
      case ExprKind::construct:
        return to_string(e.type) + list(e.args, '(', ')');
      case ExprKind::swizzle:
        return swizzle(e);
      case ExprKind::choose:
        return format("({} ? {} : {})", expr(e.args[0]), expr(e.args[1]), expr(e.args[2]));
    }
    return "";
  }

  [[nodiscard]] std::string tensor(std::uint32_t index, Type accessed) const {
    const Tensor& t = module_.tensors[index];
    return is_word(t, accessed) ? t.name + ".words" : t.name;
  }

  [[nodiscard]] std::string access(const std::string& name, Edge edge,
                                   const std::vector<ExprId>& indices) const {
    switch (edge) {
      case Edge::zero:
        return name + list(indices, '[', ']');
      case Edge::clamped:
        return name + ".clamped" + list(indices, '(', ')');
      case Edge::mirrored:
        return name + ".mirrored" + list(indices, '(', ')');
      case Edge::inside:
        return name + ".inside" + list(indices, '(', ')');
    }
    return "";
  }

  [[nodiscard]] std::string query(const Expr& e) const {
    constexpr std::array<std::string_view, 4> names = {"len", "rank", "shape", "stride"};
    return format("{}.{}{}", module_.tensors[e.index].name,
                  names[static_cast<std::size_t>(e.query)], list(e.args, '(', ')'));
  }

  [[nodiscard]] std::string swizzle(const Expr& e) const {
    std::string out = expr(e.args[0]) + ".";
    for (std::size_t i = 0; i < e.type.lanes; ++i) out += "xyzw"[e.lanes[i]];
    return out;
  }

  const Module& module_;
  const Function* function_ = nullptr;
  std::string out_;
};

}  // namespace

std::string print(const Module& module) { return Printer(module).run(); }

}  // namespace dala::kernel::ir
