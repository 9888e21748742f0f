#include "core/files/npy.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>

#include "core/error.hpp"
#include "core/files/npy_header.hpp"

namespace dala {
namespace {

constexpr std::string_view magic = "\x93NUMPY";
constexpr bool host_is_big_endian = std::endian::native == std::endian::big;

std::string_view as_text(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::size_t little_endian(std::span<const std::byte> bytes) {
  std::size_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;)
    value = value << 8 | std::to_integer<std::size_t>(bytes[i]);
  return value;
}

struct ElementType {
  DType dtype;
  bool big_endian;
};

Result<ElementType> element_type(std::string_view descr) {
  const char order = descr.empty() ? '\0' : descr[0];
  const std::string_view code = descr.substr(descr.empty() ? 0 : 1);
  std::string known;
  for (const DType dtype : all_dtypes) {
    const std::string_view npy = info_of(dtype).npy;
    if (npy.empty()) continue;  // the type has no code there
    known += format("{}{}", known.empty() ? "" : ", ", npy);
    if (code != npy) continue;
    if (order == '<') return ElementType{dtype, false};
    if (order == '>') return ElementType{dtype, true};
    if (order == '=' || (order == '|' && size_of(dtype) == 1))
      return ElementType{dtype, host_is_big_endian};
  }
  return fail(ErrorCode::bad_file,
              "field 'descr' of the .npy header is the element type '{}'; supported are {} after "
              "'<', '>' or '=', those of one byte also after '|'",
              printable(descr), known);
}

// The offset and length of the header's text in the file.
struct HeaderPlace {
  std::size_t start = 0;
  std::size_t length = 0;
};

Result<HeaderPlace> find_header(std::span<const std::byte> file) {
  constexpr std::size_t version_at = magic.size();
  constexpr std::size_t length_at = version_at + 2;
  if (!as_text(file).starts_with(magic))
    return fail(ErrorCode::bad_file,
                "not a .npy file: it does not start with the six bytes \\x93NUMPY");
  if (file.size() < length_at)
    return fail(ErrorCode::bad_file, "the .npy file ends at byte {}, inside its version",
                file.size());
  const auto major = std::to_integer<unsigned>(file[version_at]);
  const auto minor = std::to_integer<unsigned>(file[version_at + 1]);
  if (major < 1 || major > 3 || minor != 0)
    return fail(ErrorCode::bad_file,
                "the .npy file has version {}.{} (bytes 6 and 7); supported are 1.0, 2.0 and 3.0",
                major, minor);

  const std::size_t length_bytes = major == 1 ? 2 : 4;
  const std::size_t start = length_at + length_bytes;
  if (file.size() < start)
    return fail(ErrorCode::bad_file, "the .npy file ends at byte {}, inside its header length",
                file.size());
  const std::size_t length = little_endian(file.subspan(length_at, length_bytes));
  if (length > file.size() - start)
    return fail(ErrorCode::bad_file,
                "the .npy header length (byte {}) is {}, but only {} bytes follow it", length_at,
                length, file.size() - start);
  return HeaderPlace{start, length};
}

// Calls visit(offset) with where each element of the row-major order lies, counted in elements,
// when the first dimension varies fastest.
template <typename Visit>
void for_each_fortran_offset(const Shape& shape, Visit visit) {
  std::array<std::int64_t, Shape::max_rank> strides{};
  std::array<std::int64_t, Shape::max_rank> index{};
  std::int64_t stride = 1;
  for (std::size_t axis = 0; axis < shape.rank(); ++axis) {
    strides[axis] = stride;
    stride *= shape[axis];
  }
  std::int64_t offset = 0;
  for (std::int64_t left = shape.elements(); left > 0; --left) {
    visit(static_cast<std::size_t>(offset));
    for (std::size_t axis = shape.rank(); axis-- > 0;) {
      offset += strides[axis];
      if (++index[axis] < shape[axis]) break;
      offset -= strides[axis] * shape[axis];
      index[axis] = 0;
    }
  }
}

template <typename Bits>
void copy_elements(const NpyView& view, std::span<std::byte> out) {
  const bool swap = sizeof(Bits) > 1 && view.big_endian != host_is_big_endian;
  std::byte* to = out.data();
  // Through memcpy because the elements of a file in memory need not be aligned.
  const auto copy_one = [&](std::size_t element) {
    Bits bits;
    std::memcpy(&bits, view.data.data() + element * sizeof(Bits), sizeof(Bits));
    if (swap) bits = std::byteswap(bits);
    std::memcpy(to, &bits, sizeof(Bits));
    to += sizeof(Bits);
  };
  if (view.fortran_order) {
    for_each_fortran_offset(view.shape, copy_one);
  } else {
    for (std::size_t i = 0; i < view.data.size() / sizeof(Bits); ++i) copy_one(i);
  }
}

}  // namespace

bool NpyView::is_row_major_native() const {
  return (!fortran_order || shape.rank() < 2) &&
         (size_of(dtype) == 1 || big_endian == host_is_big_endian);
}

Result<NpyView> parse_npy(std::span<const std::byte> file) {
  DALA_ASSIGN(const HeaderPlace place, find_header(file));
  DALA_ASSIGN(const NpyHeader header,
              parse_npy_header(as_text(file.subspan(place.start, place.length)), place.start));
  DALA_ASSIGN(const ElementType type, element_type(header.descr));

  const Shape shape{std::span<const std::int64_t>(header.shape)};
  if (auto valid = shape.validate(type.dtype); !valid)
    return fail(ErrorCode::bad_file, "field 'shape' of the .npy header cannot be used: {}",
                valid.error().message);

  const std::span<const std::byte> data = file.subspan(place.start + place.length);
  const std::size_t needed = static_cast<std::size_t>(shape.elements()) * size_of(type.dtype);
  if (data.size() != needed)
    return fail(ErrorCode::bad_file,
                "the .npy file has {} bytes of data {} than its shape {} of {} needs: {}, not {}",
                data.size() < needed ? needed - data.size() : data.size() - needed,
                data.size() < needed ? "less" : "more", to_string(shape), to_string(type.dtype),
                data.size(), needed);
  return NpyView{type.dtype, shape, header.fortran_order, type.big_endian, data};
}

void copy_row_major(const NpyView& view, std::span<std::byte> out) {
  if (view.is_row_major_native()) {
    if (!out.empty()) std::memcpy(out.data(), view.data.data(), out.size());
    return;
  }
  switch (size_of(view.dtype)) {
    case 1:
      return copy_elements<std::uint8_t>(view, out);
    case 2:
      return copy_elements<std::uint16_t>(view, out);
    case 4:
      return copy_elements<std::uint32_t>(view, out);
    case 8:
      return copy_elements<std::uint64_t>(view, out);
    default:
      std::unreachable();  // no element has another size
  }
}

std::string make_npy_header(DType dtype, const Shape& shape) {
  const char order = size_of(dtype) == 1 ? '|' : host_is_big_endian ? '>' : '<';

  std::string dims;
  for (const std::int64_t dim : shape.dims()) dims += format("{}{}", dims.empty() ? "" : ", ", dim);
  if (shape.rank() == 1) dims += ',';  // which is what makes (3,) a tuple
  std::string text = format("{{'descr': '{}{}', 'fortran_order': False, 'shape': ({}), }}", order,
                            info_of(dtype).npy, dims);

  // NumPy pads so that the elements start at a multiple of 64, which lets them be mapped.
  constexpr std::size_t alignment = 64;
  constexpr std::size_t before = magic.size() + 4;
  const std::size_t unpadded = before + text.size() + 1;
  text.append((alignment - unpadded % alignment) % alignment, ' ');
  text += '\n';

  std::string header(magic);
  for (const std::size_t byte :
       {std::size_t{1}, std::size_t{0}, text.size() & 0xFF, text.size() >> 8})
    header.push_back(static_cast<char>(byte));
  return header + text;
}

}  // namespace dala
