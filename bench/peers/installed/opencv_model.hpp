// Models as OpenCV 4.6 can read them: it knows limits of a Clip and sizes of a Split only as
// attributes, which they were in older versions of the standard.
#pragma once

#include <string>

namespace dala::bench {

// The bytes of an ONNX file; empty where it cannot be read.
[[nodiscard]] std::string model_for_opencv(const std::string& file);

}  // namespace dala::bench
