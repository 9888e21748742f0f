// One function object made of several, one for each alternative of a variant:
//
//   std::visit(Overloaded{[](const Circle& c) { ... }, [](const Square& s) { ... }}, shape);
#pragma once

namespace dala {

template <typename... Functions>
struct Overloaded : Functions... {
  using Functions::operator()...;
};

}  // namespace dala
