#include "backend/cuda/cuda_device.hpp"
#include "backend/losses.hpp"

#include <filesystem>

#include "backend/cache_detail.hpp"
#include "backend/cuda/cuda_memory.hpp"
#include "backend/cuda/elementwise_vectors.hpp"
#include "backend/cuda/fence.hpp"
#include "backend/cuda/gl_texture.hpp"
#include "backend/cuda/graph_capture.hpp"
#include "backend/cuda/matmul_blas.hpp"
#include "backend/cuda/program.hpp"
#include "backend/portable/builtin.hpp"
#include "backend/printing_program.hpp"
#include "core/error.hpp"
#include "core/process/system_info.hpp"

namespace dala::backend::cuda {

namespace {

// Tensor cores that take TF32, and f16 in tiles with a depth of 16.
constexpr int first_with_tensor_cores = 8;

DeviceInfo info_from(const Library& library, const Description& device,
                     const DeviceOptions& options, std::uint64_t free_bytes) {
  DeviceInfo info;
  info.id = "cuda";
  info.name = device.name;
  info.gpu = true;
  info.version = std::string(version());
  info.driver =
      format("CUDA {}.{}", device.driver_version / 1000, device.driver_version % 1000 / 10);
  info.backends = options.backends;
  info.dtypes = {all_dtypes.begin(), all_dtypes.end()};
  info.capabilities.language = NativeLanguage::cuda;
  info.capabilities.matrix_units = device.major >= first_with_tensor_cores;
  info.capabilities.device_clock = true;
  info.memory_bytes = device.memory_bytes;
  info.memory_limit_bytes = options.memory_limit != 0 ? options.memory_limit : free_bytes / 10 * 9;
  info.limits.max_buffer_bytes = info.memory_limit_bytes;
  info.limits.max_rank = Shape::max_rank;
  info.limits.threads = options.threads != 0 ? options.threads : core_count();
  int major = 0;
  int minor = 0;
  library.compiler.Version(&major, &minor);
  info.details = {{"compute capability", format("{}.{}", device.major, device.minor)},
                  {"multiprocessors", format("{}", device.multiprocessors)},
                  {"L2 cache", format("{} bytes", device.l2_bytes)},
                  {"shared memory", format("{} bytes, {} when asked for", device.shared_bytes,
                                           device.shared_bytes_opt_in)},
                  {"compiler", format("NVRTC {}.{}", major, minor)},
                  {"clock", "its own"},
                  {"matrix products", library.blas ? (options.tf32 ? "cuBLASLt, TF32" : "cuBLASLt")
                                                   : library.blas.error().message}};
  return info;
}

class CudaDevice final : public Device, public MayBeLost {
 public:
  CudaDevice(std::shared_ptr<Session> session, DeviceInfo info, const DeviceOptions& options)
      : session_(std::move(session)),
        info_(std::move(info)),
        budget_(std::make_shared<MemoryBudget>(info_.memory_limit_bytes)),
        staging_(session_),
        setting_{session_, nullptr, kernel::DiskCache(options.cache_folder)},
        builtin_(*this, "CUDA", true,
                 [this](std::shared_ptr<const kernel::ir::Module> module)
                     -> Result<std::unique_ptr<CompiledSource>> {
                   return CudaText::make(std::move(module), setting_);
                 }) {
    add_cache_detail(info_, setting_.cache);
    builtin_.add(std::make_unique<MatmulBlas>(*this, session_, options.tf32));
    builtin_.add(std::make_unique<ElementwiseVectors>(setting_, "elementwise_add", "+"));
    builtin_.add(std::make_unique<ElementwiseVectors>(setting_, "elementwise_sub", "-"));
    builtin_.add(std::make_unique<ElementwiseVectors>(setting_, "elementwise_mul", "*"));
  }

  // The fallback needs the device, so it comes after.
  [[nodiscard]] Result<void> add_fallback(const DeviceOptions& options, WorkerPool& pool) {
    DALA_ASSIGN(fallback_, HostFallback::create(*this, options, pool));
    setting_.fallback = fallback_.get();
    return {};
  }

  [[nodiscard]] const DeviceInfo& info() const override { return info_; }
  [[nodiscard]] std::uint64_t losses() const override { return session_->losses(); }
  [[nodiscard]] std::uint64_t memory_in_use() const override { return budget_->used(); }

  [[nodiscard]] Result<std::unique_ptr<Memory>> allocate(std::size_t bytes) override {
    return CudaMemory::make(session_, budget_, bytes);
  }
  [[nodiscard]] Result<std::unique_ptr<Memory>> adopt(std::span<std::byte>,
                                                      std::function<void()>) override {
    return fail(ErrorCode::unsupported, "kernels on CUDA are slow on host memory; it is copied");
  }
  [[nodiscard]] Result<void> write(Memory& to, std::span<const std::byte> from) override {
    return staging_.write(to, from);
  }
  [[nodiscard]] Result<void> read(const Memory& from, std::span<std::byte> to) override {
    return staging_.read(from, to);
  }
  [[nodiscard]] Result<void> copy(const Memory& from, Memory& to, std::size_t bytes) override {
    return copy_memory(*session_, from, to, bytes);
  }
  [[nodiscard]] Result<void> finish() override {
    DALA_ASSIGN(const Use use, session_->use());
    return use.check(use.driver().StreamSynchronize(use.own_stream()), "waiting for the device");
  }

