// The table of all views of a plan. A view is a pure function from a plan to JSON.
//
// The server serves each view below /api/v1/plans/{id}, `fft show NAME TOKEN` prints it, and the
// exported file holds it. A new view is a function and an entry.
#ifndef INSPECTOR_SERVER_VIEWS_VIEWS_H_
#define INSPECTOR_SERVER_VIEWS_VIEWS_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "fft/base/json.h"
#include "fft/core/target.h"
#include "fft/exec/pipeline.h"
#include "fft/exec/sources.h"
#include "fft/kernels/kernel_spec.h"
#include "fft/kernels/lower_plan.h"
#include "fft/rtc/device_registry.h"
#include "fft/tree/plan_node.h"
#include "inspector/server/plan_store.h"

namespace fft::inspector {

// ---- The steps of a candidate.

// Microseconds by the cost model; null if the model has no figure.
Json PredictedView(double seconds);

// One dimension of a step's input or output.
struct SideDim {
  int64_t length = 1;
  int64_t stride = 0;  // elements
  bool transformed = false;
};

// The node whose work a step does. Nullopt for steps that belong to no leaf of the tree, such as
// those made by hand in tests.
std::optional<PlanNode> NodeOfStep(const PlanDescription& plan, const Step& step);

// {buffer, format, padded, elements, bytes, layout, lengths, strides, transformed}: an edge with
// the dimensions of its reader or writer, slowest first.
Json SideView(const Problem& problem, const EdgePlacement& edge, const std::vector<SideDim>& dims);
Json StepInView(const PlanDescription& plan, const Step& step);
Json StepOutView(const PlanDescription& plan, const Step& step);

// The bytes that an edge takes in its buffer, counted from the buffer's start.
int64_t EdgeBytes(const Problem& problem, const EdgePlacement& edge);

// A step without its kernel. `ids` are the ids of the tree's leaves. `access` says how the step
// reads and writes ("rows", "columns", "planes", "elements"), and whether it transposes, which
// changes the order of the dimensions.
Json StepView(const PlanDescription& plan, const Step& step, const std::vector<std::string>& ids);

// One lane for each buffer: the steps that read and write it, and the steps between which its data
// is needed.
Json LanesView(const PlanDescription& plan, const Candidate& candidate);

// ---- The plan tree.

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

// ---- The candidate assignments.

struct CandidatesQuery {
  std::string sort;  // a criterion, with "-" before it for descending order; empty: by rank
  int limit = 500;
  int offset = 0;  // the number of candidates to skip
};

// Reads a query. InvalidArgument names an unknown criterion or a faulty number.
absl::StatusOr<CandidatesQuery> ParseCandidatesQuery(const std::string& sort,
                                                     const std::string& limit,
                                                     const std::string& offset = "");

// {criteria, total, offset, returned, truncated, truncation, chosen, items}. `criteria` are in the
// order of the strategy's ranking. An item has its rank, its scores, the buffers of its path and
// which of them are padded, and `kernels`. `predicted_us` is in microseconds by the cost model, or
// null if the model has no figure. `traffic` is the bytes that its kernels move, relative to one
// read of the input and one write of the output. `decided_by` is the first criterion by which it is
// worse than the candidate before it, and `reason` says this in words.
Json CandidatesView(const PlanDescription& plan, const CandidatesQuery& query);

// The steps with their inputs and outputs as placed, the uses of each buffer over the steps
// ("lanes"), and the kernel of each step. A step lists the nodes whose work it does. A fused step
// lists several, with the shim that joins them. `kernels` is empty if the candidate cannot be
// lowered.
Json CandidateView(const PlanDescription& plan, int candidate,
                   const std::vector<kernels::PlannedKernel>& kernels);

// ---- Kernels.

// The library's JSON of a kernel, with its intensity in operations per byte of memory.
Json KernelView(const kernels::PlannedKernel& kernel);
// A candidate's kernel. If the plan runs it together with its neighbour, `relay` describes this.
Json KernelView(const PlanDescription& plan, int candidate,
                const std::vector<kernels::PlannedKernel>& kernels, int index);

// The bytes of one read of the input and one write of the output.
double IdealBytes(const Problem& problem);

// {kernels: [...], bytes_moved, flops, ideal_bytes, amplification}.
Json KernelsView(const PlanDescription& plan, int candidate,
                 const std::vector<kernels::PlannedKernel>& kernels);

// {name, dialect, dialects, target, language, lines, sections, text, name_parts}. `dialects` are
// those of the target's device. `sections` are the remarks that the generator put before parts of
// the kernel: [{line, title}], lines from 1. `name_parts` explains the name (NamePartsView).
Json SourceView(const kernels::PlannedKernel& kernel, const Target& target,
                const SourceForm& source);
// The source of a relay in the same form, with empty `name_parts`.
Json SourceView(const PlannedRelay& relay, const Target& target, const SourceForm& source);

// {name, passes: [{pass, changed, text}], final, source_to_final}. `passes` has the syntax tree as
// generated and after each AST pass of the dialect; a pass that changes nothing has an empty text.
// `final` is the tree from which the source is printed. `source_to_final` has for each line of the
// source its line of `final`, counted from 1, or 0.
absl::StatusOr<Json> AstView(const kernels::PlannedKernel& kernel, Dialect dialect);

// [{text, field, meaning}] for each part of the name after "fft". `meaning` is an explanation in
// words.
Json NamePartsView(const kernels::KernelSpec& spec);

// ---- Strides.

// The units that `count` accesses use, in order. The accesses are `stride_bytes` apart.
std::vector<int64_t> UnitsHit(const ChannelModel& model, int64_t stride_bytes, int64_t count);

// {units, distinct, busiest}: the units in order, the number of different units, and the number of
// accesses to the busiest one.
Json HopsView(const std::vector<int64_t>& units);

// A dimension along which a step reads or writes.
struct DimAccess {
  bool is_transformed = false;  // false for a loop
  int64_t length = 1;
  int64_t stride = 0;
  // The stride in packed canonical positions. Nullopt if the leaf has other dimensions than the
  // step.
  std::optional<int64_t> packed_stride;
  // The memory channels, or on a CPU the cache sets, of the first accesses. `units` is for strides
  // in memory, `packed_units` for packed strides. They are empty if neighbouring accesses share a
  // unit.
  std::vector<int64_t> units, packed_units;
};

// The data between two steps, and the dimensions of its writer and reader, slowest first.
struct EdgeAccess {
  EdgePlacement edge;
  std::optional<int> writer, reader;  // indices of the steps; nullopt for the caller
  std::vector<DimAccess> writer_dims, reader_dims;
};

std::vector<EdgeAccess> EdgeAccesses(const PlanDescription& plan, int candidate);

// {model, edges}. There is an edge for each array between steps: buffer, format, bytes with and
// without padding, and its writer's and reader's dimensions with the packed stride and the stride
// in memory. `hops` are the first 64 accesses along a dimension with a large stride: they say how
// many accesses use the busiest unit, with packed strides and as placed.
Json StridesView(const PlanDescription& plan, int candidate);

// {reason, banks, access_bytes, units, passes: [{pass, radix, span, packed, placed}]}. `passes` has
// the passes that exchange values through LDS. `packed` and `placed` say where lanes that are
// served together write their first value, without and with the kernel's padding: {units, distinct,
// busiest}. A unit is as many banks as one access takes. The geometry of banks is a model. If
// `passes` is empty, `reason` says why.
Json LdsView(const kernels::KernelSpec& spec, const Target& target);

// ---- Comparison of two candidates.

struct CandidateOfPlan {
  const PlanDescription& plan;
  int candidate = 0;
};

// {a, b, order, criteria, steps, buffers, kernels, counts}. Steps of one plan's candidates are
// paired if they run the same first leaf. Steps of different plans are paired by position. Each
// pair lists its `differences` as {field, a, b}. A field is a path into the step, such as
// "out.buffer" or "kernel.spec.tiling".
Json CompareView(const CandidateOfPlan& a, const CandidateOfPlan& b);

// {hints: [{rule, step, candidate, saves_us, text}]}, the largest gain first. `step` is the step
// that the hint concerns, and `candidate` is a candidate that does better; both may be null.
// `saves_us` is the predicted gain in microseconds, or null if the cost model has no figure.
// `kernels` is empty if the candidate cannot be lowered.
Json HintsView(const PlanDescription& plan, int candidate,
               const std::vector<kernels::PlannedKernel>& kernels);

// ---- The search for buffers.

// {passes, refusals, schemes, truncated, truncation}. `passes` are the rounds of the search.
// `refusals` groups the refused tries of all rounds by reason, the most frequent one first, each
// with its first example. `schemes` holds the planner's decisions.
Json SearchView(const PlanDescription& plan);

// {leaf, node, buffers, verdicts}: the answers of the decision function for leaf `leaf`. There is a
// verdict for every pair of input and output buffer that the search tried, with the number of tries
// and the reasons of refusals. `buffers` lists all buffers that the search used. A pair is missing
// if no valid choice brings the data to its input, or if no round offered it.
Json VerdictsView(const PlanDescription& plan, int leaf);

// {shown, total, passes: [{temporaries, branches}]}: the tries of the search, depth first. A branch
// is a try: {node, shim, in_buffer, out_buffer, padded, refusal, branches}. The branches of a valid
// try are the tries for the next kernel. If the search is long, only the first kMaxTries tries are
// shown.
Json TriesView(const PlanDescription& plan);
inline constexpr int kMaxTries = 1500;

// ---- Whole plans, targets and devices.

// {id, token, problem, target, options, chosen, planning_ms, cut_short, counts, predicted_us,
// fastest_us, roof_us}: an entry of a list of plans. `cut_short` says why the planner was cut
// short, or is null. `predicted_us` is the predicted time of the chosen candidate, and `fastest_us`
// is the least predicted time of all candidates. `roof_us` is the time to read the input and write
// the output once at the target's bandwidth. All three are in microseconds.
Json PlanSummaryView(const StoredPlan& plan);

// The summary with the views of tree, candidates, search and kernels as members.
Json PlanView(const StoredPlan& plan);

// {events: [{stage, subject, detail}]}.
Json TraceView(const PlanDescription& plan);

Json TargetsView(const std::vector<Target>& targets, const std::string& device_target);

// {kinds: [{kind, available, reason, devices: [...]}]}.
Json DevicesView(const std::vector<rtc::DeviceKindListing>& kinds, const std::string& opened);

// ---- The table of views.

struct ViewInput {
  const StoredPlan& plan;
  const StoredPlan& other;  // the second plan of a comparison; it may be `plan`
  // The arguments by their names in View::path and View::options.
  const std::map<std::string, std::string>& arguments;

  // The argument's text; "" if it is absent.
  std::string Text(const std::string& name) const;
  // The argument as an index below `count`; `fallback` if it is absent. For any other text the
  // error has HTTP status 404 and names the text.
  absl::StatusOr<int> Index(const std::string& name, size_t count, int fallback) const;
  // The kernel of the arguments "candidate" and "kernel".
  absl::StatusOr<kernels::PlannedKernel> Kernel() const;
};

struct View {
  const char* name;                  // "compare"
  const char* path;                  // "/candidates/{candidate}/compare/{other}"
  std::vector<const char*> options;  // names of further arguments, which may be left out
  const char* summary;               // a summary on one line
  const char* schema;                // name of the answer's type in types.ts
  absl::StatusOr<Json> (*make)(const ViewInput& input);
};

const std::vector<View>& Views();

// The view of this name. NotFound lists all names.
absl::StatusOr<const View*> FindView(const std::string& name);

// The names in braces in a path, in order.
std::vector<std::string> PathArguments(const std::string& path);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_VIEWS_VIEWS_H_
