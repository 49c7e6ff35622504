#include "inspector/server/views/views.h"

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "fft/base/names.h"
#include "fft/base/status.h"
#include "fft/exec/plan_report.h"
#include "fft/exec/sources.h"
#include "inspector/server/http/problem_details.h"

namespace fft::inspector {
namespace {

using Kernels = std::vector<kernels::PlannedKernel>;

absl::StatusOr<int> CandidateOf(const ViewInput& input) {
  const PlanDescription& plan = input.plan.plan;
  return input.Index("candidate", plan.search.candidates.size(), plan.candidate);
}

// The kernels that run. Those of a chain's plan may have a callback, which multiplies.
absl::StatusOr<Kernels> KernelsFor(const PlanDescription& plan, int candidate) {
  if (plan.options.callbacks.empty() && candidate == plan.candidate) return plan.kernels;
  if (plan.options.callbacks.empty()) return KernelsOfCandidate(plan, candidate);
  FFT_ASSIGN_OR_RETURN(PlanDescription other, WithCandidate(plan, candidate));
  return std::move(other.callback_kernels);
}

// The dialect in which a source is written. By default it is the target's.
absl::StatusOr<Dialect> DialectOf(const ViewInput& input) {
  const Target& target = input.plan.plan.target;
  const std::string name = input.Text("dialect");
  if (name.empty()) return target.dialect;
  return ParseName("dialect", name.substr(0, 30), DialectsOf(target));
}

// The relay that runs the kernel, if the argument "code" is "relay"; else null. HTTP status 404 if
// no relay runs the kernel.
absl::StatusOr<const PlannedRelay*> RelayOf(const ViewInput& input) {
  const PlanDescription& plan = input.plan.plan;
  const std::string code = input.Text("code");
  if (code.empty() || code == "kernel") return nullptr;
  if (code != "relay") return InvalidField("code", code.substr(0, 30), "kernel, relay");
  FFT_ASSIGN_OR_RETURN(const int candidate, CandidateOf(input));
  FFT_ASSIGN_OR_RETURN(const int kernel, input.Index("kernel", plan.kernels.size(), 0));
  const PlannedRelay* const relay = candidate == plan.candidate ? plan.RelayOf(kernel) : nullptr;
  if (relay != nullptr) return relay;
  return WithHttpStatus(404, InvalidField("code", code, "kernel: no relay runs this one"));
}

absl::StatusOr<Json> MakePlanView(const ViewInput& input) { return PlanView(input.plan); }

absl::StatusOr<Json> MakeTree(const ViewInput& input) {
  FFT_ASSIGN_OR_RETURN(const int candidate, CandidateOf(input));
  return TreeView(input.plan.plan, candidate);
}

absl::StatusOr<Json> MakeCandidates(const ViewInput& input) {
  FFT_ASSIGN_OR_RETURN(
      const CandidatesQuery query,
      ParseCandidatesQuery(input.Text("sort"), input.Text("limit"), input.Text("offset")));
  return CandidatesView(input.plan.plan, query);
}

absl::StatusOr<Json> MakeCandidate(const ViewInput& input) {
  FFT_ASSIGN_OR_RETURN(const int candidate, CandidateOf(input));
  // A candidate that cannot be lowered is still shown, with the reason.
  const absl::StatusOr<Kernels> kernels = KernelsFor(input.plan.plan, candidate);
  Json json = CandidateView(input.plan.plan, candidate, kernels.ok() ? *kernels : Kernels());
  json["kernels_error"] = std::string(kernels.status().message());
  return json;
}

absl::StatusOr<Json> MakeCompare(const ViewInput& input) {
  FFT_ASSIGN_OR_RETURN(const int candidate, CandidateOf(input));
  const PlanDescription& other_plan = input.other.plan;
  FFT_ASSIGN_OR_RETURN(const int other, input.Index("other", other_plan.search.candidates.size(),
                                                    other_plan.candidate));
  Json json = CompareView({input.plan.plan, candidate}, {other_plan, other});
  json["a"]["token"] = TokenOf(input.plan);
  json["b"]["token"] = TokenOf(input.other);
  return json;
}

absl::StatusOr<Json> MakeStrides(const ViewInput& input) {
  FFT_ASSIGN_OR_RETURN(const int candidate, CandidateOf(input));
  return StridesView(input.plan.plan, candidate);
}

absl::StatusOr<Json> MakeHints(const ViewInput& input) {
  FFT_ASSIGN_OR_RETURN(const int candidate, CandidateOf(input));
  const absl::StatusOr<Kernels> kernels = KernelsFor(input.plan.plan, candidate);
  return HintsView(input.plan.plan, candidate, kernels.ok() ? *kernels : Kernels());
}

absl::StatusOr<Json> MakeSearch(const ViewInput& input) { return SearchView(input.plan.plan); }

absl::StatusOr<Json> MakeReport(const ViewInput& input) {
  return fft::ToJson(ReportOf(input.plan.plan));
}

absl::StatusOr<Json> MakeTries(const ViewInput& input) { return TriesView(input.plan.plan); }

absl::StatusOr<Json> MakeVerdicts(const ViewInput& input) {
  const PlanDescription& plan = input.plan.plan;
  FFT_ASSIGN_OR_RETURN(const int leaf, input.Index("leaf", LeafIds(plan.tree).size(), 0));
  return VerdictsView(plan, leaf);
}

absl::StatusOr<Json> MakeKernels(const ViewInput& input) {
  FFT_ASSIGN_OR_RETURN(const int candidate, CandidateOf(input));
  FFT_ASSIGN_OR_RETURN(const Kernels kernels, KernelsFor(input.plan.plan, candidate));
  return KernelsView(input.plan.plan, candidate, kernels);
}

absl::StatusOr<Json> MakeKernel(const ViewInput& input) {
  FFT_ASSIGN_OR_RETURN(const kernels::PlannedKernel kernel, input.Kernel());
  return KernelView(kernel);
}

absl::StatusOr<Json> MakeSource(const ViewInput& input) {
  const Target& target = input.plan.plan.target;
  FFT_ASSIGN_OR_RETURN(const Dialect dialect, DialectOf(input));
  const auto view = [&](const auto& code) -> absl::StatusOr<Json> {
    FFT_ASSIGN_OR_RETURN(const SourceForm source, FormIn(dialect, code, target));
    return SourceView(code, target, source);
  };
  FFT_ASSIGN_OR_RETURN(const PlannedRelay* const relay, RelayOf(input));
  if (relay != nullptr) return view(*relay);
  FFT_ASSIGN_OR_RETURN(const kernels::PlannedKernel kernel, input.Kernel());
  return view(kernel);
}

absl::StatusOr<Json> MakeAst(const ViewInput& input) {
  FFT_ASSIGN_OR_RETURN(const kernels::PlannedKernel kernel, input.Kernel());
  FFT_ASSIGN_OR_RETURN(const Dialect dialect, DialectOf(input));
  return AstView(kernel, dialect);
}

absl::StatusOr<Json> MakeLds(const ViewInput& input) {
  FFT_ASSIGN_OR_RETURN(const kernels::PlannedKernel kernel, input.Kernel());
  return LdsView(kernel.spec, input.plan.plan.target);
}

absl::StatusOr<Json> MakeTrace(const ViewInput& input) { return TraceView(input.plan.plan); }

}  // namespace

const std::vector<View>& Views() {
  static const auto& views = *new std::vector<View>{
      {"plan", "", {}, "A whole plan with its chosen candidate", "Plan", MakePlanView},
      {"tree", "/tree", {"candidate"}, "The plan tree, placed by an assignment", "Tree", MakeTree},
      {"candidates",
       "/candidates",
       {"sort", "limit", "offset"},
       "Ranked buffer assignments with their scores",
       "Candidates",
       MakeCandidates},
      {"candidate",
       "/candidates/{candidate}",
       {},
       "One assignment step by step",
       "CandidateDetail",
       MakeCandidate},
      {"compare",
       "/candidates/{candidate}/compare/{other}",
       {"with"},
       "What differs between two assignments, of one plan or of two",
       "Comparison",
       MakeCompare},
      {"strides",
       "/candidates/{candidate}/strides",
       {},
       "Strides before and after padding, and the memory channels that they hit",
       "Strides",
       MakeStrides},
      {"hints",
       "/candidates/{candidate}/hints",
       {},
       "What could make the plan faster, and by how much",
       "Hints",
       MakeHints},
      {"search", "/search", {}, "Passes, refusals and schemes", "Search", MakeSearch},
      {"report", "/report", {}, "Why the plan is what it is, in one piece", "Report", MakeReport},
      {"tries", "/tries", {}, "The search for buffers, try by try", "Tries", MakeTries},
      {"verdicts",
       "/leaves/{leaf}/verdicts",
       {},
       "Why a leaf may or may not go from buffer to buffer",
       "Verdicts",
       MakeVerdicts},
      {"kernels",
       "/kernels",
       {"candidate"},
       "The kernels of an assignment",
       "Kernels",
       MakeKernels},
      {"kernel",
       "/kernels/{kernel}",
       {"candidate"},
       "One kernel: spec and launch",
       "Kernel",
       MakeKernel},
      {"source",
       "/kernels/{kernel}/source",
       {"candidate", "dialect", "code"},
       "The source of a kernel, or of the relay that runs it",
       "KernelSource",
       MakeSource},
      {"ast",
       "/kernels/{kernel}/ast",
       {"candidate", "dialect"},
       "A kernel's syntax tree after each pass that changed it",
       "Ast",
       MakeAst},
      {"lds",
       "/kernels/{kernel}/lds",
       {"candidate"},
       "How a kernel's lanes meet in the banks of LDS",
       "Lds",
       MakeLds},
      {"trace", "/trace", {}, "What every stage recorded", "Trace", MakeTrace},
  };
  return views;
}

absl::StatusOr<const View*> FindView(const std::string& name) {
  std::vector<std::string> names;
  for (const View& view : Views()) {
    if (view.name == name) return &view;
    names.push_back(view.name);
  }
  return absl::NotFoundError(
      absl::StrCat("view is ", name, "; allowed: ", absl::StrJoin(names, ", ")));
}

std::vector<std::string> PathArguments(const std::string& path) {
  std::vector<std::string> names;
  for (size_t at = 0; (at = path.find('{', at)) != std::string::npos; ++at) {
    names.push_back(path.substr(at + 1, path.find('}', at) - at - 1));
  }
  return names;
}

absl::StatusOr<kernels::PlannedKernel> ViewInput::Kernel() const {
  FFT_ASSIGN_OR_RETURN(const int candidate, CandidateOf(*this));
  FFT_ASSIGN_OR_RETURN(const Kernels kernels, KernelsFor(plan.plan, candidate));
  FFT_ASSIGN_OR_RETURN(const int kernel, Index("kernel", kernels.size(), 0));
  return kernels[kernel];
}

std::string ViewInput::Text(const std::string& name) const {
  const auto it = arguments.find(name);
  return it == arguments.end() ? "" : it->second;
}

absl::StatusOr<int> ViewInput::Index(const std::string& name, size_t count, int fallback) const {
  const std::string text = Text(name);
  if (text.empty()) return fallback;
  int index = 0;
  if (!absl::SimpleAtoi(text, &index) || index < 0 || index >= static_cast<int64_t>(count)) {
    return WithHttpStatus(404,
                          InvalidField(name, text.substr(0, 30), absl::StrCat("0 to ", count - 1)));
  }
  return index;
}

}  // namespace fft::inspector
