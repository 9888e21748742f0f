#include "kernel/legalize/runtime.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "core/forever.hpp"
#include "core/format.hpp"
#include "kernel/builtin_texts.hpp"
#include "kernel/compile.hpp"
#include "kernel/ir/rewriter.hpp"
#include "kernel/ir/walk.hpp"

namespace dala::kernel {

namespace {

using Library = std::shared_ptr<const ir::Module>;

// Compiled on first use. A library that does not compile is a mistake of ours, which every test of
// a target would meet.
Library library_of(std::string_view name, ir::Scalar type) {
  struct Known {
    std::mutex mutex;
    std::map<std::pair<std::string, ir::Scalar>, Library> libraries;
  };
  static Forever<Known> known;
  const std::lock_guard lock(known->mutex);
  Library& library = known->libraries[{std::string(name), type}];
  if (library == nullptr) {
    CompileOptions options{.is_library = true};
    if (type != ir::Scalar::none) options.types.push_back({"T", type});
    const std::string path = format("runtime/{}", name);
    library = compile(Source(path, std::string(builtin_text(path))), options).module;
  }
  return library;
}

// Callees before callers, and otherwise as they are. `places` gets the new number of each.
void place(const ir::Module& module, std::uint32_t index, std::vector<std::uint32_t>& places,
           std::uint32_t& next) {
  if (places[index] != ir::none) return;
  ir::for_each_expr_in(module, module.functions[index].body, [&](ir::ExprId, const ir::Expr& e) {
    if (e.kind == ir::ExprKind::call) place(module, e.index, places, next);
  });
  places[index] = next++;
}

}  // namespace

Runtime::~Runtime() {
  const std::size_t count = module_.functions.size();
  if (count == before_) return;
  std::vector<std::uint32_t> places(count, ir::none);
  std::uint32_t next = 0;
  for (std::uint32_t i = 0; i < count; ++i) place(module_, i, places, next);
  std::vector<ir::Function> ordered(count);
  for (std::size_t i = 0; i < count; ++i) ordered[places[i]] = std::move(module_.functions[i]);
  module_.functions = std::move(ordered);
  for (ir::Expr& e : module_.exprs)
    if (e.kind == ir::ExprKind::call) e.index = places[e.index];
}

std::uint32_t Runtime::find(std::string_view name) const {
  for (std::uint32_t i = 0; i < module_.functions.size(); ++i)
    if (module_.functions[i].is_runtime && module_.functions[i].name == name) return i;
  return ir::none;
}

ir::Function Runtime::begin(const std::string& name, const std::vector<ir::Type>& arguments,
                            ir::Type result) {
  ir::Function made{.name = name,
                    .arguments = static_cast<std::uint32_t>(arguments.size()),
                    .result = result,
                    .is_runtime = true};
  for (std::size_t i = 0; i < arguments.size(); ++i)
    made.locals.push_back({std::string(1, static_cast<char>('a' + i)), arguments[i]});
  return made;
}

std::uint32_t Runtime::add(ir::Function function) {
  module_.functions.push_back(std::move(function));
  return static_cast<std::uint32_t>(module_.functions.size() - 1);
}

std::uint32_t Runtime::function(std::string_view library, std::string_view name, ir::Scalar type) {
  const std::string suffix =
      type == ir::Scalar::none ? std::string() : format("_{}", to_string(ir::Type{type}));
  if (const std::uint32_t known = find(format("{}{}", name, suffix)); known != ir::none)
    return known;
  const Library from = library_of(library, type);
  const auto found = std::ranges::find(from->functions, name, &ir::Function::name);
  return import(*from, static_cast<std::uint32_t>(found - from->functions.begin()), suffix);
}

// With all that it calls.
std::uint32_t Runtime::import(const ir::Module& library, std::uint32_t index,
                              std::string_view suffix) {
  class Import : ir::Rewriter {
   public:
    Import(Runtime& runtime, const ir::Module& library, ir::Builder& to, std::string_view suffix)
        : Rewriter(library, to), runtime_(runtime), suffix_(suffix) {}
    std::vector<ir::StmtId> body(const ir::Function& source) { return block(source.body); }

   private:
    std::uint32_t function(std::uint32_t callee) override {
      return runtime_.import(from(), callee, suffix_);
    }
    Runtime& runtime_;
    std::string_view suffix_;
  };
  const ir::Function& source = library.functions[index];
  const std::string name = format("{}{}", source.name, suffix);
  if (const std::uint32_t known = find(name); known != ir::none) return known;
  ir::Function made = source;
  made.name = name;
  made.is_runtime = true;
  ir::Builder builder(module_, made);
  made.body = Import(*this, library, builder, suffix).body(source);
  return add(std::move(made));
}

void Runtime::call(ir::ExprId id, std::uint32_t function) {
  ir::Expr& e = module_.exprs[id];
  e = {.kind = ir::ExprKind::call,
       .type = module_.functions[function].result,
       .index = function,
       .args = std::move(e.args)};
}

}  // namespace dala::kernel
