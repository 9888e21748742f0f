// Prints a legal module (legalize/legalize.hpp) in a language like C. What the languages share is
// here: statements, expressions and how strongly they bind, names, variables and positions. What
// differs is behind the virtual functions, one file for each language.
//
// What takes more than an operator is done by small functions (`dala_load`), which are written into
// the text only when used.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <dala/core/error.hpp>

#include "kernel/emit/expression_text.hpp"
#include "kernel/emit/names.hpp"
#include "kernel/emit/placement.hpp"
#include "kernel/ir/ir.hpp"
#include "kernel/legalize/target_info.hpp"

namespace dala::kernel {

class CPrinter {
 public:
  // `in_rows` as in form.hpp.
  CPrinter(const ir::Module& module, const TargetInfo& target,
           std::span<const std::string_view> reserved, bool in_rows = false);
  virtual ~CPrinter() = default;
  CPrinter(const CPrinter&) = delete;
  CPrinter& operator=(const CPrinter&) = delete;

  Result<std::string> run();
  [[nodiscard]] const std::string& entry() const { return entry_; }

 protected:
  using Pieces = std::span<const Piece>;
  using Body = std::function<std::string()>;

  // --- What a language decides.

  // Whether all shared arrays fit; says why not with `refuse`.
  virtual void check_shared() {}

  // Of scalars and vectors.
  virtual std::string type_name(ir::Type type) = 0;
  // A number without sign, given its digits; and a float given its bits.
  virtual std::string number(ir::Scalar scalar, const std::string& digits) = 0;
  virtual std::string float_from_bits(ir::Scalar scalar, std::uint64_t bits) = 0;

  // Integers, scalars or vectors.
  virtual Piece integer(ir::BinaryOp op, ir::Scalar scalar, const Piece& a, const Piece& b) = 0;
  virtual Piece integer(ir::UnaryOp op, ir::Scalar scalar, const Piece& a) = 0;
  // Between integers, and from bool.
  virtual Piece integer_cast(ir::Scalar from, ir::Scalar to, const Piece& a) = 0;
  virtual Piece count_bits(ir::MathOp op, ir::Scalar scalar, const Piece& a) = 0;
  // A float's bits as the integer of its size, and back.
  virtual Piece same_bits(ir::Scalar from, const Piece& a) = 0;
  // `& | ^` and the like of bool.
  virtual Piece boolean(ir::BinaryOp op, const Piece& a, const Piece& b);
  // Comparisons of scalars.
  virtual Piece compare(ir::BinaryOp op, ir::Scalar scalar, const Piece& a, const Piece& b);
  // `+ - * /` of floats, scalars or vectors.
  virtual Piece real(ir::BinaryOp op, ir::Type type, const Piece& a, const Piece& b);
  // And of `-`, or `!` of bool.
  virtual Piece real(ir::UnaryOp op, ir::Type type, const Piece& a);
  virtual Piece real_math(ir::MathOp op, ir::Scalar scalar, Pieces args) = 0;

  virtual Piece swizzle(ir::Type from, ir::Type to, const std::array<std::uint8_t, 4>& lanes,
                        const Piece& a) = 0;

