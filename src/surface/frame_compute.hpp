// Kernels that change a surface's frame.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>

#include <dala/compute.hpp>
#include <dala/surface/commands.hpp>
#include <dala/surface/renderer.hpp>

#include "core/memory_budget.hpp"
#include "surface/frames.hpp"

namespace dala::surface {

class FrameCompute {
 public:
  // `renderer` and `budget` must outlive it. Names, texts and values are counted by the budget.
  FrameCompute(std::optional<Compute> compute, bool allowed, Renderer& renderer,
               MemoryBudget& budget)
      : compute_(std::move(compute)), allowed_(allowed), renderer_(renderer), budget_(budget) {}
  FrameCompute(const FrameCompute&) = delete;
  FrameCompute& operator=(const FrameCompute&) = delete;
  ~FrameCompute();

  [[nodiscard]] Result<void> load_shader(const draw::LoadShader& command);
  [[nodiscard]] Result<void> set_uniform(const draw::SetUniform& command);
  [[nodiscard]] Result<void> dispatch(const draw::DispatchCompute& command, Frames& frames);

  // Releases the buffers of frames from before a resize.
  void forget_frames() {
    wrapped_ = {};
    before_ = {};
  }

  // Calls visit(LoadShader) and visit(SetUniform) for everything there is.
  template <typename Visit>
  void for_each(Visit&& visit) const {
    for (const auto& [name, shader] : loaded_) visit(draw::LoadShader{name, shader.source});
    for (const auto& [name, data] : uniforms_) visit(draw::SetUniform{name, data});
  }

 private:
  struct Shader {
    std::string source;
    std::string kernel;  // its name in the Compute, which others may use too; empty: the renderer's
    KernelInfo info;
    Params params;
    std::uint64_t raw = 0;  // its number in the renderer
    std::uint64_t last_use = 0;
  };
  using Shaders = std::map<std::string, Shader, std::less<>>;

  // A shader source for the renderer, or a kernel source for a Compute, which it makes if there is
  // none. Replaces the kernel of that name.
  [[nodiscard]] Result<Shader> compile(std::string_view source, std::string_view file,
                                       const std::string& kernel);
  void release(const Shader& shader);
  [[nodiscard]] Result<Shader*> find(std::string_view shader);
  [[nodiscard]] Result<void> bind(Shader& shader, std::span<const std::byte> params) const;
  // The memory that is drawn on, as a buffer.
  [[nodiscard]] Result<Buffer> frame_buffer(const Frames& frames);
  [[nodiscard]] Result<Buffer> copy_of_frame(const Frames& frames);
  [[nodiscard]] Result<void> run_kernel(Shader& shader, std::span<const std::byte> params,
                                        Frames& frames);
  [[nodiscard]] Result<void> run_raw(const Shader& shader, const draw::DispatchCompute& command,
                                     Frames& frames);

  std::optional<Compute> compute_;
  bool allowed_;
  Renderer& renderer_;
  MemoryBudget& budget_;
  Shaders loaded_;
  Shaders texts_;  // kernels dispatched by their source; the least used one is dropped when there
                   // are many
  ShaderUniforms uniforms_;
  struct Wrapped {
    const std::uint32_t* memory = nullptr;
    Shape shape;
    Buffer buffer;
  };
  std::array<Wrapped, 2> wrapped_;  // one for each frame
  Buffer before_;
  std::uint64_t uses_ = 0;
};

}  // namespace dala::surface