  [[nodiscard]] Result<std::unique_ptr<Fence>> make_fence() override {
    return std::make_unique<EventFence>(session_);
  }

  [[nodiscard]] Result<Decision> prepare(const KernelCall& call) override {
    auto decision = builtin_.prepare(call);
    if (decision || decision.error().code != ErrorCode::unsupported) return decision;
    return fallback_->prepare(call, "CUDA", decision.error().message);
  }
  [[nodiscard]] Result<std::unique_ptr<Program>> compile(
      std::shared_ptr<const kernel::ir::Module> module) override {
    return make_printing(*this, std::move(module),
                         [this](auto legal) { return make_program(std::move(legal), setting_); });
  }
  [[nodiscard]] Result<std::unique_ptr<Program>> compile_variant(
      std::shared_ptr<const Meaning> meaning, const VariantCode& code) override {
    const auto* native = std::get_if<NativeKernel>(&code.run);
    if (native == nullptr || native->language != NativeLanguage::cuda)
      return Device::compile_variant(std::move(meaning), code);
    return make_native_program(std::move(meaning), code.name, *native, setting_);
  }
  [[nodiscard]] bool fuses_kernels() const override { return true; }
  [[nodiscard]] bool fuses_tiles() const override { return true; }
  [[nodiscard]] Result<std::unique_ptr<LaunchCapture>> capture(
      std::span<const CapturedLaunch> launches) override {
    return GraphCapture::make(session_, launches);
  }
  [[nodiscard]] Result<std::unique_ptr<SharedTexture>> share_texture(
      const GlTextureName& texture) override {
    return GlTexture::make(session_, texture);
  }
  [[nodiscard]] Result<std::chrono::nanoseconds> time(
      const std::function<Result<void>()>& work) override;

 private:
  std::shared_ptr<Session> session_;
  DeviceInfo info_;
  std::shared_ptr<MemoryBudget> budget_;
  Staging staging_;
  ProgramSetting setting_;
  PortableBuiltin builtin_;
  std::unique_ptr<HostFallback> fallback_;
};

// Two events around the work, in the stream that all of it goes into.
struct Stopwatch {
  const Driver* driver;
  EventHandle begin = nullptr;
  EventHandle end = nullptr;
  ~Stopwatch() {
    for (const EventHandle event : {begin, end})
      if (event != nullptr) driver->EventDestroy(event);
  }
};

Result<std::chrono::nanoseconds> CudaDevice::time(const std::function<Result<void>()>& work) {
  DALA_TRY(finish());
  Stopwatch watch{&session_->library().driver};
  {
    DALA_ASSIGN(const Use use, session_->use());
    const Driver& driver = use.driver();
    DALA_TRY(use.check(driver.EventCreate(&watch.begin, event_default), "making an event"));
    DALA_TRY(use.check(driver.EventCreate(&watch.end, event_default), "making an event"));
    DALA_TRY(use.check(driver.EventRecord(watch.begin, use.own_stream()), "taking the time"));
  }
  DALA_TRY(work());
  DALA_ASSIGN(const Use use, session_->use());
  const Driver& driver = use.driver();
  DALA_TRY(use.check(driver.EventRecord(watch.end, use.own_stream()), "taking the time"));
  DALA_TRY(use.check(driver.EventSynchronize(watch.end), "waiting for the device"));
  float ms = 0;
  DALA_TRY(use.check(driver.EventElapsedTime(&ms, watch.begin, watch.end), "taking the time"));
  return std::chrono::nanoseconds(static_cast<std::int64_t>(static_cast<double>(ms) * 1e6));
}

}  // namespace

std::optional<DeviceInfo> describe(const DeviceOptions& options) {
  const auto library = load_library();
  if (!library) return std::nullopt;
  const auto device = describe_device(**library);
  if (!device) return std::nullopt;
  // How much is free is known only to a context, which takes long to make.
  return info_from(**library, *device, options, device->memory_bytes);
}

bool is_likely() {
  std::error_code ignored;
  return std::filesystem::exists("/dev/nvidiactl", ignored) ||
         std::filesystem::exists("/dev/dxg", ignored);
}

Result<std::shared_ptr<Device>> create(const DeviceOptions& options, WorkerPool& pool) {
  DALA_ASSIGN(auto library, load_library());
  return create(std::move(library), options, pool);
}

Result<std::shared_ptr<Device>> create(std::shared_ptr<const Library> library,
                                       const DeviceOptions& options, WorkerPool& pool) {
  DALA_ASSIGN(auto session, Session::open(library));
  std::size_t available = 0;
  std::size_t total = 0;
  {
    DALA_ASSIGN(const Use use, session->use());
    DALA_TRY(use.check(use.driver().MemGetInfo(&available, &total), "asking for free memory"));
  }
  DeviceInfo info = info_from(*library, session->description(), options, available);
  auto device = std::make_shared<CudaDevice>(std::move(session), std::move(info), options);
  DALA_TRY(device->add_fallback(options, pool));
  return device;
}

}  // namespace dala::backend::cuda
