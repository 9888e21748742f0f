#include "backend/gles/program.hpp"

#include <algorithm>
#include <mutex>
#include <vector>

#include "backend/gles/driver/compile_time.hpp"
#include "backend/gles/driver/rounding.hpp"
#include "backend/gles/gles_memory.hpp"
#include "core/error.hpp"
#include "kernel/analysis/elementwise.hpp"
#include "kernel/emit/emit.hpp"
#include "kernel/ir/walk.hpp"
#include "kernel/launch/binding.hpp"
#include "kernel/launch/prints.hpp"
#include "kernel/legalize/rounding.hpp"

namespace dala::backend::gles {

namespace {

namespace ir = kernel::ir;
using Module = std::shared_ptr<const ir::Module>;

// Element-wise, and no result depends on the position of an element.
bool is_divisible(const ir::Module& module) {
  if (!kernel::is_elementwise(module)) return false;
  const auto is_position = [&](ir::ExprId id) {
    return module.exprs[id].kind == ir::ExprKind::position;
  };
  const auto harmless = [&](const ir::Expr& e) {
    if (e.kind == ir::ExprKind::query) return false;
    return e.kind == ir::ExprKind::load_tensor || std::ranges::none_of(e.args, is_position);
  };
  const auto keeps_it = [&](const ir::Stmt& s) {
    return (s.value != ir::none && is_position(s.value)) ||
           (s.end != ir::none && is_position(s.end));
  };
  return std::ranges::all_of(module.exprs, harmless) &&
         std::ranges::none_of(module.stmts, keeps_it);
}

bool waits_in_a_loop(const ir::Module& module) {
  return ir::any_stmt(module, module.kernel.body, [&](const ir::Stmt& s) {
    return ir::is_loop(s) && ir::any_stmt(module, s.body, ir::is_meeting);
  });
}

// The bytes of shared arrays in GLSL, with the word by which units agree to stop.
std::uint32_t shared_bytes_of(const ir::Module& module) {
  std::uint32_t words = 1;
  for (const ir::Shared& s : module.shared)
    words += s.type.length * (s.type.lanes == 3 ? 4U : s.type.lanes);
  return words * 4;
}

std::string what_is_missing(const ir::Module& module, const Limits& limits,
                            const kernel::CallSpecialisation& specialisation) {
  const std::size_t blocks = module.tensors.size() + (specialisation.stoppable ? 1 : 0);
  if (blocks > limits.storage_blocks)
    return format("it has {} tensors{}{} and the device takes {}", module.tensors.size(),
                  kernel::does_print(module) ? ", one for what it prints," : "",
                  specialisation.stoppable ? ", one word to stop it," : "", limits.storage_blocks);
  if (specialisation.stoppable && shared_bytes_of(module) > limits.shared_bytes)
    return format("with a word to stop it its shared arrays take {} bytes and the device has {}",
                  shared_bytes_of(module), limits.shared_bytes);
  if (kernel::units_per_group(module) > limits.group_units)
    return format("its cubes have {} units and the device takes {}",
                  kernel::units_per_group(module), limits.group_units);
  if (limits.waiting_multiple > 1 &&
      kernel::units_per_group(module) % limits.waiting_multiple != 0 && waits_in_a_loop(module))
    return format(
        "its cubes of {} units wait in a loop, where this driver loses units unless there are a "
        "multiple of {}",
        kernel::units_per_group(module), limits.waiting_multiple);
  return {};
}

kernel::CallSpecialisation specialisation_of(const ir::Module& module, const KernelCall& call) {
  const kernel::Binding binding(module, call);
  std::vector<Shape> shapes;
  for (const TensorRef* tensor : binding.tensors()) shapes.push_back(tensor->shape);
  return kernel::specialisation_for(module, shapes);
}

// Bytes of a tensor as the shader sees them: whole words.
std::size_t shader_bytes(const TensorRef& tensor) { return (tensor.bytes() + 3) / 4 * 4; }

// Kernels whose loops may take more rounds than this can be stopped, and so can those that take
// more in all invocations together: a few seconds' worth of a slow device's time.
constexpr std::int64_t long_loop = 1 << 15;
constexpr std::int64_t long_work = std::int64_t{1} << 36;
constexpr std::int64_t long_work_in_software = std::int64_t{1} << 32;

bool may_take_long(std::int64_t rounds, const KernelCall& call, bool software) {
  if (rounds > long_loop) return true;
  std::int64_t elements = 0;
  for (const TensorRef& out : call.outputs) elements = std::max(elements, out.shape.elements());
  return elements * rounds > (software ? long_work_in_software : long_work);
}

class GlesProgram final : public Program {
 public:
  GlesProgram(Module module, const ProgramSetting& setting)
      : module_(std::move(module)),
        setting_(setting),
        rounds_(*module_),
        depends_on_rounding_(kernel::depends_on_rounding(*module_)),
        written_out_(kernel::written_out(*module_)) {}

