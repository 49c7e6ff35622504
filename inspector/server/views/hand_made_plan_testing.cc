#include "inspector/server/views/hand_made_plan_testing.h"

#include <memory>
#include <utility>
#include <vector>

#include "fft/choice/choose.h"
#include "fft/core/layout.h"

namespace fft::inspector {

PlanNode TwoKernels() {
  PlanNode root;
  root.scheme = SchemeKind::kL1dCc;
  root.axes = {{6, 1, 1}};
  PlanNode first;
  first.axes = {{2, 3, 3}};
  first.loops = {{3, 1, 1}};
  first.large_twiddle = {6, 0};
  PlanNode second;
  second.axes = {{3, 1, 2}};
  second.loops = {{2, 3, 1}};
  second.scale = 0.5;
  root.children = {first, second};
  for (PlanNode* node : {&root, &root.children[0], &root.children[1]}) SetOutputLengths(node);
  return root;
}

Candidate TwoSteps(Buffer middle) {
  Candidate candidate;
  Step first;
  first.leaf = 0;
  first.in.buffer = Buffer::kUserIn;
  first.out.buffer = middle;
  first.in.layout = first.out.layout = Layout::Packed(6);
  first.axes = {{2, 3, 3}};
  first.loops = {{3, 1, 1}};
  first.twiddle_steps = {1};
  first.output_lengths = {2, 3};
  Step second = first;
  second.twiddle_steps.clear();
  second.output_lengths = {3, 2};
  second.leaf = 1;
  second.in = first.out;
  second.out.buffer = Buffer::kUserOut;
  second.in_place = middle == Buffer::kUserOut;
  second.axes = {{3, 1, 2}};
  second.loops = {{2, 3, 1}};
  candidate.steps = {first, second};
  candidate.scores.buffers = middle == Buffer::kUserOut ? 2 : 3;
  candidate.scores.in_place = middle == Buffer::kUserOut ? 1 : 0;
  if (middle == Buffer::kTemp0) {
    candidate.pass = 1;
    candidate.workspace_bytes = 256;
    candidate.temp_offsets = {0};
  }
  return candidate;
}

namespace {

// The candidate whose TEMP0 has rows of 3 elements that are 4 apart.
Candidate Padded() {
  Candidate candidate = TwoSteps(Buffer::kTemp0);
  EdgePlacement& edge = candidate.steps[0].out;
  edge.layout = Layout({{3, 1}, {2, 4}});
  edge.padded = true;
  candidate.steps[0].axes = {{2, 3, 4}};
  candidate.steps[1].in = edge;
  candidate.steps[1].loops = {{2, 4, 1}};
  candidate.scores.padded = 2;
  return candidate;
}

// Gives each step the kernel that the search would choose for its strides.
void ChooseKernels(PlanDescription* plan) {
  const std::vector<const PlanNode*> leaves = Leaves(plan->tree);
  for (Candidate& candidate : plan->search.candidates) {
    for (Step& step : candidate.steps) {
      absl::StatusOr<KernelChoice> choice =
          ChooseKernel({*leaves[step.leaf], plan->target, plan->problem.precision, step.axes,
                        step.loops, step.row_steps, step.twiddle_steps});
      if (choice.ok()) step.kernel = *std::move(choice);
      if (step.kernel) step.seconds = step.kernel->price.Seconds();
      candidate.seconds += step.seconds;
    }
  }
}

}  // namespace

PlanDescription HandMade() {
  PlanDescription plan;
  plan.problem = *ParseToken("complex_forward_len_6_single_op");
  plan.target = *FindTarget("MI210");
  plan.tree = TwoKernels();
  plan.search.candidates = {TwoSteps(Buffer::kUserOut), TwoSteps(Buffer::kTemp0), Padded()};
  ChooseKernels(&plan);
  return plan;
}

StoredPlan HandMadeStored() {
  StoredPlan stored;
  stored.id = "0123456789abcdef";
  stored.plan = HandMade();
  auto root = std::make_unique<PlacementTrace>();
  const auto add = [&](int leaf, Buffer in, Buffer out, const char* refusal) {
    auto branch = std::make_unique<PlacementTrace>();
    branch->leaf = leaf;
    branch->in_buffer = in;
    branch->out_buffer = out;
    branch->refusal = refusal;
    root->branches.push_back(std::move(branch));
  };
  add(0, Buffer::kUserIn, Buffer::kUserIn, "the input is read-only");
  add(0, Buffer::kUserIn, Buffer::kUserOut, "");
  add(1, Buffer::kUserOut, Buffer::kUserOut, "not in place");
  add(1, Buffer::kUserOut, Buffer::kUserOut, "not in place");
  stored.plan.search.traces.push_back(std::move(root));
  stored.plan.search.passes.push_back(
      {.temporaries = 0, .tries = 4, .refused = 3, .candidates = 1, .decision_calls = 4});
  stored.plan.planner.decisions = {
      {"[6:1:1]",
       {{SchemeKind::kStockham, false, 0, "too long"}, {SchemeKind::kL1dCc, true, 2e-6, ""}},
       SchemeKind::kL1dCc}};
  return stored;
}

}  // namespace fft::inspector