  // Memory. `at` is an s32 flat index of any value; shared arrays are used by `element` where the
  // index is known to be inside.
  virtual Piece load_tensor(std::uint32_t tensor, const Piece& at) = 0;
  // Of the words of a tensor that has them.
  virtual Piece load_word(std::uint32_t /*tensor*/, const Piece& /*at*/) { std::unreachable(); }
  virtual std::string store_word(std::uint32_t /*tensor*/, const Piece& /*at*/,
                                 const Piece& /*value*/) {
    std::unreachable();
  }
  // Accesses that are not simply that; stores are printed here.
  virtual std::optional<Piece> load_own_way(const ir::Expr&) { return std::nullopt; }
  virtual bool store_own_way(const ir::Stmt&) { return false; }
  virtual std::string store_tensor(std::uint32_t tensor, const Piece& at, const Piece& value) = 0;
  virtual Piece load_shared(std::uint32_t shared, const Piece& at) = 0;
  virtual std::string store_shared(std::uint32_t shared, const Piece& at, const Piece& value) = 0;
  // A value as it lies in a shared array, and what an element that lies there is.
  virtual std::string as_stored(std::uint32_t /*shared*/, const Piece& value) { return value.text; }
  virtual Piece as_loaded(std::uint32_t /*shared*/, const std::string& element) {
    return {element};
  }
  virtual Piece atomic(ir::AtomicOp op, bool on_shared, std::uint32_t target, const Piece& at,
                       const Piece& value) = 0;
  // Only for targets that have subgroups; `unit` where the operation takes one.
  virtual Piece subgroup(ir::SubgroupOp, const Piece& /*value*/, const Piece& /*unit*/) {
    std::unreachable();
  }
  // A size or stride of a tensor by an axis that is not known, from the first of those numbers.
  virtual Piece load_axis(std::size_t number, const Piece& axis) = 0;
  virtual std::string sync() = 0;
  // A statement that every round of a loop begins with; nothing where it needs none.
  virtual std::string loop_guard(ir::StmtId) { return {}; }

  // Where an invocation is: u32 expressions.
  struct Builtins {
    std::string group_x;
    std::string group_y;
    std::string unit;
  };
  [[nodiscard]] virtual Builtins builtins() const = 0;
  // How many invocations a group has where the kernel has no cubes.
  [[nodiscard]] virtual std::string loose_group() const;
  // The unsigned integers that groups and invocations are counted in.
  [[nodiscard]] virtual std::string counter_type() { return type_name(ir::u32_type); }
  // A parameter of the launch from its two words.
  virtual std::string param_value(ir::Scalar scalar, const std::string& low,
                                  const std::string& high) = 0;

  // The parts of the text: everything before the helpers, everything after the kernel, the line
  // that opens it, shared arrays declared inside it, and the words before a function.
  virtual std::string prologue() = 0;
  virtual std::string epilogue() { return {}; }
  virtual std::string kernel_head() = 0;
  // The kernel around its body, which begins with the variables at its top.
  virtual std::string kernel_function(const std::string& body);
  virtual std::string shared_declarations() { return {}; }
  // The lines that declare a local array, one element longer than it is, with zero in that one.
  virtual std::vector<std::string> zeroed_array(ir::Type type, const std::string& name) = 0;
  [[nodiscard]] virtual std::string_view function_words() const { return ""; }

  // --- What they are written with.

  [[nodiscard]] const ir::Module& module() const { return module_; }
  [[nodiscard]] const std::string& tensor_name(std::uint32_t i) const { return tensor_names_[i]; }
  [[nodiscard]] const std::string& shared_name(std::uint32_t i) const { return shared_names_[i]; }

  void refuse(const std::string& what);

  [[nodiscard]] static Piece join(const Piece& a, std::string_view op, const Piece& b, Binds binds);
  [[nodiscard]] static Piece infix(ir::BinaryOp op, const Piece& a, const Piece& b);
  [[nodiscard]] static Piece call(std::string_view name, Pieces args);
  [[nodiscard]] static Piece call(std::string_view name, std::initializer_list<Piece> args) {
    return call(name, Pieces(args.begin(), args.size()));
  }
  [[nodiscard]] Piece converted(ir::Type type, const Piece& a) {
    return call(type_name(type), {a});
  }
  [[nodiscard]] Piece constant(ir::Scalar scalar, std::uint64_t bits);
  [[nodiscard]] std::string whole(ir::Scalar scalar, std::int64_t value);  // also for floats
  [[nodiscard]] std::string zero(ir::Type type);
  [[nodiscard]] virtual Piece launch_word(std::size_t word) const;
  // A number of the launch (launch_words.hpp), and as what counts groups and invocations.
  [[nodiscard]] Piece launch_number(std::size_t number, ir::Scalar type);
  [[nodiscard]] std::string launch_counter(std::size_t number);

