// What GLSL can do, and its printer.
#include "kernel/emit/glsl_printer.hpp"
#include "kernel/emit/languages.hpp"

namespace dala::kernel {

const TargetInfo& glsl_target() {
  static constexpr TargetInfo target{
      .name = "GLSL ES 3.10",
      .has =
          [](ir::Scalar scalar) { return !ir::info_of(ir::info_of(scalar).compute).glsl.empty(); },
      .vector_unary = [](ir::UnaryOp, ir::Type) { return true; },
      .vector_binary = [](ir::BinaryOp op,
                          ir::Type) { return op != ir::BinaryOp::div && op != ir::BinaryOp::rem; },
      .vector_math =
          [](ir::MathOp op, ir::Type type) {
            using enum ir::MathOp;
            if (op == to_bits || op == from_bits) return true;
            return ir::is_float(type.scalar) &&
                   (op == abs || op == floor || op == ceil || op == trunc ||
                    (op >= sqrt && op <= log2) || (op >= sin && op <= atan));
          },
      .vector_cast = [](ir::Scalar from,
                        ir::Scalar to) { return !ir::is_float(from) && !ir::is_float(to); },
      .stores = [](ir::Scalar scalar) { return ir::bits_of(scalar) >= 32; },
      .has_float_atomic = [](ir::AtomicOp, bool) { return false; },
      .rejects_constant_indices = true,
      .orders_nan = false,
      .signed_remainder = false,
      .rounds_integers = false,
      .has_integer_math = true,
      .has_exact_math = false};
  return target;
}

std::unique_ptr<CPrinter> glsl_printer(const ir::Module& source, const ir::Module& module,
                                       const CallSpecialisation& specialisation) {
  return std::make_unique<GlslPrinter>(source, module, specialisation);
}

}  // namespace dala::kernel
