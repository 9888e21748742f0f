// The text as a whole: names, what the language cannot do, functions, the kernel.
#include <algorithm>

#include "core/error.hpp"
#include "kernel/emit/c_printer.hpp"
#include "kernel/launch/launch_words.hpp"

namespace dala::kernel {

CPrinter::CPrinter(const ir::Module& module, const TargetInfo& target,
                   std::span<const std::string_view> reserved, bool in_rows)
    : module_(module),
      target_(target),
      in_rows_(in_rows),
      global_names_(reserved),
      names_(reserved) {
  name_all();
}

void CPrinter::name_all() {
  entry_ = global_names_.claim(module_.name);
  for (const ir::Tensor& t : module_.tensors) tensor_names_.push_back(global_names_.claim(t.name));
  for (const ir::Param& p : module_.params) param_names_.push_back(global_names_.claim(p.name));
  for (const ir::Shared& s : module_.shared) shared_names_.push_back(global_names_.claim(s.name));
  for (const ir::Function& f : module_.functions)
    function_names_.push_back(f.is_runtime ? f.name : global_names_.claim(f.name));
}

void CPrinter::refuse(const std::string& what) {
  if (!refusal_) refusal_ = format("kernel `{}`: {}", module_.name, what);
}

void CPrinter::check_types() {
  if (!target_.has(module_.index))
    refuse(format("it has indices of 64 bits, which {} does not have", target_.name));
  for (const ir::Tensor& t : module_.tensors)
    if (!target_.has(t.scalar))
      refuse(format("tensor `{}` holds {}, a type that {} does not have", t.name,
                    to_string(ir::Type{t.scalar}), target_.name));
  for (const ir::Shared& s : module_.shared)
    if (!target_.has(s.type.scalar))
      refuse(format("shared array `{}` holds {}, a type that {} does not have", s.name,
                    to_string(s.type.lane()), target_.name));
  check_shared();
  for (const ir::Function& f : module_.functions) {
    check_local_types(f);
    if (!target_.has(f.result.scalar))
      refuse(format("function `{}` returns {}, a type that {} does not have", f.name,
                    to_string(f.result), target_.name));
  }
  check_local_types(module_.kernel);
}

void CPrinter::check_local_types(const ir::Function& f) {
  for (const ir::Local& local : f.locals)
    if (!target_.has(local.type.scalar) && !local.name.empty())
      refuse(format("variable `{}` is {}, a type that {} does not have", local.name,
                    to_string(local.type), target_.name));
}

Result<std::string> CPrinter::run() {
  check_types();
  std::string functions;
  for (std::size_t i = 0; i < module_.functions.size() && !refusal_; ++i)
    functions += function_text(module_.functions[i], function_names_[i]);
  const std::string kernel = refusal_ ? "" : kernel_text();
  if (refusal_) return std::unexpected(Error{ErrorCode::unsupported, *refusal_});
  return prologue() + helpers_ + functions + kernel + epilogue();
}

void CPrinter::begin_function(const ir::Function& f, Names names) {
  function_ = &f;
  names_ = std::move(names);
  placement_ = place_locals(module_, f);
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

std::string CPrinter::function_text(const ir::Function& f, const std::string& name) {
  begin_function(f, global_names_);
  std::string arguments;
  for (std::uint32_t i = 0; i < f.arguments; ++i)
    arguments +=
        format("{}{} {}", i == 0 ? "" : ", ", type_name(f.locals[i].type), local_names_[i]);
  return format("{}{} {}({}) {{\n{}}}\n\n", function_words(), type_name(f.result), name, arguments,
                block_text(f.body, 1));
}

std::string CPrinter::kernel_text() {
  begin_function(module_.kernel, global_names_);
  const std::string body = block_text(module_.kernel.body, 1);
  const std::string zeros = zero_shared();
  return kernel_function(top_ + zeros + body);
}

std::string CPrinter::kernel_function(const std::string& body) {
  const std::string head = kernel_head();
  return head + shared_declarations() + group_start() + body + "}\n";
}

// Which group or invocation this is. Groups are counted in rows, and the last row may be longer
// than needed; without cubes the last group may be as well.
std::string CPrinter::group_start() {
  const Builtins here = builtins();
  const std::string u32 = type_name({ir::Scalar::u32});
  const bool is_wide = module_.index == ir::Scalar::s64;
  const std::string counter = counter_type();
  const std::string group =
      format("{} * {}u + {}", is_wide ? format("{}({})", counter, here.group_y) : here.group_y,
             groups_per_row(module_.index), here.group_x);
  if (module_.has_cube)
    return format("  {} dala_cube = {};\n  if (dala_cube >= {}) return;\n", counter, group,
                  launch_counter(launch::cubes));
  if (in_rows_)
    return format(
        "  {} dala_column = {} * {}u + {};\n  if (dala_column >= {}) return;\n"
        "  {} dala_flat = {} * {} + dala_column;\n",
        u32, here.group_x, loose_units, here.unit, launch_word(launch::extent).text, u32,
        here.group_y, launch_word(launch::extent).text);
  return format("  {} dala_flat = ({}) * {} + {};\n  if (dala_flat >= {}) return;\n", counter,
                group, loose_group(), here.unit, launch_counter(launch::elements));
}

std::string CPrinter::loose_group() const { return format("{}u", loose_units); }

std::string CPrinter::zero_shared() {
  if (std::ranges::all_of(module_.shared, &ir::Shared::is_runtime)) return {};
  const std::string unit = position(ir::Position::UNIT_POS).text;
  const std::string step = whole(ir::Scalar::s32, units_per_group(module_));
  std::string out;
  for (std::uint32_t i = 0; i < module_.shared.size(); ++i) {
    if (module_.shared[i].is_runtime) continue;
    const ir::Type type = module_.shared[i].type;
    out += format("  for (int dala_i = {}; dala_i < {}; dala_i += {}) {}[dala_i] = {};\n", unit,
                  type.length, step, shared_names_[i], as_stored(i, {zero(type.element())}));
  }
  return out + "  " + sync() + ";\n";
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

std::string CPrinter::at_top(const std::string& key, std::string_view name, ir::Scalar scalar,
                             const Body& value) {
  const auto found = top_names_.find(key);
  if (found != top_names_.end()) return found->second;
  return named_at_top(key, names_.claim(name), scalar, value);
}

std::string CPrinter::named_at_top(const std::string& key, const std::string& name,
                                   ir::Scalar scalar, const Body& value) {
  if (!top_names_.emplace(key, name).second) return name;
  // Made before it is added: what it uses comes first.
  const std::string text = value();
  top_ += format("  {} {} = {};\n", type_name({scalar}), name, text);
  return name;
}

Piece CPrinter::launch_word(std::size_t word) const { return {format("dala_launch[{}]", word)}; }

Piece CPrinter::launch_number(std::size_t number, ir::Scalar type) {
  const std::size_t word = number * launch::words_each(module_.index);
  if (type != ir::Scalar::s64) return converted({type}, launch_word(word));
  return {param_value(type, launch_word(word).text, launch_word(word + 1).text)};
}

std::string CPrinter::launch_counter(std::size_t number) {
  if (module_.index == ir::Scalar::s32) return launch_word(number).text;
  return format("{}({})", counter_type(), launch_number(number, module_.index).text);
}

}  // namespace dala::kernel
