// A model as nodes and values: what a file says, and what passes make of it.
//
// Nodes stand in an order in which each comes after those it reads from. Values are numbers into
// one list; `no_value` stands for an input that is left out.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "ml/graph/tensor.hpp"

namespace dala::ml {

using ValueId = std::int32_t;
inline constexpr ValueId no_value = -1;

struct Value {
  std::string name = {};
  DType dtype = DType::f32;
  Shape shape = {};                     // once shapes are known
  std::optional<Tensor> constant = {};  // its numbers, where they do not depend on the input
};

using Attribute = std::variant<std::int64_t, float, std::string, std::vector<std::int64_t>,
                               std::vector<float>, Tensor>;

class Attributes {
 public:
  void set(std::string name, Attribute value) {
    values_.insert_or_assign(std::move(name), std::move(value));
  }
  [[nodiscard]] bool has(std::string_view name) const { return values_.contains(name); }
  // The value, or what the standard says when it is missing. One of another type counts as missing.
  [[nodiscard]] std::int64_t integer(std::string_view name, std::int64_t otherwise) const {
    return get(name, otherwise);
  }
  [[nodiscard]] float number(std::string_view name, float otherwise) const {
    return get(name, otherwise);
  }
  [[nodiscard]] std::string text(std::string_view name, std::string otherwise) const {
    return get(name, std::move(otherwise));
  }
  [[nodiscard]] std::vector<std::int64_t> integers(std::string_view name,
                                                   std::vector<std::int64_t> otherwise = {}) const {
    return get(name, std::move(otherwise));
  }
  // Without a copy: for what is asked in every run. Empty when it is missing.
  [[nodiscard]] std::span<const std::int64_t> list(std::string_view name) const {
    const auto found = values_.find(name);
    if (found == values_.end()) return {};
    const auto* value = std::get_if<std::vector<std::int64_t>>(&found->second);
    return value == nullptr ? std::span<const std::int64_t>{} : *value;
  }
  [[nodiscard]] std::vector<float> numbers(std::string_view name) const {
    return get(name, std::vector<float>{});
  }
  [[nodiscard]] const Tensor* tensor(std::string_view name) const {
    const auto found = values_.find(name);
    return found == values_.end() ? nullptr : std::get_if<Tensor>(&found->second);
  }

 private:
  template <typename T>
  [[nodiscard]] T get(std::string_view name, T otherwise) const {
    const auto found = values_.find(name);
    if (found == values_.end()) return otherwise;
    const T* value = std::get_if<T>(&found->second);
    return value == nullptr ? otherwise : *value;
  }

  std::map<std::string, Attribute, std::less<>> values_;
};

struct Node {
  std::string op = {};
  std::string name = {};
  std::vector<ValueId> inputs = {};
  std::vector<ValueId> outputs = {};
  Attributes attributes = {};
  std::vector<Node> fused = {};  // later nodes that were fused into this one, in their order
};

// An input of the model; -1 in `dims` for sizes that the caller chooses.
struct GraphInput {
  ValueId value = no_value;
  std::vector<std::int64_t> dims = {};
};

struct Graph {
  HostMemory memory = {};  // what its constants, and plans made of it, lie in
  int opset = 0;
  std::string producer = {};
  std::vector<Value> values = {};
  std::vector<Node> nodes = {};
  std::vector<GraphInput> inputs = {};
  std::vector<GraphInput> outputs = {};

  ValueId add_value(std::string name, DType dtype = DType::f32);
  [[nodiscard]] Value& operator[](ValueId id) { return values[static_cast<std::size_t>(id)]; }
  [[nodiscard]] const Value& operator[](ValueId id) const {
    return values[static_cast<std::size_t>(id)];
  }
  [[nodiscard]] bool is_constant(ValueId id) const {
    return id != no_value && (*this)[id].constant.has_value();
  }
  // How often each value is read, by nodes or as an output of the model.
  [[nodiscard]] std::vector<int> uses() const;
};

// "Conv 'layer1/conv'", for messages.
[[nodiscard]] std::string describe(const Node& node);

}  // namespace dala::ml
