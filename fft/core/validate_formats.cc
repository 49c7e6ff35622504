#include "fft/core/validate_formats.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "fft/base/status.h"

namespace fft {
namespace {

absl::Status ValidateFormat(const std::string& side, ArrayFormat format,
                            const std::vector<ArrayFormat>& allowed, const std::string& context) {
  if (std::find(allowed.begin(), allowed.end(), format) != allowed.end()) return absl::OkStatus();
  const std::string names = absl::StrJoin(
      allowed, " or ", [](std::string* out, ArrayFormat f) { absl::StrAppend(out, ToString(f)); });
  return InvalidField(absl::StrCat(side, ".format"), ToString(format),
                      absl::StrCat(names, " for ", context));
}

// Callbacks take and return whole elements, but the parts of a planar element lie in two arrays.
absl::Status ValidateCallbackFormats(const Problem& problem) {
  for (const auto& [side, array] :
       {std::pair{"input", &problem.input}, std::pair{"output", &problem.output}}) {
    if (!IsPlanar(array->format)) continue;
    const bool is_hermitian = array->format == ArrayFormat::kHermitianPlanar;
    return InvalidField(absl::StrCat(side, ".format"), ToString(array->format),
                        absl::StrCat(is_hermitian ? "HI" : "CI", " with callbacks"));
  }
  return absl::OkStatus();
}

// Whether a transform may have a window and a function. Transforms whose input is half a spectrum,
// or reals that kernels read in their own order, may have neither.
bool TakesPointOperations(TransformType type) {
  return type != TransformType::kRealInverse && type != TransformType::kRealToReal;
}

absl::Status RefuseWindow(const std::string& field, const std::string& reason) {
  return InvalidField(field, "true", absl::StrCat("false", reason));
}

absl::Status RefuseFunction(const std::string& field, PointFunction function,
                            const std::string& reason) {
  return InvalidField(field, ToString(function),
                      absl::StrCat(ToString(PointFunction::kNone), reason));
}

absl::Status ValidatePointOperations(const Problem& problem) {
  const ArrayDescription &input = problem.input, &output = problem.output;
  if (output.has_window) return RefuseWindow("output.has_window", ", as windows are for inputs");
  if (HasFunction(input)) {
    return RefuseFunction("input.function", input.function, ", as functions are for outputs");
  }
  if (!input.has_window && !HasFunction(output)) return absl::OkStatus();
  const auto refused = [&](const std::string& reason) {
    return input.has_window ? RefuseWindow("input.has_window", reason)
                            : RefuseFunction("output.function", output.function, reason);
  };
  if (!TakesPointOperations(problem.type)) return refused(" for " + ToString(problem.type));
  if (problem.has_callbacks) return refused(" with callbacks");
  if (HasFunction(output) && problem.placement == Placement::kInPlace) {
    return RefuseFunction("output.function", output.function, " in place");
  }
  return absl::OkStatus();
}

// Checks that kernels compute with the numbers of both sides as with those of the problem's
// precision, and that both sides are alike in place.
absl::Status ValidatePrecisions(const Problem& problem) {
  std::vector<Precision> allowed;
  for (Precision precision : kPrecisions) {
    if (ComputePrecision(precision) == ComputePrecision(problem.precision)) {
      allowed.push_back(precision);
    }
  }
  const auto refused = [&](const std::string& side, const ArrayDescription& array,
                           const std::string& what) {
    return InvalidField(side + ".precision", ToString(PrecisionOf(problem, array)), what);
  };
  const auto name = [](std::string* out, Precision p) { absl::StrAppend(out, ToString(p)); };
  for (const auto& [side, array] :
       {std::pair{"input", &problem.input}, std::pair{"output", &problem.output}}) {
    if (std::find(allowed.begin(), allowed.end(), PrecisionOf(problem, *array)) != allowed.end()) {
      continue;
    }
    return refused(side, *array,
                   absl::StrCat(absl::StrJoin(allowed, " or ", name),
                                ", as the problem's precision is ", ToString(problem.precision)));
  }
  const Precision in = PrecisionOf(problem, problem.input);
  if (problem.placement == Placement::kInPlace && PrecisionOf(problem, problem.output) != in) {
    return refused("output", problem.output, ToString(in) + " in place, as the input's");
  }
  return absl::OkStatus();
}

absl::Status ValidateFunctionFormat(const Problem& problem) {
  return ValidateFormat("output", problem.output.format, {ArrayFormat::kReal},
                        ToString(problem.output.function));
}

}  // namespace

absl::Status ValidateFormats(const Problem& problem) {
  FFT_RETURN_IF_ERROR(ValidatePointOperations(problem));
  FFT_RETURN_IF_ERROR(ValidatePrecisions(problem));
  if (problem.has_callbacks) FFT_RETURN_IF_ERROR(ValidateCallbackFormats(problem));
  const bool in_place = problem.placement == Placement::kInPlace;
  const std::string context =
      absl::StrCat(ToString(problem.type), in_place ? " in place" : " out of place");
  if (problem.type == TransformType::kRealToReal) {
    const std::vector<ArrayFormat> real = {ArrayFormat::kReal};
    FFT_RETURN_IF_ERROR(ValidateFormat("input", problem.input.format, real, context));
    return ValidateFormat("output", problem.output.format, real, context);
  }
  if (!IsReal(problem.type)) {
    const std::vector<ArrayFormat> complex = {ArrayFormat::kComplexInterleaved,
                                              ArrayFormat::kComplexPlanar};
    FFT_RETURN_IF_ERROR(ValidateFormat("input", problem.input.format, complex, context));
    if (HasFunction(problem.output)) return ValidateFunctionFormat(problem);
    FFT_RETURN_IF_ERROR(ValidateFormat("output", problem.output.format, complex, context));
    if (!in_place) return absl::OkStatus();
    return ValidateFormat("output", problem.output.format, {problem.input.format},
                          absl::StrCat(context, ", as input.format"));
  }
  std::vector<ArrayFormat> hermitian = {ArrayFormat::kHermitianInterleaved};
  if (!in_place) hermitian.push_back(ArrayFormat::kHermitianPlanar);
  const bool forward = IsForward(problem.type);
  const std::vector<ArrayFormat> real = {ArrayFormat::kReal};
  FFT_RETURN_IF_ERROR(
      ValidateFormat("input", problem.input.format, forward ? real : hermitian, context));
  if (HasFunction(problem.output)) return ValidateFunctionFormat(problem);
  return ValidateFormat("output", problem.output.format, forward ? hermitian : real, context);
}

}  // namespace fft
