// Kernels on pictures of four channels: a pixel is a word, read at once and, where an invocation
// writes all of it, written at once.
#pragma once

#include <map>

#include "kernel/emit/glsl_printer.hpp"

namespace dala::kernel {

class GlslPixels final : public GlslPrinter {
 public:
  GlslPixels(const ir::Module& source, const ir::Module& module, const Form& form)
      : GlslPrinter(source, module, form),
        channels_(form.channels),
        near_(form.near),
        analysis_(source),
        written_(written_by_pixels(source, analysis_, form.channels)) {}

 private:
  std::optional<Piece> load_own_way(const ir::Expr& e) override;
  bool store_own_way(const ir::Stmt& s) override;

  // The byte of a pixel that an access is to, as the number of bits before it.
  std::optional<Piece> shift_of(std::uint32_t tensor, const std::vector<ir::ExprId>& indices);
  // The pixel's index, which may be outside.
  Piece pixel_of(std::uint32_t tensor, const std::vector<ir::ExprId>& indices);
  std::string fetch(std::uint32_t tensor, const Piece& pixel);
  std::string fetch_moved(const ir::Expr& e);
  // The index after the edge along an axis.
  std::string moved(const ir::Expr& e, std::size_t axis);
  std::optional<Piece> load_constant(const ir::Expr& e);
  [[nodiscard]] std::optional<std::string> steady(ir::ExprId id, bool by_pixels) const;
  std::string kept(const std::string& key, ir::Type type, const Body& value);

  Channels channels_;
  bool near_;
  IndexAnalysis analysis_;
  std::vector<bool> written_;
  std::map<std::uint32_t, int> stores_;      // printed so far, by tensor
  std::map<std::string, std::string> kept_;  // variables, by what they hold
};

}  // namespace dala::kernel
