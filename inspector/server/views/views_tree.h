// Views of the plan tree with the buffers of a candidate.
#ifndef INSPECTOR_SERVER_VIEWS_VIEWS_TREE_H_
#define INSPECTOR_SERVER_VIEWS_VIEWS_TREE_H_

#include <string>
#include <vector>

#include "fft/base/json.h"
#include "fft/exec/pipeline.h"
#include "fft/tree/plan_node.h"

namespace fft::inspector {

// {candidate, nodes: [...]}, in depth-first order. A node has id, parent, depth, scheme, leaf (its
// position in the order of execution, or null), what the last axis holds before (`from`) and after
// (`to`) the node, lengths, output lengths, canonical strides of input and output (slowest first),
// axes and loops. It also has the candidate's members of PlacedNodesView.
Json TreeView(const PlanDescription& plan, int candidate);

// [{id, step, in, out}]: what each node reads and writes, as the candidate places it, with strides
// in memory. `in` and `out` are as SideView makes them. `step` is the step that runs the leaf, or
// null for inner nodes. `in` or `out` is null if the data stays within a kernel. It has no strides
// if no strides describe the node's dimensions in the buffer. A root that is not a leaf reads and
// writes the caller's arrays as the problem describes them.
Json PlacedNodesView(const PlanDescription& plan, int candidate);

// The ids of the leaves in the order of execution.
std::vector<std::string> LeafIds(const PlanNode& root);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_VIEWS_VIEWS_TREE_H_
