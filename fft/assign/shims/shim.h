// Fuse shims: potential fusions of neighbouring leaves (rocFFT's buffer assignment design,
// "FuseShim").
//
// A shim says which leaves can be joined to one leaf that does their work. The index maps of the
// joined leaf are compositions of the index maps of the leaves. So the decision function can tell
// where the joined leaf may read and write, and the generator of its scheme can make its kernel.
// The search tries fused kernels beside the leaves' own kernels, and so decides between overlapping
// fusions.
#ifndef FFT_ASSIGN_SHIMS_SHIM_H_
#define FFT_ASSIGN_SHIMS_SHIM_H_

#include <string>
#include <variant>
#include <vector>

#include "fft/assign/placement.h"
#include "fft/core/problem.h"
#include "fft/core/target.h"
#include "fft/plan/scheme.h"
#include "fft/tree/plan_node.h"

namespace fft {

// Neighbouring leaves in execution order.
using LeafWindow = std::vector<const PlanNode*>;
// The leaf that does the work of a window, or why there is none.
using Fusion = std::variant<PlanNode, Refusal>;

// A test of one leaf of a window. It asks what the leaf does, not which scheme it is.
using LeafTest = bool (*)(const PlanNode& leaf);

// An entry of ShimTable: which windows it fuses, and texts for people.
struct Shim {
  ShimKind kind;
  std::vector<LeafTest> window;  // a test for each leaf of the window
  const char* takes;             // what the tests ask for, for people
  const char* placement;         // where the fused kernel is expected to read and write
  const char* becomes;           // the resulting kernel

  int leaf_count() const { return static_cast<int>(window.size()); }
};

// All shims, one entry each (shim_table.cc). The work of a window's leaves decides which leaf the
// window becomes (compose.h).
const std::vector<Shim>& ShimTable();

struct ShimRefusal {
  ShimKind shim = ShimKind::kNone;
  int leaf = 0;  // index of the window's first leaf
  std::string reason;
  friend bool operator==(const ShimRefusal&, const ShimRefusal&) = default;
};

struct ShimOffers {
  std::vector<KernelOption> kernels;
  std::vector<ShimRefusal> refusals;  // of windows that a shim matches but cannot fuse
};

// Every fusion that the target has a kernel for.
ShimOffers OfferShims(const std::vector<const PlanNode*>& leaves, Precision precision,
                      const Target& target);

// The leaf that a step runs: a leaf of the plan, or the one that the step's shim makes.
PlanNode KernelNode(const std::vector<const PlanNode*>& leaves, const Step& step);

}  // namespace fft

#endif  // FFT_ASSIGN_SHIMS_SHIM_H_
