#include "tests/interpreter/interpret_transform.h"

#include <algorithm>

#include "fft/base/bfloat16.h"
#include "fft/base/half.h"
#include "fft/base/status.h"
#include "tests/support/side.h"

namespace fft::testing {
namespace {

constexpr double kGap = 1e30;

// Returns the number that is component `c` of the element at `offset`.
double& Word(const Side& side, int64_t offset, int c, InterpreterPlanes* planes) {
  const int plane = side.planes() == 2 ? c : 0;
  const int64_t element = offset + side.offsets[plane];
  const int64_t word = side.planes() == 2 ? element : element * side.components() + c;
  return (*planes)[plane][word];
}

// Returns memory for the sides in which every number counts as a gap.
InterpreterPlanes Gaps(const std::vector<Side>& sides) {
  InterpreterPlanes planes;
  for (const Side& side : sides) {
    for (int plane = 0; plane < side.planes(); ++plane) {
      const size_t words = side.PlaneBytes(plane) / RealBytes(side.precision);
      if (planes[plane].size() < words) planes[plane].resize(words, kGap);
    }
  }
  return planes;
}

// Rounds a value to a storage precision.
double Rounded(long double value, Precision precision) {
  switch (precision) {
    case Precision::kHalf:
      return HalfToFloat(FloatToHalf(static_cast<float>(value)));
    case Precision::kBfloat16:
      return float{Bfloat16(static_cast<float>(value))};
    case Precision::kSingle:
      return static_cast<float>(value);
    case Precision::kDouble:
      return static_cast<double>(value);
  }
  return static_cast<double>(value);
}

void Fill(const Side& side, const std::vector<long double>& values, InterpreterPlanes* planes) {
  const int components = side.components();
  ForEachElement(side, [&](int64_t n, int64_t offset) {
    for (int c = 0; c < components; ++c) {
      Word(side, offset, c, planes) = Rounded(values[n * components + c], side.precision);
    }
  });
}

std::vector<long double> Read(const Side& side, InterpreterPlanes* planes) {
  const int components = side.components();
  std::vector<long double> values(components * side.volume());
  ForEachElement(side, [&](int64_t n, int64_t offset) {
    for (int c = 0; c < components; ++c) {
      values[n * components + c] = Word(side, offset, c, planes);
    }
  });
  return values;
}

void Erase(const Side& side, InterpreterPlanes* planes) {
  const int components = side.components();
  ForEachElement(side, [&](int64_t, int64_t offset) {
    for (int c = 0; c < components; ++c) Word(side, offset, c, planes) = kGap;
  });
}

bool IsAllGap(const InterpreterPlanes& planes) {
  return std::all_of(planes.begin(), planes.end(), [](const std::vector<double>& plane) {
    return std::all_of(plane.begin(), plane.end(), [](double word) { return word == kGap; });
  });
}

}  // namespace

absl::StatusOr<Interpretation> InterpretTransform(const PlanDescription& plan, int candidate,
                                                  const std::vector<long double>& input,
                                                  const std::vector<long double>& spectra,
                                                  KernelBranches* branches) {
  const Problem& problem = plan.problem;
  const bool in_place = problem.placement == Placement::kInPlace;
  const Side in = InputSide(problem), out = OutputSide(problem);
  InterpreterBuffers buffers;
  buffers.out = in_place ? Gaps({in, out}) : Gaps({out});
  if (!in_place) buffers.in = Gaps({in});
  InterpreterPlanes& read = in_place ? buffers.out : buffers.in;
  Fill(in, input, &read);
  Interpretation result;
  result.input = Read(in, &read);
  for (long double value : spectra) {
    buffers.spectra.push_back(Rounded(value, ComputePrecision(problem.precision)));
  }
  const InterpreterPlanes original = buffers.in;
  FFT_ASSIGN_OR_RETURN(result.objections, RunInInterpreter(plan, candidate, &buffers, branches));
  result.output = Read(out, &buffers.out);
  Erase(out, &buffers.out);
  if (in_place)
    Erase(in, &buffers.out);  // erases input elements that the output does not overwrite
  if (!plan.options.allow_gap_overwrite && !IsAllGap(buffers.out)) {
    result.objections.push_back("a gap of the output was written");
  }
  if (buffers.in != original && !plan.options.allow_input_overwrite) {
    result.objections.push_back("the input was changed");
  }
  return result;
}

Target SmallTarget() {
  Target target = FindTarget("gfx90a").value();
  target.name = "small";
  target.lds_bytes = 2048;
  target.max_threads = 64;
  target.wavefront = 16;
  target.min_workgroup_threads = 16;
  target.tile_row_bytes = 32;
  // The target has no cache. So every second kernel of a plan does its tiles in falling order.
  target.turns_groups = true;
  target.l2_bytes = 0;
  return target;
}

}  // namespace fft::testing
