// What a kernel prints becomes words of one more output, the last of its tensors, which the host
// reads after the launch (launch/prints.hpp).
#include "kernel/legalize/prints.hpp"

#include <utility>
#include <vector>

#include "kernel/ir/builder.hpp"
#include "kernel/launch/prints.hpp"
#include "kernel/legalize/passes.hpp"
#include "kernel/legalize/statements.hpp"

namespace dala::kernel {

using ir::BinaryOp;
using ir::ExprId;
using ir::Scalar;
using ir::StmtId;

namespace {

constexpr ir::Type u32_type{Scalar::u32};

class Prints {
 public:
  explicit Prints(ir::Module& module) : module_(module), b_(module, module.kernel) {}

  void run() {
    line_words_ = prints::line_words(module_);
    tensor_ = static_cast<std::uint32_t>(module_.tensors.size());
    module_.tensors.push_back(
        {.name = "dala_prints", .scalar = Scalar::u32, .is_output = true, .is_runtime = true});
    change_statements(b_, module_.kernel.body, [&](StmtId id) {
      if (module_.stmts[id].kind == ir::StmtKind::print) make_branch(id);
      b_.append(id);
    });
    module_.messages = std::move(in_order_);
  }

 private:
  // The statement becomes the one that writes the line where there is room for it.
  void make_branch(StmtId id) {
    const ir::Stmt s = module_.stmts[id];
    const std::vector<ExprId> words = words_of(s.indices);
    in_order_.push_back(module_.messages[s.target]);
    const auto message = static_cast<std::int64_t>(in_order_.size());
    const std::uint32_t line = b_.new_local(u32_type);
    b_.atomic_add(tensor_, b_.whole(0), b_.whole(1, Scalar::u32), line);
    const ExprId has_room =
        b_.binary(BinaryOp::less, b_.local(line), b_.whole(prints::max_lines, Scalar::u32));
    std::vector<StmtId> write = b_.nested([&] {
      const std::uint32_t at = b_.new_local(ir::s32_type);
      b_.store(at, b_.binary(BinaryOp::mul, b_.cast(b_.local(line), ir::s32_type),
                             b_.whole(static_cast<std::int64_t>(line_words_))));
      put(at, prints::message, b_.whole(message, Scalar::u32));
      const std::vector<ExprId> number = invocation_words();
      for (std::size_t i = 0; i < number.size(); ++i) put(at, prints::invocation + i, number[i]);
      for (std::size_t i = 0; i < words.size(); ++i)
        put(at, prints::arguments_of(module_) + i, words[i]);
    });
    module_.stmts[id] = {
        .kind = ir::StmtKind::branch, .span = s.span, .value = has_room, .body = std::move(write)};
  }

  // Behind the word that counts.
  void put(std::uint32_t at, std::size_t offset, ExprId word) {
    const ExprId place =
        b_.binary(BinaryOp::add, b_.local(at), b_.whole(static_cast<std::int64_t>(1 + offset)));
    b_.store_tensor(tensor_, {place}, word);
  }

  // The arguments are evaluated before the line is counted.
  std::vector<ExprId> words_of(const std::vector<ExprId>& arguments) {
    std::vector<ExprId> words;
    for (const ExprId argument : arguments) {
      const ir::Type type = b_.type_of(argument);
      const std::uint32_t kept = b_.new_local(type);
      b_.store(kept, argument);
      for (std::uint8_t i = 0; i < type.lanes; ++i)
        add_words(type.is_vector() ? b_.lane(b_.local(kept), i) : b_.local(kept), words);
    }
    return words;
  }

  void add_words(ExprId value, std::vector<ExprId>& words) {
    if (ir::is_float(b_.type_of(value).scalar)) value = b_.math(ir::MathOp::to_bits, {value});
    const ir::Scalar scalar = b_.type_of(value).scalar;
    if (prints::words_of(scalar) == 2) {
      const ExprId high = b_.binary(BinaryOp::shr, b_.copy(value), b_.whole(32, scalar));
      words.push_back(b_.cast(value, u32_type));
      words.push_back(b_.cast(high, u32_type));
    } else {
      words.push_back(b_.cast(value, u32_type));
    }
  }

  std::vector<ExprId> invocation_words() {
    if (module_.index == Scalar::s32) return {invocation(u32_type)};
    const std::uint32_t number = b_.new_local(ir::s64_type);
    b_.store(number, invocation(ir::s64_type));
    std::vector<ExprId> words;
    add_words(b_.local(number), words);
    return words;
  }

  // Counted over all cubes, where there are some: units outside the domain print as well.
  ExprId invocation(ir::Type type) {
    const auto position = [&](ir::Position p) { return b_.cast(b_.position(p), type); };
    if (!module_.has_cube) return position(ir::Position::ABSOLUTE_POS);
    return b_.binary(BinaryOp::add,
                     b_.binary(BinaryOp::mul, position(ir::Position::CUBE_POS),
                               position(ir::Position::CUBE_DIM)),
                     position(ir::Position::UNIT_POS));
  }

  ir::Module& module_;
  ir::Builder b_;
  std::uint32_t tensor_ = 0;
  std::size_t line_words_ = 0;
  std::vector<ir::Message> in_order_;  // of the statements that print them
};

}  // namespace

void legalize_prints(ir::Module& module, const TargetInfo&) {
  if (does_print(module) && !has_print_buffer(module)) Prints(module).run();
}

ir::Module without_prints(const ir::Module& module) {
  ir::Module silent = module;
  ir::Builder b(silent, silent.kernel);
  change_statements(b, silent.kernel.body, [&](StmtId id) {
    if (silent.stmts[id].kind != ir::StmtKind::print) b.append(id);
  });
  silent.messages.clear();
  return silent;
}

}  // namespace dala::kernel
