#include "ml/onnx/import.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "ml/graph/element_type.hpp"
#include "ml/onnx/attributes.hpp"
#include "ml/onnx/parse.hpp"
#include "ml/onnx/tensor_proto.hpp"
#include "ml/ops/operator.hpp"

namespace dala::ml {

namespace {

constexpr int most_nodes = 100'000;
// Inputs or outputs of a model. Each is a buffer of every call.
constexpr int most_tensors = 1024;

// Names of the file to values of the graph.
class Names {
 public:
  explicit Names(Graph& graph) : graph_(graph) {}

  // The value of a name that is being defined; defining it twice is an error.
  Result<ValueId> define(const std::string& name) {
    const auto [at, is_new] = ids_.try_emplace(name, no_value);
    if (!is_new) return fail(ErrorCode::bad_file, "the value '{}' is defined twice", name);
    at->second = graph_.add_value(name);
    return at->second;
  }
  // The value of a name that is used, or no_value where it is not defined.
  [[nodiscard]] ValueId find(const std::string& name) const {
    const auto found = ids_.find(name);
    return found == ids_.end() ? no_value : found->second;
  }

 private:
  Graph& graph_;
  std::unordered_map<std::string, ValueId> ids_;
};

Result<int> opset_of(const onnx::ModelProto& model) {
  std::optional<std::int64_t> version;
  for (const auto& imported : model.opset_import()) {
    if (!imported.domain().empty() && imported.domain() != "ai.onnx") continue;
    if (version.value_or(imported.version()) != imported.version())
      return fail(ErrorCode::bad_file, "the model says that it uses opset {} and opset {}",
                  *version, imported.version());
    version = imported.version();
    if (imported.version() < oldest_opset || imported.version() > newest_opset)
      return fail(ErrorCode::unsupported, "the model uses opset {}; {} to {} are supported",
                  imported.version(), oldest_opset, newest_opset);
  }
  if (version) return static_cast<int>(*version);
  return fail(ErrorCode::bad_file, "the model does not say which opset it uses");
}

Result<GraphInput> describe_tensor(const onnx::ValueInfoProto& info, Graph& graph, ValueId id) {
  if (!info.type().has_tensor_type())
    return fail(ErrorCode::unsupported, "'{}' is no tensor", info.name());
  const auto& type = info.type().tensor_type();
  DALA_ASSIGN(graph[id].dtype, dtype_of_onnx(type.elem_type()));
  GraphInput described{.value = id};
  if (type.shape().dim_size() > static_cast<int>(Shape::max_rank))
    return fail(ErrorCode::unsupported, "'{}' has {} dimensions", info.name(),
                type.shape().dim_size());
  for (const auto& dim : type.shape().dim())
    described.dims.push_back(dim.has_dim_value() && dim.dim_value() > 0 ? dim.dim_value() : -1);
  return described;
}

std::string describe(const onnx::NodeProto& node) {
  return ml::describe(Node{.op = node.op_type(), .name = node.name()});
}

// Lists everything that is unsupported, so that one message shows whether a model can run.
Result<void> check_operators(const onnx::GraphProto& graph, int opset) {
  std::string missing;
  constexpr int most_named = 20;
  int count = 0;
  for (const auto& node : graph.node()) {
    if (node.op_type().empty())
      return fail(ErrorCode::bad_file, "the node '{}' has no operator", node.name());
    const std::optional<Domain> domain = domain_of(node.domain());
    const Operator* op = find_operator(node.op_type());
    if (domain && op != nullptr && op->is_of(*domain)) continue;
    if (++count > most_named) continue;
    const bool standard = domain == Domain::onnx;
    missing += format("{}{}{}{}", missing.empty() ? "" : ", ", standard ? "" : node.domain() + ".",
                      describe(node), standard ? "" : " (not of the ONNX standard)");
  }
  if (count == 0) return {};
  if (count > most_named) missing += format(", and {} more", count - most_named);
  return fail(ErrorCode::unsupported, "operators of opset {} that are not supported: {}", opset,
              missing);
}

// The order in which each node comes after those it reads from.
Result<std::vector<int>> sort_nodes(const onnx::GraphProto& graph, const Names& defined) {
  std::unordered_map<std::string, int> maker;
  for (int i = 0; i < graph.node_size(); ++i)
    for (const std::string& name : graph.node(i).output())
      if (!name.empty()) maker.emplace(name, i);
  std::vector<int> waits(static_cast<std::size_t>(graph.node_size()), 0);
  std::vector<std::vector<int>> readers(waits.size());
  for (int i = 0; i < graph.node_size(); ++i)
    for (const std::string& name : graph.node(i).input()) {
      if (name.empty() || defined.find(name) != no_value) continue;
      const auto found = maker.find(name);
      if (found == maker.end())
        return fail(ErrorCode::bad_file, "{}: nothing makes its input '{}'",
                    describe(graph.node(i)), name);
      ++waits[static_cast<std::size_t>(i)];
      readers[static_cast<std::size_t>(found->second)].push_back(i);
    }
  std::vector<int> order;
  for (int i = 0; i < graph.node_size(); ++i)
    if (waits[static_cast<std::size_t>(i)] == 0) order.push_back(i);
  for (std::size_t next = 0; next < order.size(); ++next)
    for (const int reader : readers[static_cast<std::size_t>(order[next])])
      if (--waits[static_cast<std::size_t>(reader)] == 0) order.push_back(reader);
  if (order.size() < waits.size())
    return fail(ErrorCode::bad_file, "the nodes of the model read from each other in a circle");
  return order;
}

// Names that a node reads or that are outputs of the model.
std::unordered_set<std::string> names_read(const onnx::GraphProto& graph) {
  std::unordered_set<std::string> read;
  for (const auto& node : graph.node()) read.insert(node.input().begin(), node.input().end());
  for (const auto& output : graph.output()) read.insert(output.name());
  return read;
}

Result<void> read_node(const onnx::NodeProto& proto, Graph& graph, Names& names,
                       const std::unordered_set<std::string>& read) {
  Node node{.op = proto.op_type(), .name = proto.name()};
  for (const std::string& name : proto.input())
    node.inputs.push_back(name.empty() ? no_value : names.find(name));
  // Old files name outputs that nobody reads: masks of Dropout, indices of MaxPool.
  int outputs = proto.output_size();
  const Operator& op = *find_operator(proto.op_type());
  const auto most = static_cast<int>(op.max_outputs);
  while (outputs > most && !read.contains(proto.output(outputs - 1))) --outputs;
  for (int i = 0; i < outputs; ++i) {
    const std::string& name = proto.output(i);
    if (name.empty()) {
      node.outputs.push_back(graph.add_value(""));
      continue;
    }
    DALA_ASSIGN(const ValueId id, names.define(name));
    node.outputs.push_back(id);
  }
  auto attributes = read_attributes(proto, op, graph.opset, graph.memory);
  if (!attributes)
    return fail(attributes.error().code, "{}: {}", describe(proto), attributes.error().message);
  node.attributes = std::move(*attributes);
  // Trailing outputs without a name are not wanted.
  while (node.outputs.size() > 1 && graph[node.outputs.back()].name.empty())
    node.outputs.pop_back();
  graph.nodes.push_back(std::move(node));
  return {};
}

bool is_input(const Graph& graph, ValueId id) {
  return std::ranges::find(graph.inputs, id, &GraphInput::value) != graph.inputs.end();
}

Result<void> check_number(const char* what, int number, int most) {
  if (number <= most) return {};
  return fail(ErrorCode::bad_file, "the model has {} {}; {} are the most", number, what, most);
}

}  // namespace

Result<Graph> import_onnx(std::span<const std::byte> file, const HostMemory& memory) {
  DALA_ASSIGN(const onnx::ModelProto model, parse_onnx(file));
  const onnx::GraphProto& source = model.graph();
  DALA_TRY(check_number("nodes", source.node_size(), most_nodes));
  DALA_TRY(check_number("outputs", source.output_size(), most_tensors));
  Graph graph{.memory = memory};
  DALA_ASSIGN(graph.opset, opset_of(model));
  DALA_TRY(check_operators(source, graph.opset));
  graph.producer = model.producer_name();
  Names names(graph);
  for (const auto& proto : source.initializer()) {
    DALA_ASSIGN(const ValueId id, names.define(proto.name()));
    DALA_ASSIGN(Tensor tensor, read_tensor(proto, memory));
    graph[id].dtype = tensor.view.dtype;
    graph[id].shape = tensor.view.shape;
    graph[id].constant = std::move(tensor);
  }
  for (const auto& input : source.input()) {
    if (names.find(input.name()) != no_value) continue;  // old files list initialisers here too
    DALA_ASSIGN(const ValueId id, names.define(input.name()));
    DALA_ASSIGN(GraphInput described, describe_tensor(input, graph, id));
    graph.inputs.push_back(std::move(described));
    DALA_TRY(check_number("inputs", static_cast<int>(graph.inputs.size()), most_tensors));
  }
  DALA_ASSIGN(const std::vector<int> order, sort_nodes(source, names));
  const std::unordered_set<std::string> read = names_read(source);
  for (const int index : order) DALA_TRY(read_node(source.node(index), graph, names, read));
  for (const auto& output : source.output()) {
    const ValueId id = names.find(output.name());
    if (id == no_value)
      return fail(ErrorCode::bad_file, "nothing makes the output '{}'", output.name());
    const bool has_type = graph.is_constant(id) || is_input(graph, id);
    const DType known = graph[id].dtype;
    DALA_ASSIGN(GraphInput described, describe_tensor(output, graph, id));
    if (has_type && graph[id].dtype != known)
      return fail(ErrorCode::bad_file, "the output '{}' is {}, and the file says {}", output.name(),
                  to_string(known), to_string(graph[id].dtype));
    graph.outputs.push_back(std::move(described));
  }
  if (graph.outputs.empty()) return fail(ErrorCode::bad_file, "the model has no output");
  return graph;
}

}  // namespace dala::ml
