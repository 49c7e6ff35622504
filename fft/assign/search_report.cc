#include "fft/assign/search_report.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_format.h"
#include "fft/assign/ranking.h"
#include "fft/base/json.h"
#include "fft/choice/price.h"

namespace fft {
namespace {

EdgeReport ReportOf(const EdgePlacement& edge) {
  const int64_t padding = edge.padded ? edge.layout.extent() - edge.layout.volume() : 0;
  return {edge.buffer, edge.format, edge.padded, padding};
}

Json ToJson(const EdgeReport& edge) {
  return {{"buffer", ToString(edge.buffer)},
          {"format", ToString(edge.format)},
          {"padded", edge.padded},
          {"padding", edge.padding}};
}

}  // namespace

const char* DecidedBy(const Candidate& before, const Candidate& after, Strategy strategy) {
  const Criterion* criterion = DecidingCriterion(before, after, strategy);
  return criterion == nullptr ? "order" : criterion->name;
}

std::string WhyNotFastest(const SearchResult& search, Strategy strategy) {
  const auto& candidates = search.candidates;
  const auto fastest = std::min_element(
      candidates.begin(), candidates.end(),
      [](const Candidate& a, const Candidate& b) { return a.seconds < b.seconds; });
  const Candidate& winner = candidates.front();
  if (fastest->seconds >= (1 - kToldGain) * winner.seconds) return "";
  return absl::StrFormat("candidate %d would take %.4g us, not %.4g us; the strategy prefers %s",
                         fastest - candidates.begin(), fastest->seconds * 1e6, winner.seconds * 1e6,
                         ExplainOrder(winner, *fastest, strategy));
}

CandidateReport ReportOf(const SearchResult& search, int index, Strategy strategy) {
  const Candidate& candidate = search.candidates[index];
  CandidateReport report;
  report.candidate = index;
  for (const Criterion& criterion : CriteriaOf(kEveryCriterion)) {
    report.figures.push_back({criterion.name, criterion.value(candidate)});
  }
  report.pass = candidate.pass;
  report.workspace_bytes = candidate.workspace_bytes;
  report.bytes_moved = candidate.bytes_moved;
  report.seconds = candidate.seconds;
  if (!candidate.steps.empty()) report.path.push_back(ReportOf(candidate.steps.front().in));
  for (const Step& step : candidate.steps) {
    report.path.push_back(ReportOf(step.out));
    report.leaves.push_back(step.leaf_count);
  }
  if (index > 0) {
    const Candidate& before = search.candidates[index - 1];
    report.decided_by = DecidedBy(before, candidate, strategy);
    report.reason = ExplainOrder(before, candidate, strategy);
  }
  return report;
}

SearchReport ReportOf(const SearchResult& search, Strategy strategy, int64_t most) {
  SearchReport report;
  report.strategy = strategy;
  for (const Criterion& criterion : CriteriaOf(strategy)) {
    report.criteria.push_back(criterion.name);
  }
  report.total = static_cast<int64_t>(search.candidates.size());
  const int count = static_cast<int>(std::min(most, report.total));
  for (int i = 0; i < count; ++i) report.candidates.push_back(ReportOf(search, i, strategy));
  report.truncated = search.truncated;
  report.truncation = search.truncation;
  report.passes = search.passes;
  report.shims = search.shims;
  report.shims_refused = search.shims_refused;
  report.use = search.use;
  return report;
}

Json ToJson(const CandidateReport& candidate) {
  Json figures = Json::object(), path = Json::array();
  for (const Figure& figure : candidate.figures) figures[figure.name] = figure.value;
  for (const EdgeReport& edge : candidate.path) path.push_back(ToJson(edge));
  const bool is_first = candidate.decided_by.empty();
  return {{"candidate", candidate.candidate},
          {"figures", std::move(figures)},
          {"pass", candidate.pass},
          {"workspace_bytes", candidate.workspace_bytes},
          {"bytes_moved", candidate.bytes_moved},
          {"seconds", candidate.seconds},
          {"path", std::move(path)},
          {"leaves", candidate.leaves},
          {"decided_by", is_first ? Json(nullptr) : Json(candidate.decided_by)},
          {"reason", candidate.reason}};
}

Json ToJson(const SearchReport& report) {
  Json candidates = Json::array(), passes = Json::array();
  Json shims = Json::array(), refused = Json::array();
  for (const CandidateReport& candidate : report.candidates) {
    candidates.push_back(ToJson(candidate));
  }
  for (const PassStatistics& pass : report.passes) passes.push_back(ToJson(pass));
  for (const OfferedShim& offer : report.shims) shims.push_back(ToJson(offer));
  for (const ShimRefusal& refusal : report.shims_refused) refused.push_back(ToJson(refusal));
  return {{"strategy", ToString(report.strategy)}, {"criteria", report.criteria},
          {"candidates", std::move(candidates)},   {"total", report.total},
          {"truncated", report.truncated},         {"truncation", report.truncation},
          {"passes", std::move(passes)},           {"shims", std::move(shims)},
          {"shims_refused", std::move(refused)},   {"use", ToJson(report.use)}};
}

}  // namespace fft
