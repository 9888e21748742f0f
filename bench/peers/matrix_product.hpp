// Other libraries' product of row-major f32 matrices: out {m, n} = a {m, k} * b {k, n}.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace dala::bench {

struct ProductSize {
  int m, n, k;
};

struct ProductPeer {
  std::string name;
  // Makes a function that multiplies these matrices with `threads` threads, or none when the
  // library cannot.
  std::function<std::function<void()>(ProductSize size, const float* a, const float* b, float* out,
                                      unsigned threads)>
      prepare;
};

// Those that are installed on this machine.
[[nodiscard]] std::vector<ProductPeer> product_peers();

void add_openblas(std::vector<ProductPeer>& peers);
void add_onednn(std::vector<ProductPeer>& peers);

}  // namespace dala::bench
