// oneDNN with its own OpenMP threads: its matmul primitive, and its sgemm.
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

dnnl::memory::desc matrix(int rows, int columns) {
  return {{rows, columns}, dnnl::memory::data_type::f32, dnnl::memory::format_tag::ab};
}

std::function<void()> prepare_primitive(ProductSize size, const float* a, const float* b,
                                        float* out, unsigned threads) {
  omp_set_num_threads(static_cast<int>(threads));
  auto state = std::make_shared<Primitive>();
  const dnnl::memory::desc da = matrix(size.m, size.k);
  const dnnl::memory::desc db = matrix(size.k, size.n);
  const dnnl::memory::desc dout = matrix(size.m, size.n);
  state->matmul = dnnl::matmul({{da, db, dout}, state->engine});
  state->a = {da, state->engine, const_cast<float*>(a)};
  state->b = {db, state->engine, const_cast<float*>(b)};
  state->out = {dout, state->engine, out};
  return [state, threads] {
    omp_set_num_threads(static_cast<int>(threads));
    state->matmul.execute(
        state->stream,
        {{DNNL_ARG_SRC, state->a}, {DNNL_ARG_WEIGHTS, state->b}, {DNNL_ARG_DST, state->out}});
    state->stream.wait();
  };
}

std::function<void()> prepare_sgemm(ProductSize size, const float* a, const float* b, float* out,
                                    unsigned threads) {
  return [=] {
    omp_set_num_threads(static_cast<int>(threads));
    dnnl_sgemm('N', 'N', size.m, size.n, size.k, 1, a, size.k, b, size.n, 0, out, size.n);
  };
}

}  // namespace

void add_onednn(std::vector<ProductPeer>& peers) {
  peers.push_back({"onednn matmul", prepare_primitive});
  peers.push_back({"onednn sgemm", prepare_sgemm});
}

}  // namespace dala::bench

#else

namespace dala::bench {

void add_onednn(std::vector<ProductPeer>& /*peers*/) {}

}  // namespace dala::bench

#endif
