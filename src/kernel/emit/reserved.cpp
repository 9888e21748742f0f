// Words that names of the source cannot be. Functions of the language stand here only where the
// text calls them without saying whose they are.
#include <algorithm>
#include <array>

#include "kernel/emit/names.hpp"

namespace dala::kernel {

namespace {

template <std::size_t... N>
constexpr auto joined(const std::array<std::string_view, N>&... parts) {
  std::array<std::string_view, (N + ...)> all{};
  auto to = all.begin();
  ((to = std::ranges::copy(parts, to).out), ...);
  std::ranges::sort(all);
  return all;
}

template <typename... Words>
constexpr auto words(Words... all) {
  return std::array<std::string_view, sizeof...(all)>{all...};
}

constexpr auto cpp = words(
    "alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor", "bool", "break",
    "case", "catch", "char", "char8_t", "char16_t", "char32_t", "class", "co_await", "co_return",
    "co_yield", "compl", "concept", "const", "const_cast", "consteval", "constexpr", "constinit",
    "continue", "decltype", "default", "delete", "do", "double", "dynamic_cast", "else", "enum",
    "explicit", "export", "extern", "false", "float", "for", "friend", "goto", "if", "inline",
    "int", "long", "mutable", "namespace", "new", "noexcept", "not", "not_eq", "nullptr",
    "operator", "or", "or_eq", "private", "protected", "public", "register", "reinterpret_cast",
    "requires", "return", "short", "signed", "sizeof", "static", "static_assert", "static_cast",
    "struct", "switch", "template", "this", "thread_local", "throw", "true", "try", "typedef",
    "typeid", "typename", "typeof", "u64", "union", "unsigned", "using", "virtual", "void",
    "volatile", "wchar_t", "while", "xor", "xor_eq", "final", "override", "import", "module",
    "main", "std", "assert", "NULL", "NAN", "INFINITY", "HUGE_VAL", "INT_MAX", "INT_MIN",
    "UINT_MAX", "FLT_MAX", "FLT_MIN", "FLT_EPSILON", "DBL_MAX", "DBL_MIN", "EOF", "linux", "unix");

constexpr auto cuda =
    words("threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize", "cuda", "nvcuda", "RAND_MAX",
          "CHAR_BIT", "LONG_MAX", "M_PI", "M_E", "isnan", "isinf", "isfinite", "signbit");

constexpr auto msl = words(
    "metal", "kernel", "vertex", "fragment", "visible", "mesh", "object", "device", "constant",
    "thread", "threadgroup", "threadgroup_imageblock", "ray_data", "object_data", "as_type", "half",
    "bfloat", "uchar", "ushort", "uint", "ulong", "size_t", "ptrdiff_t", "intptr_t", "uintptr_t",
    "int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t", "uint32_t", "int64_t", "uint64_t",
    "sampler", "texture", "packed_float2", "packed_float3", "packed_float4", "M_PI_F", "M_PI_H",
    "M_E_F", "MAXFLOAT", "FLT_DIG", "CHAR_BIT", "CHAR_MAX", "SHRT_MAX", "LONG_MAX", "float2",
    "float3", "float4", "int2", "int3", "int4", "uint2", "uint3", "uint4", "bool2", "bool3",
    "bool4", "half2", "half3", "half4", "short2", "short3", "short4", "char2", "char3", "char4",
    "uchar2", "uchar3", "uchar4", "ushort2", "ushort3", "ushort4", "simd");

// GLSL ES 3.10: keywords, words kept for later, and every function of the language.
constexpr auto glsl_keywords = words(
    "const", "uniform", "buffer", "shared", "coherent", "volatile", "restrict", "readonly",
    "writeonly", "atomic_uint", "layout", "centroid", "flat", "smooth", "patch", "sample",
    "precise", "break", "continue", "do", "for", "while", "switch", "case", "default", "if", "else",
    "subroutine", "in", "out", "inout", "float", "double", "int", "void", "bool", "true", "false",
    "invariant", "discard", "return", "mat2", "mat3", "mat4", "mat2x2", "mat2x3", "mat2x4",
    "mat3x2", "mat3x3", "mat3x4", "mat4x2", "mat4x3", "mat4x4", "dmat2", "dmat3", "dmat4", "dvec2",
    "dvec3", "dvec4", "bvec2", "bvec3", "bvec4", "uint", "lowp", "mediump", "highp", "precision",
    "sampler1D", "sampler2D", "sampler3D", "samplerCube", "sampler2DArray", "sampler2DShadow",
    "samplerCubeShadow", "sampler2DArrayShadow", "isampler2D", "isampler3D", "isamplerCube",
    "isampler2DArray", "usampler2D", "usampler3D", "usamplerCube", "usampler2DArray", "sampler2DMS",
    "isampler2DMS", "usampler2DMS", "samplerBuffer", "imageBuffer", "image1D", "image2D",
    "iimage2D", "uimage2D", "image3D", "iimage3D", "uimage3D", "imageCube", "iimageCube",
    "uimageCube", "image2DArray", "iimage2DArray", "uimage2DArray", "struct", "varying",
    "attribute", "noperspective", "common", "partition", "active", "asm", "class", "union", "enum",
    "typedef", "template", "this", "packed", "resource", "goto", "inline", "noinline", "public",
    "static", "extern", "external", "interface", "long", "short", "half", "fixed", "unsigned",
    "superp", "input", "output", "hvec2", "hvec3", "hvec4", "fvec2", "fvec3", "fvec4", "filter",
    "sizeof", "cast", "namespace", "using", "sampler3DRect", "sampler2DRect", "main");

constexpr auto glsl_functions = words(
    "radians", "degrees", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh",
    "asinh", "acosh", "atanh", "pow", "exp", "log", "exp2", "log2", "sqrt", "inversesqrt", "abs",
    "sign", "floor", "trunc", "round", "roundEven", "ceil", "fract", "mod", "modf", "min", "max",
    "clamp", "mix", "step", "smoothstep", "isnan", "isinf", "floatBitsToInt", "floatBitsToUint",
    "intBitsToFloat", "uintBitsToFloat", "fma", "frexp", "ldexp", "packSnorm2x16", "packUnorm2x16",
    "packHalf2x16", "packSnorm4x8", "packUnorm4x8", "unpackSnorm2x16", "unpackUnorm2x16",
    "unpackHalf2x16", "unpackSnorm4x8", "unpackUnorm4x8", "length", "distance", "dot", "cross",
    "normalize", "faceforward", "reflect", "refract", "matrixCompMult", "outerProduct", "transpose",
    "determinant", "inverse", "lessThan", "lessThanEqual", "greaterThan", "greaterThanEqual",
    "equal", "notEqual", "any", "all", "not", "uaddCarry", "usubBorrow", "umulExtended",
    "imulExtended", "bitfieldExtract", "bitfieldInsert", "bitfieldReverse", "bitCount", "findLSB",
    "findMSB", "textureSize", "texture", "textureProj", "textureLod", "textureOffset", "texelFetch",
    "texelFetchOffset", "textureGrad", "textureGather", "atomicCounter", "atomicCounterIncrement",
    "atomicCounterDecrement", "atomicAdd", "atomicMin", "atomicMax", "atomicAnd", "atomicOr",
    "atomicXor", "atomicExchange", "atomicCompSwap", "imageSize", "imageLoad", "imageStore", "dFdx",
    "dFdy", "fwidth", "barrier", "memoryBarrier", "memoryBarrierAtomicCounter",
    "memoryBarrierBuffer", "memoryBarrierImage", "memoryBarrierShared", "groupMemoryBarrier");

}  // namespace

std::span<const std::string_view> cuda_reserved() {
  static constexpr auto all = joined(cpp, cuda);
  return all;
}

std::span<const std::string_view> msl_reserved() {
  static constexpr auto all = joined(cpp, msl);
  return all;
}

std::span<const std::string_view> glsl_reserved() {
  static constexpr auto all = joined(glsl_keywords, glsl_functions);
  return all;
}

}  // namespace dala::kernel
