// The stages that take a step's data to the boxes of the next one.
#ifndef FFT_DIST_EXCHANGE_STAGES_H_
#define FFT_DIST_EXCHANGE_STAGES_H_

#include <cstddef>
#include <utility>
#include <vector>

#include "fft/dist/plan.h"
#include "fft/dist/steps.h"
#include "fft/dist/view.h"

namespace fft::dist {

// Whether a transform completes the axes of its step, or other transforms follow.
enum class Completes { kPart, kStep };

// A plan in the making, which all its stages are added to.
class PlanDraft {
 public:
  PlanDraft(DistPlan* plan, std::vector<Step> steps) : plan(*plan), steps(std::move(steps)) {}

  DistPlan& plan;
  const std::vector<Step> steps;

  const DistProblem& problem() const { return plan.problem; }
  const Problem& global() const { return plan.problem.problem; }
  int rank() const { return plan.rank; }
  int last_axis() const { return static_cast<int>(global().lengths.size()); }
  bool is_direct() const { return plan.options.transport == Transport::kDirect; }
  bool is_in_place() const { return global().placement == Placement::kInPlace; }
  bool IsLast(size_t step) const { return step + 1 == steps.size(); }

  int AddArray(int64_t bytes);
  // A step's transform along some of its axes. The last transform of the plan applies the scale.
  LocalTransform Transform(size_t step, Completes completes, const std::vector<int>& axes,
                           const View& from, const View& to) const;
  // A part of the space before a step's transforms as that part after them, and the reverse.
  Box After(size_t step, Box box) const;
  Box Before(size_t step, Box box) const;
};

// Data that arrives together.
struct ArrivalPart {
  std::vector<Stage> own;     // the pieces that stay on this rank
  std::vector<Stage> finish;  // waits for other ranks, copies what lies elsewhere to its place
  View arrival;
};

struct ExchangeStages {
  std::vector<Stage> begin;  // transforms, fills pieces, starts messages
  std::vector<ArrivalPart> parts;
  bool uses_lane = false;  // the exchange runs beside the transforms
};

// The stages that take the data of step number `step` to the next step. The last step has none.
ExchangeStages MakeExchange(PlanDraft* draft, size_t step, const View& data);

}  // namespace fft::dist

#endif  // FFT_DIST_EXCHANGE_STAGES_H_
