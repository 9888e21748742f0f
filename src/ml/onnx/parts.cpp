#include "ml/onnx/parts.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

namespace dala::ml {

namespace {

enum class Kind : std::uint8_t {
  leaf,
  model,
  training,
  function,
  graph,
  node,
  attribute,
  tensor,
  sparse,
  annotation,
  info,
  type,
  of_type,  // a tensor type, or a sequence, map or optional type
  shape,
};

// Fields that hold messages, by the numbers of the standard's schema.
struct Field {
  Kind of;
  std::uint32_t number;
  Kind kind;
};

constexpr std::array fields{
    Field{Kind::model, 7, Kind::graph},       Field{Kind::model, 20, Kind::training},
    Field{Kind::model, 25, Kind::function},   Field{Kind::training, 1, Kind::graph},
    Field{Kind::training, 2, Kind::graph},    Field{Kind::function, 7, Kind::node},
    Field{Kind::graph, 1, Kind::node},        Field{Kind::graph, 5, Kind::tensor},
    Field{Kind::graph, 11, Kind::info},       Field{Kind::graph, 12, Kind::info},
    Field{Kind::graph, 13, Kind::info},       Field{Kind::graph, 14, Kind::annotation},
    Field{Kind::graph, 15, Kind::sparse},     Field{Kind::node, 5, Kind::attribute},
    Field{Kind::attribute, 5, Kind::tensor},  Field{Kind::attribute, 6, Kind::graph},
    Field{Kind::attribute, 10, Kind::tensor}, Field{Kind::attribute, 11, Kind::graph},
    Field{Kind::attribute, 14, Kind::type},   Field{Kind::attribute, 15, Kind::type},
    Field{Kind::attribute, 22, Kind::sparse}, Field{Kind::attribute, 23, Kind::sparse},
    Field{Kind::sparse, 1, Kind::tensor},     Field{Kind::sparse, 2, Kind::tensor},
    Field{Kind::info, 2, Kind::type},         Field{Kind::type, 1, Kind::of_type},
    Field{Kind::type, 4, Kind::of_type},      Field{Kind::type, 5, Kind::of_type},
    Field{Kind::type, 8, Kind::of_type},      Field{Kind::type, 9, Kind::of_type},
    Field{Kind::of_type, 1, Kind::type},      Field{Kind::of_type, 2, Kind::shape},
};

// Walks the fields of a message; what is damaged ends the walk.
class Walk {
 public:
  [[nodiscard]] std::size_t parts() const { return parts_; }

  void walk(std::span<const std::byte> bytes, Kind kind, int depth) {
    constexpr int deepest = 64;
    while (!bytes.empty() && parts_ <= most_parts) {
      const auto tag = number(bytes);
      if (!tag) return;
      switch (*tag & 7U) {
        case 0:
          if (!number(bytes)) return;
          break;
        case 1:
          if (!skip(bytes, 8)) return;
          break;
        case 5:
          if (!skip(bytes, 4)) return;
          break;
        case 2: {
          const auto length = number(bytes);
          if (!length || *length > bytes.size()) return;
          ++parts_;
          const Kind inner = kind_of(kind, static_cast<std::uint32_t>(*tag >> 3U));
          if (inner != Kind::leaf && depth < deepest)
            walk(bytes.first(static_cast<std::size_t>(*length)), inner, depth + 1);
          bytes = bytes.subspan(static_cast<std::size_t>(*length));
          break;
        }
        default:
          return;
      }
    }
  }

 private:
  static Kind kind_of(Kind kind, std::uint32_t number) {
    for (const Field& field : fields)
      if (field.of == kind && field.number == number) return field.kind;
    return Kind::leaf;
  }

  static std::optional<std::uint64_t> number(std::span<const std::byte>& bytes) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < std::min<std::size_t>(bytes.size(), 10); ++i) {
      const auto byte = std::to_integer<std::uint64_t>(bytes[i]);
      value |= (byte & 0x7fU) << (7 * i);
      if ((byte & 0x80U) != 0) continue;
      bytes = bytes.subspan(i + 1);
      return value;
    }
    return std::nullopt;
  }

  static bool skip(std::span<const std::byte>& bytes, std::size_t count) {
    if (bytes.size() < count) return false;
    bytes = bytes.subspan(count);
    return true;
  }

  std::size_t parts_ = 0;
};

}  // namespace

Result<void> check_parts(std::span<const std::byte> file) {
  Walk walk;
  walk.walk(file, Kind::model, 0);
  if (walk.parts() <= most_parts) return {};
  return fail(ErrorCode::bad_file,
              "the file has more than {} nodes, names and other parts, which no model has",
              most_parts);
}

}  // namespace dala::ml
