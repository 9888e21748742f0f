// Element-wise kernels of which an invocation takes several elements: it loads them all before it
// computes, so that more of them are on their way from memory at once, and elements that are parts
// of a word are words that no other invocation writes. Elements behind the last one are loaded and
// computed as that one, without a branch, and not stored.
#include <array>
#include <bit>
#include <vector>

#include "core/format.hpp"
#include "kernel/analysis/lanes.hpp"
#include "kernel/ir/rewriter.hpp"
#include "kernel/ir/walk.hpp"
#include "kernel/launch/launch_words.hpp"
#include "kernel/legalize/passes.hpp"
#include "kernel/legalize/places.hpp"

namespace dala::kernel {

namespace {

using ir::BinaryOp;
using ir::ExprId;
using ir::Scalar;

// Of a tensor, by lane.
using Values = std::array<std::uint32_t, lanes>;

// The source's body, for the element of one lane.
class Lane : ir::Rewriter {
 public:
  // One of the copies may have the source's own locals.
  Lane(const ir::Module& source, ir::Builder& to, Places& places, std::uint32_t lane,
       const std::vector<Values>& values, bool has_locals)
      : Rewriter(source, to),
        places_(places),
        lane_(lane),
        values_(values),
        first_local_(has_locals ? 0 : static_cast<std::uint32_t>(to.function().locals.size())) {
    if (has_locals) return;
    for (const ir::Local& local : source.kernel.locals) b_.new_local(local.type, local.name);
  }

  [[nodiscard]] std::vector<ir::StmtId> body() { return block(from().kernel.body); }

 private:
  std::uint32_t local(std::uint32_t index) override { return first_local_ + index; }

  ExprId expr(ExprId id) override {
    const ir::Expr& e = from().exprs[id];
    if (e.kind == ir::ExprKind::load_tensor) return b_.local(values_[e.index][lane_]);
    if (e.kind == ir::ExprKind::position) return places_.position(e.position);
    return copy_expr(id);
  }

  void stmt(ir::StmtId id) override {
    const ir::Stmt& s = from().stmts[id];
    if (s.kind != ir::StmtKind::store_tensor) return copy_stmt(id);
    b_.store(values_[s.target][lane_], expr(s.value));
  }

  Places& places_;
  std::uint32_t lane_;
  const std::vector<Values>& values_;
  std::uint32_t first_local_;
};

class Lanes {
 public:
  explicit Lanes(ir::Module& module)
      : module_(module), source_(module), b_(module, module.kernel), top_(b_) {
    module_.kernel.body.clear();
    for (const ir::Tensor& t : module.tensors) in_words_ = in_words_ || is_packed(t);
  }

  void run() {
    b_.into(module_.kernel.body, [&] { find_elements(); });
    values_.resize(module_.tensors.size());
    words_.resize(module_.tensors.size());
    find_loaded();
    for (std::uint32_t tensor = 0; tensor < loaded_.size(); ++tensor)
      if (loaded_[tensor] || module_.tensors[tensor].is_output) declare(tensor);
    const std::vector<ir::StmtId> rest = b_.nested([&] {
      if (waits_for_memory())
        apart();
      else
        together();
    });
    for (const std::vector<ir::StmtId>& part : {top_.take(), rest})
      module_.kernel.body.insert(module_.kernel.body.end(), part.begin(), part.end());
    module_.groups = ir::Groups{.elements = lanes};
  }

 private:
  ExprId whole_like(ExprId a, std::int64_t value) { return b_.whole(value, b_.type_of(a).scalar); }
  ExprId sum(ExprId a, ExprId b) { return b_.binary(BinaryOp::add, a, b); }
  ExprId plus(ExprId a, std::int64_t more) { return more == 0 ? a : sum(a, whole_like(a, more)); }
  ExprId minus_one(ExprId a) { return b_.binary(BinaryOp::sub, a, whole_like(a, 1)); }
  ExprId times(ExprId a, std::int64_t factor) {
    return b_.binary(BinaryOp::mul, a, whole_like(a, factor));
  }
  ExprId shifted(BinaryOp op, ExprId a, std::int64_t by) {
    return by == 0 ? a : b_.binary(op, a, whole_like(a, by));
  }
  ExprId elements() { return top_.count(launch::elements); }
  ExprId group(ir::Position position) { return b_.cast(b_.position(position), top_.counter()); }
  ExprId kept(std::uint32_t& local, const std::string& name, ExprId value) {
    local = b_.new_local(b_.type_of(value), name);
    b_.store(local, value);
    return b_.local(local);
  }
  ExprId as_index(ExprId value) { return b_.cast(value, {module_.index}); }
  ExprId index(std::uint32_t local) { return as_index(b_.local(local)); }

