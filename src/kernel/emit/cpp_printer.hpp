// What CUDA and Metal share: both are C++, where signed overflow is undefined, so arithmetic goes
// through unsigned types and back.
#pragma once

#include <string>

#include "kernel/emit/c_printer.hpp"

namespace dala::kernel {

// Vectors of floats have operators; everything else is done lane by lane.
[[nodiscard]] TargetInfo cpp_target(std::string_view name, bool (*has)(ir::Scalar));

class CppPrinter : public CPrinter {
 public:
  using CPrinter::CPrinter;

 protected:
  // The words before a pointer to a tensor's elements, and to those of a shared array.
  [[nodiscard]] virtual std::string_view tensor_space() const = 0;
  [[nodiscard]] virtual std::string_view shared_space() const = 0;
  // The definition of a vector type.
  virtual std::string vector_definition(ir::Type type) = 0;
  // Told before an operator is applied to vectors of floats.
  virtual void use_operator(std::string_view, ir::Type, bool /*binary*/) {}
  // The name of the language's own function.
  [[nodiscard]] virtual std::string function(ir::MathOp op, ir::Scalar scalar) const = 0;
  [[nodiscard]] virtual std::string remainder_function(ir::Scalar scalar) const = 0;
  // The upper half of a product of s32 or u32.
  virtual ExpressionText upper_product(ir::Scalar scalar, const ExpressionText& a,
                                       const ExpressionText& b) = 0;
  // "long long" or "long", and what follows the digits of such a number.
  [[nodiscard]] virtual std::string_view long_type() const = 0;
  [[nodiscard]] virtual std::string_view long_suffix() const = 0;

  std::string type_name(ir::Type type) override;
  std::string number(ir::Scalar scalar, const std::string& digits) override;
  ExpressionText integer(ir::BinaryOp op, ir::Scalar scalar, const ExpressionText& a,
                         const ExpressionText& b) override;
  ExpressionText integer(ir::UnaryOp op, ir::Scalar scalar, const ExpressionText& a) override;
  ExpressionText integer_cast(ir::Scalar from, ir::Scalar to, const ExpressionText& a) override;
  ExpressionText real(ir::BinaryOp op, ir::Type type, const ExpressionText& a,
                      const ExpressionText& b) override;
  ExpressionText real(ir::UnaryOp op, ir::Type type, const ExpressionText& a) override;
  ExpressionText real_math(ir::MathOp op, ir::Scalar scalar, ExpressionTexts args) override;
  ExpressionText swizzle(ir::Type from, ir::Type to, const std::array<std::uint8_t, 4>& lanes,
                         const ExpressionText& a) override;
  std::string memory_argument(bool is_shared, std::uint32_t index) override;

  // What a tensor's memory is made of.
  std::string element_type(std::uint32_t tensor);
  // The unsigned type as wide as an integer.
  std::string unsigned_name(ir::Scalar scalar);
  // `value` as that type.
  ExpressionText unsigned_bits(ir::Scalar scalar, const ExpressionText& value);
};

}  // namespace dala::kernel
