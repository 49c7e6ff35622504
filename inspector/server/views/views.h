// Every view of a plan, in one table: pure functions from plans to JSON.
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

// Microseconds by the cost model; null where it has no figure.
Json PredictedView(double seconds);

// One dimension of an access, on one side.
struct SideDim {
  int64_t length = 1;
  int64_t stride = 0;  // elements
  bool transformed = false;
};

// The node whose work a step does; none for steps made by hand that belong to no leaf of the tree.
std::optional<PlanNode> NodeOfStep(const PlanDescription& plan, const Step& step);

// {buffer, format, padded, elements, bytes, layout, lengths, strides, transformed}: an edge with
// the dimensions of its reader or writer, slowest first.
Json SideView(const EdgePlacement& edge, Precision precision, const std::vector<SideDim>& dims);
Json StepInView(const PlanDescription& plan, const Step& step);
Json StepOutView(const PlanDescription& plan, const Step& step);

// Bytes that an edge takes in its buffer, from the buffer's start.
int64_t EdgeBytes(const EdgePlacement& edge, Precision precision);

// A step without its kernel. `ids` are the ids of the tree's leaves. `access` has the directions in
// which the step reads and writes ("rows", "columns", "planes", "elements") and whether it
// transposes, so that its dimensions stand in another order in the array written.
Json StepView(const PlanDescription& plan, const Step& step, const std::vector<std::string>& ids);

// One lane per buffer: who reads and writes it when, and from when to when its data is needed.
Json LanesView(const PlanDescription& plan, const Candidate& candidate);

// ---- The plan tree.

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

// ---- The candidate assignments.

struct CandidatesQuery {
  std::string sort;  // a criterion, or "-" and a criterion for descending; empty: by rank
  int limit = 500;
  int offset = 0;  // how many candidates to skip
};

// Reads a query. InvalidArgument names a criterion that does not exist, or the number at fault.
absl::StatusOr<CandidatesQuery> ParseCandidatesQuery(const std::string& sort,
                                                     const std::string& limit,
                                                     const std::string& offset = "");

// {criteria, total, offset, returned, truncated, truncation, chosen, items}. `criteria` stand in
// the order of the strategy's ranking. An item carries its rank, its scores, the path of its
// buffers and which of them are padded there, and `kernels`. `predicted_us` are microseconds by the
// library's cost model, null when it has no figure. `traffic` is the bytes that its kernels move
// over those of one read of the input and one write of the output. `decided_by` is the first
// criterion in which it is worse than the candidate ranked before it, with the reason in words.
Json CandidatesView(const PlanDescription& plan, const CandidatesQuery& query);

// The steps with both sides placed, the lanes of the buffers, and for each step its kernel. A step
// names the nodes that it does the work of; a fused step names several, and the shim that joins
// them. `kernels` is empty when the candidate cannot be lowered.
Json CandidateView(const PlanDescription& plan, int candidate,
                   const std::vector<kernels::PlannedKernel>& kernels);

// ---- Kernels.

// The library's JSON of a kernel with the intensity (operations per byte of memory).
Json KernelView(const kernels::PlannedKernel& kernel);
// One of a candidate's kernels. `relay` says how the plan runs it together with its neighbour, if
// it does.
Json KernelView(const PlanDescription& plan, int candidate,
                const std::vector<kernels::PlannedKernel>& kernels, int index);

// Bytes of one read of the input and one write of the output.
double IdealBytes(const Problem& problem);

// {kernels: [...], bytes_moved, flops, ideal_bytes, amplification}.
Json KernelsView(const PlanDescription& plan, int candidate,
                 const std::vector<kernels::PlannedKernel>& kernels);

// {name, dialect, dialects, target, language, lines, sections, text, name_parts}. `dialects` are
// those of the target's device. `sections` are the remarks that the generator put before parts of
// the kernel: [{line, title}], lines from 1. `name_parts` explains the name (NamePartsView).
Json SourceView(const kernels::PlannedKernel& kernel, const Target& target,
                const SourceForm& source);
// The same of a relay, whose name has no parts.
Json SourceView(const PlannedRelay& relay, const Target& target, const SourceForm& source);

// {name, passes: [{pass, changed, text}], final, source_to_final}: the syntax tree as generated and
// after each AST pass of the dialect; a pass that changed nothing has an empty text.
// `final` is the tree that the source is printed from, and `source_to_final` has for each line of
// the source that line of `final`, from 1, or 0.
absl::StatusOr<Json> AstView(const kernels::PlannedKernel& kernel, Dialect dialect);

// [{text, field, meaning}] in the order of the name, after its "fft". `meaning` is a phrase for
// people.
Json NamePartsView(const kernels::KernelSpec& spec);

// ---- Strides.

// The units that `count` accesses of `stride_bytes` hit, in order.
std::vector<int64_t> UnitsHit(const ChannelModel& model, int64_t stride_bytes, int64_t count);

// {units, distinct, busiest}: the units hit in order, how many different ones, and how often the
// busiest.
Json HopsView(const std::vector<int64_t>& units);

// A dimension of an access on one side.
struct DimAccess {
  bool is_transformed = false;  // else a loop
  int64_t length = 1;
  int64_t stride = 0;
  // The stride in packed canonical positions; none where the tree's leaf has other dimensions.
  std::optional<int64_t> packed_stride;
  // The channels (of a CPU: cache sets) that the first accesses hit, with the strides in memory and
  // with packed ones. Empty where neighbouring accesses share a channel by design.
  std::vector<int64_t> units, packed_units;
};

