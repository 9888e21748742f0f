#include "backend/cpu/cpu_device.hpp"

#include <cstring>
#include <string>
#include <unordered_map>
#include <vector>

#include "backend/cache_detail.hpp"
#include "backend/cpu/cpu_memory.hpp"
#include "backend/cpu/host_program.hpp"
#include "backend/cpu/implementation.hpp"
#include "backend/cpu/program.hpp"
#include "backend/printing_program.hpp"
#include "core/process/system_info.hpp"
#include "kernel/native/jit.hpp"

namespace dala::backend::cpu {

namespace {

class CpuExecutable final : public Executable {
 public:
  CpuExecutable(const Implementation& implementation, WorkerPool& pool)
      : implementation_(implementation), pool_(&pool) {}
  [[nodiscard]] std::string_view name() const override { return implementation_.name; }
  [[nodiscard]] Result<void> launch(const KernelCall& call) const override {
    return cpu::launch(implementation_, call, *pool_);
  }
  [[nodiscard]] std::string_view rejects(const KernelCall& call) const {
    return implementation_.rejects(call);
  }

 private:
  Implementation implementation_;
  WorkerPool* pool_;
};

class CpuDevice final : public Device {
 public:
  CpuDevice(const DeviceOptions& options, WorkerPool& pool)
      : info_(*describe(options)),
        budget_(std::make_shared<MemoryBudget>(info_.memory_limit_bytes)),
        program_setting_{&pool, options.kernel_time_limit,
                         kernel::DiskCache(options.cache_folder)} {
    add_cache_detail(info_, program_setting_.cache);
    ImplementationList list;
    add_elementwise(list);
    add_activation(list);
    add_cast(list);
    add_softmax(list);
    add_transpose(list);
    add_reduction(list);
    add_matmul(list);
    add_generate(list);
    for (const Implementation& implementation : list)
      executables_[implementation.kernel].emplace_back(implementation, pool);
  }

  [[nodiscard]] const DeviceInfo& info() const override { return info_; }
  [[nodiscard]] std::uint64_t memory_in_use() const override { return budget_->used(); }

  [[nodiscard]] Result<std::unique_ptr<Memory>> allocate(std::size_t bytes) override {
    return allocate_memory(budget_, bytes);
  }
  [[nodiscard]] Result<std::unique_ptr<Memory>> adopt(std::span<std::byte> host,
                                                      std::function<void()> release) override {
    if (reinterpret_cast<std::uintptr_t>(host.data()) % host_alignment != 0)
      return fail(ErrorCode::unsupported, "the memory is not aligned to {} bytes", host_alignment);
    return borrow_memory(host.data(), host.size(), std::move(release));
  }
  [[nodiscard]] Result<void> write(Memory& to, std::span<const std::byte> from) override {
    if (!from.empty()) std::memcpy(to.host(), from.data(), from.size());
    return {};
  }
  [[nodiscard]] Result<void> read(const Memory& from, std::span<std::byte> to) override {
    if (!to.empty()) std::memcpy(to.data(), from.host(), to.size());
    return {};
  }
  [[nodiscard]] Result<void> copy(const Memory& from, Memory& to, std::size_t bytes) override {
    if (bytes > 0) std::memmove(to.host(), from.host(), bytes);
    return {};
  }

  [[nodiscard]] Result<void> finish() override { return {}; }

  [[nodiscard]] Result<Decision> prepare(const KernelCall& call) override {
    Decision decision;
    const auto found = executables_.find(call.kernel);
    if (found == executables_.end())
      return fail(ErrorCode::unsupported, "the CPU has no implementation of {}", call.kernel);
    for (const CpuExecutable& executable : found->second) {
      const std::string_view reason = executable.rejects(call);
      if (reason.empty()) {
        decision.chosen = &executable;
        decision.why = "first in the CPU's list for this kernel that takes the call";
        return decision;
      }
      decision.reject(executable.name(), reason);
    }
    std::string reasons;
    for (std::size_t i = 0; i < decision.rejection_count; ++i)
      reasons +=
          format("; {}: {}", decision.rejections[i].implementation, decision.rejections[i].reason);
    return fail(ErrorCode::unsupported, "no CPU implementation of {} takes this call{}",
                call.kernel, reasons);
  }

  [[nodiscard]] Result<std::unique_ptr<Program>> compile(
      std::shared_ptr<const kernel::ir::Module> module) override {
    return make_printing(*this, std::move(module), [this](auto legal) {
      return make_program(std::move(legal), program_setting_);
    });
  }
  [[nodiscard]] Result<std::unique_ptr<Program>> compile_variant(
      std::shared_ptr<const Meaning> meaning, const VariantCode& code) override {
    if (!std::holds_alternative<HostKernel>(code.run))
      return Device::compile_variant(std::move(meaning), code);
    return make_host_program(code, *program_setting_.pool);
  }
  [[nodiscard]] Costs costs() const override { return {.byte = 4, .load = 1}; }
  // Interpreted, they are slower than the kernels they are made of.
  [[nodiscard]] bool fuses_kernels() const override { return kernel::jit::compiler().has_value(); }

 private:
  DeviceInfo info_;
  std::shared_ptr<MemoryBudget> budget_;
  std::unordered_map<std::string_view, std::vector<CpuExecutable>> executables_;
  ProgramSetting program_setting_;
};

}  // namespace

std::optional<DeviceInfo> describe(const DeviceOptions& options) {
  DeviceInfo info;
  info.id = "cpu";
  info.name = processor_name();
  info.gpu = false;
  info.version = std::string(version());
  info.driver = "native code, " + vector_instructions();
  info.backends = options.backends;
  info.dtypes.assign(all_dtypes.begin(), all_dtypes.end());
  info.capabilities.host_memory = true;
  info.capabilities.avx512_vnni = has_avx512_vnni();
  info.memory_bytes = total_memory();
  info.memory_limit_bytes =
      options.memory_limit != 0 ? options.memory_limit : available_memory() / 10 * 9;
  info.limits.max_buffer_bytes = info.memory_limit_bytes;
  info.limits.max_rank = Shape::max_rank;
  info.limits.threads = options.threads != 0 ? options.threads : core_count();
  return info;
}

Result<std::shared_ptr<Device>> create(const DeviceOptions& options, WorkerPool& pool) {
  return std::make_shared<CpuDevice>(options, pool);
}

}  // namespace dala::backend::cpu
