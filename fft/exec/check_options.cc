#include "fft/exec/check_options.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "fft/base/names.h"
#include "fft/base/status.h"

namespace fft {
namespace {

template <typename E>
absl::Status Check(const std::string& field, E value, const std::vector<std::string>& names) {
  const auto number = static_cast<int64_t>(value);
  if (number >= 0 && number < std::ssize(names)) return absl::OkStatus();
  return InvalidField(field, absl::StrCat(number),
                      absl::StrCat(absl::StrJoin(names, ", "), " (0 to ", names.size() - 1, ")"));
}

std::vector<std::string> SchemeNames() {
  std::vector<std::string> names;
  for (int i = 0; i < kSchemeKinds; ++i) names.push_back(ToString(static_cast<SchemeKind>(i)));
  return names;
}

}  // namespace

absl::Status CheckEnumerations(const Problem& problem, const PlanOptions& options) {
  FFT_RETURN_IF_ERROR(Check("type", problem.type, NamesOf(kTransformTypes)));
  for (size_t i = 0; i < problem.kinds.size(); ++i) {
    FFT_RETURN_IF_ERROR(
        Check(absl::StrCat("kinds[", i, "]"), problem.kinds[i], NamesOf(kAxisKinds)));
  }
  FFT_RETURN_IF_ERROR(Check("precision", problem.precision, NamesOf(kPrecisions)));
  for (const auto& [field, array] : {std::pair{"input.precision", &problem.input},
                                     std::pair{"output.precision", &problem.output}}) {
    FFT_RETURN_IF_ERROR(Check(field, PrecisionOf(problem, *array), NamesOf(kPrecisions)));
  }
  FFT_RETURN_IF_ERROR(Check("placement", problem.placement, NamesOf(kPlacements)));
  const std::vector<std::string> formats = NamesOf(kArrayFormats);
  FFT_RETURN_IF_ERROR(Check("input.format", problem.input.format, formats));
  FFT_RETURN_IF_ERROR(Check("output.format", problem.output.format, formats));
  FFT_RETURN_IF_ERROR(Check("options.strategy", options.strategy, NamesOf(kStrategies)));
  FFT_RETURN_IF_ERROR(Check("options.rigor", options.rigor, {"estimate", "measure"}));
  if (!options.scheme) return absl::OkStatus();
  return Check("options.scheme", *options.scheme, SchemeNames());
}

}  // namespace fft