// The data between two steps, and the dimensions that are stepped along there, slowest first.
struct EdgeAccess {
  EdgePlacement edge;
  std::optional<int> writer, reader;  // steps
  std::vector<DimAccess> writer_dims, reader_dims;
};

std::vector<EdgeAccess> EdgeAccesses(const PlanDescription& plan, int candidate);

// {model, edges}. One edge for each array between steps: buffer, format, bytes with and without
// padding, and its writer's and reader's dimensions with the packed stride and the real one. The
// hops are the accesses that a strided dimension makes one after the other: how many of the first
// 64 return to the busiest unit, packed and as placed.
Json StridesView(const PlanDescription& plan, int candidate);

// {reason, banks, access_bytes, units, passes: [{pass, radix, span, packed, placed}]}. Each pass
// that hands values on through LDS says where lanes that are served together write their first
// value, without (`packed`) and with (`placed`) the kernel's padding, as {units, distinct,
// busiest}. A unit is as many banks as one access takes. The geometry of banks is a model. Where
// there are no such passes, `reason` says why.
Json LdsView(const kernels::KernelSpec& spec, const Target& target);

// ---- Comparison of two candidates.

struct CandidateOfPlan {
  const PlanDescription& plan;
  int candidate = 0;
};

// {a, b, order, criteria, steps, buffers, kernels, counts}. Candidates of one plan are aligned by
// the leaf of the tree that their steps run first, candidates of two plans by position. Each
// aligned pair lists its `differences` as {field, a, b}; a field is a path into the step
// ("out.buffer", "kernel.spec.tiling").
Json CompareView(const CandidateOfPlan& a, const CandidateOfPlan& b);

// {hints: [{rule, step, candidate, saves_us, text}]}, largest gain first. `step` (where to look)
// and `candidate` (the one that does better) may be null. `saves_us` is what following the hint
// saves by the cost model, null where it has no figure. `kernels` is empty when the candidate
// cannot be lowered.
Json HintsView(const PlanDescription& plan, int candidate,
               const std::vector<kernels::PlannedKernel>& kernels);

// ---- The search for buffers.

// {passes, refusals, schemes, truncated, truncation}. `refusals` groups the refused tries of all
// rounds by reason, most frequent first, each with its first example; `schemes` holds the planner's
// decisions.
Json SearchView(const PlanDescription& plan);

// {leaf, node, buffers, verdicts}: the answers of the decision function for leaf `leaf`, for every
// way from buffer to buffer that the search came to try, with the number of tries and the reasons
// of refusals. `buffers` lists all that the search used anywhere. A pair that is missing was never
// tried, because no valid choice brings the data there or because the round did not offer it.
Json VerdictsView(const PlanDescription& plan, int leaf);

// {shown, total, passes: [{temporaries, branches}]}: the search as it went, depth first. A branch
// is a try, {node, shim, in_buffer, out_buffer, padded, refusal, branches}; the branches of a valid
// try are tries for the kernel after it. A long search shows its first kMaxTries.
Json TriesView(const PlanDescription& plan);
inline constexpr int kMaxTries = 1500;

// ---- Whole plans, targets and devices.

// {id, token, problem, target, options, chosen, planning_ms, cut_short, counts, predicted_us,
// fastest_us, roof_us}: one entry of a list of plans. `cut_short` says why the planner was, or is
// null. The cost model predicts `predicted_us` for the chosen candidate and `fastest_us` for the
// one it likes best. `roof_us` is the time in which memory of the target's bandwidth reads the
// input and writes the output once.
Json PlanSummaryView(const StoredPlan& plan);

// The summary with all of these views in it: tree, candidates, search, kernels.
Json PlanView(const StoredPlan& plan);

// {events: [{stage, subject, detail}]}.
Json TraceView(const PlanDescription& plan);

Json TargetsView(const std::vector<Target>& targets, const std::string& device_target);

// {kinds: [{kind, available, reason, devices: [...]}]}.
Json DevicesView(const std::vector<rtc::DeviceKindListing>& kinds, const std::string& opened);

// ---- The table of views.

struct ViewInput {
  const StoredPlan& plan;
  const StoredPlan& other;  // the second plan of a comparison; often the same
  // The arguments by their names in View::path and View::options.
  const std::map<std::string, std::string>& arguments;

  // The argument's text, or "".
  std::string Text(const std::string& name) const;
  // The argument as an index below `count`, or `fallback` when it is absent; for another text an
  // error of HTTP status 404 that names it.
  absl::StatusOr<int> Index(const std::string& name, size_t count, int fallback) const;
  // The kernel that the arguments "candidate" and "kernel" choose.
  absl::StatusOr<kernels::PlannedKernel> Kernel() const;
};

struct View {
  const char* name;                  // "compare"
  const char* path;                  // "/candidates/{candidate}/compare/{other}"
  std::vector<const char*> options;  // names of further arguments, each optional
  const char* summary;               // one line
  const char* schema;                // its answer, of types.ts
  absl::StatusOr<Json> (*make)(const ViewInput& input);
};

const std::vector<View>& Views();

// The view of a name. NotFound lists the names there are.
absl::StatusOr<const View*> FindView(const std::string& name);

// The names in braces of a path, in order.
std::vector<std::string> PathArguments(const std::string& path);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_VIEWS_VIEWS_H_