  [[nodiscard]] Result<Decision> prepare(const KernelCall& call) override {
    const std::lock_guard lock(mutex_);
    if (!rejection_.empty()) return on_fallback(call, rejection_);
    kernel::CallSpecialisation specialisation = specialisation_of(*module_, call);
    specialisation.nearest_by_integers =
        depends_on_rounding_ && !rounds_to_nearest(setting_.launcher->thread());
    const std::int64_t rounds = rounds_.of(call);
    if (const std::string rejection = rejection_of_rounds(rounds, setting_.launcher->thread());
        !rejection.empty())
      return on_fallback(call, rejection);
    // The stoppable shader is used as well where computing several elements in an invocation would
    // exceed a limit, because that shader computes one.
    specialisation.stoppable =
        may_take_long(rounds, call, setting_.software) ||
        !rejection_of_source(specialisation.groups.elements).empty() ||
        !rejection_of_rounds(rounds * specialisation.groups.elements, setting_.launcher->thread())
             .empty();
    if (specialisation.stoppable) specialisation.groups.elements = 1;
    if (const std::string rejection = rejection_of_source(1); !rejection.empty())
      return on_fallback(call, rejection);
    if (specialisation.stoppable && !setting_.stops)
      return on_fallback(call, "it may run for long, and this driver cannot stop it");
    auto shader = shader_for(specialisation);
    if (!shader && shader.error().code == ErrorCode::unsupported) {
      // Calls that need no stoppable shader may still compile, so only errors of the other are
      // kept.
      if (!specialisation.stoppable) rejection_ = shader.error().message;
      return on_fallback(call, shader.error().message);
    }
    if (!shader) return std::unexpected(std::move(shader.error()));
    if (const std::string rejection = (*shader)->rejects(call); !rejection.empty())
      return on_fallback(call, rejection);
    Decision decision;
    decision.chosen = *shader;
    decision.why = (*shader)->why();
    return decision;
  }

 private:
  struct Made {
    kernel::CallSpecialisation specialisation;
    std::unique_ptr<ShaderProgram> shader;
  };

  [[nodiscard]] std::string rejection_of_source(std::int64_t copies) const {
    if (!setting_.software) return {};
    return gles::rejection_of_source(written_out_, copies, setting_.time_limit);
  }

  [[nodiscard]] Result<const ShaderProgram*> shader_for(
      const kernel::CallSpecialisation& specialisation) {
    const auto known = std::ranges::find(made_, specialisation, &Made::specialisation);
    if (known != made_.end()) return known->shader.get();
    DALA_ASSIGN(auto shader, ShaderProgram::make(module_, setting_, specialisation));
    return made_.emplace_back(specialisation, std::move(shader)).shader.get();
  }

  [[nodiscard]] Result<Decision> on_fallback(const KernelCall& call, const std::string& reason) {
    if (on_cpu_ == nullptr) {
      DALA_ASSIGN(on_cpu_, setting_.fallback->compile(module_));
    }
    return setting_.fallback->prepare(*on_cpu_, fallback_executables_, call, "shader", reason);
  }

