#include "scene/objects/host_reader.hpp"

#include "compute/generated.hpp"
#include "core/error.hpp"

namespace dala::scene {

struct HostReader::State {
  Compute compute;
  std::string kernel = {};  // its name in the Compute; empty where pictures are copied
  Buffer none = {};         // an output, which a kernel must have and this one does not write
  const Look* look = nullptr;
  std::vector<std::uint8_t> copy = {};

  explicit State(Compute device) : compute(std::move(device)) {}
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    if (!kernel.empty()) remove_own_kernel(compute, kernel);
  }
};

Result<HostReader> HostReader::make(const Compute& compute) {
  auto state = std::make_shared<State>(compute);
  if (!compute.device_info().capabilities.host_memory) return HostReader(std::move(state));
  std::string name = own_kernel_name("scene_read");
  DALA_ASSIGN(state->none, compute.buffer_zeros({1}, DType::u8));
  DALA_TRY(put_own_kernel(compute, name,
                          {.family = "scene",
                           .summary = "Shows a picture to the program.",
                           .inputs = {{"input", DTypeSet(DType::u8), "a picture"}},
                           .outputs = {{"none", DTypeSet(DType::u8), "stays as it is"}}},
                          [state = state.get()](const HostCall& call) -> Result<void> {
                            const std::span<std::byte> bytes = call.inputs[0].bytes;
                            (*state->look)(
                                {reinterpret_cast<std::uint8_t*>(bytes.data()), bytes.size()});
                            return {};
                          }));
  state->kernel = std::move(name);
  return HostReader(std::move(state));
}

bool HostReader::in_place() const { return !state_->kernel.empty(); }

Result<void> HostReader::read(const Buffer& buffer, const Look& look) const {
  if (!state_->kernel.empty()) {
    state_->look = &look;
    return state_->compute.run_kernel(state_->kernel, buffer, state_->none);
  }
  state_->copy.resize(buffer.size_bytes());
  DALA_TRY(buffer.read_into(std::as_writable_bytes(std::span(state_->copy))));
  look(state_->copy);
  return {};
}

}  // namespace dala::scene
