// Writes programs that are well typed by construction: every text is made for a type that is known
// before, from names that are in scope at that point.
//
// Ends are guaranteed by the forms of loops (each has a number of rounds that its body cannot
// change), and the time is bounded by a budget: everything written costs what it will execute.
//
// Races are excluded by the way each tensor and shared array is used (see `Use`).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernel/ir/ir.hpp"
#include "programs/program.hpp"
#include "programs/random.hpp"

namespace dala::fuzz {

namespace ir = kernel::ir;

// How strongly the outermost operator of a text binds, from weak to strong.
enum class Level : std::uint8_t {
  open,  // `if` and blocks: in parentheses beside any operator
  logical_or,
  logical_and,
  comparison,
  bit_or,
  bit_xor,
  bit_and,
  shift,
  sum,
  product,
  cast,
  unary,
  primary,
};

struct Text {
  std::string text;
  Level level = Level::primary;
};

// What the place an expression stands in wants: something else than the type that is asked for,
// nothing, or exactly that type, so that literals may be written without suffix.
enum class Hint : std::uint8_t { no, free, yes };

// What invocations do with a tensor or, between two syncs, with a shared array.
enum class Use : std::uint8_t {
  anyone_reads,  // nobody writes
  own,           // each invocation uses only its own elements
  leader,        // only one unit of each cube uses the cube's element
  atomic,        // anyone, by one commutative operation whose result is not looked at
  tiles,         // each subgroup stores a tile once, in a part of its own
};

struct Variable {
  std::string name;
  ir::Type type;
  bool is_mutable = false;
  bool is_uniform = false;  // the same for all units of a cube
  bool is_constant = false;
};

struct Tensor {
  std::string name;
  ir::Scalar scalar = ir::Scalar::f32;
  Shape shape;
  bool is_output = false;
  Use use = Use::anyone_reads;
  std::int64_t per_unit = 1;  // elements that one invocation owns
  bool like_domain = false;   // has the shape of the domain
  std::int64_t leader = 0;
  std::string atomic = {};  // the operation of Use::atomic
};

struct Shared {
  std::string name;
  ir::Type type;
  Use use = Use::own;
  std::int64_t per_unit = 1;
  std::string atomic = {};
  bool whole_numbers = false;  // of f32: the order of sums then does not matter
  bool holds_indices = false;  // by its declaration: of 64 bits there are no atomics and no tiles
};

struct Param {
  std::string name;
  ir::Scalar scalar = ir::Scalar::f32;
};

struct Helper {
  std::string name;
  std::vector<ir::Type> arguments;
  ir::Type result;
  std::int64_t cost = 0;
};

struct Place {
  std::string text;
  ir::Type type;
};

class Generator {
 public:
  Generator(std::uint64_t seed, const GenerateOptions& options)
      : seed_(seed), random_(seed), options_(options) {}

  Program run();

 private:
  using Lines = std::vector<std::string>;

  // types.cpp
  [[nodiscard]] kernel::ir::Scalar allowed(kernel::ir::Scalar scalar) const;
  ir::Scalar any_number();
  ir::Scalar any_integer();
  ir::Type any_vector();
  ir::Type any_value();
  // As written in programs: s32 is called `index` now and then, which is the same until indices
  // have 64 bits.
  std::string type_text(ir::Type type);
  std::string integer_literal(ir::Scalar scalar, bool plain);
  std::string real_literal(ir::Scalar scalar, bool plain);
  Text literal(ir::Scalar scalar, Hint hint);

  // expressions.cpp: `depth` is how many levels may still follow.
  Text expression(ir::Type type, Hint hint, unsigned depth);
  Text leaf(ir::Type type, Hint hint);
  std::optional<Text> name_of(ir::Type type);
  std::optional<Text> s32_leaf();
  // Made of a variable of another type.
  std::optional<Text> converted_name(ir::Scalar scalar);
  Text choice(ir::Type type, Hint hint, unsigned depth);
  Text block_value(ir::Type type, Hint hint, unsigned depth);
  std::optional<Text> swizzle(ir::Type type, unsigned depth);
  Text construct(ir::Type type, unsigned depth);
  std::string condition(unsigned depth);
  // For places that a weaker operator could not stand in; sometimes in parentheses without need.
  std::string at_least(Text text, Level level);
  // In an argument, an index or after `=`, where anything can stand.
  std::string whole(ir::Type type, Hint hint, unsigned depth);
  // At the end of a block, where a block would be read as a statement.
  std::string tail(ir::Type type, Hint hint, unsigned depth);

  // operators.cpp
  std::optional<Text> operation(ir::Type type, Hint hint, unsigned depth);
  Text arithmetic(ir::Type type, Hint hint, unsigned depth);
  Text shift(ir::Type type, Hint hint, unsigned depth);
  Text unary(ir::Type type, Hint hint, unsigned depth);
  Text logical(unsigned depth);
  Text conversion(ir::Type type, unsigned depth);
  // The same for all units of a cube.
  Text uniform(unsigned depth);
  std::string uniform_condition();

  // constants.cpp
  Text constant_expression(ir::Scalar scalar, unsigned depth);
  std::string constant_declaration(const std::string& name, ir::Scalar scalar);
  std::string declare_constants();
  void local_constant();
  std::string length_text(std::int64_t length);
  std::string array_text(ir::Type type);

