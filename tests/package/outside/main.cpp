#include <dala/dala.hpp>

#include <iostream>

int main() {
  const auto compute = dala::Compute::create();
  if (!compute) {
    std::cerr << compute.error().message << '\n';
    return 1;
  }
  const auto a = compute->buffer<float>({1, 2, 3}, {3});
  const auto b = compute->buffer<float>({4, 5, 6}, {3});
  const auto c = compute->buffer_zeros({3}, dala::DType::f32);
  if (!a || !b || !c || !compute->add(*a, *b, *c)) return 1;
  const auto sum = c->read<float>();
  if (!sum) return 1;
  for (const float value : *sum) std::cout << value << ' ';
  std::cout << dala::version() << '\n';
}
