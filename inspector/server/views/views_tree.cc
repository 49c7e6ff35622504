#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "fft/plan/scheme.h"
#include "inspector/server/views/views.h"

namespace fft::inspector {
namespace {

const char* SummaryOf(SchemeKind kind) {
  for (const Scheme& scheme : SchemeTable()) {
    if (scheme.kind == kind) return scheme.summary;
  }
  return "";
}

struct TreeWalk {
  Json nodes = Json::array();
  int leaves = 0;
};

void AddNode(const PlanNode& node, const std::string& id, const std::string& parent,
             TreeWalk* walk) {
  std::vector<int64_t> lengths;
  for (const Dim& axis : node.axes) lengths.push_back(axis.length);
  Json json = {{"id", id}};
  json["parent"] = parent.empty() ? Json(nullptr) : Json(parent);
  json["depth"] = std::count(id.begin(), id.end(), '.');
  json["scheme"] = fft::ToString(node.scheme);
  json["summary"] = SummaryOf(node.scheme);
  json["leaf"] = node.is_leaf() ? Json(walk->leaves++) : Json(nullptr);
  json["transform"] = lengths;
  json["lengths"] = node.InputShape();
  json["output_lengths"] = node.output_lengths;
  json["in_strides"] = node.InputStrides();
  json["out_strides"] = node.OutputStrides();
  json["axes"] = fft::ToJson(node.axes);
  json["loops"] = fft::ToJson(node.loops);
  json["from"] = fft::ToString(node.in_side.format);
  json["to"] = fft::ToString(node.out_side.format);
  json["large_twiddle"] = node.large_twiddle.length;
  json["applies_scale"] = node.scale != 1;
  walk->nodes.push_back(std::move(json));
  for (size_t i = 0; i < node.children.size(); ++i) {
    AddNode(node.children[i], absl::StrCat(id, ".", i), id, walk);
  }
}

void CollectLeafIds(const PlanNode& node, const std::string& id, std::vector<std::string>* ids) {
  if (node.is_leaf()) ids->push_back(id);
  for (size_t i = 0; i < node.children.size(); ++i) {
    CollectLeafIds(node.children[i], absl::StrCat(id, ".", i), ids);
  }
}

// The steps that run a leaf, by the leaf's index. `first` has the steps that begin with the leaf,
// `last` the steps that end with it.
struct StepsByLeaf {
  std::map<int, int> first;
  std::map<int, int> last;
  std::map<int, int> runs;  // the step that does the leaf's work

  explicit StepsByLeaf(const Candidate& candidate) {
    for (int i = 0; i < static_cast<int>(candidate.steps.size()); ++i) {
      const Step& step = candidate.steps[i];
      first[step.leaf] = i;
      last[step.leaf + step.leaf_count - 1] = i;
      for (int k = 0; k < step.leaf_count; ++k) runs[step.leaf + k] = i;
    }
  }
};

// The dimensions of a node with canonical strides, slowest first.
std::vector<SideDim> CanonicalDims(const PlanNode& node, int64_t last, int64_t Dim::*stride) {
  std::vector<SideDim> dims;
  for (const Dim& dim : node.loops) dims.push_back({dim.length, dim.*stride, false});
  for (const Dim& dim : node.axes) dims.push_back({dim.length, dim.*stride, true});
  if (!node.axes.empty()) dims.back().length = last;
  std::stable_sort(dims.begin(), dims.end(),
                   [](const SideDim& a, const SideDim& b) { return a.stride > b.stride; });
  return dims;
}

// What an inner node reads or writes at an edge. It has no strides if the layout's steps along some
// dimension are uneven, or if the layout has another number of elements than the node.
Json InnerSide(const Problem& problem, const EdgePlacement& edge, std::vector<SideDim> dims) {
  int64_t elements = 1;
  for (const SideDim& dim : dims) elements *= dim.length;
  bool maps = elements == edge.layout.volume();
  for (SideDim& dim : dims) {
    const std::optional<int64_t> stride = edge.layout.MapStride(dim.stride, dim.length);
    maps = maps && stride.has_value();
    dim.stride = stride.value_or(0);
  }
  Json side = SideView(problem, edge, dims);
  if (!maps) side["strides"] = Json::array();
  return side;
}

// What the root reads or writes: the caller's array as the problem describes it.
Json CallersSide(const Problem& problem, const ArrayDescription& array, const EdgePlacement& edge) {
  const std::vector<int64_t> lengths = StoredLengths(problem, array);
  std::vector<SideDim> dims;
  if (problem.batch > 1) dims.push_back({problem.batch, array.distance, false});
  for (size_t i = 0; i < lengths.size(); ++i) dims.push_back({lengths[i], array.strides[i], true});
  Json side = SideView(problem, edge, dims);
  side["format"] = fft::ToString(array.format);
  return side;
}

class PlacedWalk {
 public:
  PlacedWalk(const PlanDescription& plan, const Candidate& candidate)
      : plan_(plan), candidate_(candidate), steps_(candidate) {}

