// OpenBLAS, found at run time: no build needs it.
#include <dlfcn.h>

#include "peers/matrix_product.hpp"

namespace dala::bench {
namespace {

// As the CBLAS interface numbers them.
constexpr int row_major = 101;
constexpr int not_transposed = 111;

using Sgemm = void (*)(int, int, int, int, int, int, float, const float*, int, const float*, int,
                       float, float*, int);
using SetThreads = void (*)(int);

}  // namespace

void add_openblas(std::vector<ProductPeer>& peers) {
  void* library = dlopen("libopenblas.so.0", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return;
  const auto sgemm = reinterpret_cast<Sgemm>(dlsym(library, "cblas_sgemm"));
  const auto set_threads = reinterpret_cast<SetThreads>(dlsym(library, "openblas_set_num_threads"));
  if (sgemm == nullptr || set_threads == nullptr) return;
  peers.push_back({"openblas",
                   [=](ProductOf of, ProductSize size, const void* a, const void* b, void* out,
                       unsigned threads) -> std::function<void()> {
                     if (of != ProductOf::f32) return {};
                     return [=] {
                       set_threads(static_cast<int>(threads));
                       sgemm(row_major, not_transposed, not_transposed, size.m, size.n, size.k, 1,
                             static_cast<const float*>(a), size.k, static_cast<const float*>(b),
                             size.n, 0, static_cast<float*>(out), size.n);
                     };
                   }});
}

}  // namespace dala::bench
