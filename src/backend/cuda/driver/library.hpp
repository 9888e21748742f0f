// The CUDA driver, NVRTC and cuBLASLt, found when they are first needed: the library links none of
// them and needs none of their headers, so a machine without them loses nothing.
//
// A Library is a table of functions. Tests fill one with functions of their own and see what the
// backend makes of a driver that fails.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include <dala/core/error.hpp>

namespace dala::backend::cuda {

// The driver's types, as far as they are used.
using Status = int;  // CUresult
using DeviceNumber = int;
using Pointer = unsigned long long;  // CUdeviceptr: on the device
using ContextHandle = struct CUctx_st*;
using StreamHandle = struct CUstream_st*;
using EventHandle = struct CUevent_st*;
using ModuleHandle = struct CUmod_st*;
using FunctionHandle = struct CUfunc_st*;
using GraphHandle = struct CUgraph_st*;
using GraphExecHandle = struct CUgraphExec_st*;
using PoolHandle = struct CUmemPoolHandle_st*;
using GraphicsHandle = struct CUgraphicsResource_st*;
using ArrayHandle = struct CUarray_st*;

struct PoolProperties {  // CUmemPoolProps
  int allocation = 1;    // CU_MEM_ALLOCATION_TYPE_PINNED
  int handles = 0;
  int location_type = 1;  // CU_MEM_LOCATION_TYPE_DEVICE
  int location = 0;
  void* security = nullptr;
  std::size_t max_bytes = 0;
  unsigned short usage = 0;
  std::array<unsigned char, 54> reserved{};
};
static_assert(sizeof(PoolProperties) == 88);

struct Copy2D {  // CUDA_MEMCPY2D
  struct Side {
    std::size_t x_bytes = 0;
    std::size_t y = 0;
    int type = 0;
    void* host = nullptr;
    Pointer device = 0;
    ArrayHandle array = nullptr;
    std::size_t pitch = 0;
  };
  Side from;
  Side to;
  std::size_t width_bytes = 0;
  std::size_t height = 0;
};
static_assert(sizeof(Copy2D) == 128);
inline constexpr int memory_device = 2;  // CU_MEMORYTYPE_...
inline constexpr int memory_array = 3;
inline constexpr unsigned graphics_write_discard = 2;  // CU_GRAPHICS_REGISTER_FLAGS_...

namespace status {
inline constexpr Status success = 0;
inline constexpr Status out_of_memory = 2;
inline constexpr Status device_unavailable = 46;
inline constexpr Status no_device = 100;
inline constexpr Status not_ready = 600;
}  // namespace status

namespace attribute {  // CUdevice_attribute
inline constexpr int threads_per_block = 1;
inline constexpr int shared_bytes_per_block = 8;
inline constexpr int multiprocessors = 16;
inline constexpr int l2_bytes = 38;
inline constexpr int major = 75;
inline constexpr int minor = 76;
inline constexpr int shared_bytes_opt_in = 97;
inline constexpr int memory_pools = 115;
}  // namespace attribute

inline constexpr int function_dynamic_shared_bytes = 8;  // CU_FUNC_ATTRIBUTE_...
inline constexpr int pool_release_threshold = 4;         // CU_MEMPOOL_ATTR_...
inline constexpr unsigned stream_non_blocking = 1;
inline constexpr unsigned event_default = 0;
inline constexpr unsigned event_blocking_sync = 1;
inline constexpr unsigned event_disable_timing = 2;
inline constexpr int capture_relaxed = 2;  // CU_STREAM_CAPTURE_MODE_...

// NVRTC's.
using CompilerProgram = struct _nvrtcProgram*;

// cuBLASLt's.
using BlasHandle = struct cublasLtContext*;
using MatmulDescription = struct cublasLtMatmulDescOpaque*;
using MatrixLayout = struct cublasLtMatrixLayoutOpaque*;
using MatmulPreference = struct cublasLtMatmulPreferenceOpaque*;
struct MatmulAlgorithm {  // cublasLtMatmulAlgo_t
  std::array<std::uint64_t, 8> data{};
};
struct MatmulChoice {  // cublasLtMatmulHeuristicResult_t
  MatmulAlgorithm algorithm;
  std::size_t workspace_bytes = 0;
  int state = 0;
  float waves = 0;
  std::array<int, 4> reserved{};
};
inline constexpr int preference_workspace_bytes = 1;
inline constexpr int compute_f32 = 68;  // CUBLAS_COMPUTE_32F
inline constexpr int compute_tf32 = 77;
inline constexpr int compute_f64 = 70;
inline constexpr int type_f32 = 0;  // CUDA_R_32F
inline constexpr int type_f64 = 1;

#define X(name, symbol, arguments) Status(*name) arguments = nullptr;
struct Driver {
#include "backend/cuda/driver/driver_functions.inc"
};
struct Compiler {
#include "backend/cuda/driver/compiler_functions.inc"
};
struct Blas {
#include "backend/cuda/driver/blas_functions.inc"
};
struct Graphics {
#include "backend/cuda/driver/graphics_functions.inc"
};
#undef X

// The functions of all libraries. A part that could not be loaded holds its error instead.
struct Library {
  Driver driver;
  Compiler compiler;
  Result<Blas> blas = Blas{};              // only matrix products need it
  Result<Graphics> graphics = Graphics{};  // only surfaces need it
};

// Where the libraries are looked for, in order.
struct LibraryNames {
  std::array<const char*, 2> driver = {"libcuda.so.1", "libcuda.so"};
  std::array<const char*, 3> compiler = {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"};
  std::array<const char*, 3> blas = {"libcublasLt.so.13", "libcublasLt.so.12", "libcublasLt.so"};
};

// Error `unsupported` with what is missing.
[[nodiscard]] Result<Library> load(const LibraryNames& names);
[[nodiscard]] Result<Compiler> load_compiler(const LibraryNames& names);

// Loaded once; the same answer ever after.
[[nodiscard]] Result<std::shared_ptr<const Library>> load_library();

// "out of memory (CUDA_ERROR_OUT_OF_MEMORY)", for messages.
[[nodiscard]] std::string describe_status(const Driver& driver, Status status);

}  // namespace dala::backend::cuda
