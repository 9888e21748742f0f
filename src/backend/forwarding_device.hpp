// A device that forwards every call to another one; a derived class overrides a few. It captures
// nothing, because the inner device could capture its own executables only.
#pragma once

#include <memory>

#include "backend/device.hpp"
#include "backend/losses.hpp"

namespace dala::backend {

class ForwardingDevice : public Device, public MayBeLost {
 public:
  explicit ForwardingDevice(std::shared_ptr<Device> inner) : inner_(std::move(inner)) {}

  [[nodiscard]] const DeviceInfo& info() const override { return inner_->info(); }
  [[nodiscard]] std::uint64_t memory_in_use() const override { return inner_->memory_in_use(); }
  [[nodiscard]] std::uint64_t losses() const override {
    const auto* inner = dynamic_cast<const MayBeLost*>(inner_.get());
    return inner != nullptr ? inner->losses() : 0;
  }
  [[nodiscard]] Result<std::unique_ptr<Memory>> allocate(std::size_t bytes) override {
    return inner_->allocate(bytes);
  }
  [[nodiscard]] Result<std::unique_ptr<Memory>> adopt(std::span<std::byte> host,
                                                      std::function<void()> release) override {
    return inner_->adopt(host, std::move(release));
  }
  [[nodiscard]] Result<void> write(Memory& to, std::span<const std::byte> from) override {
    return inner_->write(to, from);
  }
  [[nodiscard]] Result<void> read(const Memory& from, std::span<std::byte> to) override {
    return inner_->read(from, to);
  }
  [[nodiscard]] Result<void> copy(const Memory& from, Memory& to, std::size_t bytes) override {
    return inner_->copy(from, to, bytes);
  }
  [[nodiscard]] Result<void> finish() override { return inner_->finish(); }
  [[nodiscard]] Result<std::unique_ptr<Fence>> make_fence() override {
    return inner_->make_fence();
  }
  [[nodiscard]] Result<Decision> prepare(const KernelCall& call) override {
    return inner_->prepare(call);
  }
  [[nodiscard]] Result<std::unique_ptr<Program>> compile(
      std::shared_ptr<const kernel::ir::Module> module) override {
    return inner_->compile(std::move(module));
  }
  [[nodiscard]] bool fuses_kernels() const override { return inner_->fuses_kernels(); }
  [[nodiscard]] Costs costs() const override { return inner_->costs(); }
  [[nodiscard]] bool fuses_tiles() const override { return inner_->fuses_tiles(); }
  [[nodiscard]] Result<std::unique_ptr<SharedTexture>> share_texture(
      const GlTextureName& texture) override {
    return inner_->share_texture(texture);
  }
  [[nodiscard]] Result<std::chrono::nanoseconds> time(
      const std::function<Result<void>()>& work) override {
    return inner_->time(work);
  }

 protected:
  [[nodiscard]] Device& inner() { return *inner_; }

 private:
  std::shared_ptr<Device> inner_;
};

}  // namespace dala::backend
