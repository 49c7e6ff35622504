// The plan tree with the buffers of a candidate in it. Pure functions from values to JSON.
#ifndef INSPECTOR_SERVER_VIEWS_VIEWS_TREE_H_
#define INSPECTOR_SERVER_VIEWS_VIEWS_TREE_H_

#include <string>
#include <vector>

#include "fft/base/json.h"
#include "fft/exec/pipeline.h"
#include "fft/tree/plan_node.h"

namespace fft::inspector {

// {candidate, nodes: [...]} in depth-first order: id, parent, depth, scheme, leaf (its place in the
// execution order, or null), what the last axis holds before (`from`) and after (`to`), lengths,
// output lengths and canonical strides of both sides (slowest first), axes, loops. Nodes also have
// the members of PlacedNodesView for the candidate.
Json TreeView(const PlanDescription& plan, int candidate);

// [{id, step, in, out}]: what each node reads and writes as the candidate places it, in memory
// strides, as SideView has them. `step` runs the leaf; null for inner nodes. A side is null where
// the data stays within a kernel, and lacks strides where no stride describes the node's dimensions
// in the buffer. A root that is no kernel itself reads and writes the caller's arrays as the
// problem gives them.
Json PlacedNodesView(const PlanDescription& plan, int candidate);

// The ids of the leaves in execution order.
std::vector<std::string> LeafIds(const PlanNode& root);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_VIEWS_VIEWS_TREE_H_