  Json Take() && {
    Add(plan_.tree, "0");
    return std::move(list_);
  }

 private:
  const Step* Find(const std::map<int, int>& steps, int leaf) const {
    const auto it = steps.find(leaf);
    return it == steps.end() ? nullptr : &candidate_.steps[it->second];
  }

  void Add(const PlanNode& node, const std::string& id) {
    const int first_leaf = leaves_;
    const size_t place = list_.size();
    list_.push_back(nullptr);
    if (node.is_leaf()) ++leaves_;
    for (size_t i = 0; i < node.children.size(); ++i) {
      Add(node.children[i], absl::StrCat(id, ".", i));
    }
    const Step* reader = Find(steps_.first, first_leaf);
    const Step* writer = Find(steps_.last, leaves_ - 1);
    Json json = {{"id", id}, {"step", nullptr}, {"in", nullptr}, {"out", nullptr}};
    const auto runs = steps_.runs.find(first_leaf);
    if (node.is_leaf() && runs != steps_.runs.end()) json["step"] = runs->second;
    if (reader != nullptr) json["in"] = InOf(node, *reader, id == "0");
    if (writer != nullptr) json["out"] = OutOf(node, *writer, id == "0");
    list_[place] = std::move(json);
  }

  Json InOf(const PlanNode& node, const Step& reader, bool is_root) const {
    if (node.is_leaf()) return StepInView(plan_, reader);
    if (is_root) return CallersSide(plan_.problem, plan_.problem.input, reader.in);
    return InnerSide(plan_.problem, reader.in,
                     CanonicalDims(node, node.InLength(), &Dim::in_stride));
  }

  Json OutOf(const PlanNode& node, const Step& writer, bool is_root) const {
    if (node.is_leaf()) return StepOutView(plan_, writer);
    if (is_root) return CallersSide(plan_.problem, plan_.problem.output, writer.out);
    return InnerSide(plan_.problem, writer.out,
                     CanonicalDims(node, node.OutLength(), &Dim::out_stride));
  }

  const PlanDescription& plan_;
  const Candidate& candidate_;
  const StepsByLeaf steps_;
  int leaves_ = 0;
  Json list_ = Json::array();
};

}  // namespace

Json TreeView(const PlanDescription& plan, int candidate) {
  TreeWalk walk;
  AddNode(plan.tree, "0", "", &walk);
  const Json placed = PlacedNodesView(plan, candidate);
  for (size_t i = 0; i < walk.nodes.size(); ++i) walk.nodes[i].update(placed[i]);
  return {{"candidate", candidate}, {"nodes", std::move(walk.nodes)}};
}

Json PlacedNodesView(const PlanDescription& plan, int candidate) {
  return PlacedWalk(plan, plan.search.candidates[candidate]).Take();
}

std::vector<std::string> LeafIds(const PlanNode& root) {
  std::vector<std::string> ids;
  CollectLeafIds(root, "0", &ids);
  return ids;
}

}  // namespace fft::inspector
