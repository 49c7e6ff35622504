#include "tools/cli/plan_text.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "tools/cli/text_table.h"

namespace fft::cli {
namespace {

std::string AxisLengths(const Dims& axes) {
  std::vector<int64_t> lengths;
  for (const Dim& axis : axes) lengths.push_back(axis.length);
  return FormatList(lengths, " x ");
}

// Returns "64 x 32 strides 32, 1" for the shape {64, 32} and the strides {32, 1}.
std::string ShapeAndStrides(const std::vector<int64_t>& shape,
                            const std::vector<int64_t>& strides) {
  return absl::StrCat(FormatList(shape, " x "), " strides ", FormatList(strides, ", "));
}

// Returns the axes of a node, such as "8". Real-to-real axes and axes with signs of their own have
// the form "8 by dct2".
std::string AxesText(const PlanNode& node) {
  const std::string lengths = AxisLengths(node.axes);
  if (node.kinds.size() == 1 && IsFourier(node.kinds.front())) return lengths;
  std::vector<std::string> names;
  for (AxisKind kind : node.kinds) names.push_back(ToString(kind));
  return absl::StrCat(lengths, " by ", absl::StrJoin(names, ", "));
}

void AddNode(const PlanNode& node, int depth, TextTable* table) {
  table->Add({absl::StrCat(std::string(2 * depth, ' '), ToString(node.scheme)), AxesText(node),
              ShapeAndStrides(node.InputShape(), node.InputStrides()),
              ShapeAndStrides(node.output_lengths, node.OutputStrides()),
              node.large_twiddle.length > 0
                  ? absl::StrCat("rotates by 1/", node.large_twiddle.length)
                  : ""});
  for (const PlanNode& child : node.children) AddNode(child, depth + 1, table);
}

std::string EdgeText(const EdgePlacement& edge) {
  return absl::StrCat(ToString(edge.buffer), " ", ToString(edge.format),
                      edge.padded ? " padded" : "");
}

// Returns an edge in the form of RouteText, such as "T0/CP*".
std::string ShortEdge(const EdgePlacement& edge) {
  static constexpr const char* kNames[] = {"IN", "OUT", "T0", "T1", "TB"};
  return absl::StrCat(
      kNames[static_cast<int>(edge.buffer)],
      edge.format == ArrayFormat::kComplexInterleaved ? "" : "/" + ToString(edge.format),
      edge.padded ? "*" : "");
}

std::string Count(double value) {
  static constexpr const char* kUnits[] = {"", " k", " M", " G", " T"};
  int unit = 0;
  while (value >= 1000 && unit < 4) {
    value /= 1000;
    ++unit;
  }
  return absl::StrFormat("%.3g%s", value, kUnits[unit]);
}

// Returns the factors of a kernel, such as "16x4", or "16x4 by 8x8" for planes.
std::string FactorsText(const kernels::KernelSpec& spec) {
  std::string text = absl::StrJoin(spec.factors, "x");
  const std::vector<int>& second = spec.second_axis.factors;
  if (!second.empty()) absl::StrAppend(&text, " by ", absl::StrJoin(second, "x"));
  return text;
}

}  // namespace

std::string DescribeProblem(const Problem& problem) {
  std::string text = absl::StrReplaceAll(ToString(problem.type), {{"_", " "}});
  absl::StrAppend(&text, ", ", FormatList(problem.lengths, " x "), " points, batch ", problem.batch,
                  ", ", ToString(problem.precision), " precision, ",
                  problem.placement == Placement::kInPlace ? "in place" : "out of place");
  if (problem.input.precision) {
    absl::StrAppend(&text, ", ", ToString(*problem.input.precision), " input");
  }
  if (problem.output.precision) {
    absl::StrAppend(&text, ", ", ToString(*problem.output.precision), " output");
  }
  if (problem.scale != 1.0) absl::StrAppend(&text, ", scaled by ", problem.scale);
  return text;
}

std::string RouteText(const Candidate& candidate) {
  std::vector<std::string> buffers;
  for (const Step& step : candidate.steps) {
    if (buffers.empty()) buffers.push_back(ShortEdge(step.in));
    buffers.push_back(ShortEdge(step.out));
    if (step.leaf_count > 1) absl::StrAppend(&buffers.back(), "(", step.leaf_count, ")");
  }
  return absl::StrJoin(buffers, " > ");
}

std::string CandidatesLegend() {
  return "  fused: kernels saved by fusion; padded: reads and writes of padded rows; in place: "
         "steps;\n"
         "  types: type changes, steps that change the format; moved: bytes read and written by "
         "all steps\n"
         "  IN, OUT: the user's arrays (in place OUT alone); T0, T1: temporaries; TB: that of a "
         "convolution;\n"
         "  /CP, /R: planar, real; *: padded; (2): written by a kernel that fuses 2 leaves of the "
         "plan tree\n";
}

std::string TreeText(const PlanNode& root) {
  TextTable table({"scheme", "length", "reads", "writes", ""});
  AddNode(root, 0, &table);
  return table.ToString(2);
}

std::string StepsText(const PlanDescription& plan) {
  TextTable table({"step", "length", "loops", "reads", "layout", "writes", "layout", "in place"});
  const Candidate& candidate = plan.chosen();
  for (size_t i = 0; i < candidate.steps.size(); ++i) {
    const Step& step = candidate.steps[i];
    table.Add({absl::StrCat(i), AxisLengths(step.axes), AxisLengths(step.loops), EdgeText(step.in),
               ToString(step.in.layout), EdgeText(step.out), ToString(step.out.layout),
               step.in_place ? "yes" : "no"});
  }
  return table.ToString(2);
}

std::string PricesText(const Candidate& candidate) {
  TextTable table({"step", "kernel", "shape", "from", "reads", "writes", "channels", "passes",
                   "occupancy", "launch", "predicted"});
  const auto text = [](double seconds) { return FormatMilliseconds(seconds * 1e3); };
  for (size_t i = 0; i < candidate.steps.size(); ++i) {
    const SharedChoice& kernel = candidate.steps[i].kernel;
    if (!kernel) continue;
    const Price& price = kernel->price;
    const std::string kind = ToString(kernel->kind), tiling = ToString(kernel->map.tiling);
    table.Add({absl::StrCat(i), kind == tiling ? kind : absl::StrCat(kind, " ", tiling),
               DescribeShape(*kernel), ToString(kernel->origin), text(price.read),
               text(price.write), text(price.channels), text(price.passes), text(price.occupancy),
               text(price.launch), text(price.Seconds())});
  }
  return table.ToString(2);
}

std::string CandidatesText(const SearchResult& search, int limit) {
  TextTable table({"candidate", "fused", "buffers", "padded", "in place", "types", "workspace",
                   "moved", "predicted", "data goes through"});
  const int count = std::min<int>(limit, static_cast<int>(search.candidates.size()));
  for (int i = 0; i < count; ++i) {
    const Candidate& candidate = search.candidates[i];
    const Scores& scores = candidate.scores;
    table.Add({absl::StrCat(i), absl::StrCat(scores.fused), absl::StrCat(scores.buffers),
               absl::StrCat(scores.padded), absl::StrCat(scores.in_place),
               absl::StrCat(scores.type_changes), FormatBytes(candidate.workspace_bytes),
               FormatBytes(candidate.bytes_moved), FormatMilliseconds(candidate.seconds * 1e3),
               RouteText(candidate)});
  }
  std::string text = table.ToString(2);
  const int more = static_cast<int>(search.candidates.size()) - count;
  if (more > 0) absl::StrAppend(&text, "  and ", more, " more\n");
  if (search.truncated)
    absl::StrAppend(&text, "  the search was cut short: ", search.truncation, "\n");
  return text;
}

std::string CutShortText(const PlannerReport& planner) {
  const std::string why = WhyCutShort(planner);
  return why.empty() ? "" : absl::StrCat("the planner was cut short: ", why, "\n");
}

std::string NotFastestText(const PlannerReport& planner, const SearchResult& search,
                           Strategy strategy) {
  std::string text;
  for (const auto& [what, why] : {std::pair{"tree", WhyNotFastest(planner)},
                                  std::pair{"assignment", WhyNotFastest(search, strategy)}}) {
    if (!why.empty()) absl::StrAppend(&text, "not the fastest ", what, ": ", why, "\n");
  }
  return text;
}

int64_t CandidatesOf(const PlanReport& report) {
  int64_t count = 0;
  for (const auto& plan : report.plans) count += std::ssize(plan->search.candidates);
  return count;
}

std::string RankedText(const PlanReport& report, int limit) {
  TextTable table({"rank", "tree", "candidate", "kernels", "workspace", "moved", "predicted",
                   "data goes through"});
  const int count = static_cast<int>(report.ranked.size());
  int rows = 0;
  for (int i = 0; i < count; ++i) {
    const RankedCandidate& one = report.ranked[i];
    // The chosen candidate is listed even if its rank is beyond the limit.
    if (i >= limit && (one.tree != 0 || one.candidate != report.candidate)) continue;
    const Candidate& candidate = report.plans[one.tree]->search.candidates[one.candidate];
    table.Add({absl::StrCat(i), report.trees[one.tree].words, absl::StrCat(one.candidate),
               absl::StrCat(candidate.steps.size()), FormatBytes(candidate.workspace_bytes),
               FormatBytes(candidate.bytes_moved), FormatMilliseconds(one.seconds * 1e3),
               RouteText(candidate)});
    ++rows;
  }
  std::string text = table.ToString(2);
  const int64_t more = CandidatesOf(report) - rows;
  if (more > 0) {
    absl::StrAppend(&text, "  and ", more, " more; of each tree the first ", limit,
                    " by its own order are ranked\n");
  }
  absl::StrAppend(&text, "\ntrees: how they came about, then scheme and length of each part\n");
  for (const TreeReport& tree : report.trees) {
    absl::StrAppend(&text, "  ", tree.words, ": ", tree.tree, "\n");
  }
  return text;
}

std::string KernelsText(const std::vector<kernels::PlannedKernel>& kernels) {
  TextTable table({"kernel", "workgroups", "threads", "LDS", "registers", "tiling", "factors",
                   "per group", "moved", "operations"});
  for (size_t i = 0; i < kernels.size(); ++i) {
    const kernels::PlannedKernel& kernel = kernels[i];
    table.Add({absl::StrCat(i), absl::StrCat(kernel.blocks), absl::StrCat(kernel.threads),
               FormatBytes(kernel.lds_bytes),
               kernel.registers > 0 ? absl::StrCat(kernel.registers) : "-",
               ToString(kernel.spec.tiling), FactorsText(kernel.spec),
               absl::StrCat(kernel.spec.transforms_per_group), FormatBytes(kernel.bytes_moved),
               Count(static_cast<double>(kernel.flops))});
  }
  std::string text = table.ToString(2);
  for (size_t i = 0; i < kernels.size(); ++i) {
    absl::StrAppend(&text, "  ", i, ": ", kernels[i].name, "\n");
  }
  return text;
}

std::string RelaysText(const PlanDescription& plan) {
  if (plan.relays.empty()) return "";
  TextTable table(
      {"as one launch", "workgroups", "threads", "LDS", "pieces", "passed on", "ahead"});
  for (const PlannedRelay& relay : plan.relays) {
    table.Add({absl::StrCat(relay.first, " then ", relay.first + 1), absl::StrCat(relay.blocks()),
               absl::StrCat(relay.threads), FormatBytes(relay.lds_bytes),
               absl::StrCat(relay.pieces), FormatBytes(relay.piece_bytes),
               absl::StrCat(relay.ahead)});
  }
  std::string text = absl::StrCat(
      "\nrelays: what a kernel writes reaches the next one through the cache\n", table.ToString(2));
  for (const PlannedRelay& relay : plan.relays) absl::StrAppend(&text, "  ", relay.name, "\n");
  return text;
}

std::string PlanText(const PlanDescription& plan, int candidates) {
  TextTable head({"", ""});
  const int count = static_cast<int>(plan.search.candidates.size());
  head.Add({"problem", DescribeProblem(plan.problem)});
  head.Add({"token", ToToken(plan.problem)});
  head.Add({"target", absl::StrCat(plan.target.name, ": ", plan.target.description)});
  const int64_t signals = plan.workspace_bytes() - plan.chosen().workspace_bytes;
  head.Add(
      {"workspace",
       absl::StrCat(FormatBytes(plan.workspace_bytes()),
                    signals > 0 ? ", " + FormatBytes(signals) + " of it relays' signals" : "")});
  return absl::StrCat(
      head.ToString(), CutShortText(plan.planner),
      NotFastestText(plan.planner, plan.search, plan.options.strategy),
      "\nplan tree (strides in canonical positions)\n", TreeText(plan.tree),
      "\nsteps of assignment ", plan.candidate, "\n", StepsText(plan), "\nkernels\n",
      KernelsText(plan.kernels), RelaysText(plan), "\npredicted time of each step, by cause\n",
      PricesText(plan.chosen()),
      candidates > 0
          ? absl::StrCat("\nbuffer assignments, best first (", count, " found)\n",
                         CandidatesText(plan.search, candidates), "\n", CandidatesLegend())
          : "");
}

}  // namespace fft::cli