  Module module_;
  const ProgramSetting& setting_;
  CallRounds rounds_;
  bool depends_on_rounding_;
  kernel::WrittenOut written_out_;
  std::mutex mutex_;
  std::vector<Made> made_;
  std::string rejection_;
  std::unique_ptr<Program> on_cpu_;
  FallbackExecutables fallback_executables_;
};

}  // namespace

std::unique_ptr<Program> make_program(Module module, const ProgramSetting& setting) {
  return std::make_unique<GlesProgram>(std::move(module), setting);
}

ShaderProgram::ShaderProgram(Module module, const ProgramSetting& setting,
                             std::unique_ptr<Kernel> kernel,
                             const kernel::CallSpecialisation& specialisation)
    : module_(std::move(module)),
      setting_(setting),
      limits_(setting.limits),
      kernel_(std::move(kernel)),
      rounds_(*module_),
      divisible_(is_divisible(*module_)),
      groups_(specialisation.groups),
      stoppable_(specialisation.stoppable) {}

Result<std::unique_ptr<ShaderProgram>> ShaderProgram::make(
    Module module, const ProgramSetting& setting,
    const kernel::CallSpecialisation& specialisation) {
  if (const std::string missing = what_is_missing(*module, setting.limits, specialisation);
      !missing.empty())
    return fail(ErrorCode::unsupported, "{}", missing);
  DALA_ASSIGN(std::string text, kernel::emit(*module, kernel::Language::glsl, specialisation));
  DALA_ASSIGN(auto kernel, Kernel::make(setting.launcher, std::move(text), setting.cache));
  return std::unique_ptr<ShaderProgram>(
      new ShaderProgram(std::move(module), setting, std::move(kernel), specialisation));
}

std::string_view ShaderProgram::why() const {
  return kernel_->from_cache() ? "compute shader, from the cache" : "compute shader, compiled here";
}

std::string ShaderProgram::rejects(const KernelCall& call) const {
  const kernel::Binding binding(*module_, call);
  const auto tensors = binding.tensors();
  const TensorRef& domain = *tensors[module_->domain];
  if (std::string rejection =
          rejection_of_rounds(rounds_.of(call) * groups_.elements, setting_.launcher->thread());
      !rejection.empty())
    return rejection;
  const auto is_smaller = [&](const TensorRef* tensor) {
    return tensor->shape.elements() < domain.shape.elements();
  };
  if (groups_.elements > 1 && std::ranges::any_of(tensors, is_smaller))
    return "one of its tensors is smaller than what it goes over";
  for (const TensorRef* tensor : tensors) {
    if (shader_bytes(*tensor) <= limits_.storage_block_bytes) continue;
    if (!divisible_ || tensor->shape.elements() != domain.shape.elements())
      return format(
          "a tensor of {} bytes; shaders of the device see {} at once, and the kernel "
          "cannot be run in parts",
          tensor->bytes(), limits_.storage_block_bytes);
  }
  return {};
}

template <typename Fill>
Result<void> ShaderProgram::launch_part(Fill&& fill, std::chrono::nanoseconds& left) const {
  if (!stoppable_) {
    kernel_->launch(fill);
    return {};
  }
  const auto begin = std::chrono::steady_clock::now();
  DALA_ASSIGN(const bool stopped, kernel_->launch_watched(fill, left));
  left -= std::min<std::chrono::nanoseconds>(left, std::chrono::steady_clock::now() - begin);
  if (!stopped) return {};
  return fail(ErrorCode::kernel_failed,
              "kernel `{}` was stopped after {} ms, the limit set by the host", module_->name,
              std::chrono::duration<double, std::milli>(setting_.time_limit).count());
}

Result<void> ShaderProgram::launch(const KernelCall& call) const {
  const kernel::Binding binding(*module_, call);
  const auto tensors = binding.tensors();
  const TensorRef& domain = *tensors[module_->domain];
  const auto elements = static_cast<std::uint64_t>(domain.shape.elements());
  // How many elements one launch takes; parts begin where shaders may see a buffer begin.
  std::uint64_t part = elements;
  for (const TensorRef* tensor : tensors)
    if (const std::uint64_t fit = limits_.storage_block_bytes / size_of(tensor->dtype); fit < part)
      part = fit / limits_.offset_alignment * limits_.offset_alignment;
  const bool whole = part == elements || !divisible_;
  std::chrono::nanoseconds left = setting_.time_limit;
  for (std::uint64_t begin = 0; begin < elements; begin += part) {
    const std::uint64_t count = whole ? elements : std::min(part, elements - begin);
    std::array<Shape, ir::max_tensors> shapes;
    for (std::size_t i = 0; i < tensors.size(); ++i)
      shapes[i] = whole ? tensors[i]->shape : Shape{static_cast<std::int64_t>(count)};
    const kernel::Grid grid = kernel::make_grid(*module_, shapes[module_->domain]);
    const auto fill = [&](KernelLaunch& launch) {
      launch.binding_count = tensors.size();
      launch.word_count = kernel::launch_words(*module_);
      launch.groups = kernel::group_counts(*module_, grid, groups_);
      kernel::pack_launch(*module_, std::span(shapes).first(tensors.size()), binding.params(), grid,
                          std::span(launch.words).first(launch.word_count));
      for (std::size_t i = 0; i < tensors.size(); ++i) {
        const std::size_t size = size_of(tensors[i]->dtype);
        launch.bindings[i] = {object_of(*tensors[i]->memory), whole ? 0 : begin * size,
                              whole ? shader_bytes(*tensors[i]) : (count * size + 3) / 4 * 4,
                              module_->tensors[i].is_output};
      }
    };
    DALA_TRY(launch_part(fill, left));
    if (whole) break;
  }
  return {};
}

}  // namespace dala::backend::gles
