#include "ml/onnx/parse.hpp"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>

#include <limits>

#include "ml/onnx/parts.hpp"

namespace dala::ml {

Result<onnx::ModelProto> parse_onnx(std::span<const std::byte> file) {
  DALA_TRY(check_parts(file));
  if (file.size() > static_cast<std::size_t>(std::numeric_limits<int>::max()))
    return fail(ErrorCode::bad_file, "the file has {} bytes; an ONNX file has at most 2 GiB",
                file.size());
  google::protobuf::io::ArrayInputStream stream(file.data(), static_cast<int>(file.size()));
  google::protobuf::io::CodedInputStream coded(&stream);
  coded.SetRecursionLimit(32);
  onnx::ModelProto model;
  if (!model.ParseFromCodedStream(&coded) || !coded.ConsumedEntireMessage() || !model.has_graph())
    return fail(ErrorCode::bad_file, "this is no ONNX file, or a damaged one");
  return model;
}

}  // namespace dala::ml
