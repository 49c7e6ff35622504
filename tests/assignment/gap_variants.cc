#include "tests/assignment/gap_variants.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace fft::testing {
namespace {

struct SideDim {
  int64_t length = 1;
  int64_t* stride = nullptr;
};

// Returns the lengths and strides of a side, fastest first. Dimensions of equal strides keep their
// order, since a dimension of length 1 can have any stride.
std::vector<SideDim> FastToSlow(const Problem& problem, ArrayDescription* array) {
  const std::vector<int64_t> lengths = StoredLengths(problem, *array);
  std::vector<SideDim> dims;
  for (size_t i = lengths.size(); i-- > 0;) dims.push_back({lengths[i], &array->strides[i]});
  dims.push_back({problem.batch, &array->distance});
  std::stable_sort(dims.begin(), dims.end(),
                   [](const SideDim& a, const SideDim& b) { return *a.stride < *b.stride; });
  return dims;
}

void Spread(const Problem& problem, Gaps gaps, bool unit_rows, ArrayDescription* array) {
  int64_t stride = gaps == Gaps::kLarge && !unit_rows ? 3 : 1;
  int64_t extra = 1;
  for (const SideDim& dim : FastToSlow(problem, array)) {
    *dim.stride = stride;
    const int64_t span = stride * dim.length;
    stride = gaps == Gaps::kLarge ? 2 * span + 5 : span + extra++;
  }
}

// Spreads an in-place real problem, whose array of reals lies in the memory of its complex array.
void SpreadInPlaceReal(Gaps gaps, Problem* problem) {
  const bool forward = IsForward(problem->type);
  ArrayDescription& complex = forward ? problem->output : problem->input;
  ArrayDescription& real = forward ? problem->input : problem->output;
  complex.strides.back() = 0;  // so that the rows stay the fastest dimension
  Spread(*problem, gaps, true, &complex);
  for (size_t i = 0; i < real.strides.size(); ++i) real.strides[i] = 2 * complex.strides[i];
  real.strides.back() = 1;
  real.distance = 2 * complex.distance;
}

}  // namespace

std::string ToString(Gaps gaps) {
  switch (gaps) {
    case Gaps::kAsGiven:
      return "as given";
    case Gaps::kPacked:
      return "packed";
    case Gaps::kSmall:
      return "small gaps";
    case Gaps::kLarge:
      return "large gaps";
  }
  return "?";
}

Problem WithGaps(const Problem& problem, Gaps gaps) {
  Problem variant = problem;
  if (gaps == Gaps::kAsGiven) return variant;
  if (gaps == Gaps::kPacked) {
    for (ArrayDescription* array : {&variant.input, &variant.output}) {
      array->strides.clear();
      array->distance = 0;
    }
    return CompleteProblem(variant).value();
  }
  if (problem.placement == Placement::kInPlace && IsReal(problem.type)) {
    SpreadInPlaceReal(gaps, &variant);
  } else {
    Spread(problem, gaps, false, &variant.input);
    Spread(problem, gaps, false, &variant.output);
  }
  return CompleteProblem(variant).value();
}

}  // namespace fft::testing
