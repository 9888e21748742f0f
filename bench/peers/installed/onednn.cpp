// oneDNN with its own OpenMP threads: its matmul primitive, and its gemm functions.
#include "peers/matrix_product.hpp"

#ifdef DALA_HAS_ONEDNN

#include <memory>
#include <oneapi/dnnl/dnnl.hpp>

// As in <omp.h>, which clang's tools do not find.
extern "C" void omp_set_num_threads(int threads) noexcept;

namespace dala::bench {
namespace {

struct Primitive {
  dnnl::engine engine{dnnl::engine::kind::cpu, 0};
  dnnl::stream stream{engine};
  dnnl::matmul matmul;
  dnnl::memory a, b, out;
};

using Type = dnnl::memory::data_type;

struct Types {
  Type a, b, out;
};

Types types_of(ProductOf of) {
  switch (of) {
    case ProductOf::f32:
      return {Type::f32, Type::f32, Type::f32};
    case ProductOf::f16:
      return {Type::f16, Type::f16, Type::f16};
    case ProductOf::bf16:
      return {Type::bf16, Type::bf16, Type::bf16};
    case ProductOf::s8_s8:
      return {Type::s8, Type::s8, Type::s32};
    case ProductOf::u8_s8:
      return {Type::u8, Type::s8, Type::s32};
  }
  return {};
}

dnnl::memory::desc matrix(int rows, int columns, Type type) {
  return {{rows, columns}, type, dnnl::memory::format_tag::ab};
}

std::function<void()> prepare_primitive(ProductOf of, ProductSize size, const void* a,
                                        const void* b, void* out, unsigned threads) {
  omp_set_num_threads(static_cast<int>(threads));
  auto state = std::make_shared<Primitive>();
  const Types types = types_of(of);
  const dnnl::memory::desc da = matrix(size.m, size.k, types.a);
  const dnnl::memory::desc db = matrix(size.k, size.n, types.b);
  const dnnl::memory::desc dout = matrix(size.m, size.n, types.out);
  try {
    state->matmul = dnnl::matmul({{da, db, dout}, state->engine});
  } catch (const dnnl::error&) {
    return {};  // types that it does not have on this machine
  }
  state->a = {da, state->engine, const_cast<void*>(a)};
  state->b = {db, state->engine, const_cast<void*>(b)};
  state->out = {dout, state->engine, out};
  return [state, threads] {
    omp_set_num_threads(static_cast<int>(threads));
    state->matmul.execute(
        state->stream,
        {{DNNL_ARG_SRC, state->a}, {DNNL_ARG_WEIGHTS, state->b}, {DNNL_ARG_DST, state->out}});
    state->stream.wait();
  };
}

std::function<void()> prepare_gemm(ProductOf of, ProductSize size, const void* a, const void* b,
                                   void* out, unsigned threads) {
  const auto [m, n, k] = size;
  const auto with_threads = [threads](auto multiply) -> std::function<void()> {
    return [threads, multiply] {
      omp_set_num_threads(static_cast<int>(threads));
      multiply();
    };
  };
  static constexpr std::int32_t no_offset = 0;
  switch (of) {
    case ProductOf::f32:
      return with_threads([=] {
        dnnl_sgemm('N', 'N', m, n, k, 1, static_cast<const float*>(a), k,
                   static_cast<const float*>(b), n, 0, static_cast<float*>(out), n);
      });
    case ProductOf::s8_s8:
      return with_threads([=] {
        dnnl_gemm_s8s8s32('N', 'N', 'F', m, n, k, 1, static_cast<const std::int8_t*>(a), k, 0,
                          static_cast<const std::int8_t*>(b), n, 0, 0,
                          static_cast<std::int32_t*>(out), n, &no_offset);
      });
    case ProductOf::u8_s8:
      return with_threads([=] {
        dnnl_gemm_u8s8s32('N', 'N', 'F', m, n, k, 1, static_cast<const std::uint8_t*>(a), k, 0,
                          static_cast<const std::int8_t*>(b), n, 0, 0,
                          static_cast<std::int32_t*>(out), n, &no_offset);
      });
    case ProductOf::f16:
    case ProductOf::bf16:
      return {};
  }
  return {};
}

}  // namespace

void add_onednn(std::vector<ProductPeer>& peers) {
  peers.push_back({"onednn matmul", prepare_primitive});
  peers.push_back({"onednn gemm", prepare_gemm});
}

}  // namespace dala::bench

#else

namespace dala::bench {

void add_onednn(std::vector<ProductPeer>& /*peers*/) {}

}  // namespace dala::bench

#endif