  // A helper `result name(argument types a, b, c)`, whose body is asked for at its first use.
  void define(const std::string& name, ir::Type result, std::initializer_list<ir::Type> arguments,
              const Body& body);
  // Text of any other kind among the helpers, once for each key.
  void define_text(const std::string& key, const Body& text);
  // A type's definition, before all helpers.
  void define_type(const std::string& name, const std::string& text);
  [[nodiscard]] const std::string& types() const { return types_; }
  // A variable at the top of the kernel, once for each key, under a new name or one claimed before.
  std::string at_top(const std::string& key, std::string_view name, ir::Scalar scalar,
                     const Body& value);
  std::string named_at_top(const std::string& key, const std::string& name, ir::Scalar scalar,
                           const Body& value);
  std::string tensor_len(std::uint32_t tensor);

  void line(const std::string& text);
  Piece expr(ir::ExprId id);
  std::string tensor_size(std::uint32_t tensor, std::size_t axis);
  [[nodiscard]] std::optional<std::uint64_t> known_index(ir::ExprId id, std::uint32_t length) const;

 private:
  // functions.cpp, with what is defined at the top
  void check_types();
  void check_local_types(const ir::Function& f);
  void name_all();
  std::string function_text(const ir::Function& f, const std::string& name);
  std::string kernel_text();
  std::string group_start();
  std::string zero_shared();
  std::string block_text(const std::vector<ir::StmtId>& statements, unsigned depth);
  void begin_function(const ir::Function& f, Names names);

  // statements.cpp
  void block(const std::vector<ir::StmtId>& statements);
  void statement(ir::StmtId id);
  void declare(const ir::Stmt& s, std::uint32_t local);
  void assign(const ir::Stmt& s, bool declares);
  void store_element(const ir::Stmt& s);
  void fill(const ir::Stmt& s);
  void subgroup_statement(const ir::Stmt& s, bool declares);
  void atomic_statement(const ir::Stmt& s, bool declares);
  void branch(const ir::Stmt& s);
  void for_range(ir::StmtId id);
  void loop_body(ir::StmtId id);
  [[nodiscard]] bool declares(ir::StmtId id, std::uint32_t local) const;
  [[nodiscard]] bool is_steady(ir::ExprId id) const;

  // expressions.cpp
  Piece load(const ir::Expr& e);
  Piece unary(const ir::Expr& e);
  Piece binary(const ir::Expr& e);
  Piece cast(const ir::Expr& e);
  Piece choose(const Piece& condition, const Piece& yes, const Piece& no);
  std::vector<Piece> pieces(const std::vector<ir::ExprId>& ids);

  // access.cpp
  Piece element(const ir::Expr& e);
  Piece shared_element(const ir::Expr& e);
  Piece query(const ir::Expr& e);

  // positions.cpp
  Piece position(ir::Position position);
  Piece loose_position(ir::Position position);
  Piece cube_position(ir::Position position);
  Piece top_position(ir::Position position, const Body& value);
  Piece extent(std::size_t axis);
  std::string as_index(const std::string& text);
  std::string unsigned_text(const std::string& text);
  std::string unsigned_extent(std::size_t axis);
  std::string pixel();

  // math.cpp
  Piece math(const ir::Expr& e);

  const ir::Module& module_;
  const TargetInfo& target_;
  bool in_rows_;
  Names global_names_;
  Names names_;
  std::string entry_;
  std::vector<std::string> tensor_names_;
  std::vector<std::string> param_names_;
  std::vector<std::string> shared_names_;
  std::vector<std::string> function_names_;
  std::optional<std::string> refusal_;

  // Of the function being printed.
  const ir::Function* function_ = nullptr;
  std::vector<std::string> local_names_;
  Placement placement_;
  std::string out_;
  unsigned depth_ = 1;

  std::set<std::string> defined_;
  std::string types_;
  std::string helpers_;
  std::map<std::string, std::string> top_names_;
  std::string top_;
};

}  // namespace dala::kernel
