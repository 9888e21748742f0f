#include "kernel/analysis/pixels.hpp"

#include <algorithm>

#include "kernel/analysis/independent_accesses.hpp"
#include "kernel/ir/walk.hpp"

namespace dala::kernel {

namespace {

bool is_fixed(const Affine& a) { return a.rest.low == a.rest.high; }

// Which byte of which pixel a store writes; two stores with the same `pixel` write the same one.
struct Byte {
  std::vector<Affine> pixel;
  std::int64_t number = 0;
};

std::optional<Byte> byte_of(const IndexAnalysis& analysis, const std::vector<ir::ExprId>& indices) {
  Byte out;
  for (const ir::ExprId index : indices) {
    const auto a = analysis.affine(index);
    if (!a || !is_fixed(*a)) return std::nullopt;
    out.pixel.push_back(*a);
  }
  Affine& last = out.pixel.back();
  out.number = last.rest.low & 3;
  last.rest.low -= out.number;
  return out;
}

bool same_place(const std::vector<Affine>& a, const std::vector<Affine>& b) {
  return std::ranges::equal(a, b, [](const Affine& x, const Affine& y) {
    return x.base == y.base && x.multiplier == y.multiplier && x.rest.low == y.rest.low;
  });
}

}  // namespace

bool is_in_pixels(const ir::Module& module, const IndexAnalysis& analysis, const Channels& channels,
                  std::uint32_t tensor, const std::vector<ir::ExprId>& indices) {
  if (module.tensors[tensor].scalar != ir::Scalar::u8) return false;
  const auto last = analysis.affine(indices.back());
  if (!last) return false;
  if (indices.size() == 1) return last->base == Base::flat && last->multiplier == 4;
  return indices.size() == 3 && channels[tensor] == 4 && last->base == Base::none &&
         last->rest.low >= 0 && last->rest.high <= 3;
}

Interval whole_pixels(Interval bytes) { return {bytes.low & ~3, bytes.high | 3}; }

std::vector<bool> written_by_pixels(const ir::Module& module, const IndexAnalysis& analysis,
                                    const Channels& channels) {
  std::vector<bool> out(module.tensors.size(), false);
  if (!accesses_are_apart(module, analysis) ||
      ir::contains(module, module.kernel.body, ir::StmtKind::return_))
    return out;
  for (std::uint32_t tensor = 0; tensor < module.tensors.size(); ++tensor) {
    std::vector<Byte> bytes;
    const auto count = std::ranges::count_if(module.stmts, [&](const ir::Stmt& s) {
      return s.kind == ir::StmtKind::store_tensor && s.target == tensor;
    });
    for (const ir::StmtId id : module.kernel.body) {
      const ir::Stmt& s = module.stmts[id];
      if (s.kind != ir::StmtKind::store_tensor || s.target != tensor) continue;
      if (!is_in_pixels(module, analysis, channels, tensor, s.indices)) break;
      const auto byte = byte_of(analysis, s.indices);
      if (!byte) break;
      bytes.push_back(*byte);
    }
    // Four stores to one pixel write all of it, because no two stores go to the same element.
    out[tensor] =
        count == 4 && bytes.size() == 4 && std::ranges::all_of(bytes, [&](const Byte& other) {
          return same_place(other.pixel, bytes.front().pixel);
        });
  }
  return out;
}

}  // namespace dala::kernel
