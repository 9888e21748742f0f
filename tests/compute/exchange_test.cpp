// Buffers from and to files and other libraries.
#include <dlpack/dlpack.h>

#include <array>
#include <filesystem>

#include "compute_fixture.hpp"

namespace dala {
namespace {

class Exchange : public ComputeTest {
 protected:
  // A tensor as another library would hand it over; counts its deletions.
  struct Foreign {
    DLManagedTensor managed{};
    std::vector<std::int64_t> shape;
    std::vector<std::int64_t> strides;
    alignas(64) float data[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    int deleted = 0;

    Foreign(std::vector<std::int64_t> dims, std::vector<std::int64_t> steps)
        : shape(std::move(dims)), strides(std::move(steps)) {
      managed.dl_tensor = {.data = data,
                           .device = {kDLCPU, 0},
                           .ndim = static_cast<int>(shape.size()),
                           .dtype = {kDLFloat, 32, 1},
                           .shape = shape.data(),
                           .strides = strides.empty() ? nullptr : strides.data(),
                           .byte_offset = 0};
      managed.manager_ctx = this;
      managed.deleter = [](DLManagedTensor* self) {
        ++static_cast<Foreign*>(self->manager_ctx)->deleted;
      };
    }
  };
};

TEST_F(Exchange, NpyRoundTrip) {
  const auto file =
      std::filesystem::temp_directory_path() / ("dala_npy_" + std::to_string(::getpid()) + ".npy");
  const Buffer a = must(compute.buffer<std::int64_t>({1, -2, 3, 4, 5, 6}, {2, 3}));
  must(compute.save_npy(a, file));
  const Buffer b = must(compute.load_npy(file));
  EXPECT_EQ(b.dtype(), DType::s64);
  EXPECT_EQ(b.shape(), (Shape{2, 3}));
  EXPECT_EQ(must(b.read<std::int64_t>()), must(a.read<std::int64_t>()));
  std::filesystem::remove(file);
  expect_error(compute.load_npy(file), ErrorCode::io, file.string());
  expect_error(compute.save_npy(a, "/nonexistent/folder/x.npy"), ErrorCode::io, "x.npy");
}

TEST_F(Exchange, DlpackInIsUsedInPlace) {
  Foreign foreign({2, 8}, {8, 1});
  Buffer buffer = must(compute.from_dlpack(&foreign.managed));
  EXPECT_EQ(buffer.shape(), (Shape{2, 8}));
  foreign.data[3] = 42;
  EXPECT_EQ(values(buffer)[3], 42);
  must(compute.scale(buffer, 2, buffer));
  EXPECT_EQ(foreign.data[3], 84);
  EXPECT_EQ(foreign.deleted, 0);
  buffer = {};
  EXPECT_EQ(foreign.deleted, 1);
}

TEST_F(Exchange, DlpackWithStridesIsCopied) {
  Foreign transposed({4, 4}, {1, 4});
  const Buffer buffer = must(compute.from_dlpack(&transposed.managed));
  EXPECT_EQ(transposed.deleted, 1);
  EXPECT_EQ(values(buffer),
            (std::vector<float>{0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15}));
  Foreign unaligned({3}, {});
  unaligned.managed.dl_tensor.byte_offset = 4;
  EXPECT_EQ(values(must(compute.from_dlpack(&unaligned.managed))), (std::vector<float>{1, 2, 3}));
  EXPECT_EQ(unaligned.deleted, 1);
}

TEST_F(Exchange, DlpackOutIsAView) {
  const Buffer a = floats({1, 2, 3});
  must(compute.submit({.kernel = "elementwise_add", .inputs = {a, a}, .outputs = a}));
  DLManagedTensor* view = must(compute.to_dlpack(a));
  const DLTensor& tensor = view->dl_tensor;
  EXPECT_EQ(tensor.ndim, 1);
  EXPECT_EQ(tensor.shape[0], 3);
  EXPECT_EQ(tensor.dtype.bits, 32);
  EXPECT_EQ(static_cast<const float*>(tensor.data)[2], 6);  // it waited for the command
  a.free();
  EXPECT_EQ(static_cast<const float*>(tensor.data)[2], 6);  // and keeps the memory
  view->deleter(view);
  expect_error(compute.to_dlpack(a), ErrorCode::freed_buffer);
}

// Codes of DLPack: 0 signed, 1 unsigned, 2 float, 4 bfloat, 6 bool.
TEST_F(Exchange, EveryTypeHasItsCodeInDlpack) {
  for (const DType dtype : all_dtypes) {
    SCOPED_TRACE(to_string(dtype));
    DLManagedTensor* view = must(compute.to_dlpack(must(compute.buffer_zeros({3}, dtype))));
    const DLDataType type = view->dl_tensor.dtype;
    view->deleter(view);
    EXPECT_EQ(type.bits, info_of(dtype).bits);
    EXPECT_EQ(type.lanes, 1);
    Foreign foreign({2}, {});
    foreign.managed.dl_tensor.dtype = type;
    EXPECT_EQ(must(compute.from_dlpack(&foreign.managed)).dtype(), dtype);
  }
  DLManagedTensor* truth = must(compute.to_dlpack(must(compute.buffer_zeros({3}, DType::boolean))));
  EXPECT_EQ(truth->dl_tensor.dtype.code, 6);
  truth->deleter(truth);
}

TEST_F(Exchange, NumpyHasNoBfloat16) {
  const Buffer a = must(compute.buffer<bf16>({bf16(1.5F)}, {1}));
  expect_error(compute.save_npy(a, "never.npy"), ErrorCode::wrong_dtype, "cannot hold bf16");
  EXPECT_FALSE(std::filesystem::exists("never.npy"));
  EXPECT_EQ(must(a.read_numbers()), std::vector<double>{1.5});
}

TEST_F(Exchange, BoolsAreReadWhateverTheirBytes) {
  const std::array bytes = {std::byte{0}, std::byte{1}, std::byte{2}, std::byte{0xFF}};
  const Buffer odd = must(compute.buffer_from_bytes(bytes, {4}, DType::boolean));
  const std::vector<bool> truth = {false, true, true, true};
  EXPECT_EQ(must(odd.read<bool>()), truth);
  EXPECT_EQ(must(odd.read_numbers()), (std::vector<double>{0, 1, 1, 1}));
  const Buffer ones = must(compute.run("cast", odd, {}, {.dtype = DType::u8}));
  EXPECT_EQ(must(ones.read<std::uint8_t>()), (std::vector<std::uint8_t>{0, 1, 1, 1}));
  EXPECT_EQ(must(must(compute.buffer<bool>({true, false}, {2})).read_bytes()),
            (std::vector{std::byte{1}, std::byte{0}}));
  expect_error(compute.run("elementwise_add", {odd, odd}), ErrorCode::wrong_dtype, "a is bool");
}

TEST_F(Exchange, OurOwnTensorComesBackAsTheSameBuffer) {
  const Buffer a = floats({1, 2, 3});
  EXPECT_EQ(must(compute.from_dlpack(must(compute.to_dlpack(a)))), a);
}

TEST_F(Exchange, BadDlpackTensorsStayTheCallers) {
  Foreign foreign({2, 8}, {});
  DLTensor& tensor = foreign.managed.dl_tensor;
  tensor.dtype.bits = 24;
  expect_error(compute.from_dlpack(&foreign.managed), ErrorCode::wrong_dtype, "24 bits");
  tensor.dtype.bits = 32;
  tensor.device.device_type = kDLCUDA;
  expect_error(compute.from_dlpack(&foreign.managed), ErrorCode::unsupported);
  tensor.device.device_type = kDLCPU;
  tensor.ndim = 100;
  expect_error(compute.from_dlpack(&foreign.managed), ErrorCode::invalid_shape, "100");
  tensor.ndim = 2;
  tensor.data = nullptr;
  expect_error(compute.from_dlpack(&foreign.managed), ErrorCode::invalid_argument);
  expect_error(compute.from_dlpack(nullptr), ErrorCode::invalid_handle);
  EXPECT_EQ(foreign.deleted, 0);
}

TEST_F(Exchange, BuffersThatShareMemoryInPartAreRejected) {
  alignas(64) static float shared[48];
  Foreign front({32}, {});
  Foreign back({32}, {});
  front.managed.dl_tensor.data = shared;
  back.managed.dl_tensor.data = shared + 16;
  const Buffer a = must(compute.from_dlpack(&front.managed));
  const Buffer b = must(compute.from_dlpack(&back.managed));
  expect_error(compute.relu(a, b), ErrorCode::aliasing, "in part");
  // From the same place on, but smaller: elements of a row would be read after they were written.
  Foreign whole({4, 4}, {});
  Foreign same({4, 4}, {});
  Foreign row({4}, {});
  row.managed.dl_tensor.data = same.managed.dl_tensor.data = whole.data;
  const Buffer w = must(compute.from_dlpack(&whole.managed));
  const Buffer s = must(compute.from_dlpack(&same.managed));
  const Buffer r = must(compute.from_dlpack(&row.managed));
  must(compute.add(w, w, s));
  EXPECT_EQ(whole.data[3], 6);
  expect_error(compute.add(w, r, s), ErrorCode::aliasing, "{4}");
  EXPECT_EQ(whole.data[3], 6);
}

}  // namespace
}  // namespace dala
