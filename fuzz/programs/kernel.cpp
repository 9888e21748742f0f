// The kernel around the statements, and the whole program.
#include <algorithm>
#include <array>
#include <utility>

#include "core/format.hpp"
#include "kernel/syntax/lexer.hpp"
#include "kernel/syntax/parse.hpp"
#include "programs/generator.hpp"

namespace dala::fuzz {

using ir::Scalar;

namespace {

ParamType registered_type(Scalar scalar) {
  if (scalar == Scalar::boolean) return ParamType::boolean;
  return scalar == Scalar::s32 ? ParamType::integer : ParamType::number;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& l : lines) text += l + "\n";
  return text;
}

// Whether brackets and blocks stand in more of each other than the language allows, which is about
// one program in a million.
bool nests_too_deep(const Program& program) {
  const kernel::Source source("program", program.source);
  kernel::Diagnostics diagnostics;
  [[maybe_unused]] const auto tree =
      kernel::syntax::parse(kernel::syntax::lex(source, diagnostics), diagnostics);
  return std::ranges::any_of(diagnostics.take(), [](const kernel::Diagnostic& d) {
    return d.code == kernel::Code::nesting_too_deep;
  });
}

}  // namespace

std::string Generator::header() {
  std::string text;
  for (std::int64_t size : cube_) text += (text.empty() ? "#[cube(" : ", ") + length_text(size);
  if (!text.empty()) text += ")]\n";
  // The first output is the domain by itself; saying so changes nothing.
  const auto first = [&] {
    for (std::size_t i = 0; i < tensors_.size(); ++i)
      if (tensors_[i].is_output) return i;
    return std::size_t{0};
  }();
  if (domain_ != first || random_.chance(10))
    text += format("#[over({})]\n", tensors_[domain_].name);
  std::vector<std::string> parts;
  for (const Tensor& t : tensors_) {
    const bool marked = t.is_output && named_;
    parts.push_back(
        format("{}: {}Tensor<{}>", t.name, marked ? "&mut " : "", to_string(ir::Type{t.scalar})));
  }
  if (named_) {
    // Parameters keep their order among themselves, whatever stands between them.
    std::size_t at = 0;
    for (const Param& p : params_) {
      at += random_.below(parts.size() - at + 1);
      parts.insert(parts.begin() + static_cast<std::ptrdiff_t>(at++),
                   format("{}: {}", p.name, type_text({p.scalar})));
    }
  } else if (!params_.empty() || random_.chance(50)) {
    parts.emplace_back("params: Map");
  }
  text += named_ ? "fn generated(" : "fn ";
  for (std::size_t i = 0; i < parts.size(); ++i) text += (i > 0 ? ", " : "") + parts[i];
  return text + (named_ ? ") {" : " {");
}

// Made of what variables hold, so that a wrong value anywhere becomes visible.
std::string Generator::digest(Scalar scalar) {
  std::string text;
  const std::size_t terms = 1 + random_.below(3);
  for (std::size_t i = 0; i < terms; ++i) {
    const std::vector<const Variable*> all = visible();
    // Later variables depend on earlier ones.
    const std::size_t recent = std::min<std::size_t>(all.size(), random_.chance(70) ? 5 : 100);
    const Variable& variable = *all[random_.below(recent)];
    Text term = content_of(variable, scalar);
    if (i > 0) text += ir::is_float(scalar) ? " + " : " ^ ";
    text += at_least(std::move(term), Level::product);
  }
  return text;
}

void Generator::store_results() {
  for (const Tensor& t : tensors_) {
    if (t.use == Use::leader) {
      open(format("if UNIT_POS == {} {{", t.leader));
      line(format("{}[CUBE_POS] = {};", t.name, whole({t.scalar}, Hint::yes, 3)));
      if (t.scalar != Scalar::boolean && random_.chance(30))
        line(format("{}[CUBE_POS] += {};", t.name, whole({t.scalar}, Hint::yes, 2)));
      close();
    }
    if (t.use == Use::atomic)
      if (const auto text = atomic_statement()) line(*text);
    if (t.use != Use::own) continue;
    for (std::int64_t element = 0; element < t.per_unit; ++element) {
      const std::string at = own_indices(t, element);
      // Mostly what a variable holds, so that a wrong value anywhere becomes visible.
      const bool converts = t.scalar != Scalar::boolean && random_.chance(60);
      const std::string value =
          converts ? conversion({t.scalar}, 0).text : whole({t.scalar}, Hint::yes, 4);
      line(format("{}[{}] = {};", t.name, at, value));
    }
  }
}

