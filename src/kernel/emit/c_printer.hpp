// Prints a legal module (legalize/legalize.hpp) in a language like C. What the languages share is
// here: statements, expressions and their precedence, names, variables and positions. What
// differs is behind the virtual functions, one file for each language.
//
// What takes more than an operator is done by small functions (`dala_compare_exchange`), which are
// written into the source only when used.
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

#include "kernel/analysis/placement.hpp"
#include "kernel/emit/expression_text.hpp"
#include "kernel/emit/names.hpp"
#include "kernel/ir/ir.hpp"
#include "kernel/legalize/target_info.hpp"

namespace dala::kernel {

class CPrinter {
 public:
  CPrinter(const ir::Module& module, std::span<const std::string_view> reserved);
  virtual ~CPrinter() = default;
  CPrinter(const CPrinter&) = delete;
  CPrinter& operator=(const CPrinter&) = delete;

  Result<std::string> run();
  [[nodiscard]] const std::string& entry() const { return entry_; }

 protected:
  using ExpressionTexts = std::span<const ExpressionText>;
  using Body = std::function<std::string()>;

  // --- What a language decides.

  // Whether all shared arrays fit; says why not with `reject`.
  virtual void check_shared() {}
  // Whether an index may be a number without sign.
  [[nodiscard]] virtual bool indexes_unsigned() const { return false; }

  // Of scalars and vectors.
  virtual std::string type_name(ir::Type type) = 0;
  // A number without sign, given its digits; and a float given its bits.
  virtual std::string number(ir::Scalar scalar, const std::string& digits) = 0;
  virtual std::string float_from_bits(ir::Scalar scalar, std::uint64_t bits) = 0;

  // Integers, scalars or vectors.
  virtual ExpressionText integer(ir::BinaryOp op, ir::Scalar scalar, const ExpressionText& a,
                                 const ExpressionText& b) = 0;
  virtual ExpressionText integer(ir::UnaryOp op, ir::Scalar scalar, const ExpressionText& a) = 0;
  // Between integers, and from bool.
  virtual ExpressionText integer_cast(ir::Scalar from, ir::Scalar to, const ExpressionText& a) = 0;
  virtual ExpressionText count_bits(ir::MathOp op, ir::Scalar scalar, const ExpressionText& a) = 0;
  // A float's bits as the integer of its size, and back.
  virtual ExpressionText same_bits(ir::Scalar from, const ExpressionText& a) = 0;
  // `& | ^` and the like of bool.
  virtual ExpressionText boolean(ir::BinaryOp op, const ExpressionText& a, const ExpressionText& b);
  // Comparisons of scalars.
  virtual ExpressionText compare(ir::BinaryOp op, ir::Scalar scalar, const ExpressionText& a,
                                 const ExpressionText& b);
  // `+ - * /` of floats, scalars or vectors.
  virtual ExpressionText real(ir::BinaryOp op, ir::Type type, const ExpressionText& a,
                              const ExpressionText& b);
  // And of `-`, or `!` of bool.
  virtual ExpressionText real(ir::UnaryOp op, ir::Type type, const ExpressionText& a);
  virtual ExpressionText real_math(ir::MathOp op, ir::Scalar scalar, ExpressionTexts args) = 0;

  virtual ExpressionText swizzle(ir::Type from, ir::Type to,
                                 const std::array<std::uint8_t, 4>& lanes,
                                 const ExpressionText& a) = 0;

  // An atomic of a tensor's or shared element, which is there; `expected` of those that compare.
  virtual ExpressionText atomic(ir::AtomicOp op, bool on_shared, ir::Scalar scalar,
                                const std::string& element, const ExpressionText& value,
                                const ExpressionText& expected) = 0;
  // The argument by which functions are given a tensor or shared array that they read; empty where
  // they see all of them.
  virtual std::string memory_argument(bool /*is_shared*/, std::uint32_t /*index*/) { return {}; }
  // Only for targets that have subgroups; `unit` where the operation takes one.
  virtual ExpressionText subgroup(ir::SubgroupOp, const ExpressionText& /*value*/,
                                  const ExpressionText& /*unit*/) {
    std::unreachable();
  }
  // Only for targets that have products of tiles.
  virtual ExpressionText multiply_packed(const ir::TileProduct&, ExpressionTexts /*operands*/) {
    std::unreachable();
  }
  virtual std::string sync() = 0;
  // A statement that every round of a loop begins with; nothing where it needs none.
  virtual std::string loop_guard(ir::StmtId) { return {}; }

  // The positions of groups, u32, from GROUP_X on.
  [[nodiscard]] virtual std::array<std::string, 4> group_positions() const = 0;

  // The body of a function that a pass added, in the language's own words where it has some for
  // it; `body` is what the function says itself, and `argument` the name of its first one.
  virtual std::string runtime_body(const ir::Function&, const std::string& /*argument*/,
                                   const std::string& body) {
    return body;
  }

