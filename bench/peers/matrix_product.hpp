// Other libraries' product of row-major matrices: out {m, n} = a {m, k} * b {k, n}.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace dala::bench {

struct ProductSize {
  int m, n, k;
};

// What a and b hold, and the product.
enum class ProductOf {
  f32,
  f16,
  bf16,
  s8_s8,  // in s32
  u8_s8,  // in s32
};

struct ProductPeer {
  std::string name;
  // Makes a function that multiplies these matrices with `threads` threads, or none when the
  // library cannot.
  std::function<std::function<void()>(ProductOf of, ProductSize size, const void* a, const void* b,
                                      void* out, unsigned threads)>
      prepare;
};

// Those that are installed on this machine.
[[nodiscard]] std::vector<ProductPeer> product_peers();

void add_openblas(std::vector<ProductPeer>& peers);
void add_onednn(std::vector<ProductPeer>& peers);

}  // namespace dala::bench
