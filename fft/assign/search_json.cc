#include "fft/assign/search.h"
#include "fft/base/json.h"

namespace fft {

Json ToJson(const PassStatistics& pass) {
  return {{"temporaries", pass.temporaries},
          {"tries", pass.tries},
          {"refused", pass.refused},
          {"candidates", pass.candidates},
          {"decision_calls", pass.decision_calls},
          {"decision_hits", pass.decision_hits}};
}

Json ToJson(const OfferedShim& offer) {
  return {{"shim", ToString(offer.shim)},
          {"leaf", offer.leaf},
          {"leaf_count", offer.leaf_count},
          {"taken", offer.taken}};
}

Json ToJson(const ShimRefusal& refusal) {
  return {{"shim", ToString(refusal.shim)}, {"leaf", refusal.leaf}, {"reason", refusal.reason}};
}

Json ToJson(const SearchUse& use) {
  return {{"tries", use.tries}, {"bytes", use.bytes}, {"states", use.states}};
}

std::vector<std::pair<std::string, Json>> EventsOf(const SearchResult& result) {
  std::vector<std::pair<std::string, Json>> events;
  for (const PassStatistics& pass : result.passes) events.emplace_back("pass", ToJson(pass));
  if (result.truncated) events.emplace_back("truncated", Json{{"reason", result.truncation}});
  if (result.candidates.empty()) return events;
  const Candidate& winner = result.candidates.front();
  events.emplace_back("winner", Json{{"scores", ToJson(winner.scores)},
                                     {"pass", winner.pass},
                                     {"workspace_bytes", winner.workspace_bytes},
                                     {"candidates", result.candidates.size()}});
  return events;
}

Json ToJson(const SearchResult& result) {
  Json candidates = Json::array(), passes = Json::array(), traces = Json::array();
  Json shims = Json::array(), refused = Json::array();
  for (const Candidate& candidate : result.candidates) candidates.push_back(ToJson(candidate));
  for (const PassStatistics& pass : result.passes) passes.push_back(ToJson(pass));
  for (const auto& root : result.traces) traces.push_back(ToJson(*root));
  for (const OfferedShim& offer : result.shims) shims.push_back(ToJson(offer));
  for (const ShimRefusal& refusal : result.shims_refused) refused.push_back(ToJson(refusal));
  return {{"schema", "fft.search/1"},      {"candidates", std::move(candidates)},
          {"passes", std::move(passes)},   {"traces", std::move(traces)},
          {"shims", std::move(shims)},     {"shims_refused", std::move(refused)},
          {"truncated", result.truncated}, {"truncation", result.truncation},
          {"use", ToJson(result.use)}};
}

}  // namespace fft
