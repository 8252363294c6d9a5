// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// DOT: nodes of a loop or branch stand in a box of their own, below the node that owns it.
#include <heddle/graph/detail/node_record.hpp>

#include <string>

namespace heddle::graph::detail {
namespace {

std::string quoted(std::string const& text) {
  std::string result = "\"";
  for (char const c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c == '\n' ? ' ' : c;
  }
  return result + '"';
}

std::string id(std::size_t node) { return 'n' + std::to_string(node); }

void write_body(std::vector<NodeRecord> const& nodes, std::vector<std::string> const& details,
                int body, std::string const& indent, std::string& out) {
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    auto const& node = nodes[i];
    if (node.body != body) continue;
    std::string label = node.name + " | " + std::string(to_string(node.kind));
    if (!details[i].empty()) label += " | " + details[i];
    out += indent + id(i) + " [label=" + quoted(label) + (node.enabled ? "" : ", style=dashed") +
           "];\n";
    for (int const before : node.dependencies) {
      out += indent + id(static_cast<std::size_t>(before)) + " -> " + id(i) + ";\n";
    }
    for (std::size_t b = 0; b < node.bodies.size(); ++b) {
      out += indent + "subgraph cluster_" + std::to_string(node.bodies[b]) + " {\n" + indent +
             "  label=" + quoted(node.name + " " + std::to_string(b)) + ";\n";
      write_body(nodes, details, node.bodies[b], indent + "  ", out);
      out += indent + "}\n";
    }
  }
}

}  // namespace

std::string dot_text(std::string const& graph_name, std::vector<NodeRecord> const& nodes,
                     std::vector<std::string> const& details) {
  std::string out = "digraph " + quoted(graph_name) + " {\n  node [shape=box];\n";
  write_body(nodes, details, 0, "  ", out);
  return out + "}\n";
}

}  // namespace heddle::graph::detail
