// The text as a whole: names, functions, the kernel.
#include "core/error.hpp"
#include "kernel/emit/c_printer.hpp"
#include "kernel/ir/walk.hpp"

namespace dala::kernel {

CPrinter::CPrinter(const ir::Module& module, std::span<const std::string_view> reserved)
    : module_(module), global_names_(reserved), names_(reserved) {
  name_all();
}

void CPrinter::name_all() {
  entry_ = global_names_.claim(module_.name);
  for (const ir::Tensor& t : module_.tensors) tensor_names_.push_back(global_names_.claim(t.name));
  for (const ir::Shared& s : module_.shared) shared_names_.push_back(global_names_.claim(s.name));
  for (const ir::Function& f : module_.functions)
    function_names_.push_back(f.is_runtime ? global_names_.claim_own(f.name)
                                           : global_names_.claim(f.name));
}

void CPrinter::reject(const std::string& what) {
  if (!rejection_) rejection_ = format("kernel `{}`: {}", module_.name, what);
}

Result<std::string> CPrinter::run() {
  check_shared();
  find_read_memory();
  std::string functions;
  for (std::size_t i = 0; i < module_.functions.size() && !rejection_; ++i)
    functions += function_text(i);
  const std::string kernel = rejection_ ? "" : kernel_text();
  if (rejection_) return std::unexpected(Error{ErrorCode::unsupported, *rejection_});
  return prologue() + helpers_ + functions + kernel + epilogue();
}

void CPrinter::begin_function(const ir::Function& f, Names names) {
  function_ = &f;
  names_ = std::move(names);
  placement_ = place_locals(module_, f);
  writes_.assign(f.locals.size(), 0);
  for (std::uint32_t i = 0; i < f.arguments; ++i) ++writes_[i];
  ir::for_each_stmt(module_, f.body, [&](ir::StmtId, const ir::Stmt& s) {
    if (const auto local = ir::written_local(s)) ++writes_[*local];
  });
  local_names_.assign(f.locals.size(), "");
  // Names of the source first, so that temporaries never push them aside.
  for (std::size_t i = 0; i < f.locals.size(); ++i)
    if (!f.locals[i].name.empty()) local_names_[i] = names_.claim(f.locals[i].name);
  for (std::size_t i = 0; i < f.locals.size(); ++i)
    if (f.locals[i].name.empty()) local_names_[i] = names_.claim("t");
}

std::string CPrinter::block_text(const std::vector<ir::StmtId>& statements, unsigned depth) {
  depth_ = depth;
  out_.clear();
  block(statements);
  return std::move(out_);
}

// What functions read has to be given to them in languages where only the kernel has it.
void CPrinter::find_read_memory() {
  read_.resize(module_.functions.size());
  if (memory_argument(false, 0).empty()) return;
  for (std::size_t i = 0; i < read_.size(); ++i)
    ir::for_each_expr_in(module_, module_.functions[i].body, [&](ir::ExprId, const ir::Expr& e) {
      if (e.kind == ir::ExprKind::load_tensor || e.kind == ir::ExprKind::load_shared)
        read_[i].emplace(e.kind == ir::ExprKind::load_shared, e.index);
      // Callees come before callers.
      if (e.kind == ir::ExprKind::call)
        read_[i].insert(read_[e.index].begin(), read_[e.index].end());
    });
}

const std::string& CPrinter::memory_name(std::pair<bool, std::uint32_t> memory) const {
  return memory.first ? shared_names_[memory.second] : tensor_names_[memory.second];
}

std::string CPrinter::function_text(std::size_t number) {
  const ir::Function& f = module_.functions[number];
  begin_function(f, global_names_);
  std::string arguments;
  const auto add = [&](const std::string& argument) {
    arguments += format("{}{}", arguments.empty() ? "" : ", ", argument);
  };
  for (const auto& [is_shared, index] : read_[number]) add(memory_argument(is_shared, index));
  for (std::uint32_t i = 0; i < f.arguments; ++i)
    add(format("{} {}", type_name(f.locals[i].type), local_names_[i]));
  std::string body = block_text(f.body, 1);
  if (f.is_runtime && f.arguments > 0) body = runtime_body(f, local_names_[0], body);
  return format("{}{} {}({}) {{\n{}}}\n\n", function_words(), type_name(f.result),
                function_names_[number], arguments, body);
}

std::string CPrinter::kernel_text() {
  begin_function(module_.kernel, global_names_);
  const std::string body = block_text(module_.kernel.body, 1);
  return kernel_head() + shared_declarations() + body + "}\n";
}

void CPrinter::define(const std::string& name, ir::Type result,
                      std::initializer_list<ir::Type> arguments, const Body& body) {
  define_text(name, [&] {
    std::string list;
    for (char letter = 'a'; ir::Type type : arguments) {
      list += format("{}{} {}", list.empty() ? "" : ", ", type_name(type), letter);
      ++letter;
    }
    std::string lines = body();
    for (std::size_t at = lines.find('\n'); at != std::string::npos; at = lines.find('\n', at + 1))
      lines.insert(at + 1, "  ");
    return format("{}{} {}({}) {{\n  {}\n}}\n\n", function_words(), type_name(result), name, list,
                  lines);
  });
}

void CPrinter::define_text(const std::string& key, const Body& text) {
  if (!defined_.insert(key).second) return;
  // Made before it is added: the helpers it uses come first.
  const std::string made = text();
  helpers_ += made;
}

void CPrinter::define_type(const std::string& name, const std::string& text) {
  if (defined_.insert(name).second) types_ += text;
}

ExpressionText CPrinter::launch_word(std::size_t word) const {
  return {format("dala_launch[{}]", word)};
}

}  // namespace dala::kernel
