// Kernels on pictures of four channels: a pixel is a word, read at once and, where an invocation
// writes all of it, written at once.
#pragma once

#include <map>

#include "kernel/emit/glsl_printer.hpp"

namespace dala::kernel {

class GlslPixels final : public GlslPrinter {
 public:
  GlslPixels(const ir::Module& module, const Form& form)
      : GlslPrinter(module, form),
        channels_(form.channels),
        analysis_(module),
        written_(written_by_pixels(module, analysis_, form.channels)) {}

 private:
  std::optional<Piece> load_own_way(const ir::Expr& e) override;
  bool store_own_way(const ir::Stmt& s) override;

  // The byte of a pixel that an access is to, as the number of bits before it.
  std::optional<Piece> shift_of(std::uint32_t tensor, const std::vector<ir::ExprId>& indices);
  // The pixel's index, which may be outside.
  Piece pixel_of(std::uint32_t tensor, const std::vector<ir::ExprId>& indices, ir::Edge edge);
  [[nodiscard]] std::optional<std::string> known_place(const ir::Expr& e) const;

  Channels channels_;
  IndexAnalysis analysis_;
  std::vector<bool> written_;
  std::map<std::uint32_t, int> stores_;      // printed so far, by tensor
  std::map<std::string, std::string> read_;  // variables, by place
};

}  // namespace dala::kernel
