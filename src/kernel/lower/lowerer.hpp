// The state of lowering, shared by the files of this folder.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "kernel/ir/builder.hpp"
#include "kernel/lower/options.hpp"
#include "kernel/source/diagnostic.hpp"
#include "kernel/syntax/tree.hpp"

namespace dala::kernel {

// What a name stands for.
struct Symbol {
  enum class Kind : std::uint8_t { local, tensor, shared, tile, param, params, constant, error };
  Kind kind = Kind::error;
  std::uint32_t index = 0;
  bool is_mutable = false;
  bool from_let = false;  // so that `let mut` would make it mutable
};

// Something that can be loaded and stored: a local, an element, or one lane of either.
struct Place {
  enum class Kind : std::uint8_t { error, local, element, tensor, shared };
  Kind kind = Kind::error;
  std::uint32_t index = 0;
  std::vector<ir::ExprId> indices = {};
  ir::Type type = ir::error_type;  // of the whole, before `lane`
  std::optional<std::uint8_t> lane = {};
};

// Statements that declare a variable whose type nobody wrote and which holds an index
// (indices.cpp).
using IndexVariables = std::set<const syntax::Stmt*>;

class Lowerer : ir::Builder {
 public:
  // Lowering may add to `index_variables`; the kernel then has to be lowered again with them.
  Lowerer(const Source& source, const syntax::Tree& tree, const CompileOptions& options,
          Diagnostics& diagnostics, ir::Module& module, IndexVariables& index_variables)
      : Builder(module, module.kernel),
        source_(source),
        tree_(tree),
        options_(options),
        diagnostics_(diagnostics),
        index_variables_(index_variables) {
    module.index = options.index;
  }

  void run();

 private:
  using SynExpr = syntax::Expr;
  using SynStmt = syntax::Stmt;
  using Statements = std::vector<ir::StmtId>;

  // A helper's signature, known before any body is lowered.
  struct Helper {
    const syntax::Function* function = nullptr;
    bool is_prelude = false;
    std::vector<ir::Type> arguments = {};
    ir::Type result;
    std::vector<std::size_t> calls = {};  // the helpers it calls
    std::vector<Span> call_spans = {};
    enum class State : std::uint8_t { fresh, open, done } state = State::fresh;
    std::size_t depth = 0;
    std::uint32_t index = 0;  // in the module
  };

  // functions.cpp
  void sort_functions();
  void collect_helper(const syntax::Function& function);
  void add_helper(const syntax::Function& function, bool is_prelude);
  void collect_calls();
  void order_helper(std::size_t helper);
  void lower_helper(const Helper& helper);
  [[nodiscard]] bool always_returns(const Statements& statements) const;
  [[nodiscard]] bool has_break(const Statements& statements) const;

  // constants.cpp
  void collect_constants();
  void declare_constant(const SynStmt& stmt);
  struct Constant {
    ir::Scalar scalar;
    std::uint64_t bits;
  };
  std::optional<Constant> value_of(const SynStmt& stmt);
  // The first part of an expression whose value is not known when the kernel is compiled.
  [[nodiscard]] std::optional<syntax::ExprId> not_constant(syntax::ExprId expr) const;
  // A constant expression, of which `not_constant` found nothing, as a constant.
  ir::ExprId constant_value(syntax::ExprId expr, ir::Type hint);
  [[nodiscard]] std::uint64_t fold(ir::ExprId expr) const;
  void report_not_constant(syntax::ExprId part);

  // compile_time.cpp
  // The value of a condition, where it is known while the kernel is compiled.
  [[nodiscard]] std::optional<bool> known(ir::ExprId condition) const;
  // Lowers source that is never run, only to report its mistakes: its IR is dropped.
  template <typename Lower>
  void only_check(Lower lower);
  void lower_known_branch(const SynExpr& expr, bool condition);
  ir::ExprId lower_known_choice(const SynExpr& expr, bool condition, ir::Type hint);
  void lower_unrolled(const SynStmt& stmt);

  // kernel.cpp
  void lower_kernel(const syntax::Function& function);
  void declare_tensor(const syntax::Function& function, const syntax::Parameter& parameter);
  void declare_param(const syntax::Parameter& parameter);
  void declare_registered_params();
  void set_domain(const syntax::Function& function);
  void set_cube(const syntax::Function& function);
  void lower_shared(const SynStmt& stmt);
  // Names of positions, types and constants cannot be used for anything else.
  bool check_name(std::string_view name, Span span);
  bool declare(std::string_view name, Span span, Symbol symbol);

  // types.cpp
  ir::Type lower_type(const syntax::TypeName& type);
  ir::Type named_type(std::string_view name, Span span);
  std::optional<std::uint32_t> array_length(syntax::ExprId length);
  // The value as `want`; reports when it has another type. An index may come of it (indices.cpp).
  bool expect(ir::ExprId& value, ir::Type want, Span span, std::string_view what = {});
  // The text at `span` where it is short and plain enough to stand in a message; else empty.
  [[nodiscard]] std::string_view quotable(Span span) const;
  [[nodiscard]] std::string cast_hint(Span span, ir::Type found, ir::Type want) const;

