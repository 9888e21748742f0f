#include "cuda_fake.hpp"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/error.hpp"

namespace dala::backend::cuda {

namespace {

// What a lost context still has goes with the test.
std::unordered_map<Pointer, std::vector<std::byte>>& blocks() {
  static std::unordered_map<Pointer, std::vector<std::byte>> all;
  return all;
}

template <typename Handle>
Handle handle(std::uintptr_t number) {
  return reinterpret_cast<Handle>(number);
}

// What a call by this name returns, unless it does something.
Status called(const char* name) {
  FakeDriver& fake = FakeDriver::get();
  ++fake.calls[name];
  if (const auto found = fake.failing.find(name); found != fake.failing.end()) return found->second;
  // What needs no context works without one.
  const std::string_view text = name;
  if (fake.poisoned && !text.starts_with("cuCtx") && !text.starts_with("cuDevice")) return 700;
  return status::success;
}

std::byte* host(Pointer at) { return reinterpret_cast<std::byte*>(at); }

Driver make_driver() {
  Driver d;
#define FAKE(name, symbol, arguments, ...)                                 \
  d.name = [] arguments -> Status {                                        \
    if (const Status failed = called(#symbol); failed != 0) return failed; \
    __VA_ARGS__;                                                           \
    return status::success;                                                \
  }
  FAKE(Init, cuInit, (unsigned));
  FAKE(DriverGetVersion, cuDriverGetVersion, (int* version), *version = 13000);
  FAKE(DeviceGetCount, cuDeviceGetCount, (int* count), *count = 1);
  FAKE(DeviceGet, cuDeviceGet, (DeviceNumber * device, int), *device = 0);
  FAKE(DeviceGetName, cuDeviceGetName, (char* name, int length, DeviceNumber),
       std::strncpy(name, "Fake GPU", static_cast<std::size_t>(length)));
  FAKE(DeviceGetAttribute, cuDeviceGetAttribute, (int* value, int attribute, DeviceNumber),
       *value = attribute == attribute::major               ? FakeDriver::get().major
                : attribute == attribute::minor             ? 0
                : attribute == attribute::threads_per_block ? 1024
                : attribute == attribute::shared_bytes_opt_in
                    ? FakeDriver::get().shared_bytes_opt_in
                    : 49152);
  FAKE(DeviceTotalMem, cuDeviceTotalMem_v2, (std::size_t* bytes, DeviceNumber),
       *bytes = std::size_t{1} << 30U);
  FAKE(CtxCreate, cuCtxCreate_v2, (ContextHandle * context, unsigned, DeviceNumber),
       FakeDriver& fake = FakeDriver::get();
       fake.poisoned = false; ++fake.contexts_alive;
       *context = handle<ContextHandle>(static_cast<std::uintptr_t>(++fake.contexts_made)));
  FAKE(CtxDestroy, cuCtxDestroy_v2, (ContextHandle), --FakeDriver::get().contexts_alive);
  FAKE(CtxPushCurrent, cuCtxPushCurrent_v2, (ContextHandle));
  FAKE(CtxPopCurrent, cuCtxPopCurrent_v2, (ContextHandle * context), *context = nullptr);
  FAKE(MemGetInfo, cuMemGetInfo_v2, (std::size_t* available, std::size_t* total),
       *total = std::size_t{1} << 30U;
       *available = *total - FakeDriver::get().memory_used);
  FAKE(MemPoolCreate, cuMemPoolCreate, (PoolHandle * pool, const PoolProperties*),
       *pool = handle<PoolHandle>(1));
  FAKE(MemPoolDestroy, cuMemPoolDestroy, (PoolHandle));
  FAKE(MemPoolSetAttribute, cuMemPoolSetAttribute, (PoolHandle, int, void*));
  FAKE(MemPoolTrimTo, cuMemPoolTrimTo, (PoolHandle, std::size_t));
  FAKE(MemAllocFromPoolAsync, cuMemAllocFromPoolAsync,
       (Pointer * memory, std::size_t bytes, PoolHandle, StreamHandle),
       FakeDriver& fake = FakeDriver::get();
       if (fake.memory_used + bytes > fake.memory_limit) return status::out_of_memory;
       std::vector<std::byte> block(bytes); *memory = reinterpret_cast<Pointer>(block.data());
       blocks()[*memory] = std::move(block); fake.memory_used += bytes; ++fake.memory_blocks);
  FAKE(MemFreeAsync, cuMemFreeAsync, (Pointer memory, StreamHandle),
       FakeDriver& fake = FakeDriver::get();
       fake.memory_used -= blocks()[memory].size(); --fake.memory_blocks; blocks().erase(memory));
  FAKE(MemHostAlloc, cuMemHostAlloc, (void** memory, std::size_t bytes, unsigned),
       *memory = std::malloc(bytes));
  FAKE(MemFreeHost, cuMemFreeHost, (void* memory), std::free(memory));
  FAKE(MemsetD8Async, cuMemsetD8Async,
       (Pointer memory, unsigned char value, std::size_t bytes, StreamHandle),
       std::memset(host(memory), value, bytes));
  FAKE(MemcpyHtoDAsync, cuMemcpyHtoDAsync_v2,
       (Pointer to, const void* from, std::size_t bytes, StreamHandle),
       std::memcpy(host(to), from, bytes));
  FAKE(MemcpyDtoHAsync, cuMemcpyDtoHAsync_v2,
       (void* to, Pointer from, std::size_t bytes, StreamHandle),
       std::memcpy(to, host(from), bytes));
  FAKE(MemcpyDtoDAsync, cuMemcpyDtoDAsync_v2,
       (Pointer to, Pointer from, std::size_t bytes, StreamHandle),
       std::memcpy(host(to), host(from), bytes));
  FAKE(StreamCreate, cuStreamCreate, (StreamHandle * stream, unsigned),
       *stream = handle<StreamHandle>(1));
  FAKE(StreamDestroy, cuStreamDestroy_v2, (StreamHandle));
  FAKE(StreamSynchronize, cuStreamSynchronize, (StreamHandle));
  FAKE(StreamBeginCapture, cuStreamBeginCapture_v2, (StreamHandle, int));
  FAKE(StreamEndCapture, cuStreamEndCapture, (StreamHandle, GraphHandle * graph),
       *graph = handle<GraphHandle>(1));
  FAKE(EventCreate, cuEventCreate, (EventHandle * event, unsigned),
       *event = handle<EventHandle>(1));
  FAKE(EventDestroy, cuEventDestroy_v2, (EventHandle));
  FAKE(EventRecord, cuEventRecord, (EventHandle, StreamHandle));
  FAKE(EventQuery, cuEventQuery, (EventHandle));
  FAKE(EventSynchronize, cuEventSynchronize, (EventHandle));
  FAKE(EventElapsedTime, cuEventElapsedTime, (float* ms, EventHandle, EventHandle), *ms = 1);
  FAKE(ModuleLoadData, cuModuleLoadData, (ModuleHandle * module, const void*),
       *module = handle<ModuleHandle>(1));
  FAKE(ModuleUnload, cuModuleUnload, (ModuleHandle));
  FAKE(ModuleGetFunction, cuModuleGetFunction,
       (FunctionHandle * function, ModuleHandle, const char*),
       *function = handle<FunctionHandle>(1));
  FAKE(FuncSetAttribute, cuFuncSetAttribute, (FunctionHandle, int, int));
  FAKE(OccupancyBlocks, cuOccupancyMaxActiveBlocksPerMultiprocessor,
       (int* count, FunctionHandle, int units, std::size_t),
       const auto& fitting = FakeDriver::get().fitting;
       const auto found = fitting.find(units); *count = found == fitting.end() ? 1 : found->second);
  FAKE(LaunchKernel, cuLaunchKernel,
       (FunctionHandle, unsigned x, unsigned y, unsigned z, unsigned units, unsigned, unsigned,
        unsigned shared_bytes, StreamHandle, void** arguments, void**),
       FakeDriver& fake = FakeDriver::get();
       fake.launched = {x, units}; fake.grid = {x, y, z}; fake.launched_shared_bytes = shared_bytes;
       if (fake.on_launch) fake.on_launch(arguments));
  FAKE(GraphInstantiate, cuGraphInstantiateWithFlags,
       (GraphExecHandle * made, GraphHandle, unsigned long long),
       *made = handle<GraphExecHandle>(1));
  FAKE(GraphDestroy, cuGraphDestroy, (GraphHandle));
  FAKE(GraphExecDestroy, cuGraphExecDestroy, (GraphExecHandle));
  FAKE(GraphLaunch, cuGraphLaunch, (GraphExecHandle, StreamHandle));
#undef FAKE
  d.GetErrorName = [](Status status, const char** name) -> Status {
    *name = status == 700 ? "CUDA_ERROR_ILLEGAL_ADDRESS" : "CUDA_ERROR_FAKE";
    return 0;
  };
  d.GetErrorString = [](Status, const char** text) -> Status {
    *text = "as the test asked for";
    return 0;
  };
  return d;
}

// A texture is the host's memory, too: its number is all that is known of it.
Graphics make_graphics() {
  Graphics g;
#define FAKE(name, symbol, arguments, ...)                                 \
  g.name = [] arguments -> Status {                                        \
    if (const Status failed = called(#symbol); failed != 0) return failed; \
    __VA_ARGS__;                                                           \
    return status::success;                                                \
  }
  FAKE(RegisterImage, cuGraphicsGLRegisterImage,
       (GraphicsHandle * resource, unsigned texture, unsigned, unsigned),
       *resource = handle<GraphicsHandle>(texture));
  FAKE(Unregister, cuGraphicsUnregisterResource, (GraphicsHandle));
  FAKE(Map, cuGraphicsMapResources, (unsigned, GraphicsHandle*, StreamHandle));
  FAKE(Unmap, cuGraphicsUnmapResources, (unsigned, GraphicsHandle*, StreamHandle));
  FAKE(MappedArray, cuGraphicsSubResourceGetMappedArray,
       (ArrayHandle * array, GraphicsHandle, unsigned, unsigned), *array = handle<ArrayHandle>(1));
  FAKE(Memcpy2DAsync, cuMemcpy2DAsync_v2, (const Copy2D* copy, StreamHandle),
       const std::byte* from = host(copy->from.device);
       FakeDriver::get().texture.assign(from, from + copy->width_bytes * copy->height));
#undef FAKE
  return g;
}

Compiler make_compiler() {
  Compiler c;
  c.Version = [](int* major, int* minor) -> Status {
    *major = 13;
    *minor = 0;
    return 0;
  };
  c.GetNumSupportedArchs = [](int* count) -> Status {
    *count = 3;
    return 0;
  };
  c.GetSupportedArchs = [](int* archs) -> Status {
    archs[0] = 70;
    archs[1] = 80;
    archs[2] = 90;
    return 0;
  };
  c.CreateProgram = [](CompilerProgram* program, const char* source, const char*, int,
                       const char* const*, const char* const*) -> Status {
    FakeDriver::get().sources.emplace_back(source);
    *program = handle<CompilerProgram>(1);
    return called("nvrtcCreateProgram") != 0 ? 1 : 0;
  };
  c.DestroyProgram = [](CompilerProgram*) -> Status { return 0; };
  c.CompileProgram = [](CompilerProgram, int, const char* const*) -> Status {
    return called("nvrtcCompileProgram");
  };
  c.GetProgramLogSize = [](CompilerProgram, std::size_t* bytes) -> Status {
    *bytes = 9;
    return 0;
  };
  c.GetProgramLog = [](CompilerProgram, char* log) -> Status {
    std::memcpy(log, "bad text", 9);
    return 0;
  };
  c.GetCUBINSize = c.GetPTXSize = [](CompilerProgram, std::size_t* bytes) -> Status {
    *bytes = 4;
    return 0;
  };
  c.GetCUBIN = c.GetPTX = [](CompilerProgram, char* code) -> Status {
    std::memcpy(code, "code", 4);
    return 0;
  };
  return c;
}

}  // namespace

FakeDriver& FakeDriver::get() {
  static FakeDriver fake;
  return fake;
}

void FakeDriver::reset() { get() = FakeDriver{}; }

std::shared_ptr<const Library> fake_library() {
  auto library = std::make_shared<Library>();
  library->driver = make_driver();
  library->compiler = make_compiler();
  library->graphics = make_graphics();
  library->blas = fail(ErrorCode::unsupported, "cuBLASLt is not part of the fake");
  return library;
}

}  // namespace dala::backend::cuda
