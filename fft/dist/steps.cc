#include "fft/dist/steps.h"

#include <algorithm>
#include <utility>

namespace fft::dist {

std::vector<Step> StepsOf(const DistProblem& problem, const DistCandidate& candidate) {
  const Problem& global = problem.problem;
  const int last = static_cast<int>(global.lengths.size());
  bool is_hermitian = global.type == TransformType::kRealInverse;
  const auto bytes = [&] {
    return RealBytes(global.precision) * (IsReal(global.type) && !is_hermitian ? 1 : 2);
  };
  std::vector<Step> steps;
  for (const Held& held : candidate.path) {
    Step step;
    step.in_boxes = HeldBoxes(problem, held, is_hermitian);
    step.in_bytes = bytes();
    step.axes = held.transformed;
    if (IsReal(global.type) && std::count(step.axes.begin(), step.axes.end(), last) > 0) {
      is_hermitian = !is_hermitian;
    }
    step.out_boxes = HeldBoxes(problem, held, is_hermitian);
    step.out_bytes = bytes();
    if (!steps.empty()) {
      Step& before = steps.back();
      before.next = Redistribute(before.out_boxes, step.in_boxes);
      const bool both = !before.axes.empty() && !step.axes.empty();
      if (before.next.is_identity && !(problem.is_split_line && both)) {
        before.axes.insert(before.axes.end(), step.axes.begin(), step.axes.end());
        before.out_boxes = std::move(step.out_boxes);
        before.out_bytes = step.out_bytes;
        continue;
      }
    }
    steps.push_back(std::move(step));
  }
  for (Step& step : steps) std::sort(step.axes.begin(), step.axes.end());
  steps.back().next = {};
  return steps;
}

int SplitAxis(const DistProblem& problem, const Step& step, int part_axis) {
  const TransformType type = problem.problem.type;
  const int last = static_cast<int>(problem.problem.lengths.size());
  const bool has_last = !step.axes.empty() && step.axes.back() == last;
  for (size_t i = step.axes.size(); i-- > 0;) {
    const int axis = step.axes[i];
    // The transform from reals to a spectrum, along the last axis, comes before all other axes. The
    // transform from a spectrum to reals comes after all other axes.
    if (type == TransformType::kRealForward && axis == last && step.axes.size() > 1) continue;
    if (type == TransformType::kRealInverse && axis != last && has_last) continue;
    if (!step.next.from_cut[axis] && axis != part_axis) return axis;
  }
  return -1;
}

std::vector<int> ArrivalOrder(const Redistribution& shape, Transport transport) {
  const int axes = static_cast<int>(shape.to_cut.size());
  std::vector<int> order = NaturalOrder(axes);
  if (transport == Transport::kDirect) return order;
  const auto cut = std::find(shape.to_cut.begin(), shape.to_cut.end(), true);
  if (std::count(cut, shape.to_cut.end(), true) != 1) return order;
  const auto first = order.begin() + (cut - shape.to_cut.begin());
  std::rotate(order.begin(), first, first + 1);
  return order;
}

int PartAxis(const Step& from, const Step& to, int parts) {
  int best = -1;
  const int axes = to.in_boxes[0].axes();
  for (int axis = 0; axis < axes; ++axis) {
    if (std::count(to.axes.begin(), to.axes.end(), axis) > 0 || from.next.to_cut[axis]) continue;
    const bool is_long = std::all_of(to.in_boxes.begin(), to.in_boxes.end(), [&](const Box& box) {
      return box.empty() || box.length(axis) >= parts;
    });
    if (!is_long) continue;
    // An axis that the pieces cut in any case is preferred. The sender then holds the other axes
    // whole.
    if (best < 0 || (from.next.from_cut[axis] && !from.next.from_cut[best])) best = axis;
  }
  return best;
}

}  // namespace fft::dist