  // indices.cpp
  struct Range {
    std::int64_t low;
    std::int64_t high;
  };
  // A local of s32, or an array of them.
  struct Variable {
    const SynStmt* let = nullptr;         // none: it is a temporary
    std::optional<Range> range = {};      // of its values; none: they may wrap
    std::vector<ir::StmtId> stores = {};  // of a temporary: all there are
  };
  [[nodiscard]] bool is_wide() const { return module_.index == ir::Scalar::s64; }
  [[nodiscard]] static std::optional<Range> unwrapped(Range range);
  [[nodiscard]] std::optional<Range> range_of(ir::ExprId id) const;
  [[nodiscard]] std::optional<Range> range_of_binary(const ir::Expr& e) const;
  [[nodiscard]] std::optional<Range> hull(std::span<const ir::ExprId> values) const;
  ir::ExprId widened(ir::ExprId value, Span span, bool strict = true);
  ir::ExprId widened_variable(ir::ExprId value, Span span, bool strict);
  void meet(ir::ExprId& a, ir::ExprId& b, Span span);
  void note_variable(std::uint32_t local, const SynStmt& let, std::optional<Range> range);
  void note_assigned(const Place& place, ir::Type type);
  void note_temporary(std::uint32_t local, std::vector<ir::StmtId> stores);
  [[nodiscard]] bool holds_index(const SynStmt& let) const;
  [[nodiscard]] bool is_too_wide(ir::Type found, ir::Type want) const;
  // Whether it is an index that was truncated to fit.
  bool cut(ir::ExprId& value, ir::Type want);
  void report_too_wide(Span span, ir::Type want, std::string_view what = {});

  // statements.cpp
  void lower_statements(syntax::BlockId block);
  void lower_statement(const SynStmt& stmt);
  void lower_let(const SynStmt& stmt);
  void lower_array(const SynStmt& stmt, const SynExpr& value);
  bool check_array_words(Span span);
  void lower_assign(const SynStmt& stmt);
  void lower_unused(syntax::ExprId expr);
  void lower_branch(const SynExpr& expr);
  void lower_for(const SynStmt& stmt);
  // Whether a `for` can count from one of these to the other.
  bool check_range(const SynStmt& stmt, ir::ExprId& first, ir::ExprId& end);
  void lower_while(const SynStmt& stmt);
  void lower_return(const SynStmt& stmt);

  // places.cpp
  Place lower_place(syntax::ExprId expr);
  Place name_place(const SynExpr& expr);
  Place index_place(const SynExpr& expr, bool to_write);
  ir::ExprId load(const Place& place);
  void store(const Place& place, ir::ExprId value, Span span);
  std::vector<ir::ExprId> lower_indices(const SynExpr& expr, std::size_t first);
  void widen_indices(std::vector<ir::ExprId>& indices, const SynExpr& expr);
  void use_rank(std::uint32_t tensor, std::size_t indices, Span span);
  bool check_written(const Symbol& symbol, std::string_view name, Span span);

  // expressions.cpp
  // `hint` is the type the place wants: literals take it, everything else ignores it.
  ir::ExprId lower_expr(syntax::ExprId expr, ir::Type hint = {});
  ir::ExprId lower_literal(const SynExpr& expr, ir::Type hint, bool negative);
  ir::ExprId lower_name(const SynExpr& expr);
  ir::ExprId lower_field(const SynExpr& expr);
  ir::ExprId lower_cast(const SynExpr& expr);
  ir::ExprId lower_choice(const SynExpr& expr, ir::Type hint);
  ir::ExprId lower_block_value(syntax::BlockId block, ir::Type hint);
  ir::ExprId lower_condition(syntax::ExprId expr);

  // operators.cpp
  ir::ExprId lower_unary(const SynExpr& expr, ir::Type hint);
  ir::ExprId lower_binary(const SynExpr& expr, ir::Type hint);
  ir::ExprId lower_logical(const SynExpr& expr, ir::BinaryOp op);
  ir::ExprId binary(ir::BinaryOp op, ir::ExprId left, ir::ExprId right, Span span);
  ir::ExprId bad_operands(ir::BinaryOp op, ir::ExprId left, ir::ExprId right, Span span);

