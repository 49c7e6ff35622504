// The stages that move the data of a step to the boxes of the next step.
#ifndef FFT_DIST_EXCHANGE_STAGES_H_
#define FFT_DIST_EXCHANGE_STAGES_H_

#include <cstddef>
#include <utility>
#include <vector>

#include "fft/dist/plan.h"
#include "fft/dist/steps.h"
#include "fft/dist/view.h"

namespace fft::dist {

// Whether a transform completes the axes of its step (kStep), or other transforms follow (kPart).
enum class Completes { kPart, kStep };

// A plan that is not complete: stages and arrays are added to it.
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
  // Makes a step's transform along some of its axes. The last transform of the plan applies the
  // scale.
  LocalTransform Transform(size_t step, Completes completes, const std::vector<int>& axes,
                           const View& from, const View& to) const;
  // Return the box after a step's transforms for a box before them, and the reverse. The two boxes
  // differ in the last axis of real transforms.
  Box After(size_t step, Box box) const;
  Box Before(size_t step, Box box) const;
};

// One part of an exchange's data, which arrives together.
struct ArrivalPart {
  std::vector<Stage> own;     // store the pieces that stay on this rank
  std::vector<Stage> finish;  // wait for other ranks, and copy pieces to their places
  View arrival;
};

struct ExchangeStages {
  std::vector<Stage> begin;  // transform, store pieces and start messages
  std::vector<ArrivalPart> parts;
  bool uses_lane = false;  // the exchange runs beside the transforms
};

// Makes the stages that move the data of step number `step` to the next step. `step` must not be
// the last step.
ExchangeStages MakeExchange(PlanDraft* draft, size_t step, const View& data);

}  // namespace fft::dist

#endif  // FFT_DIST_EXCHANGE_STAGES_H_