  // The parts of the text: everything before the helpers, everything after the kernel, the line
  // that opens it, shared arrays declared inside it, and the words before a function.
  virtual std::string prologue() = 0;
  virtual std::string epilogue() { return {}; }
  virtual std::string kernel_head() = 0;
  virtual std::string shared_declarations() { return {}; }
  [[nodiscard]] virtual std::string_view function_words() const { return ""; }

  // --- What they are written with.

  [[nodiscard]] const ir::Module& module() const { return module_; }
  [[nodiscard]] const std::string& tensor_name(std::uint32_t i) const { return tensor_names_[i]; }
  [[nodiscard]] const std::string& shared_name(std::uint32_t i) const { return shared_names_[i]; }

  void reject(const std::string& what);

  [[nodiscard]] static ExpressionText join(const ExpressionText& a, std::string_view op,
                                           const ExpressionText& b, Binds binds);
  [[nodiscard]] static ExpressionText infix(ir::BinaryOp op, const ExpressionText& a,
                                            const ExpressionText& b);
  [[nodiscard]] static ExpressionText call(std::string_view name, ExpressionTexts args);
  [[nodiscard]] static ExpressionText call(std::string_view name,
                                           std::initializer_list<ExpressionText> args) {
    return call(name, ExpressionTexts(args.begin(), args.size()));
  }
  [[nodiscard]] ExpressionText converted(ir::Type type, const ExpressionText& a) {
    return call(type_name(type), {a});
  }
  [[nodiscard]] ExpressionText constant(ir::Scalar scalar, std::uint64_t bits);
  [[nodiscard]] std::string whole(ir::Scalar scalar, std::int64_t value);  // also for floats
  [[nodiscard]] std::string zero(ir::Type type);
  [[nodiscard]] virtual ExpressionText launch_word(std::size_t word) const;

  // A helper `result name(argument types a, b, c)`; `body` is called at its first use.
  void define(const std::string& name, ir::Type result, std::initializer_list<ir::Type> arguments,
              const Body& body);
  // Any other source among the helpers, once for each key.
  void define_text(const std::string& key, const Body& text);
  // A type's definition, before all helpers.
  void define_type(const std::string& name, const std::string& text);
  [[nodiscard]] const std::string& types() const { return types_; }

  void line(const std::string& text);
  ExpressionText expr(ir::ExprId id);

 private:
  // functions.cpp, with what is defined at the top
  void name_all();
  std::string function_text(std::size_t number);
  void find_read_memory();
  const std::string& memory_name(std::pair<bool, std::uint32_t> memory) const;
  std::string kernel_text();
  std::string block_text(const std::vector<ir::StmtId>& statements, unsigned depth);
  void begin_function(const ir::Function& f, Names names);

  // statements.cpp
  void block(const std::vector<ir::StmtId>& statements);
  void statement(ir::StmtId id);
  void declare(const ir::Stmt& s, std::uint32_t local);
  void assign(const ir::Stmt& s, bool declares);
  void write(const ir::Stmt& s, const std::string& name);
  void fill(const ir::Stmt& s);
  void subgroup_statement(const ir::Stmt& s, bool declares);
  void multiply_packed_statement(const ir::Stmt& s, bool declares);
  void atomic_statement(const ir::Stmt& s, bool declares);
  void branch(const ir::Stmt& s);
  void for_range(ir::StmtId id);
  void loop_body(ir::StmtId id);
  [[nodiscard]] bool declares(ir::StmtId id, std::uint32_t local) const;
  [[nodiscard]] bool is_steady(ir::ExprId id) const;

  // expressions.cpp
  [[nodiscard]] std::string index(ir::ExprId id);
  ExpressionText element(const std::string& name, const ir::Expr& e);
  ExpressionText call_function(const ir::Expr& e);
  ExpressionText unary(const ir::Expr& e);
  ExpressionText binary(const ir::Expr& e);
  ExpressionText cast(const ir::Expr& e);
  ExpressionText choose(const ExpressionText& condition, const ExpressionText& yes,
                        const ExpressionText& no);
  std::vector<ExpressionText> expression_texts(const std::vector<ir::ExprId>& ids);

  // math.cpp
  ExpressionText math(const ir::Expr& e);

  const ir::Module& module_;
  Names global_names_;
  Names names_;
  std::string entry_;
  std::vector<std::string> tensor_names_;
  std::vector<std::string> shared_names_;
  std::vector<std::string> function_names_;
  // By function: what it reads, itself and through others, as arguments of calls.
  std::vector<std::set<std::pair<bool, std::uint32_t>>> read_;
  std::optional<std::string> rejection_;

  // Of the function being printed.
  const ir::Function* function_ = nullptr;
  std::vector<std::string> local_names_;
  std::vector<std::uint32_t> writes_;  // by local: statements that do
  Placement placement_;
  std::string out_;
  unsigned depth_ = 1;

  std::set<std::string> defined_;
  std::string types_;
  std::string helpers_;
};

}  // namespace dala::kernel