  // calls.cpp
  std::optional<Text> math_call(ir::Type type, Hint hint, unsigned depth);
  std::optional<Text> helper_call(ir::Type type, unsigned depth);

  // memory.cpp
  std::optional<Text> load(ir::Type type, unsigned depth);
  std::optional<Text> load_tensor(ir::Scalar scalar, unsigned depth);
  std::optional<Text> load_array(ir::Type type, unsigned depth);
  std::optional<Text> load_shared(ir::Type type, unsigned depth);
  std::optional<Text> atomic_value(ir::Type type, unsigned depth);
  std::optional<Place> memory_place(unsigned depth);
  std::optional<std::string> atomic_statement();
  std::string shared_atomic(const Shared& shared);
  std::string atomic_operand(ir::Type type);
  std::string index(unsigned depth);
  std::string array_index(std::uint32_t length, unsigned depth);
  std::string any_indices(const Tensor& tensor, unsigned depth);
  std::string own_indices(const Tensor& tensor, std::int64_t element);
  std::string own_indices(const Tensor& tensor);
  std::string own_index(const Shared& shared);
  // An index that is outside whatever the launch is.
  std::string outside_index(const Tensor& tensor);

  // statements.cpp
  void statements(std::size_t count, unsigned depth);
  void statement(unsigned depth);
  void let(unsigned depth);
  void let_array(unsigned depth);
  void print();
  bool assign(unsigned depth);
  void assign_to(const Place& place, unsigned depth);
  // What a variable holds, or a part of it, as a scalar of that type.
  Text content_of(const Variable& variable, ir::Scalar scalar);
  // Lets a variable of the block that ends here be seen outside.
  void let_out(std::size_t first_inside);
  std::optional<Place> local_place(unsigned depth);
  // loops.cpp
  void branch(unsigned depth);
  void for_loop(unsigned depth);
  void unrolled_loop(unsigned depth);
  void while_loop(unsigned depth);
  void endless_loop(unsigned depth);
  void loop_body(unsigned depth, std::int64_t rounds);
  bool leave();
  // In percent, how likely the block ends with break, continue or return.
  void nested(unsigned depth, std::size_t count, unsigned leaves = 0);

  // functions.cpp
  void helper_function();
  void know_prelude();
  std::string new_name();

  // tensors.cpp
  Shape any_shape(std::int64_t most);
  Shape shape_for(Tensor& tensor);
  void choose_tensors();
  void choose_cube();
  std::int64_t invocations() const;
  std::int64_t units() const;

  // kernel.cpp
  std::string header();
  void kernel_body();
  void prelude();
  void plain_body();
  std::string digest(ir::Scalar scalar);
  void store_results();

  // cubes.cpp
  void cube_body();
  void declare_shared();
  void phase(std::size_t count);
  void choose_uses();
  void sync();
  void exchange();
  void sync_loop();
  void sync_branch();

  // tiles.cpp
  void declare_tiles();
  std::size_t declare_tile(ir::Scalar scalar, std::uint32_t rows, std::uint32_t columns);
  void use_tiles();
  void load_tile(const ir::Tile& tile);
  void multiply_tiles();
  void share_tile(const ir::Tile& tile);
  void store_tiles();
  std::string agreed();
  std::string tile_value(ir::Scalar scalar);
  std::string tile_stride();
  std::string own_part(const ir::Tile& tile, std::string_view number, bool transposed);

  // contents.cpp
  std::vector<std::byte> contents(ir::Scalar scalar, std::int64_t elements);
  std::vector<std::byte> whole_numbers(std::int64_t elements);
  std::uint64_t value_bits(ir::Scalar scalar, unsigned style);
  ParamValue param_value(ir::Scalar scalar);

  void line(const std::string& text);
  void open(const std::string& text);
  void close(const std::string& text = "}");
  void spend(std::int64_t steps = 1) { budget_ -= steps * weight_; }
  [[nodiscard]] bool poor() const { return budget_ <= 0; }
  [[nodiscard]] bool has_cube() const { return !cube_.empty(); }
  // Those that a name can mean here: later ones hide earlier ones.
  [[nodiscard]] std::vector<const Variable*> visible() const;

  std::uint64_t seed_;
  Random random_;
  GenerateOptions options_;

  std::vector<Tensor> tensors_;
  std::vector<Shared> shared_;
  std::vector<ir::Tile> tiles_;
  std::vector<std::array<std::size_t, 3>> products_;  // of tiles that can be multiplied
  std::int64_t tile_steps_ = 300'000;                 // left for products, in all invocations
  std::vector<Param> params_;
  std::vector<Helper> helpers_;
  std::vector<Variable> constants_;  // beside functions
  std::int64_t size_ = 0;            // what the constant SIZE is; 0 without it
  std::vector<std::int64_t> cube_;   // as written; empty without the attribute
  std::size_t domain_ = 0;
  bool prints_ = false;
  bool named_ = true;

  // Of the function that is being written.
  bool in_kernel_ = false;
  bool can_return_ = true;
  unsigned loops_ = 0;
  bool is_unrolled_ = false;        // the text around is written out for each round
  unsigned inside_expression_ = 0;  // no break, continue or return there
  ir::Type result_;
  std::vector<Variable> scope_;
  std::size_t array_words_ = 0;
  std::size_t names_ = 0;
  Lines lines_;
  unsigned indent_ = 1;
  std::int64_t budget_ = 0;
  std::int64_t weight_ = 1;  // how often what is written now is executed
};

}  // namespace dala::fuzz
