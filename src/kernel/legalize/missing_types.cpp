#include "kernel/legalize/missing_types.hpp"

#include <span>

#include "core/format.hpp"
#include "kernel/ir/walk.hpp"

namespace dala::kernel {

namespace {

class Finder {
 public:
  Finder(const ir::Module& module, const TargetInfo& target) : module_(module), target_(target) {}

  std::optional<std::string> run() {
    if (!target_.has(module_.index))
      return format("it has indices of 64 bits, which {} does not have", target_.name);
    for (const ir::Tensor& t : module_.tensors)
      need(t.scalar, [&] { return format("tensor `{}` holds {}", t.name, name(t.scalar)); });
    for (const ir::Shared& s : module_.shared)
      need(s.type.scalar,
           [&] { return format("shared array `{}` holds {}", s.name, name(s.type.scalar)); });
    for (const ir::Function& f : module_.functions) {
      variables(f);
      need(f.result.scalar,
           [&] { return format("function `{}` returns {}", f.name, to_string(f.result)); });
    }
    variables(module_.kernel);
    for (const ir::Function& f : module_.functions) values(f);
    values(module_.kernel);
    return found_;
  }

 private:
  static std::string name(ir::Scalar scalar) { return to_string(ir::Type{scalar}); }

  template <typename What>
  void need(ir::Scalar scalar, const What& what) {
    if (!found_ && !target_.has(scalar))
      found_ = format("{}, a type that {} does not have", what(), target_.name);
  }

  void variables(const ir::Function& f) {
    for (const ir::Local& local : f.locals)
      if (!local.name.empty())
        need(local.type.scalar,
             [&] { return format("variable `{}` is {}", local.name, to_string(local.type)); });
  }

  void values(const ir::Function& f) {
    ir::for_each_stmt(module_, f.body, [&](ir::StmtId, const ir::Stmt& s) {
      indices(s.indices, ir::Edge::zero);
      if (s.value != ir::none) value(s.value);
      if (s.end != ir::none) value(s.end);
    });
  }

  void value(ir::ExprId id) {
    const ir::Expr& e = module_.exprs[id];
    need(e.type.scalar, [&] {
      if (e.kind == ir::ExprKind::param)
        return format("parameter `{}` is {}", module_.params[e.index].name, to_string(e.type));
      return format("a value of type {} is computed", to_string(e.type));
    });
    const bool is_access = e.kind == ir::ExprKind::load_tensor ||
                           e.kind == ir::ExprKind::load_shared || e.kind == ir::ExprKind::element;
    if (is_access) return indices(e.args, e.edge);
    for (const ir::ExprId arg : e.args) value(arg);
  }

  void indices(std::span<const ir::ExprId> ids, ir::Edge edge) {
    for (const ir::ExprId id : ids) {
      const ir::Expr& e = module_.exprs[id];
      if (e.kind == ir::ExprKind::constant && edge != ir::Edge::mirrored) continue;
      const bool is_u32 =
          e.kind == ir::ExprKind::cast && module_.exprs[e.args[0]].type == ir::u32_type;
      value(is_u32 ? e.args[0] : id);
    }
  }

  const ir::Module& module_;
  const TargetInfo& target_;
  std::optional<std::string> found_;
};

}  // namespace

std::optional<std::string> missing_type(const ir::Module& module, const TargetInfo& target) {
  return Finder(module, target).run();
}

}  // namespace dala::kernel
