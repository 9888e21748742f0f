// The kernel: its header in both forms, its attributes, its shared arrays, its body.
#include <algorithm>

#include "core/format.hpp"
#include "kernel/lower/lowerer.hpp"

namespace dala::kernel {

using Kind = syntax::TypeName::Kind;

bool Lowerer::check_name(std::string_view name, Span span) {
  bool reserved = ir::type_from_name(name).has_value() || name == "Tensor";
#define POSITION(position) reserved = reserved || name == #position;
#define SUBGROUP_POSITION(position, value) POSITION(position)
#include "kernel/ir/ops.inc"
  if (!reserved) {
    const Symbol* symbol = find(name);
    if (symbol == nullptr || symbol->kind != Symbol::Kind::constant) return true;
    report(Code::constant_name, span, format("the name `{}` belongs to a constant", name),
           "choose another name");
    return false;
  }
  report(Code::shadowed_builtin, span, format("`{}` belongs to the language", name),
         "choose another name");
  return false;
}

bool Lowerer::declare(std::string_view name, Span span, Symbol symbol) {
  if (!check_name(name, span)) {
    bind(name, {});
    return false;
  }
  if (scopes_.back().contains(name)) {
    report(Code::duplicate_name, span, format("the name `{}` is already taken", name));
    return false;
  }
  bind(name, symbol);
  return true;
}

void Lowerer::declare_tensor(const syntax::Function& function, const syntax::Parameter& p) {
  const auto index = static_cast<std::uint32_t>(module_.tensors.size());
  ir::Tensor tensor{.name = std::string(p.name), .is_output = p.is_output};
  if (!function.has_name)
    tensor.is_output = p.is_output || p.name == "output" || p.name.starts_with("output_");
  const ir::Type type = named_type(p.type.name, p.type.name_span);
  const bool is_index = p.type.name == index_name;
  if (type != ir::error_type && (!type.is_scalar() || is_index))
    report(Code::unknown_type, p.type.name_span,
           format("tensors do not hold {}", is_index ? std::string(index_name) : to_string(type)),
           "elements are " + ir::scalar_names());
  tensor.scalar = type.scalar;
  declare(p.name, p.span, {Symbol::Kind::tensor, index, false});
  if (index == ir::max_tensors)
    report(Code::too_many, p.span, format("a kernel has at most {} tensors", ir::max_tensors));
  module_.tensors.push_back(std::move(tensor));
}

void Lowerer::declare_param(const syntax::Parameter& p) {
  const ir::Type type = lower_type(p.type);
  const bool good = type.is_scalar();
  if (!good && type != ir::error_type)
    report(Code::bad_param_type, p.type.span,
           format("a parameter cannot be of type {}", to_string(type)),
           format("parameters are index, {}", ir::scalar_names()));
  const auto index = static_cast<std::uint32_t>(module_.params.size());
  const auto kind = good && type != ir::error_type ? Symbol::Kind::param : Symbol::Kind::error;
  declare(p.name, p.span, {kind, index, false});
  if (index == ir::max_params)
    report(Code::too_many, p.span, format("a kernel has at most {} parameters", ir::max_params));
  module_.params.push_back({.name = std::string(p.name),
                            .scalar = type.scalar,
                            .is_index = type.is_scalar() && p.type.name == index_name});
}

void Lowerer::declare_registered_params() {
  for (const RegisteredParam& p : options_.params) {
    if (p.type == ParamType::number) module_.params.push_back({p.name, ir::Scalar::f32});
    if (p.type == ParamType::integer) module_.params.push_back({p.name, ir::Scalar::s32});
    if (p.type == ParamType::boolean) module_.params.push_back({p.name, ir::Scalar::boolean});
  }
}

void Lowerer::set_domain(const syntax::Function& function) {
  module_.pixels = function.pixels;
  const auto output = std::ranges::find_if(module_.tensors, &ir::Tensor::is_output);
  if (output == module_.tensors.end()) {
    report(Code::no_output, function.name_span, "the kernel has no output tensor",
           function.has_name ? "declare one as `output: &mut Tensor<f32>`"
                             : "name one `output` or `output_...`");
    return;
  }
  module_.domain = static_cast<std::uint32_t>(output - module_.tensors.begin());
  if (function.over.empty()) return;
  const auto over = std::ranges::find(module_.tensors, function.over, &ir::Tensor::name);
  if (over == module_.tensors.end())
    report(Code::bad_attribute, function.over_span,
           format("the kernel has no tensor `{}`", function.over));
  else
    module_.domain = static_cast<std::uint32_t>(over - module_.tensors.begin());
}

void Lowerer::set_cube(const syntax::Function& function) {
  module_.has_cube = function.cube_span.has_value();
  constexpr std::int64_t most = 1024;
  std::int64_t units = 1;
  for (std::size_t i = 0; i < function.cube.size(); ++i) {
    if (const auto part = not_constant(function.cube[i])) return report_not_constant(*part);
    const ir::Expr size = module_.exprs[constant_value(function.cube[i], ir::s32_type)];
    if (size.type == ir::error_type) return;
    const auto count = static_cast<std::int64_t>(size.bits);
    if (i == 3 || !ir::is_integer(size.type.scalar) || count < 1 || count > most)
      return report(Code::bad_attribute, syn(function.cube[i]).span,
                    "a cube has one to three sizes, each from 1 to 1024 units");
    units *= count;
    module_.cube[i] = static_cast<std::uint32_t>(count);
  }
  if (units > most)
    report(Code::bad_attribute, *function.cube_span,
           format("the cube has {} units; at most {} are possible", units, most));
}

void Lowerer::lower_shared(const SynStmt& stmt) {
  const ir::Type type = lower_type(*stmt.type);
  const auto index = static_cast<std::uint32_t>(module_.shared.size());
  if (type != ir::error_type && !type.is_array())
    report(Code::shared_place, stmt.type->span, "a shared variable is an array",
           format("write `shared {}: [{}; 256];`", stmt.name, to_string(type)));
  if (!module_.has_cube)
    report(Code::cube_needed, stmt.span, "shared arrays need a kernel with cubes",
           "write `#[cube(256)]` before the kernel");
  const bool good = type != ir::error_type && type.is_array();
  declare(stmt.name, stmt.name_span,
          {good ? Symbol::Kind::shared : Symbol::Kind::error, index, true});
  if (!good) return;
  module_.shared.push_back({std::string(stmt.name), type});
  check_shared_bytes(stmt.span);
}

void Lowerer::check_shared_bytes(Span span) {
  std::size_t bytes = 0;
  for (const ir::Shared& s : module_.shared) bytes += s.type.words() * ir::bytes_of(s.type.scalar);
  // Where a device has no subgroups, units exchange values through shared memory.
  const std::size_t units = std::size_t{module_.cube[0]} * module_.cube[1] * module_.cube[2];
  std::size_t exchanged = 0;
  for (const ir::Scalar scalar : exchanged_) exchanged += units * ir::bytes_of(scalar);
  // A row of one factor and a column of the other at a time is the least.
  for (const auto& [scalar, values] : multiplied_)
    exchanged += units / ir::subgroup_units * values * ir::bytes_of(scalar);
  if (bytes + exchanged <= ir::max_shared_bytes) return;
  report(Code::array_too_large, span,
         exchanged == 0
             ? format("the shared arrays take {} bytes; at most {} are possible", bytes,
                      ir::max_shared_bytes)
             : format("the shared arrays take {} bytes and the values that units exchange {}; at "
                      "most {} are possible",
                      bytes, exchanged, ir::max_shared_bytes));
}

void Lowerer::lower_kernel(const syntax::Function& function) {
  module_.name = function.has_name ? std::string(function.name) : options_.kernel_name;
  begin_scopes();
  set_cube(function);
  if (!function.has_name) declare_registered_params();
  for (const syntax::Parameter& p : function.parameters) {
    if (p.type.kind == Kind::tensor) {
      declare_tensor(function, p);
    } else if (p.is_output) {
      report(Code::bad_param_type, p.type.span, "only tensors can be `&mut`");
    } else if (!function.has_name && p.type.kind == Kind::simple && p.type.name == "Map") {
      declare(p.name, p.span, {Symbol::Kind::params});
    } else if (!function.has_name) {
      report(Code::bad_param_type, p.type.span,
             "this header form has tensors and `params: Map` only",
             "give the kernel a name and parentheses: `fn name(...) { ... }`");
    } else {
      declare_param(p);
    }
  }
  if (function.result)
    report(Code::unexpected_return, function.result->span, "a kernel returns nothing",
           "write the result to an output tensor");
  set_domain(function);

  function_ = &module_.kernel;
  module_.kernel.name = module_.name;
  fixed_.clear();
  variables_.clear();
  array_words_ = 0;
  in_kernel_ = true;
  block_ = &module_.kernel.body;
  const syntax::Block& block = tree_.blocks[function.body];
  scopes_.emplace_back();
  for (syntax::StmtId id : block.statements) {
    const SynStmt& stmt = tree_.stmts[id];
    if (stmt.kind == syntax::StmtKind::shared)
      lower_shared(stmt);
    else if (stmt.kind == syntax::StmtKind::tile)
      lower_tile_declaration(stmt);
    else
      lower_statement(stmt);
  }
  if (block.tail != syntax::none) lower_unused(block.tail);
  block_ = nullptr;
  function_ = nullptr;
}

}  // namespace dala::kernel
