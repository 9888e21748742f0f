#include "backend/cuda/driver/session.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <mutex>
#include <utility>

#include "core/error.hpp"

namespace dala::backend::cuda {

namespace {

// The stream in which this thread captures a graph, or null.
thread_local StreamHandle capturing = nullptr;
// What this thread uses already: it then neither locks again nor gets a new context in the middle.
thread_local const Session* in_use = nullptr;

// After these every call to the context fails, until there is a new one.
bool loses_context(Status status) {
  constexpr auto all = std::to_array<Status>({
      4,                                                 // the driver is shutting down
      201,                                               // the context is not valid
      214,                                               // a memory error that cannot be corrected
      220,                                               // NVLink failed
      700, 702, 709, 710, 714, 715, 716, 717, 718, 719,  // a kernel failed
      999,                                               // unknown
  });
  return std::ranges::find(all, status) != all.end();
}

std::unexpected<Error> cannot_open(const Driver& driver, Status status, std::string_view doing) {
  return fail(ErrorCode::unsupported, "{}: {}", doing, describe_status(driver, status));
}

}  // namespace

Result<Description> describe_device(const Library& library) {
  const Driver& driver = library.driver;
  if (const Status done = driver.Init(0); done != status::success)
    return cannot_open(driver, done, "the CUDA driver cannot be used");
  int count = 0;
  if (const Status done = driver.DeviceGetCount(&count); done != status::success)
    return cannot_open(driver, done, "CUDA devices cannot be counted");
  if (count == 0) return fail(ErrorCode::unsupported, "the CUDA driver has no device");
  DeviceNumber device = 0;
  if (const Status done = driver.DeviceGet(&device, 0); done != status::success)
    return cannot_open(driver, done, "the first CUDA device cannot be used");
  Description description;
  std::array<char, 256> name{};
  std::size_t memory = 0;
  driver.DriverGetVersion(&description.driver_version);
  if (driver.DeviceGetName(name.data(), static_cast<int>(name.size()) - 1, device) ==
      status::success)
    description.name = name.data();
  if (const Status done = driver.DeviceTotalMem(&memory, device); done != status::success)
    return cannot_open(driver, done, "the memory of the CUDA device is unknown");
  description.memory_bytes = memory;
  const auto ask = [&](int attribute) {
    int value = 0;
    return driver.DeviceGetAttribute(&value, attribute, device) == status::success ? value : 0;
  };
  description.major = ask(attribute::major);
  description.minor = ask(attribute::minor);
  description.l2_bytes = static_cast<std::uint64_t>(ask(attribute::l2_bytes));
  description.multiprocessors = static_cast<std::uint32_t>(ask(attribute::multiprocessors));
  description.threads_per_block = static_cast<std::uint32_t>(ask(attribute::threads_per_block));
  description.shared_bytes = static_cast<std::uint32_t>(ask(attribute::shared_bytes_per_block));
  description.shared_bytes_opt_in = static_cast<std::uint32_t>(ask(attribute::shared_bytes_opt_in));
  if (description.major < 7)
    return fail(ErrorCode::unsupported,
                "{} has compute capability {}.{}; kernels need 7.0 at least", description.name,
                description.major, description.minor);
  if (ask(attribute::memory_pools) == 0)
    return fail(ErrorCode::unsupported, "{} has no memory pools", description.name);
  return description;
}

Session::Session(std::shared_ptr<const Library> library, Description description)
    : library_(std::move(library)), description_(std::move(description)) {}

Session::~Session() { drop_context(); }

Result<std::shared_ptr<Session>> Session::open(std::shared_ptr<const Library> library) {
  DALA_ASSIGN(Description description, describe_device(*library));
  std::shared_ptr<Session> session(new Session(std::move(library), std::move(description)));
  DALA_TRY(session->make_context());
  return session;
}

Result<void> Session::make_context() {
  const Driver& driver = library_->driver;
  const auto step = [&](Status status, std::string_view doing) -> Result<void> {
    if (status == status::success) return {};
    const ErrorCode code =
        status == status::out_of_memory ? ErrorCode::out_of_memory : ErrorCode::device_lost;
    drop_context();
    return fail(code, "{} failed on {}: {}", doing, description_.name,
                describe_status(driver, status));
  };
  DeviceNumber device = 0;
  DALA_TRY(step(driver.DeviceGet(&device, 0), "finding the device"));
  DALA_TRY(step(driver.CtxCreate(&context_, 0, device), "making a CUDA context"));
  DALA_TRY(step(driver.StreamCreate(&stream_, stream_non_blocking), "making a CUDA stream"));
  PoolProperties properties;
  properties.location = device;
  DALA_TRY(step(driver.MemPoolCreate(&pool_, &properties), "making a memory pool"));
  // What was given back stays with the pool for whoever asks next.
  std::uint64_t keep_all = std::numeric_limits<std::uint64_t>::max();
  DALA_TRY(step(driver.MemPoolSetAttribute(pool_, pool_release_threshold, &keep_all),
                "setting up a memory pool"));
  ContextHandle made = nullptr;
  driver.CtxPopCurrent(&made);  // making it has made it current
  ++generation_;
  lost_ = false;
  return {};
}

void Session::drop_context() {
  const Driver& driver = library_->driver;
  if (context_ == nullptr) return;
  // Nothing in a lost context can be freed one by one; destroying the context frees all of it.
  driver.CtxPushCurrent(context_);
  if (stream_ != nullptr && !lost_) driver.StreamSynchronize(stream_);
  if (pool_ != nullptr) driver.MemPoolDestroy(pool_);
  if (stream_ != nullptr) driver.StreamDestroy(stream_);
  driver.CtxDestroy(context_);
  context_ = nullptr;
  stream_ = nullptr;
  pool_ = nullptr;
}

Result<Use> Session::use() {
  if (in_use == this) return Use(*this, {});
  if (lost_.load()) {
    const std::unique_lock lock(mutex_);
    if (lost_.load()) {
      drop_context();
      DALA_TRY(make_context());
    }
  }
  return Use(*this, std::shared_lock(mutex_));
}

Use::Use(Session& session, std::shared_lock<std::shared_mutex> lock)
    : session_(&session), lock_(std::move(lock)) {
  if (!lock_) return;
  before_ = std::exchange(in_use, session_);
  driver().CtxPushCurrent(session.context_);
}

Use::Use(Use&& other) noexcept
    : session_(other.session_), before_(other.before_), lock_(std::move(other.lock_)) {}

Use::~Use() {
  if (!lock_) return;
  ContextHandle was = nullptr;
  driver().CtxPopCurrent(&was);
  in_use = before_;
}

const Driver& Use::driver() const { return session_->library_->driver; }
StreamHandle Use::stream() const { return capturing != nullptr ? capturing : session_->stream_; }
StreamHandle Use::own_stream() const { return session_->stream_; }
PoolHandle Use::pool() const { return session_->pool_; }
std::uint64_t Use::generation() const { return session_->generation_; }

Result<void> Use::check(Status status, std::string_view doing) const {
  if (status == status::success) return {};
  const std::string what = describe_status(driver(), status);
  if (loses_context(status)) {
    session_->lost_ = true;
    return fail(ErrorCode::device_lost, "{} failed, and all that was on the device is lost: {}",
                doing, what);
  }
  if (status == status::out_of_memory) {
    std::size_t available = 0;
    std::size_t total = 0;
    driver().MemGetInfo(&available, &total);
    return fail(ErrorCode::out_of_memory,
                "{}: the device is out of memory; {} of its {} bytes are free", doing, available,
                total);
  }
  return fail(ErrorCode::internal, "{} failed: {}", doing, what);
}

Result<Capture> Capture::begin(const Use& use) {
  const Driver& driver = use.driver();
  StreamHandle stream = nullptr;
  DALA_TRY(use.check(driver.StreamCreate(&stream, stream_non_blocking), "making a CUDA stream"));
  Capture capture(driver, stream);
  DALA_TRY(use.check(driver.StreamBeginCapture(stream, capture_relaxed), "capturing a graph"));
  capturing = stream;
  return capture;
}

Capture::Capture(Capture&& other) noexcept
    : driver_(other.driver_), stream_(std::exchange(other.stream_, nullptr)) {}

Capture::~Capture() {
  if (stream_ == nullptr) return;
  if (capturing == stream_) {
    capturing = nullptr;
    GraphHandle unwanted = nullptr;
    driver_->StreamEndCapture(stream_, &unwanted);
    if (unwanted != nullptr) driver_->GraphDestroy(unwanted);
  }
  driver_->StreamDestroy(stream_);
}

Result<GraphHandle> Capture::end(const Use& use) {
  GraphHandle graph = nullptr;
  capturing = nullptr;
  DALA_TRY(use.check(driver_->StreamEndCapture(stream_, &graph), "capturing a graph"));
  return graph;
}

}  // namespace dala::backend::cuda
