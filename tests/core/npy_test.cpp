#include "core/files/npy.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <numeric>
#include <vector>

#include "core/dispatch.hpp"
#include "support/paths.hpp"

namespace dala {
namespace {

std::span<const std::byte> bytes_of(const std::string& text) {
  return std::as_bytes(std::span(text));
}

std::string read_file(const std::string& name) {
  std::ifstream file(dala::test::tests_folder() / "data/npy" / (name + ".npy"), std::ios::binary);
  EXPECT_TRUE(file) << name;
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<double> numbers(const NpyView& view) {
  std::vector<std::byte> raw(view.data.size());
  copy_row_major(view, raw);
  return visit_dtype(view.dtype, [&]<typename T>(Type<T>) {
    std::vector<T> values(raw.size() / sizeof(T));
    if (!raw.empty()) std::memcpy(values.data(), raw.data(), raw.size());
    return std::vector<double>(values.begin(), values.end());
  });
}

std::vector<double> count_to(int n) {
  std::vector<double> values(static_cast<std::size_t>(n));
  std::iota(values.begin(), values.end(), 0.0);
  return values;
}

// A file of version 1.0 with this dict as its header.
std::string with_header(const std::string& dict, std::size_t data_bytes = 0) {
  std::string file("\x93NUMPY\x01\x00", 8);
  file += {static_cast<char>(dict.size() & 0xFF), static_cast<char>(dict.size() >> 8)};
  return file + dict + std::string(data_bytes, '\0');
}

void expect_bad(const std::string& file, const std::string& part_of_message) {
  const auto view = parse_npy(bytes_of(file));
  ASSERT_FALSE(view) << "accepted, expected: " << part_of_message;
  EXPECT_EQ(view.error().code, ErrorCode::bad_file);
  EXPECT_NE(view.error().message.find(part_of_message), std::string::npos)
      << "message: " << view.error().message << "\nexpected in it: " << part_of_message;
}

struct GoodFile {
  const char* name;
  DType dtype;
  bool fortran_order;
  bool big_endian;
};

class NpyGood : public testing::TestWithParam<GoodFile> {};

TEST_P(NpyGood, HoldsZeroToFive) {
  const GoodFile& expected = GetParam();
  const std::string file = read_file(expected.name);
  const auto view = parse_npy(bytes_of(file));
  ASSERT_TRUE(view) << view.error().message;
  EXPECT_EQ(view->dtype, expected.dtype);
  EXPECT_EQ(view->shape, (Shape{2, 3}));
  EXPECT_EQ(view->fortran_order, expected.fortran_order);
  EXPECT_EQ(view->big_endian, expected.big_endian);
  EXPECT_EQ(numbers(*view), count_to(6));
}

INSTANTIATE_TEST_SUITE_P(Numpy, NpyGood,
                         testing::Values(GoodFile{"f4_little", DType::f32, false, false},
                                         GoodFile{"f8_little", DType::f64, false, false},
                                         GoodFile{"i4_little", DType::s32, false, false},
                                         GoodFile{"i8_little", DType::s64, false, false},
                                         GoodFile{"u4_little", DType::u32, false, false},
                                         GoodFile{"u1_bytes", DType::u8, false, false},
                                         GoodFile{"i1_bytes", DType::s8, false, false},
                                         GoodFile{"u2_little", DType::u16, false, false},
                                         GoodFile{"i2_little", DType::s16, false, false},
                                         GoodFile{"f2_little", DType::f16, false, false},
                                         GoodFile{"f2_big", DType::f16, false, true},
                                         GoodFile{"u2_big", DType::u16, false, true},
                                         GoodFile{"i2_big", DType::s16, false, true},
                                         GoodFile{"f4_big", DType::f32, false, true},
                                         GoodFile{"f8_big", DType::f64, false, true},
                                         GoodFile{"i4_big", DType::s32, false, true},
                                         GoodFile{"i8_big", DType::s64, false, true},
                                         GoodFile{"u4_big", DType::u32, false, true},
                                         GoodFile{"fortran_f4", DType::f32, true, false},
                                         GoodFile{"fortran_big_i8", DType::s64, true, true},
                                         GoodFile{"version2_f4", DType::f32, false, false},
                                         GoodFile{"version3_f4", DType::f32, false, false}),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(Npy, OddShapes) {
  const std::string scalar = read_file("scalar_f8");
  EXPECT_EQ(parse_npy(bytes_of(scalar))->shape, Shape{});
  EXPECT_EQ(numbers(*parse_npy(bytes_of(scalar))), std::vector{2.5});
  const std::string empty = read_file("empty_f4");
  EXPECT_EQ(parse_npy(bytes_of(empty))->shape, (Shape{0, 3}));
  EXPECT_TRUE(numbers(*parse_npy(bytes_of(empty))).empty());
  const std::string rank3 = read_file("fortran_rank3_u1");
  EXPECT_EQ(numbers(*parse_npy(bytes_of(rank3))), count_to(24));
}

TEST(Npy, TruthIsAByte) {
  const std::string file = read_file("bool");
  const auto view = parse_npy(bytes_of(file));
  ASSERT_TRUE(view) << view.error().message;
  EXPECT_EQ(view->dtype, DType::boolean);
  EXPECT_EQ(numbers(*view), (std::vector<double>{0, 1, 1, 1, 1, 1}));
  EXPECT_EQ(make_npy_header(DType::boolean, {2, 3}), file.substr(0, file.size() - 6));
}

TEST(Npy, HeaderIsTheOneNumpyWrites) {
  const std::string file = read_file("f4_little");
  EXPECT_EQ(make_npy_header(DType::f32, {2, 3}), file.substr(0, file.size() - 24));
  const std::string bytes = read_file("u1_bytes");
  EXPECT_EQ(make_npy_header(DType::u8, {2, 3}), bytes.substr(0, bytes.size() - 6));
}

TEST(Npy, HeaderRoundTrips) {
  for (const DType dtype : all_dtypes) {
    if (info_of(dtype).npy.empty()) continue;
    for (const Shape& shape : {Shape{}, Shape{5}, Shape{0, 2}, Shape{2, 1, 3, 1, 1, 1, 1, 2}}) {
      const std::string header = make_npy_header(dtype, shape);
      EXPECT_EQ(header.size() % 64, 0U);
      const std::size_t data = static_cast<std::size_t>(shape.elements()) * size_of(dtype);
      const std::string file = header + std::string(data, '\0');
      const auto view = parse_npy(bytes_of(file));
      ASSERT_TRUE(view) << view.error().message;
      EXPECT_EQ(view->dtype, dtype);
      EXPECT_EQ(view->shape, shape);
      EXPECT_TRUE(view->is_row_major_native());
    }
  }
}

TEST(Npy, ForeignWritersAreUnderstood) {
  // Other quotes, another order of the keys, no last comma, long integers of Python 2.
  const std::string file =
      with_header("{\"shape\": (2L,), \"fortran_order\":True,\"descr\":\"=f4\"}\n", 8);
  const auto view = parse_npy(bytes_of(file));
  ASSERT_TRUE(view) << view.error().message;
  EXPECT_EQ(view->shape, Shape{2});
}

TEST(Npy, EveryTruncationIsAnError) {
  const std::string file = read_file("f4_little");
  for (std::size_t size = 0; size < file.size(); ++size)
    EXPECT_FALSE(parse_npy(bytes_of(file.substr(0, size)))) << size;
}

TEST(Npy, WrongAmountOfData) {
  const std::string file = read_file("f4_little");
  expect_bad(file + "x", "1 bytes of data more than its shape {2, 3} of f32 needs: 25, not 24");
  expect_bad(file.substr(0, file.size() - 4), "4 bytes of data less");
}

TEST(Npy, BadStart) {
  expect_bad("", "does not start with the six bytes");
  expect_bad("PK\x03\x04", "does not start with the six bytes");
  expect_bad("\x93NUMPY", "inside its version");
  expect_bad(std::string("\x93NUMPY\x04\x00", 8), "has version 4.0");
  expect_bad(std::string("\x93NUMPY\x01\x02\x00\x00", 10), "has version 1.2");
  expect_bad(std::string("\x93NUMPY\x02\x00\x01\x00", 10), "inside its header length");
  expect_bad(std::string("\x93NUMPY\x01\x00\xFF\xFF{", 11), "is 65535, but only 1 bytes follow");
}

TEST(Npy, UnsupportedElementTypes) {
  expect_bad(with_header("{'descr': '<f2x', 'fortran_order': False, 'shape': ()}"),
             "element type '<f2x'; supported are f4, f8, i4, i8, u4, u1, i1, u2, i2, f2, b1 after");
  expect_bad(read_file("complex"), "'<c8'");
  expect_bad(read_file("record"), "a record of several fields");
  expect_bad(with_header("{'descr': '|f4', 'fortran_order': False, 'shape': ()}", 4), "'|f4'");
  expect_bad(with_header("{'descr': '', 'fortran_order': False, 'shape': ()}"), "type ''");
  expect_bad(with_header("{'descr': '\x01\xFF', 'fortran_order': False, 'shape': ()}"), "'\?\?'");
}

TEST(Npy, BadShapes) {
  const auto shaped = [](const std::string& shape) {
    return with_header("{'descr': '<f4', 'fortran_order': False, 'shape': " + shape + ", }");
  };
  expect_bad(read_file("rank9_u1"), "field 'shape'");
  expect_bad(shaped("(-1,)"), "field 'shape'");
  expect_bad(shaped("(4294967296, 4294967296)"), "field 'shape'");
  expect_bad(shaped("(99999999999999999999,)"), "does not fit in 64 bits");
  expect_bad(shaped("(3)"), "one dimension is written (3,)");
  expect_bad(shaped("(3 4)"), "expected ',' or ')'");
  expect_bad(shaped("(3,,)"), "expected a whole number");
  expect_bad(shaped("(1.5,)"), "expected ',' or ')'");
  expect_bad(shaped("[3]"), "expected '(' to start field 'shape'");
}

TEST(Npy, BadDicts) {
  expect_bad(with_header(""), "at byte 10: expected '{'");
  expect_bad(with_header("{}"), "no field 'descr'");
  expect_bad(with_header("{'descr': '<f4'}"), "no field 'fortran_order'");
  expect_bad(with_header("{'descr': '<f4', 'fortran_order': False}"), "no field 'shape'");
  expect_bad(with_header("{'descr': '<f4', 'descr': '<f4'}"), "'descr' is there twice");
  expect_bad(with_header("{'colour': 'red'}"), "unknown field 'colour'");
  expect_bad(with_header("{'descr': 4}"), "field 'descr' as quoted text");
  expect_bad(with_header("{'descr': '<f4"), "quoted text without an end");
  expect_bad(with_header("{'descr' '<f4'}"), "expected ':' after a key");
  expect_bad(with_header("{'fortran_order': 1}"), "neither True nor False");
  expect_bad(with_header("{descr: '<f4'}"), "expected a quoted key");
  expect_bad(with_header("{'descr': '<f4', 'fortran_order': False, 'shape': ()} x", 4),
             "text after the closing '}'");
}

}  // namespace
}  // namespace dala