  // Elements that are parts of a word are neighbours in it; others are those of neighbouring
  // invocations, which load them together.
  void find_elements() {
    std::uint32_t number = 0;
    kept(number, "group",
         sum(times(group(ir::Position::GROUP_Y), groups_per_row(module_.index)),
             group(ir::Position::GROUP_X)));
    const ExprId unit = group(ir::Position::GROUP_UNIT);
    const std::int64_t units = loose_units;
    std::uint32_t first = 0;
    if (in_words_)
      kept(word_, "word", sum(times(b_.local(number), units), unit));
    else
      kept(first, "first", sum(times(b_.local(number), lanes * units), unit));
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
      const ExprId at = in_words_ ? plus(times(b_.local(word_), lanes), lane)
                                  : plus(b_.local(first), lane * units);
      kept(at_[lane], "at", at);
      kept(inside_[lane], "inside",
           b_.math(ir::MathOp::min, {b_.local(at_[lane]), minus_one(elements())}));
    }
  }

  void find_loaded() {
    loaded_.resize(source_.tensors.size());
    ir::for_each_expr_in(source_, source_.kernel.body, [&](ExprId, const ir::Expr& e) {
      if (e.kind == ir::ExprKind::load_tensor) loaded_[e.index] = true;
    });
  }

  void declare(std::uint32_t tensor) {
    const ir::Tensor& t = module_.tensors[tensor];
    for (std::uint32_t& value : values_[tensor]) value = b_.new_local({t.scalar}, t.name);
  }

  [[nodiscard]] static bool is_packed(const ir::Tensor& tensor) {
    return ir::bits_of(tensor.scalar) < 32;
  }
  [[nodiscard]] bool is_packed(std::uint32_t tensor) const {
    return is_packed(module_.tensors[tensor]);
  }
  [[nodiscard]] std::uint32_t bits(std::uint32_t tensor) const {
    return ir::bits_of(module_.tensors[tensor].scalar);
  }
  // Elements of a word, and words of an invocation.
  [[nodiscard]] std::uint32_t in_word(std::uint32_t tensor) const { return 32 / bits(tensor); }
  [[nodiscard]] std::uint32_t words(std::uint32_t tensor) const { return lanes / in_word(tensor); }
  [[nodiscard]] std::string word_name(std::uint32_t tensor) const {
    return module_.tensors[tensor].name + "_word";
  }

  // So few operations that the compiler's order of loads and stores decides how long it takes.
  [[nodiscard]] bool waits_for_memory() const { return source_.exprs.size() <= 48; }

  // Where all elements are there, which is nearly everywhere, nothing is checked and the addresses
  // differ by constants. This takes two copies of the body, as many as a small one may have.
  void apart() {
    const auto all = b_.nested([&] {
      load(at_);
      compute(at_, "", true);
      join_words();
      for_each_output([&](std::uint32_t tensor) { store_all(tensor); });
    });
    const auto some = b_.nested([&] {
      load(inside_);
      compute(inside_, "last ", false);
      join_words();
      for_each_output([&](std::uint32_t tensor) { store_some(tensor); });
    });
    b_.branch(is_there(lanes - 1), all, some);
  }

  void together() {
    load(inside_);
    compute(inside_, "", true);
    join_words();
    b_.branch(
        is_there(lanes - 1),
        b_.nested([&] { for_each_output([&](std::uint32_t tensor) { store_all(tensor); }); }),
        b_.nested([&] { for_each_output([&](std::uint32_t tensor) { store_some(tensor); }); }));
  }

  // The positions of each copy have names of their own by `prefix`.
  void compute(const Values& at, const std::string& prefix, bool has_locals) {
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
      Places places(b_, top_, at[lane], {}, format("{}{} ", prefix, lane));
      for (const ir::StmtId id :
           Lane(source_, b_, places, lane, values_, has_locals && lane == 0).body())
        b_.append(id);
    }
  }

  void load(const Values& at) {
    for (std::uint32_t tensor = 0; tensor < loaded_.size(); ++tensor) {
      if (!loaded_[tensor]) continue;
      if (is_packed(tensor)) {
        load_words(tensor);
        continue;
      }
      for (std::uint32_t lane = 0; lane < lanes; ++lane)
        b_.store(values_[tensor][lane], b_.load(tensor, {index(at[lane])}, ir::Edge::inside));
    }
  }

