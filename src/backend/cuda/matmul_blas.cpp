#include "backend/cuda/matmul_blas.hpp"

#include <limits>

#include "backend/cuda/cuda_memory.hpp"
#include "core/error.hpp"

namespace dala::backend::cuda {

namespace {

constexpr std::size_t workspace_bytes = std::size_t{32} << 20U;  // what Hopper's kernels want

Result<void> check(Status status, std::string_view doing) {
  if (status == 0) return {};
  return fail(ErrorCode::unsupported, "cuBLASLt gave status {} for {}", status, doing);
}

}  // namespace

MatmulBlas::~MatmulBlas() {
  if (handle_ == nullptr) return;
  const auto use = session_->use();
  for (const Plan& plan : plans_) drop(plan);
  if (use && use->generation() == generation_) blas().Destroy(handle_);
}

void MatmulBlas::drop(const Plan& plan) const {
  if (plan.description != nullptr) blas().MatmulDescDestroy(plan.description);
  for (const MatrixLayout layout : {plan.a, plan.b, plan.c})
    if (layout != nullptr) blas().MatrixLayoutDestroy(layout);
}

std::string_view MatmulBlas::rejects(const KernelCall& call) const {
  if (!session_->library().blas) return session_->library().blas.error().message;
  const DType dtype = call.inputs[0].dtype;
  if (dtype != DType::f32 && dtype != DType::f64) return "it multiplies f32 and f64 only";
  constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
  for (const TensorRef& tensor : call.inputs)
    for (std::size_t i = 0; i < 2; ++i)
      if (tensor.shape[i] == 0 || tensor.shape[i] > most)
        return "it multiplies matrices of 1 to 2147483647 rows and columns";
  return {};
}

Result<void> MatmulBlas::renew(const Use& use) const {
  if (handle_ != nullptr && generation_ == use.generation()) return {};
  for (const Plan& plan : plans_) drop(plan);
  plans_.clear();
  handle_ = nullptr;
  DALA_TRY(check(blas().Create(&handle_), "a handle"));
  generation_ = use.generation();
  if (workspace_ == nullptr) {
    DALA_ASSIGN(workspace_, device_->allocate(workspace_bytes));
  }
  return {};
}

Result<void> MatmulBlas::choose(Plan& plan) const {
  const bool wide = plan.dtype == DType::f64;
  const int type = wide ? type_f64 : type_f32;
  const int compute = wide ? compute_f64 : tf32_ ? compute_tf32 : compute_f32;
  const auto m = static_cast<std::uint64_t>(plan.m);
  const auto n = static_cast<std::uint64_t>(plan.n);
  const auto k = static_cast<std::uint64_t>(plan.k);
  // cuBLAS is column-major, so it sees row-major matrices as their transposes: (a b)^T = b^T a^T.
  DALA_TRY(check(blas().MatmulDescCreate(&plan.description, compute, type), "a description"));
  DALA_TRY(check(blas().MatrixLayoutCreate(&plan.a, type, k, m, plan.k), "a layout"));
  DALA_TRY(check(blas().MatrixLayoutCreate(&plan.b, type, n, k, plan.n), "a layout"));
  DALA_TRY(check(blas().MatrixLayoutCreate(&plan.c, type, n, m, plan.n), "a layout"));
  MatmulPreference preference = nullptr;
  DALA_TRY(check(blas().MatmulPreferenceCreate(&preference), "a preference"));
  blas().MatmulPreferenceSetAttribute(preference, preference_workspace_bytes, &workspace_bytes,
                                      sizeof workspace_bytes);
  MatmulChoice choice;
  int found = 0;
  const Status asked = blas().MatmulAlgoGetHeuristic(
      handle_, plan.description, plan.b, plan.a, plan.c, plan.c, preference, 1, &choice, &found);
  blas().MatmulPreferenceDestroy(preference);
  DALA_TRY(check(asked, "an algorithm"));
  if (found == 0)
    return fail(ErrorCode::unsupported, "cuBLASLt has no algorithm for {} x {} x {}", plan.m,
                plan.k, plan.n);
  plan.algorithm = choice.algorithm;
  return {};
}

Result<const MatmulBlas::Plan*> MatmulBlas::plan_for(const KernelCall& call, const Use& use) const {
  DALA_TRY(renew(use));
  const Shape& a = call.inputs[0].shape;
  const std::int64_t n = call.inputs[1].shape[1];
  const DType dtype = call.inputs[0].dtype;
  for (const Plan& plan : plans_)
    if (plan.m == a[0] && plan.k == a[1] && plan.n == n && plan.dtype == dtype) return &plan;
  Plan plan{.m = a[0], .n = n, .k = a[1], .dtype = dtype};
  if (auto chosen = choose(plan); !chosen) {
    drop(plan);
    return std::unexpected(std::move(chosen.error()));
  }
  plans_.push_back(plan);
  return &plans_.back();
}

Result<void> MatmulBlas::prepare(const KernelCall& call) {
  const std::lock_guard lock(mutex_);
  DALA_ASSIGN(const Use use, session_->use());
  DALA_TRY(plan_for(call, use));
  return {};
}

Result<void> MatmulBlas::launch(const KernelCall& call) const {
  // The lock also keeps products that share the workspace from overlapping.
  const std::lock_guard lock(mutex_);
  DALA_ASSIGN(const Use use, session_->use());
  DALA_ASSIGN(const Plan* plan, plan_for(call, use));
  DALA_ASSIGN(const Pointer a, as_cuda(*call.inputs[0].memory).contents(use));
  DALA_ASSIGN(const Pointer b, as_cuda(*call.inputs[1].memory).contents(use));
  DALA_ASSIGN(const Pointer c, as_cuda(*call.outputs[0].memory).target(use));
  DALA_ASSIGN(const Pointer workspace, as_cuda(*workspace_).target(use));
  const std::array<double, 2> wide = {1, 0};
  const std::array<float, 2> narrow = {1, 0};
  const bool is_wide = plan->dtype == DType::f64;
  const void* one = is_wide ? static_cast<const void*>(wide.data()) : narrow.data();
  const void* zero = is_wide ? static_cast<const void*>(&wide[1]) : &narrow[1];
  const Status status =
      blas().Matmul(handle_, plan->description, one, b, plan->b, a, plan->a, zero, c, plan->c, c,
                    plan->c, &plan->algorithm, workspace, workspace_bytes, use.stream());
  if (status == 0) return {};
  return fail(ErrorCode::internal, "cuBLASLt gave status {} for a product of {} x {} x {}", status,
              plan->m, plan->k, plan->n);
}

}  // namespace dala::backend::cuda
