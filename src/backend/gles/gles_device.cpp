#include "backend/gles/gles_device.hpp"

#include <filesystem>

#include "backend/cache_detail.hpp"
#include "backend/gles/fence.hpp"
#include "backend/gles/gles_memory.hpp"
#include "backend/gles/matmul_shader.hpp"
#include "backend/gles/program.hpp"
#include "backend/gles/stopwatch.hpp"
#include "backend/losses.hpp"
#include "backend/portable/builtin.hpp"
#include "backend/printing_program.hpp"
#include "core/error.hpp"
#include "core/process/system_info.hpp"
#include "kernel/analysis/lanes.hpp"
#include "kernel/ir/type.hpp"

namespace dala::backend::gles {

namespace {

// ES does not say how much memory there is. Without a limit from the caller the machine's own
// memory is the guide, which is right for phones and for software.
std::uint64_t memory_limit(const DeviceOptions& options) {
  return options.memory_limit != 0 ? options.memory_limit : available_memory() / 10 * 9;
}

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text.empty() ? "none" : text;
}

DeviceInfo info_from(const Description& description, const DeviceOptions& options) {
  DeviceInfo info;
  info.id = "gles";
  info.name = description.renderer;
  info.gpu = true;
  info.software = description.software;
  info.version = std::string(version());
  info.driver = description.version;
  info.backends = options.backends;
  for (const DType dtype : all_dtypes)
    if (const auto scalar = kernel::ir::scalar_of(dtype);
        !kernel::ir::info_of(kernel::ir::info_of(scalar).compute).glsl.empty())
      info.dtypes.push_back(dtype);
  info.capabilities.opengl_es = true;
  info.capabilities.device_clock = description.clock;
  info.memory_bytes = total_memory();
  info.memory_limit_bytes = memory_limit(options);
  info.limits.max_buffer_bytes = info.memory_limit_bytes;
  info.limits.max_rank = Shape::max_rank;
  info.limits.threads = options.threads != 0 ? options.threads : core_count();
  const Limits& limits = description.limits;
  info.details = {{"vendor", description.vendor},
                  {"renderer", description.renderer},
                  {"platform", description.platform},
                  {"extensions used", joined(description.extensions)},
                  {"shader sees", format("{} bytes at once", limits.storage_block_bytes)},
                  {"shader tensors", format("{}", limits.storage_blocks)},
                  {"group size", format("{}", limits.group_units)},
                  {"shared memory", format("{} bytes", limits.shared_bytes)},
                  {"clock", description.clock ? "its own" : "the host's"}};
  return info;
}

class GlesDevice final : public Device, public MayBeLost {
 public:
  GlesDevice(std::shared_ptr<GlThread> thread, const DeviceOptions& options)
      : thread_(std::move(thread)),
        info_(info_from(thread_->description(), options)),
        budget_(std::make_shared<MemoryBudget>(info_.memory_limit_bytes)),
        setting_{std::make_shared<Launcher>(thread_), nullptr,
                 thread_->description().limits,       kernel::DiskCache(options.cache_folder),
                 options.kernel_time_limit,           thread_->description().stops,
                 thread_->description().software},
        builtin_(*this, "shader", false,
                 [this](std::shared_ptr<const kernel::ir::Module> module)
                     -> Result<std::unique_ptr<CompiledSource>> {
                   // Element-wise ones are called with tensors of one shape.
                   kernel::CallSpecialisation specialisation;
                   specialisation.groups.elements =
                       kernel::runs_in_lanes(*module) ? kernel::lanes : 1;
                   return ShaderProgram::make(std::move(module), setting_, specialisation);
                 }) {
    add_cache_detail(info_, setting_.cache);
    builtin_.add(std::make_unique<MatmulShader>(setting_));
  }

  // The fallback needs the device, so it comes after.
  [[nodiscard]] Result<void> add_fallback(const DeviceOptions& options, WorkerPool& pool) {
    DALA_ASSIGN(fallback_, HostFallback::create(*this, options, pool));
    setting_.fallback = fallback_.get();
    return {};
  }

  [[nodiscard]] const DeviceInfo& info() const override { return info_; }
  [[nodiscard]] std::uint64_t losses() const override { return thread_->losses(); }
  [[nodiscard]] std::uint64_t memory_in_use() const override { return budget_->used(); }

  [[nodiscard]] Result<std::unique_ptr<Memory>> allocate(std::size_t bytes) override {
    return allocate_memory(thread_, budget_, bytes);
  }
  [[nodiscard]] Result<std::unique_ptr<Memory>> adopt(std::span<std::byte>,
                                                      std::function<void()>) override {
    return fail(ErrorCode::unsupported, "OpenGL ES cannot use host memory in place");
  }
  [[nodiscard]] Result<void> write(Memory& to, std::span<const std::byte> from) override {
    return write_memory(*thread_, to, from);
  }
  [[nodiscard]] Result<void> read(const Memory& from, std::span<std::byte> to) override {
    return read_memory(*thread_, from, to);
  }
  [[nodiscard]] Result<void> copy(const Memory& from, Memory& to, std::size_t bytes) override {
    return copy_memory(*thread_, from, to, bytes);
  }
  [[nodiscard]] Result<void> finish() override { return wait_for_all(*thread_); }
  [[nodiscard]] Result<std::unique_ptr<Fence>> make_fence() override {
    return std::make_unique<SyncFence>(thread_);
  }

  [[nodiscard]] Result<Decision> prepare(const KernelCall& call) override {
    auto decision = builtin_.prepare(call);
    if (decision || decision.error().code != ErrorCode::unsupported) return decision;
    return fallback_->prepare(call, "shader", decision.error().message);
  }
  [[nodiscard]] Result<std::unique_ptr<Program>> compile(
      std::shared_ptr<const kernel::ir::Module> module) override {
    return make_printing(*this, std::move(module),
                         [this](auto legal) { return make_program(std::move(legal), setting_); });
  }
  [[nodiscard]] bool fuses_kernels() const override { return true; }
  [[nodiscard]] Result<std::chrono::nanoseconds> time(
      const std::function<Result<void>()>& work) override {
    return thread_->description().clock ? time_of(*thread_, work) : Device::time(work);
  }

  void lose() {
    thread_->call([](Session& session) {
      session.lose();
      return true;
    });
  }

 private:
  std::shared_ptr<GlThread> thread_;
  DeviceInfo info_;
  std::shared_ptr<MemoryBudget> budget_;
  ProgramSetting setting_;
  PortableBuiltin builtin_;
  std::unique_ptr<HostFallback> fallback_;
};

}  // namespace

std::optional<DeviceInfo> describe(const DeviceOptions& options) {
  const auto thread = GlThread::start();
  if (!thread) return std::nullopt;
  return info_from((*thread)->description(), options);
}

bool is_likely() {
  std::error_code ignored;
  return std::filesystem::exists("/dev/dri", ignored) ||
         std::filesystem::exists("/dev/nvidiactl", ignored) ||
         std::filesystem::exists("/dev/mali0", ignored) ||
         std::filesystem::exists("/dev/kgsl-3d0", ignored);
}

Result<std::shared_ptr<Device>> create(const DeviceOptions& options, WorkerPool& pool) {
  DALA_ASSIGN(std::shared_ptr<GlThread> thread, GlThread::start());
  auto device = std::make_shared<GlesDevice>(std::move(thread), options);
  DALA_TRY(device->add_fallback(options, pool));
  return device;
}

void lose(Device& device) { static_cast<GlesDevice&>(device).lose(); }

}  // namespace dala::backend::gles
