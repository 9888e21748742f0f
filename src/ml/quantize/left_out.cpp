#include <dala/ml/quantize.hpp>

#include "core/error.hpp"

namespace dala::ml {

Result<QuantizedModel> quantize(const Compute& /*compute*/, std::span<const std::byte> /*onnx*/,
                                std::span<const BufferList> /*samples*/,
                                const QuantizeOptions& /*options*/) {
  return fail(ErrorCode::unsupported, "this build cannot read ONNX files");
}

}  // namespace dala::ml
