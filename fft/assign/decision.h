// The decision function says whether a kernel that reads one placement may write another.
//
// It decides from exact layouts. It maps every axis and loop of the kernel through the layouts of
// the edges that the kernel reads and writes. The memory strides then tell whether the step is
// valid and may run in place. Answers are cached, since the search asks the same questions many
// times.
#ifndef FFT_ASSIGN_DECISION_H_
#define FFT_ASSIGN_DECISION_H_

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "absl/hash/hash.h"
#include "absl/status/statusor.h"
#include "fft/assign/placement.h"
#include "fft/assign/user_arrays.h"
#include "fft/choice/request.h"
#include "fft/core/problem.h"
#include "fft/core/target.h"
#include "fft/tree/plan_node.h"

namespace fft {

// Whether a kernel may write its output to a placement.
struct Decision {
  std::string refusal;  // for people; empty when valid
  Step step;            // the kernel in memory strides with its price, when valid
  bool valid() const { return refusal.empty(); }
};

// The leaves as kernels without fusions: option i is leaf i.
std::vector<KernelOption> PlainKernels(const std::vector<const PlanNode*>& leaves);

// The buffers, formats and layouts that a problem offers to its kernels, and what each kernel may
// do with them. Not thread safe. `problem` must be completed; `kernels` start with PlainKernels.
// Problem, target, kernels and memo outlive the object. The memo, if there is one, is made with the
// shapes that the caller asks for.
class DecisionFunction {
 public:
  enum class InputAccess { kReadOnly, kMayOverwrite };

  DecisionFunction(const Problem& problem, const Target& target,
                   const std::vector<KernelOption>& kernels, InputAccess input_access,
                   ShapeMemo* memo = nullptr, int64_t independent_rows = 0);

  // The placement of edge `edge` (0 = read by leaf 0) in `buffer`. User buffers keep the user's
  // layout, so that gaps between the user's elements are never written. Temporaries are packed.
  EdgePlacement Place(int edge, Buffer buffer) const;

  // Whether kernel `kernel` (an index), reading `in`, may write `out`. The reference stays valid.
  const Decision& ValidOutBuffer(int kernel, const EdgePlacement& in, const EdgePlacement& out) {
    return ValidOutBuffer(kernel, Number(in), Number(out));
  }
  // The same for two placements given by their numbers (Number).
  const Decision& ValidOutBuffer(int kernel, int in, int out);

  // The number of a placement. Distinct placements are numbered 0, 1, 2, ... as they are asked for.
  int Number(const EdgePlacement& placement);
  // The placement that has this number. The reference stays valid.
  const EdgePlacement& placement(int number) const { return numbered_[number]; }

  // Elements on edge `edge`.
  int64_t volume(int edge) const { return edge_positions_[edge]; }
  // Whether a kernel can work in place in a temporary of packed data.
  bool CanStay(const KernelOption& kernel) const;
  // Whether edge `edge` lies between the kernels of a convolution.
  bool convolves(int edge) const { return edge_convolves_[edge]; }
  int leaf_count() const { return static_cast<int>(edge_positions_.size()) - 1; }

  int64_t calls() const { return calls_; }
  int64_t hits() const { return hits_; }

 private:
  // All that the choice for a kernel depends on: the kernel and the strides of its arrays.
  struct Strided {
    const KernelOption* kernel;
    Dims axes, loops;
    std::vector<int64_t> row_steps, twiddle_steps;
    bool in_place;
    Precision in_precision, out_precision;
    friend bool operator==(const Strided&, const Strided&) = default;
    template <typename H>
    friend H AbslHashValue(H state, const Strided& strided) {
      return H::combine(std::move(state), strided.kernel, strided.axes, strided.loops,
                        strided.row_steps, strided.twiddle_steps, strided.in_place,
                        strided.in_precision, strided.out_precision);
    }
  };

  Decision Decide(const KernelOption& kernel, const EdgePlacement& in,
                  const EdgePlacement& out) const;
  // The decision without the choice of a kernel.
  Decision Fit(const KernelOption& kernel, const EdgePlacement& in, const EdgePlacement& out) const;
  std::string RefuseBuffer(const KernelOption& kernel, const EdgePlacement& out) const;
  // Sets the kernel of `step`, with its price. Returns why the target has no such kernel, or "".
  std::string ChooseKernelOf(const KernelOption& kernel, Step* step) const;
  // The choice for a kernel and its strides, which is made once. The reference stays valid.
  const absl::StatusOr<SharedChoice>& ChoiceFor(const KernelOption& kernel, const Step& step) const;
  absl::StatusOr<SharedChoice> Choose(const Strided& strided) const;

  const Problem& problem_;
  const Target& target_;
  const std::vector<KernelOption>& kernels_;
  const InputAccess input_access_;
  const int64_t independent_rows_;
  const UserArrays user_arrays_;
  // For each edge: the canonical positions that it must hold, and the data along its axis.
  std::vector<int64_t> edge_positions_;
  std::vector<AxisFormat> edge_data_;
  std::vector<bool> edge_convolves_;
  bool input_overlaps_ = false;
  std::deque<EdgePlacement> numbered_;
  std::map<std::tuple<int, int, int>, Decision> cache_;
  // The kernels chosen so far: placements in other buffers often have the same strides.
  mutable std::unordered_map<Strided, absl::StatusOr<SharedChoice>, absl::Hash<Strided>> choices_;
  ShapeMemo* const memo_;  // may be null
  int64_t calls_ = 0;
  int64_t hits_ = 0;
};

}  // namespace fft

#endif  // FFT_ASSIGN_DECISION_H_
