// Matrix products of f32 and f64 by cuBLASLt, with the algorithm it prefers for their sizes.
#pragma once

#include <deque>
#include <memory>
#include <mutex>

#include "backend/cuda/driver/session.hpp"
#include "backend/portable/builtin_variant.hpp"

namespace dala::backend::cuda {

class MatmulBlas final : public BuiltinVariant {
 public:
  // `tf32`: products of f32 may round their inputs to 10 bits of mantissa. The device must
  // outlive it.
  MatmulBlas(Device& device, std::shared_ptr<Session> session, bool tf32)
      : device_(&device), session_(std::move(session)), tf32_(tf32) {}
  ~MatmulBlas() override;
  MatmulBlas(const MatmulBlas&) = delete;
  MatmulBlas& operator=(const MatmulBlas&) = delete;

  [[nodiscard]] std::string_view kernel() const override { return "matmul"; }
  [[nodiscard]] std::string_view why() const override {
    return "NVIDIA's library for matrix products";
  }
  [[nodiscard]] std::string_view name() const override {
    return tf32_ ? "cuBLASLt, TF32" : "cuBLASLt";
  }
  [[nodiscard]] std::string_view rejects(const KernelCall& call) const override;
  // Error `unsupported` where cuBLASLt has no algorithm for these sizes.
  [[nodiscard]] Result<void> prepare(const KernelCall& call) override;
  [[nodiscard]] Result<void> launch(const KernelCall& call) const override;

 private:
  // Of a product {m, k} times {k, n}.
  struct Plan {
    std::int64_t m = 0;
    std::int64_t n = 0;
    std::int64_t k = 0;
    DType dtype = DType::f32;
    MatmulDescription description = nullptr;
    MatrixLayout a = nullptr;
    MatrixLayout b = nullptr;
    MatrixLayout c = nullptr;
    MatmulAlgorithm algorithm = {};
  };

  [[nodiscard]] const Blas& blas() const { return *session_->library().blas; }
  // With the mutex held: nothing that was made in an earlier context.
  [[nodiscard]] Result<void> renew(const Use& use) const;
  [[nodiscard]] Result<const Plan*> plan_for(const KernelCall& call, const Use& use) const;
  [[nodiscard]] Result<void> choose(Plan& plan) const;
  void drop(const Plan& plan) const;

  Device* device_;
  std::shared_ptr<Session> session_;
  bool tf32_;
  mutable std::mutex mutex_;
  mutable std::uint64_t generation_ = 0;
  mutable BlasHandle handle_ = nullptr;
  mutable std::unique_ptr<Memory> workspace_;
  mutable std::deque<Plan> plans_;
};

}  // namespace dala::backend::cuda