  void load_words(std::uint32_t tensor) {
    std::uint32_t word = 0;
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
      const std::uint32_t in = lane % in_word(tensor);
      if (in == 0) {
        const ExprId at =
            shifted(BinaryOp::shr, b_.local(inside_[lane]), std::countr_zero(in_word(tensor)));
        kept(word, word_name(tensor), b_.load_word(tensor, as_index(at), ir::Edge::inside));
      }
      b_.store(values_[tensor][lane],
               b_.cast(shifted(BinaryOp::shr, b_.local(word), std::int64_t{bits(tensor)} * in),
                       {module_.tensors[tensor].scalar}));
    }
  }

  template <typename Each>
  void for_each_output(const Each& each) {
    for (std::uint32_t tensor = 0; tensor < module_.tensors.size(); ++tensor)
      if (module_.tensors[tensor].is_output) each(tensor);
  }

  void store_all(std::uint32_t tensor) {
    if (!is_packed(tensor))
      for (std::uint32_t lane = 0; lane < lanes; ++lane) store_element(tensor, lane);
    else
      for (std::uint32_t word = 0; word < words(tensor); ++word)
        store_word(tensor, word, b_.local(words_[tensor][word]));
  }

  // The last lane's element is not there.
  void store_some(std::uint32_t tensor) {
    if (!is_packed(tensor)) {
      for (std::uint32_t lane = 0; lane + 1 < lanes; ++lane)
        b_.branch(is_there(lane), b_.nested([&] { store_element(tensor, lane); }));
      return;
    }
    for (std::uint32_t word = 0; word < words(tensor); ++word) {
      const std::uint32_t first = word * in_word(tensor);
      const auto part = [&] {
        b_.branch(is_there(first), b_.nested([&] { store_part_of_word(tensor, word); }));
      };
      if (word + 1 == words(tensor))
        part();
      else
        b_.branch(is_there(first + in_word(tensor) - 1),
                  b_.nested([&] { store_word(tensor, word, b_.local(words_[tensor][word])); }),
                  b_.nested(part));
    }
  }

  ExprId is_there(std::uint32_t lane) {
    return b_.binary(BinaryOp::less, b_.local(at_[lane]), elements());
  }

  void store_element(std::uint32_t tensor, std::uint32_t lane) {
    b_.add(ir::Stmt{.kind = ir::StmtKind::store_tensor,
                    .edge = ir::Edge::inside,
                    .target = tensor,
                    .indices = {index(at_[lane])},
                    .value = b_.local(values_[tensor][lane])});
  }

  ExprId bits_of_value(std::uint32_t tensor, std::uint32_t lane) {
    const ExprId value = b_.cast(b_.local(values_[tensor][lane]), ir::u32_type);
    if (!ir::is_signed(module_.tensors[tensor].scalar)) return value;
    return b_.binary(BinaryOp::bit_and, value,
                     b_.whole((std::int64_t{1} << bits(tensor)) - 1, Scalar::u32));
  }

  void join_words() {
    for_each_output([&](std::uint32_t tensor) {
      if (is_packed(tensor)) join_words(tensor);
    });
  }

  void join_words(std::uint32_t tensor) {
    for (std::uint32_t word = 0; word < words(tensor); ++word) {
      ExprId all = ir::none;
      for (std::uint32_t in = 0; in < in_word(tensor); ++in) {
        const ExprId part =
            shifted(BinaryOp::shl, bits_of_value(tensor, word * in_word(tensor) + in),
                    std::int64_t{bits(tensor)} * in);
        all = in == 0 ? part : b_.binary(BinaryOp::bit_or, all, part);
      }
      kept(words_[tensor][word], word_name(tensor), all);
    }
  }

  // Words of the invocation are neighbours.
  ExprId word_index(std::uint32_t tensor, std::uint32_t word) {
    if (words(tensor) == 1) return index(word_);
    return as_index(plus(times(b_.local(word_), words(tensor)), word));
  }

  void store_word(std::uint32_t tensor, std::uint32_t word, ExprId value) {
    b_.store_word(tensor, word_index(tensor, word), value, ir::Edge::inside);
  }

  // The last word holds elements that are not written.
  void store_part_of_word(std::uint32_t tensor, std::uint32_t word) {
    std::uint32_t mask = 0;
    const std::size_t first = std::size_t{word} * in_word(tensor);
    const ExprId count =
        b_.cast(b_.binary(BinaryOp::sub, elements(), b_.local(at_[first])), ir::u32_type);
    kept(mask, "mask",
         minus_one(b_.binary(BinaryOp::shl, b_.whole(1, Scalar::u32),
                             shifted(BinaryOp::shl, count, std::countr_zero(bits(tensor))))));
    const ExprId other = b_.binary(BinaryOp::bit_and,
                                   b_.load_word(tensor, word_index(tensor, word), ir::Edge::inside),
                                   b_.unary(ir::UnaryOp::invert, b_.local(mask)));
    store_word(
        tensor, word,
        b_.binary(BinaryOp::bit_or, other,
                  b_.binary(BinaryOp::bit_and, b_.local(words_[tensor][word]), b_.local(mask))));
  }

  ir::Module& module_;
  const ir::Module source_;
  ir::Builder b_;
  Top top_;
  bool in_words_ = false;
  std::uint32_t word_ = 0;  // a local: the number of the invocation's word
  Values at_ = {};          // locals: the numbers of its elements,
  Values inside_ = {};      // and those, or that of the last element
  std::vector<Values> values_;
  std::vector<bool> loaded_;   // which tensors are read
  std::vector<Values> words_;  // locals, by tensor: the words that an invocation writes
};

}  // namespace

void legalize_lanes(ir::Module& module, const TargetInfo&,
                    const CallSpecialisation& specialisation) {
  if (specialisation.groups.elements > 1) Lanes(module).run();
}

}  // namespace dala::kernel
