// Two vectors added, on the best device there is.
#include <dala/dala.hpp>

#include <iostream>

namespace {

dala::Result<void> add_vectors() {
  const auto compute = dala::Compute::create();
  if (!compute) return std::unexpected(compute.error());

  const auto a = compute->buffer<float>({1, 2, 3}, {3});
  const auto b = compute->buffer<float>({4, 5, 6}, {3});
  for (const auto* buffer : {&a, &b})
    if (!*buffer) return std::unexpected(buffer->error());

  const auto c = compute->add(*a, *b);
  if (!c) return std::unexpected(c.error());
  const auto sum = c->read<float>();
  if (!sum) return std::unexpected(sum.error());
  for (const float value : *sum) std::cout << value << ' ';
  std::cout << "on " << compute->device_info().name << '\n';
  return {};
}

}  // namespace

int main() {
  if (const auto done = add_vectors(); !done) {
    std::cerr << done.error().message << '\n';
    return 1;
  }
}
