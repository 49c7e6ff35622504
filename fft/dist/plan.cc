#include "fft/dist/plan.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "fft/base/status.h"
#include "fft/dist/exchange_stages.h"
#include "fft/dist/steps.h"
#include "fft/dist/view.h"
#include "fft/dist/work_arrays.h"

namespace fft::dist {
namespace {

class PlanMaker {
 public:
  explicit PlanMaker(DistPlan* plan)
      : draft_(plan, StepsOf(plan->problem, plan->candidates[plan->candidate])),
        plan_(*plan),
        out_(PackedView(plan->problem.output[plan->rank], plan->problem.output_order,
                        {Place::kOutput}, draft_.steps.back().out_bytes)) {}

  void Make() {
    const size_t last = draft_.steps.size() - 1;
    if (draft_.is_direct() && last > 0) Add(0, Fence{0, true});
    View data = PackedView(draft_.steps[0].in_boxes[plan_.rank], plan_.problem.input_order,
                           {Place::kInput}, draft_.steps[0].in_bytes);
    bool is_done = false;
    for (size_t i = 0; i < last; ++i) {
      ExchangeStages exchange = MakeExchange(&draft_, i, data);
      is_done = exchange.parts.size() > 1;
      if (exchange.uses_lane) Add(1, Fence{0, false});
      AddAll(std::move(exchange.begin));
      for (ArrivalPart& part : exchange.parts) AddAll(std::move(part.own));
      for (ArrivalPart& part : exchange.parts) {
        AddAll(std::move(part.finish));
        if (is_done) FinishPart(part.arrival);
      }
      if (exchange.uses_lane) Add(0, Fence{1, false});
      data = exchange.parts[0].arrival;
    }
    if (!is_done) Finish(data);
    plan_.work_bytes = PlaceWorkArrays(plan_.stages, draft_.is_direct(), &plan_.arrays);
  }

 private:
  template <typename Work>
  void Add(int lane, Work work) {
    plan_.stages.push_back({lane, std::move(work)});
  }
  void AddAll(std::vector<Stage> stages) {
    std::move(stages.begin(), stages.end(), std::back_inserter(plan_.stages));
  }
  void AddTransform(const View& from, const View& to) {
    const size_t last = draft_.steps.size() - 1;
    Add(0, draft_.Transform(last, Completes::kStep, draft_.steps[last].axes, from, to));
  }

  // Transforms one part of the last step's data into the output.
  void FinishPart(const View& data) {
    if (data.box.empty()) return;
    AddTransform(data, Part(out_, draft_.After(draft_.steps.size() - 1, data.box)));
  }

  // Transforms the data of the last step into the output, or copies it there.
  void Finish(const View& data) {
    if (data.box.empty() || data.ref.place == Place::kOutput) return;
    if (draft_.steps.back().axes.empty()) {
      Add(0, CopyStage(data, out_));
      return;
    }
    View from = data;
    const bool meets = data.ref.place == Place::kInput && draft_.is_in_place();
    if (!meets) {
      AddTransform(from, out_);
    } else if (data.strides == out_.strides && !IsReal(draft_.global().type)) {
      from.ref.place = Place::kOutput;
      AddTransform(from, out_);
    } else {
      View detour = out_;
      detour.ref = {Place::kWork, draft_.AddArray(out_.box.volume() * out_.element_bytes)};
      AddTransform(from, detour);
      Add(0, CopyStage(detour, out_));
    }
  }

  PlanDraft draft_;
  DistPlan& plan_;
  const View out_;
};

absl::Status CheckOptions(const DistOptions& options) {
  if (options.pieces < 0 || options.pieces > 64) {
    return InvalidField("options.pieces", absl::StrCat(options.pieces), "0 to 64");
  }
  if (options.groups < 0 || options.groups > 16) {
    return InvalidField("options.groups", absl::StrCat(options.groups), "0 to 16");
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<DistPlan> MakeDistPlan(const DistProblem& problem, const DistOptions& options,
                                      int rank) {
  DistPlan plan;
  FFT_ASSIGN_OR_RETURN(plan.problem, CompleteDistProblem(problem));
  if (rank < 0 || rank >= plan.problem.ranks()) {
    return InvalidField("rank", absl::StrCat(rank), absl::StrCat("0 to ", problem.ranks() - 1));
  }
  FFT_RETURN_IF_ERROR(CheckOptions(options));
  plan.problem = SplitLine(plan.problem);
  plan.rank = rank;
  plan.options = options;
  FFT_ASSIGN_OR_RETURN(plan.candidates, FindCandidates(plan.problem, options));
  if (options.candidate < 0 || options.candidate >= std::ssize(plan.candidates)) {
    return InvalidField("options.candidate", absl::StrCat(options.candidate),
                        absl::StrCat("0 to ", plan.candidates.size() - 1));
  }
  plan.candidate = options.candidate;
  PlanMaker(&plan).Make();
  return plan;
}

}  // namespace fft::dist
