#include "compat/gpu/request.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "fft/base/int_math.h"
#include "fft/base/status.h"

namespace fft::compat {
namespace {

TransformType TypeOf(Kind kind, bool is_inverse) {
  switch (kind) {
    case Kind::kRealForward:
      return TransformType::kRealForward;
    case Kind::kRealInverse:
      return TransformType::kRealInverse;
    case Kind::kComplex:
      break;
  }
  return is_inverse ? TransformType::kComplexInverse : TransformType::kComplexForward;
}

absl::StatusOr<std::vector<int64_t>> StridesOf(const EmbeddedArray& array, size_t rank,
                                               const std::string& side) {
  std::vector<int64_t> strides(rank, array.stride);
  for (size_t i = rank - 1; i > 0; --i) {
    const std::optional<int64_t> stride = CheckedMul(strides[i], array.embed[i]);
    if (!stride) {
      return InvalidField(absl::StrCat(side, "embed[", i, "]"), absl::StrCat(array.embed[i]),
                          "a layout that ends before 2^63 bytes");
    }
    strides[i - 1] = *stride;
  }
  return strides;
}

// Sets strides and distances. In cuFFT and hipFFT a distance of 0 means that every transform reads
// the same array. In a Problem a distance of 0 stands for the packed distance, so the batch becomes
// a loop, whose strides have no default.
absl::Status Place(const Request::Arrays& arrays, Problem* problem) {
  const size_t rank = problem->lengths.size();
  FFT_ASSIGN_OR_RETURN(problem->input.strides, StridesOf(arrays.in, rank, "in"));
  FFT_ASSIGN_OR_RETURN(problem->output.strides, StridesOf(arrays.out, rank, "on"));
  if (problem->batch > 1 && std::min(arrays.in.distance, arrays.out.distance) <= 0) {
    problem->loops = {{problem->batch, arrays.in.distance, arrays.out.distance}};
    problem->batch = 1;
  } else if (problem->batch > 1) {
    problem->input.distance = arrays.in.distance;
    problem->output.distance = arrays.out.distance;
  }
  return absl::OkStatus();
}

}  // namespace

Result CheckSizes(const Request& request) {
  if (request.lengths.empty() || request.lengths.size() > kMostRank) {
    return Result::kInvalidValue;
  }
  const auto is_positive = [](int64_t length) { return length >= 1; };
  const bool has_sizes = request.batch >= 1 &&
                         std::all_of(request.lengths.begin(), request.lengths.end(), is_positive);
  return has_sizes ? Result::kSuccess : Result::kInvalidSize;
}

size_t IndexOf(const Use& use, Kind kind) {
  const bool is_inverse = kind == Kind::kComplex && use.is_inverse;
  return 2 * static_cast<size_t>(is_inverse) +
         static_cast<size_t>(use.placement == Placement::kInPlace);
}

absl::StatusOr<Problem> ProblemOf(const Request& request, const Use& use) {
  Problem problem;
  problem.type = TypeOf(request.elements.kind, use.is_inverse);
  problem.precision = request.elements.precision;
  problem.placement = use.placement;
  problem.lengths = request.lengths;
  problem.batch = request.batch;
  problem.scale = request.scale;
  SetDefaultFormats(&problem);
  if (request.arrays) FFT_RETURN_IF_ERROR(Place(*request.arrays, &problem));
  return CompleteProblem(problem);
}

}  // namespace fft::compat