void Generator::plain_body() {
  can_return_ = true;
  statements(3 + random_.below(12), 3);
  store_results();
}

// Variables to begin with: what the inputs hold, where the invocation is, some to add to.
void Generator::prelude() {
  line("let at = ABSOLUTE_POS;");
  scope_.push_back({"at", ir::s32_type});
  for (const Tensor& t : tensors_) {
    if (t.use != Use::anyone_reads || random_.chance(30)) continue;
    const std::string name = format("from_{}", t.name);
    const bool is_mutable = random_.chance(40);
    line(format("let {}{} = {}[at];", is_mutable ? "mut " : "", name, t.name));
    scope_.push_back({name, {t.scalar}, is_mutable});
  }
  if (has_cube()) {
    constexpr std::array<std::string_view, 8> positions = {
        "UNIT_POS_X", "UNIT_POS_Y", "UNIT_POS_Z", "CUBE_POS_X",
        "CUBE_POS_Y", "CUBE_POS_Z", "CUBE_DIM_Y", "CUBE_COUNT_Z"};
    for (std::size_t i = random_.below(3); i > 0; --i) {
      const std::string name = format("place{}", names_++);
      const std::string_view first = random_.pick(positions);
      line(format("let mut {} = {} * 3 + {};", name, first, random_.pick(positions)));
      scope_.push_back({name, ir::s32_type, true});
    }
  }
  for (std::size_t i = random_.below(3); i > 0; --i) {
    const ir::Type type = any_value();
    const std::string name = format("total{}", names_++);
    line(format("let mut {} = {};", name, leaf(type, Hint::no).text));
    scope_.push_back({name, type, true});
  }
}

void Generator::kernel_body() {
  in_kernel_ = true;
  scope_.clear();
  array_words_ = 0;
  names_ = 0;
  indent_ = 1;
  weight_ = 1;
  constexpr std::array<std::int64_t, 4> totals = {6'000, 15'000, 35'000, 60'000};
  const std::int64_t total = random_.pick(totals);
  budget_ = std::max<std::int64_t>(total / std::max<std::int64_t>(invocations(), 1), 100);
  prelude();
  if (has_cube())
    cube_body();
  else
    plain_body();
}

Program Generator::run() {
  named_ = random_.chance(70);
  prints_ = random_.chance(15);
  choose_cube();
  choose_tensors();
  std::vector<std::string> functions;
  std::string constants = declare_constants();
  if (random_.chance(30)) know_prelude();
  for (std::size_t i = random_.below(4); i > 0; --i) {
    helper_function();
    functions.push_back(joined(std::exchange(lines_, {})));
  }
  const std::string head = header();
  kernel_body();
  functions.push_back(head + "\n" + joined(lines_) + "}\n");
  // Functions may stand in any order.
  std::swap(functions.back(), functions[random_.below(functions.size())]);

  Program program{
      .seed = seed_, .source = {}, .options = {}, .inputs = {}, .outputs = {}, .params = {}};
  program.options.kernel_name = "generated";
  // All functions see the constants, those before them too.
  if (random_.chance(80))
    functions.insert(functions.begin(), std::move(constants));
  else
    functions.push_back(std::move(constants));
  for (const std::string& f : functions) program.source += f;
  for (const Tensor& t : tensors_) {
    TensorData data{.name = t.name,
                    .dtype = *ir::dtype_of(t.scalar),
                    .shape = t.shape,
                    .bytes = t.use == Use::atomic && t.scalar == Scalar::f32
                                 ? whole_numbers(t.shape.elements())
                                 : contents(t.scalar, t.shape.elements())};
    (t.is_output ? program.outputs : program.inputs).push_back(std::move(data));
  }
  for (const Param& p : params_) {
    if (!named_) program.options.params.push_back({p.name, registered_type(p.scalar)});
    program.params.push_back(param_value(p.scalar));
  }
  return program;
}

Program generate(std::uint64_t seed, const GenerateOptions& options) {
  Program program = Generator(seed, options).run();
  for (Random others(seed); nests_too_deep(program);)
    program = Generator(others.bits(), options).run();
  program.seed = seed;
  return program;
}

}  // namespace dala::fuzz
