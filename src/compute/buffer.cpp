#include <dala/compute/buffer.hpp>

#include "compute/plan/buffer_state.hpp"
#include "compute/runtime.hpp"
#include "core/dispatch.hpp"
#include "core/error.hpp"

namespace dala {

namespace {

// The runtime of a buffer that may be used from outside.
Result<std::shared_ptr<Compute::Runtime>> runtime_of(const std::shared_ptr<Buffer::State>& state) {
  if (state == nullptr) return fail(ErrorCode::invalid_handle, "an empty Buffer handle was used");
  if (state->pipeline != nullptr)
    return fail(ErrorCode::transient_buffer,
                "a transient buffer has contents only while its pipeline runs");
  std::shared_ptr<Compute::Runtime> runtime = state->runtime.lock();
  if (runtime == nullptr)
    return fail(ErrorCode::shut_down, "the Compute that this buffer belongs to is gone");
  DALA_TRY(runtime->process.check("the Compute that this buffer belongs to"));
  return runtime;
}

Result<void> check_length(std::size_t given, std::size_t needed, const Shape& shape, DType dtype) {
  if (given == needed) return {};
  return fail(ErrorCode::wrong_length, "{} bytes were given; shape {} of {} has {}", given,
              to_string(shape), to_string(dtype), needed);
}

Result<void> check_type(DType asked, DType actual) {
  if (asked == actual) return {};
  return fail(ErrorCode::wrong_dtype, "the buffer holds {}, not {}", to_string(actual),
              to_string(asked));
}

}  // namespace

const Shape& Buffer::shape() const {
  static const Shape none{0};
  return state_ != nullptr ? state_->shape : none;
}

DType Buffer::dtype() const { return state_ != nullptr ? state_->dtype : DType::f32; }

std::size_t Buffer::size_bytes() const {
  return static_cast<std::size_t>(shape().elements()) * size_of(dtype());
}

bool Buffer::is_freed() const { return state_ == nullptr || state_->is_freed(); }

Result<void> Buffer::read_into(std::span<std::byte> out) const {
  DALA_ASSIGN(const auto runtime, runtime_of(state_));
  DALA_TRY(check_length(out.size(), size_bytes(), shape(), dtype()));
  return runtime->read(state_, out);
}

Result<void> Buffer::read_into(std::span<std::byte> out, DType expected) const {
  DALA_TRY(check_type(expected, dtype()));
  return read_into(out);
}

Result<std::vector<std::byte>> Buffer::read_bytes() const {
  std::vector<std::byte> bytes(size_bytes());
  DALA_TRY(read_into(bytes));
  return bytes;
}

Result<std::vector<double>> Buffer::read_numbers() const {
  return visit_dtype(dtype(), [&]<typename T>(Type<T>) -> Result<std::vector<double>> {
    DALA_ASSIGN(const auto values, read<T>());
    return std::vector<double>(values.begin(), values.end());
  });
}

Result<void> Buffer::write_bytes(std::span<const std::byte> bytes) const {
  DALA_ASSIGN(const auto runtime, runtime_of(state_));
  DALA_TRY(check_length(bytes.size(), size_bytes(), shape(), dtype()));
  return runtime->write(state_, bytes);
}

Result<void> Buffer::write_bytes(std::span<const std::byte> bytes, DType expected) const {
  DALA_TRY(check_type(expected, dtype()));
  return write_bytes(bytes);
}

void Buffer::free() const {
  if (state_ != nullptr) state_->set_memory(nullptr);
}

void free_many(std::span<const Buffer> buffers) {
  for (const Buffer& buffer : buffers) buffer.free();
}

}  // namespace dala