  // calls.cpp
  ir::ExprId lower_call(const SynExpr& expr, ir::Type hint);
  ir::ExprId lower_helper_call(const SynExpr& expr, const Helper& helper);
  ir::ExprId lower_construct(const SynExpr& expr, ir::Type type);
  ir::ExprId lower_sync(const SynExpr& expr);
  ir::ExprId lower_atomic(const SynExpr& expr, ir::AtomicOp op);
  // Shared arrays and what exchanges between units may take must fit together.
  void check_shared_bytes(Span span);
  ir::ExprId lower_subgroup(const SynExpr& expr, ir::SubgroupOp op);
  bool check_in_cube(std::string_view name, Span span);
  bool check_subgroups(std::string_view name, Span span);
  // The quotient or remainder of a unit's number by the size of subgroups.
  ir::ExprId subgroup_part(ir::BinaryOp op);
  ir::ExprId lower_method(const SynExpr& expr);
  ir::ExprId lower_tensor_method(const SynExpr& expr, std::uint32_t tensor);
  bool check_count(const SynExpr& expr, std::size_t found, std::size_t wanted);

  // prints.cpp
  ir::ExprId lower_print(const SynExpr& expr);
  std::optional<std::vector<std::string>> message_texts(const SynExpr& text);
  void report_brace(const SynExpr& text, std::size_t at);

  // tiles.cpp
  void lower_tile_declaration(const SynStmt& stmt);
  std::optional<ir::Tile> tile_type(const syntax::TypeName& type);
  ir::ExprId lower_tile(const SynExpr& expr, ir::TileOp op);
  std::optional<std::uint32_t> tile_operand(syntax::ExprId expr);
  // What the operation takes beside its first tile.
  bool tile_value(const SynExpr& expr, ir::Stmt& stmt);
  bool tile_memory(const SynExpr& expr, ir::Stmt& stmt);
  bool tile_stride(const SynExpr& expr, Place& place);
  bool tile_factors(const SynExpr& expr, ir::Stmt& stmt);

  // math_calls.cpp
  ir::ExprId lower_math(const SynExpr& expr, ir::MathOp op, ir::Type hint);

  // build.cpp
  ir::ExprId error();
  // As the builder's, but for errors, which stay errors, and constants, which are folded.
  ir::ExprId splat(ir::ExprId value, ir::Type type);
  ir::ExprId cast(ir::ExprId value, ir::Type type);
  // An s32 or s64 that can index.
  ir::ExprId as_index(ir::ExprId value);
  void emit(ir::Stmt stmt) { add(std::move(stmt)); }
  std::uint32_t new_local(std::string_view name, ir::Type type, Span span, bool is_fixed);
  // Evaluating it later gives the same value.
  [[nodiscard]] bool is_stable(ir::ExprId value) const;
  ir::ExprId keep(ir::ExprId value);
  // Lowers the next of several operands; what was lowered before is kept in locals when the next
  // one writes something.
  template <typename Lower>
  ir::ExprId in_order(std::vector<ir::ExprId>& before, Lower lower) {
    const std::size_t position = block_->size();
    const ir::ExprId value = lower();
    if (block_->size() > position) keep_before(position, before);
    before.push_back(value);
    return value;
  }
  void keep_before(std::size_t position, std::vector<ir::ExprId>& values);
  [[nodiscard]] bool is_error(ir::ExprId expr) const { return type_of(expr) == ir::error_type; }
  [[nodiscard]] const SynExpr& syn(syntax::ExprId expr) const { return tree_.exprs[expr]; }
  void report(Code code, Span span, std::string message, std::string hint = {}) {
    diagnostics_.report(code, span, std::move(message), std::move(hint));
  }
  // "did you mean `x`?" or nothing
  [[nodiscard]] static std::string suggest(std::string_view name,
                                           const std::vector<std::string_view>& known);

  // scopes (build.cpp)
  void bind(std::string_view name, Symbol symbol) { scopes_.back()[name] = symbol; }
  [[nodiscard]] const Symbol* find(std::string_view name) const;
  // For a function: the scope of the constants, which all functions see, and one for its
  // parameters.
  void begin_scopes();

  const Source& source_;
  const syntax::Tree& tree_;
  const CompileOptions& options_;
  Diagnostics& diagnostics_;

  std::vector<Helper> helpers_;
  std::vector<std::size_t> order_;
  using Scope = std::unordered_map<std::string_view, Symbol>;
  std::vector<Scope> scopes_;
  Scope shared_scope_;  // the constants beside functions
  std::vector<Constant> constants_;
  std::vector<bool> fixed_;  // of each local: stored once, before every use
  std::unordered_map<std::uint32_t, Variable> variables_;  // by local, where more is known of it
  IndexVariables& index_variables_;
  std::size_t array_words_ = 0;
  std::vector<ir::Scalar> exchanged_;  // types of values that units of subgroups exchange
  // The most rows and columns together of products of tiles, by the type of the sum.
  std::map<ir::Scalar, std::uint32_t> multiplied_;
  bool in_kernel_ = false;
  unsigned loops_ = 0;
  bool is_left_out_ = false;         // inside only_check()
  std::size_t unrolled_rounds_ = 0;  // of all loops
};

}  // namespace dala::kernel
