#include "compute/plan/infer.hpp"

#include "compute/kernels/source_kernel.hpp"
#include "compute/plan/composite.hpp"
#include "core/error.hpp"

namespace dala {

namespace {

using Call = const backend::KernelCall&;

// Only the description is known of the outputs, so a caller without buffers must choose their types
// and shapes.
InferredOutput described(const TensorInfo& output, ShapeReason why_unknown) {
  return {.dtype = only_dtype(output.dtypes),
          .dtypes = output.dtypes,
          .rule = ShapeRule::unknown,
          .reason = why_unknown};
}

// By the `infer` function that the kernel was registered with.
Result<void> infer_by(const KernelInfer& infer, PreparedCall& call) {
  const KernelInfo& info = call.kernel->info();
  SmallVector<HostTensor, 4> inputs;
  SmallVector<TensorSpec, 4> outputs;
  for (const backend::TensorRef& t : call.inputs) inputs.push_back({t.dtype, t.shape, {}});
  for (const TensorInfo& output : info.outputs)
    outputs.push_back({only_dtype(output.dtypes).value_or(DType::f32), {}});
  try {
    DALA_TRY(infer({inputs.view(), {}, call.params.view(), {}}, {outputs.data(), outputs.size()}));
  } catch (...) {
    return fail(ErrorCode::kernel_failed, "{}: its inference of outputs threw", info.name);
  }
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const TensorSpec& spec = outputs[i];
    if (!info.outputs[i].dtypes.contains(spec.dtype))
      return fail(ErrorCode::wrong_dtype,
                  "{}: its inference says that {} is {}, which its description does not allow",
                  info.name, info.outputs[i].name, to_string(spec.dtype));
    DALA_TRY(spec.shape.validate(spec.dtype));
    call.inferred.push_back(
        {.dtype = spec.dtype, .dtypes = DTypeSet(spec.dtype), .shape = spec.shape});
  }
  return {};
}

struct KindInference {
  PreparedCall& call;

  Result<void> operator()(const BuiltinKernel& kernel) const {
    DALA_ASSIGN(call.inferred, kernel.infer(call.call()));
    return {};
  }

  Result<void> operator()(const FunctionKernel& kernel) const {
    if (kernel.infer) return infer_by(kernel.infer, call);
    for (const TensorInfo& output : call.kernel->info().outputs)
      call.inferred.push_back(described(output, [](Call) -> std::string {
        return "the kernel was registered without a function that infers it; say which it is, or "
               "pass a buffer for it";
      }));
    return {};
  }

  Result<void> operator()(const CompositeKernel& kernel) const {
    SmallVector<Shape, 4> shapes;
    for (const backend::TensorRef& input : call.inputs) shapes.push_back(input.shape);
    DALA_ASSIGN(call.composite, kernel.make(shapes.view()));
    const KernelInfo& info = call.kernel->info();
    DALA_TRY(call.composite->check_inputs(info, call.call()));
    for (std::size_t i = 0; i < info.outputs.size(); ++i)
      call.inferred.push_back({.dtype = only_dtype(info.outputs[i].dtypes),
                               .dtypes = info.outputs[i].dtypes,
                               .shape = call.composite->outputs()[i].shape});
    return {};
  }

  // The stages of the run were checked one by one.
  Result<void> operator()(const RunKernel&) const {
    for (const TensorInfo& output : call.kernel->info().outputs)
      call.inferred.push_back(
          described(output, [](Call) -> std::string { return "it is a pipeline's own"; }));
    return {};
  }

  Result<void> operator()(const LanguageKernel& kernel) const {
    DALA_TRY(check_source_inputs(*kernel.module, call.call()));
    if (kernel.infer) return infer_by(kernel.infer, call);
    return infer_by_domain(kernel);
  }

 private:
  // An output has the shape of the domain. Where the domain is an output itself, it is assumed to
  // have the shape of the first input, as in kernels that make an image from an image.
  [[nodiscard]] Result<void> infer_by_domain(const LanguageKernel& kernel) const {
    const kernel::ir::Module& module = *kernel.module;
    const KernelInfo& info = call.kernel->info();
    const Shape* domain = call.inputs.empty() ? nullptr : &call.inputs[0].shape;
    std::size_t input = 0;
    for (std::size_t i = 0; i < module.domain; ++i) input += module.tensors[i].is_output ? 0 : 1;
    if (!module.tensors[module.domain].is_output) domain = &call.inputs[input].shape;
    std::size_t output = 0;
    for (std::size_t i = 0; i < module.tensors.size(); ++i) {
      if (!module.tensors[i].is_output) continue;
      const std::uint8_t rank = module.tensors[i].rank;
      InferredOutput inferred = described(info.outputs[output++], [](Call of) -> std::string {
        return of.inputs.empty() ? "there are none; say which it is, or pass a buffer for it"
                                 : "it is not written at each invocation's own place, or with "
                                   "another number of indices; say which it is, or pass a buffer "
                                   "for it";
      });
      const bool follows = i == module.domain || kernel.at_own_place[i];
      if (domain != nullptr && follows && (rank == 0 || rank == domain->rank())) {
        inferred.shape = *domain;
        inferred.rule = ShapeRule::suggested;
      }
      call.inferred.push_back(inferred);
    }
    return {};
  }
};

}  // namespace

Result<void> infer_outputs(PreparedCall& call) {
  call.inferred.clear();
  return std::visit(KindInference{call}, call.kernel->kind);
}

Result<void> check_outputs(const PreparedCall& call) {
  for (std::size_t i = 0; i < call.outputs.size(); ++i)
    DALA_TRY(check_output(call.kernel->info(), call.call(), call.inferred[i], i,
                          {call.outputs[i].dtype, call.outputs[i].shape}));
  return {};
}

}  // namespace dala
