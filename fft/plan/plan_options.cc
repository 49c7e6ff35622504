#include "fft/plan/plan_options.h"

#include "fft/base/json.h"
#include "fft/base/names.h"

namespace fft {

std::string ToString(Strategy strategy) {
  switch (strategy) {
    case Strategy::kFewestBuffers:
      return "fewest_buffers";
    case Strategy::kBalanced:
      return "balanced";
    case Strategy::kMostFusion:
      return "most_fusion";
    case Strategy::kFastest:
      return "fastest";
  }
  return "";
}

int64_t IndependentRows(const Problem& problem, const PlanOptions& options) {
  return options.independent_rows ? TransformCount(problem) : 0;
}

absl::StatusOr<Strategy> ParseStrategy(const std::string& field, const std::string& name) {
  return ParseName(field, name, kStrategies);
}

Json ToJson(const PlanOptions& options) {
  Json json = {{"strategy", ToString(options.strategy)},
               {"allow_input_overwrite", options.allow_input_overwrite},
               {"allow_gap_overwrite", options.allow_gap_overwrite},
               {"scheme", options.scheme ? Json(ToString(*options.scheme)) : Json(nullptr)},
               {"factors", options.factors},
               {"shapes", ToString(options.shapes)}};
  if (options.independent_rows) json["independent_rows"] = true;
  return json;
}

}  // namespace fft
