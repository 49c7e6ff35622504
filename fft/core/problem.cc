#include "fft/core/problem.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "fft/base/int_math.h"
#include "fft/base/status.h"
#include "fft/core/dim.h"
#include "fft/core/layout.h"
#include "fft/core/validate_formats.h"

namespace fft {
namespace {

// Whether each value stands at the index that is its number. Code that indexes by value needs this.
template <typename Values>
constexpr bool AreAsDeclared(const Values& values) {
  for (size_t i = 0; i < values.size(); ++i) {
    if (static_cast<size_t>(values[i]) != i) return false;
  }
  return true;
}
static_assert(AreAsDeclared(kTransformTypes) && AreAsDeclared(kPrecisions) &&
              AreAsDeclared(kPlacements) && AreAsDeclared(kArrayFormats) &&
              AreAsDeclared(kAxisKinds) && AreAsDeclared(kPointFunctions));

std::string Indexed(const std::string& field, size_t i) { return absl::StrCat(field, "[", i, "]"); }

absl::Status ValidateKinds(const Problem& problem) {
  const bool is_real_to_real = problem.type == TransformType::kRealToReal;
  const std::vector<AxisKind>& kinds = problem.kinds;
  if (kinds.size() != problem.lengths.size() && (is_real_to_real || !kinds.empty())) {
    return InvalidField("kinds", absl::StrCat("a list of ", kinds.size()),
                        absl::StrCat(problem.lengths.size(), " kinds, one per length",
                                     is_real_to_real ? "" : ", or none"));
  }
  for (size_t i = 0; i < kinds.size(); ++i) {
    if (IsFourier(kinds[i]) == is_real_to_real) {
      return InvalidField(Indexed("kinds", i), ToString(kinds[i]),
                          is_real_to_real ? "kinds from reals to reals for real_to_real"
                                          : "forward or inverse for " + ToString(problem.type));
    }
    if (kinds[i] == AxisKind::kDct1 && problem.lengths[i] < 2) {
      return InvalidField(Indexed("lengths", i), absl::StrCat(problem.lengths[i]),
                          "at least 2 for dct1");
    }
  }
  return absl::OkStatus();
}

// Makes equal problems compare equal. A complex transform whose kinds all have one sign gets the
// type of that sign, and kinds that follow from the type are dropped.
void SimplifyKinds(Problem* problem) {
  std::vector<AxisKind>& kinds = problem->kinds;
  if (kinds.empty() || problem->type == TransformType::kRealToReal) return;
  if (!IsReal(problem->type)) {
    problem->type = kinds.back() == AxisKind::kForward ? TransformType::kComplexForward
                                                       : TransformType::kComplexInverse;
  }
  const AxisKind usual = IsForward(problem->type) ? AxisKind::kForward : AxisKind::kInverse;
  if (std::count(kinds.begin(), kinds.end(), usual) == std::ssize(kinds)) kinds.clear();
}

// Gives a problem without lengths the length 1.
void WriteScalars(Problem* problem) {
  if (!problem->lengths.empty()) return;
  problem->lengths = {1};
  if (problem->type == TransformType::kRealToReal) problem->kinds = {AxisKind::kDht};
}

absl::Status ValidateShape(const Problem& problem) {
  if (problem.lengths.size() > kMostLengths) {
    return InvalidField("lengths", absl::StrCat("a list of ", problem.lengths.size()),
                        absl::StrCat("at most ", kMostLengths, " lengths"));
  }
  for (size_t i = 0; i < problem.lengths.size(); ++i) {
    if (problem.lengths[i] < 1) {
      return InvalidField(Indexed("lengths", i), absl::StrCat(problem.lengths[i]), "at least 1");
    }
  }
  FFT_RETURN_IF_ERROR(ValidateKinds(problem));
  if (problem.batch < 0) {
    return InvalidField("batch", absl::StrCat(problem.batch), "at least 0");
  }
  if (problem.loops.size() > kMostLoops) {
    return InvalidField("loops", absl::StrCat("a list of ", problem.loops.size()),
                        absl::StrCat("at most ", kMostLoops, " loops"));
  }
  for (size_t i = 0; i < problem.loops.size(); ++i) {
    if (problem.loops[i].length < 0) {
      return InvalidField(Indexed("loops", i), ToString(problem.loops[i]),
                          "a length of at least 0");
    }
  }
  if (!std::isfinite(problem.scale)) {
    return InvalidField("scale", absl::StrCat(problem.scale), "finite numbers");
  }
  // The largest number of single precision, in which kernels of half precision compute.
  constexpr double kMostSingle = std::numeric_limits<float>::max();
  constexpr double kLeastSingle = std::numeric_limits<float>::denorm_min();
  if (problem.precision == Precision::kDouble) return absl::OkStatus();
  const auto refused = [&problem](const std::string& allowed) {
    return InvalidField("scale", absl::StrCat(problem.scale),
                        absl::StrCat(allowed, " in ", ToString(problem.precision), " precision"));
  };
  if (std::abs(problem.scale) > kMostSingle) return refused(absl::StrCat("at most ", kMostSingle));
  if (problem.scale != 0 && static_cast<float>(problem.scale) == 0) {
    return refused(absl::StrCat("0, or at least ", kLeastSingle));
  }
  return absl::OkStatus();
}

absl::Status ValidateRanges(const Problem& problem) {
  for (const auto& [side, array] :
       {std::pair{"input", &problem.input}, std::pair{"output", &problem.output}}) {
    const std::string field = absl::StrCat(side, ".ranges");
    FFT_RETURN_IF_ERROR(CheckRanges(field, array->ranges, SideLengths(problem, *array)));
    if (!array->ranges.empty() && problem.placement == Placement::kInPlace) {
      return InvalidField(field, ToString(array->ranges), "whole axes in place");
    }
  }
  return absl::OkStatus();
}

absl::Status TooLarge(const Problem& problem) {
  return InvalidField("lengths", absl::StrJoin(problem.lengths, "_"),
                      absl::StrCat("arrays of less than 2^63 bytes (batch ", problem.batch, ")"));
}

// The number of elements of one side, or nullopt if their bytes do not fit 64 bits.
std::optional<int64_t> SideVolume(const Problem& problem, const ArrayDescription& array) {
  std::optional<int64_t> volume = problem.batch;
  for (const Dim& loop : problem.loops) {
    if (volume) volume = CheckedMul(*volume, loop.length);
  }
  for (int64_t length : StoredLengths(problem, array)) {
    if (volume) volume = CheckedMul(*volume, length);
  }
  if (!volume || !CheckedMul(*volume, ElementBytes(problem, array))) {
    return std::nullopt;
  }
  return volume;
}

int64_t LoopStride(const Problem& problem, const Dim& loop, const ArrayDescription& array) {
  return &array == &problem.input ? loop.in_stride : loop.out_stride;
}

// Returns the error of an array whose bytes do not fit 64 bits. It names the lengths if the packed
// array does not fit either, else the stride, distance or offset that reaches furthest. `array` is
// a side of `problem`.
absl::Status ReachesTooFar(const Problem& problem, const ArrayDescription& array) {
  if (!SideVolume(problem, array)) return TooLarge(problem);
  const std::string side = &array == &problem.input ? "input" : "output";
  const auto reach = [](int64_t steps, int64_t stride) {
    return CheckedMul(steps, Magnitude(stride)).value_or(std::numeric_limits<int64_t>::max());
  };
  std::string field = side + ".distance";
  int64_t value = array.distance;
  int64_t furthest = reach(problem.batch - 1, array.distance);
  const auto consider = [&](const std::string& name, int64_t candidate, int64_t reached) {
    if (reached <= furthest) return;
    field = name;
    value = candidate;
    furthest = reached;
  };
  for (size_t i = 0; i < problem.loops.size(); ++i) {
    const int64_t stride = LoopStride(problem, problem.loops[i], array);
    consider(Indexed("loops", i), stride, reach(problem.loops[i].length - 1, stride));
  }
  const std::vector<int64_t> shape = StoredLengths(problem, array);
  for (size_t i = 0; i < shape.size(); ++i) {
    consider(Indexed(side + ".strides", i), array.strides[i],
             reach(shape[i] - 1, array.strides[i]));
  }
  for (size_t i = 0; i < array.offsets.size(); ++i) {
    consider(Indexed(side + ".offsets", i), array.offsets[i], array.offsets[i]);
  }
  return InvalidField(field, absl::StrCat(value), "a layout that ends before 2^63 bytes");
}

absl::StatusOr<std::vector<int64_t>> PackedStrides(const Problem& problem,
                                                   const std::vector<int64_t>& shape) {
  std::vector<int64_t> strides(shape.size(), 1);
  for (size_t i = shape.size() - 1; i > 0; --i) {
    const std::optional<int64_t> stride = CheckedMul(strides[i], shape[i]);
    if (!stride) return TooLarge(problem);
    strides[i - 1] = *stride;
  }
  return strides;
}

// The distance between transforms that follow each other without overlap, for the array's strides.
absl::StatusOr<int64_t> PackedDistance(const Problem& problem, const ArrayDescription& array) {
  const std::vector<int64_t> shape = StoredLengths(problem, array);
  int64_t distance = 1;
  for (size_t i = 0; i < shape.size(); ++i) {
    const std::optional<int64_t> span = CheckedMul(shape[i], Magnitude(array.strides[i]));
    if (!span) return ReachesTooFar(problem, array);
    distance = std::max(distance, *span);
  }
  return distance;
}

absl::Status CheckRank(const Problem& problem, const ArrayDescription& array,
                       const std::string& side) {
  if (array.strides.empty() || array.strides.size() == problem.lengths.size()) {
    return absl::OkStatus();
  }
  return InvalidField(absl::StrCat(side, ".strides"),
                      absl::StrCat("a list of ", array.strides.size()),
                      absl::StrCat(problem.lengths.size(), " strides, one per length, or none"));
}

absl::Status FillPacked(const Problem& problem, ArrayDescription* array) {
  if (array->strides.empty()) {
    FFT_ASSIGN_OR_RETURN(array->strides, PackedStrides(problem, StoredLengths(problem, *array)));
  }
  if (array->distance == 0) {
    FFT_ASSIGN_OR_RETURN(array->distance, PackedDistance(problem, *array));
  }
  return absl::OkStatus();
}

// Converts a distance from elements of `from_units` to elements of `to_units`. A distance that
// `to_units` does not divide is refused later, when the sides are compared.
int64_t Rescale(int64_t value, int64_t from_units, int64_t to_units) {
  return CheckedMul(value, from_units).value_or(0) / to_units;
}

// Fills the open members of `to` from `from`, where both describe the same array. The units are the
// widths of the sides' elements: 2 for complex numbers and 1 for reals if the sides differ, else 1
// for both.
void FillFromOtherSide(const ArrayDescription& from, int64_t from_units, int64_t to_units,
                       ArrayDescription* to) {
  if (to->strides.empty() && !from.strides.empty()) {
    to->strides = from.strides;
    for (size_t i = 0; i + 1 < to->strides.size(); ++i) {
      to->strides[i] = Rescale(from.strides[i], from_units, to_units);
    }
  }
  if (to->distance == 0) to->distance = Rescale(from.distance, from_units, to_units);
}

absl::Status FillLayouts(Problem* problem) {
  FFT_RETURN_IF_ERROR(CheckRank(*problem, problem->input, "input"));
  FFT_RETURN_IF_ERROR(CheckRank(*problem, problem->output, "output"));
  if (problem->placement == Placement::kOutOfPlace) {
    FFT_RETURN_IF_ERROR(FillPacked(*problem, &problem->input));
    return FillPacked(*problem, &problem->output);
  }
  // In place the Hermitian side is filled first, because its rows are wider.
  const bool input_leads = problem->type != TransformType::kRealForward;
  ArrayDescription* leader = input_leads ? &problem->input : &problem->output;
  ArrayDescription* follower = input_leads ? &problem->output : &problem->input;
  const int64_t leader_units = IsReal(problem->type) ? 2 : 1;
  FillFromOtherSide(*follower, 1, leader_units, leader);
  FFT_RETURN_IF_ERROR(FillPacked(*problem, leader));
  FillFromOtherSide(*leader, leader_units, 1, follower);
  return absl::OkStatus();
}

// The dims of one side, loops and batch first. The strides are in in_stride, also for the output.
Dims SideDims(const Problem& problem, const ArrayDescription& array) {
  const std::vector<int64_t> shape = StoredLengths(problem, array);
  Dims dims;
  for (const Dim& loop : problem.loops) {
    dims.push_back({loop.length, LoopStride(problem, loop, array), 0});
  }
  dims.push_back({problem.batch, array.distance, 0});
  for (size_t i = 0; i < shape.size(); ++i) dims.push_back({shape[i], array.strides[i], 0});
  return dims;
}

// How many elements before the first one the negative strides of a side reach; nullopt beyond 64
// bits.
std::optional<int64_t> ElementsBefore(const Problem& problem, const ArrayDescription& array) {
  Dims down;
  for (const Dim& dim : SideDims(problem, array)) {
    if (dim.in_stride < 0) down.push_back(dim);
  }
  const std::optional<int64_t> extent = InExtent(down);
  return extent ? std::optional(*extent - 1) : std::nullopt;
}

absl::Status ValidateStrides(const Problem& problem, const ArrayDescription& array,
                             const std::string& side) {
  // Kernels read two reals as one complex number by the stride of the last axis, which may be any
  // number except 0.
  const size_t last = array.strides.size() - 1;
  const bool has_stride = array.strides[last] != 0 || problem.lengths[last] == 1;
  if (array.format == ArrayFormat::kReal && !has_stride) {
    return InvalidField(Indexed(side + ".strides", last), "0", "another number, as reals lie");
  }
  const std::optional<int64_t> before = ElementsBefore(problem, array);
  if (!before) return ReachesTooFar(problem, array);
  for (size_t i = 0; i < (IsPlanar(array.format) ? 2 : 1); ++i) {
    if (array.offsets[i] < *before) {
      return InvalidField(Indexed(side + ".offsets", i), absl::StrCat(array.offsets[i]),
                          *before == 0 ? "at least 0"
                                       : absl::StrCat("at least ", *before,
                                                      ", as negative strides go down from it"));
    }
  }
  if (!IsPlanar(array.format) && array.offsets[1] != 0) {
    return InvalidField(side + ".offsets[1]", absl::StrCat(array.offsets[1]),
                        absl::StrCat("0: ", ToString(array.format), " has no second array"));
  }
  return absl::OkStatus();
}

absl::Status ValidateExtent(const Problem& problem, const ArrayDescription& array) {
  const Dims dims = SideDims(problem, array);
  const std::optional<int64_t> extent = InExtent(dims);
  if (!extent) return ReachesTooFar(problem, array);
  const std::optional<int64_t> last =
      CheckedAdd(*extent, std::max(array.offsets[0], array.offsets[1]));
  const int64_t bytes = ElementBytes(problem, array);
  const bool fits = last && CheckedMul(*last, bytes) && SideVolume(problem, array);
  return fits ? absl::OkStatus() : ReachesTooFar(problem, array);
}

absl::Status ValidateOutputOverlap(const Problem& problem) {
  const ArrayDescription& array = problem.output;
  std::vector<StridedAxis> axes;
  for (const Dim& dim : SideDims(problem, array)) axes.push_back({dim.length, dim.in_stride});
  if (IsInjective(axes)) return absl::OkStatus();
  const auto without_loops = axes.begin() + static_cast<std::ptrdiff_t>(problem.loops.size());
  if (IsInjective({without_loops, axes.end()})) {
    return InvalidField("loops", ToString(problem.loops),
                        "output strides at which no two output elements share an address");
  }
  axes.erase(axes.begin(), without_loops + 1);  // drops loops and batch
  if (IsInjective(axes)) {
    return InvalidField("output.distance", absl::StrCat(array.distance),
                        "distances at which no two output elements share an address");
  }
  return InvalidField("output.strides", absl::StrJoin(array.strides, "_"),
                      "strides at which no two output elements share an address");
}

absl::Status Disagree(const std::string& field, int64_t value, int64_t allowed,
                      const std::string& why) {
  return InvalidField(field, absl::StrCat(value), absl::StrCat(allowed, " in place, ", why));
}

absl::Status ValidateInPlaceComplex(const Problem& problem) {
  for (size_t i = 0; i < problem.lengths.size(); ++i) {
    const int64_t in = problem.input.strides[i];
    const int64_t out = problem.output.strides[i];
    if (in != out && problem.lengths[i] > 1) {
      return Disagree(Indexed("output.strides", i), out, in, "as the input's");
    }
  }
  if (problem.input.distance != problem.output.distance && problem.batch > 1) {
    return Disagree("output.distance", problem.output.distance, problem.input.distance,
                    "as the input's");
  }
  for (size_t i = 0; i < problem.loops.size(); ++i) {
    const Dim& loop = problem.loops[i];
    if (loop.in_stride != loop.out_stride && loop.length > 1) {
      return Disagree(Indexed("loops", i) + ".out_stride", loop.out_stride, loop.in_stride,
                      "as the input's");
    }
  }
  for (size_t i = 0; i < problem.input.offsets.size(); ++i) {
    if (problem.input.offsets[i] != problem.output.offsets[i]) {
      return Disagree(Indexed("output.offsets", i), problem.output.offsets[i],
                      problem.input.offsets[i], "as the input's");
    }
  }
  return absl::OkStatus();
}

// In place a row of n reals has the same memory as its n/2 + 1 complex numbers. So rows are at
// least 2 * (n/2 + 1) reals apart. Each stride of the reals, except the unit stride, is twice the
// stride of the complex side.
absl::Status ValidateInPlaceReal(const Problem& problem) {
  const bool forward = IsForward(problem.type);
  const ArrayDescription& real = forward ? problem.input : problem.output;
  const ArrayDescription& complex = forward ? problem.output : problem.input;
  const std::string side = forward ? "input" : "output";
  const std::string other = forward ? "output" : "input";
  const size_t last = problem.lengths.size() - 1;
  if (problem.lengths[last] > 1 && real.strides[last] != 1) {
    return Disagree(Indexed(side + ".strides", last), real.strides[last], 1, "as reals lie");
  }
  if (problem.lengths[last] > 1 && complex.strides[last] != 1) {
    return Disagree(Indexed(other + ".strides", last), complex.strides[last], 1,
                    "as complex numbers lie");
  }
  const std::string why = absl::StrCat("twice the ", other, "'s");
  for (size_t i = 0; i < last; ++i) {
    if (problem.lengths[i] > 1 && real.strides[i] != 2 * complex.strides[i]) {
      return Disagree(Indexed(side + ".strides", i), real.strides[i], 2 * complex.strides[i], why);
    }
  }
  if (problem.batch > 1 && real.distance != 2 * complex.distance) {
    return Disagree(side + ".distance", real.distance, 2 * complex.distance, why);
  }
  for (size_t i = 0; i < problem.loops.size(); ++i) {
    const Dim& loop = problem.loops[i];
    const int64_t reals = forward ? loop.in_stride : loop.out_stride;
    const int64_t pairs = forward ? loop.out_stride : loop.in_stride;
    if (loop.length > 1 && reals != 2 * pairs) {
      return Disagree(Indexed("loops", i), reals, 2 * pairs, why);
    }
  }
  if (real.offsets[0] != 2 * complex.offsets[0]) {
    return Disagree(side + ".offsets[0]", real.offsets[0], 2 * complex.offsets[0], why);
  }
  return absl::OkStatus();
}

Layout SideLayout(const Problem& problem, const ArrayDescription& array) {
  const std::vector<int64_t> shape = StoredLengths(problem, array);
  const auto rounds = [](int64_t length) { return std::max<int64_t>(length, 1); };
  std::vector<LayoutDigit> digits;
  for (size_t i = shape.size(); i-- > 0;) digits.push_back({shape[i], array.strides[i]});
  digits.push_back({rounds(problem.batch), array.distance});
  for (size_t i = problem.loops.size(); i-- > 0;) {
    const Dim& loop = problem.loops[i];
    digits.push_back({rounds(loop.length), LoopStride(problem, loop, array)});
  }
  return Layout(digits, array.offsets[0]);
}

}  // namespace

bool IsForward(TransformType type) {
  return type != TransformType::kComplexInverse && type != TransformType::kRealInverse;
}

bool IsReal(TransformType type) {
  return type == TransformType::kRealForward || type == TransformType::kRealInverse;
}

AxisKind KindOf(const Problem& problem, size_t i) {
  if (!problem.kinds.empty()) return problem.kinds[i];
  return IsForward(problem.type) ? AxisKind::kForward : AxisKind::kInverse;
}

bool IsPlanar(ArrayFormat format) {
  return format == ArrayFormat::kComplexPlanar || format == ArrayFormat::kHermitianPlanar;
}

int RealBytes(Precision precision) {
  switch (precision) {
    case Precision::kHalf:
    case Precision::kBfloat16:
      return 2;
    case Precision::kSingle:
      return 4;
    case Precision::kDouble:
      return 8;
  }
  return 0;
}

int ElementBytes(ArrayFormat format, Precision precision) {
  const bool one_real = format == ArrayFormat::kReal || IsPlanar(format);
  return RealBytes(precision) * (one_real ? 1 : 2);
}

void SetDefaultFormats(Problem* problem) {
  const bool is_real_to_real = problem->type == TransformType::kRealToReal;
  problem->input.format = problem->output.format =
      is_real_to_real ? ArrayFormat::kReal : ArrayFormat::kComplexInterleaved;
  if (IsReal(problem->type)) {
    const bool forward = IsForward(problem->type);
    (forward ? problem->input : problem->output).format = ArrayFormat::kReal;
    (forward ? problem->output : problem->input).format = ArrayFormat::kHermitianInterleaved;
  }
  if (HasFunction(problem->output)) problem->output.format = ArrayFormat::kReal;
}

int64_t TransformCount(const Problem& problem) {
  int64_t count = problem.batch;
  for (const Dim& loop : problem.loops) count *= loop.length;
  return count;
}

bool IsEmpty(const Problem& problem) {
  return problem.batch == 0 || std::any_of(problem.loops.begin(), problem.loops.end(),
                                           [](const Dim& loop) { return loop.length == 0; });
}

Problem WithoutEmpty(Problem problem) {
  problem.batch = std::max<int64_t>(problem.batch, 1);
  for (Dim& loop : problem.loops) loop.length = std::max<int64_t>(loop.length, 1);
  return problem;
}

std::vector<int64_t> SideLengths(const Problem& problem, const ArrayDescription& array) {
  std::vector<int64_t> shape = problem.lengths;
  const bool is_half = HasFunction(array) ? IsReal(problem.type)
                                          : array.format == ArrayFormat::kHermitianInterleaved ||
                                                array.format == ArrayFormat::kHermitianPlanar;
  if (is_half) shape.back() = shape.back() / 2 + 1;
  return shape;
}

std::vector<int64_t> StoredLengths(const Problem& problem, const ArrayDescription& array) {
  std::vector<int64_t> shape = SideLengths(problem, array);
  for (size_t i = 0; i < array.ranges.size(); ++i) shape[i] = array.ranges[i].count;
  return shape;
}

bool HasRanges(const Problem& problem) {
  return !problem.input.ranges.empty() || !problem.output.ranges.empty();
}

int64_t WindowElements(const Problem& problem) {
  return StoredLengths(problem, problem.input).back();
}

absl::StatusOr<Problem> CompleteProblem(const Problem& problem) {
  FFT_RETURN_IF_ERROR(ValidateShape(problem));
  if (IsEmpty(problem)) {
    FFT_ASSIGN_OR_RETURN(Problem complete, CompleteProblem(WithoutEmpty(problem)));
    complete.batch = problem.batch;
    complete.loops = problem.loops;
    return complete;
  }
  FFT_RETURN_IF_ERROR(ValidateFormats(problem));
  Problem complete = problem;
  WriteScalars(&complete);
  SimplifyKinds(&complete);
  for (ArrayDescription* array : {&complete.input, &complete.output}) {
    array->ranges = WithoutWhole(array->ranges, SideLengths(complete, *array));
    if (array->precision == complete.precision) array->precision.reset();
  }
  FFT_RETURN_IF_ERROR(ValidateRanges(complete));
  FFT_RETURN_IF_ERROR(FillLayouts(&complete));
  FFT_RETURN_IF_ERROR(ValidateStrides(complete, complete.input, "input"));
  FFT_RETURN_IF_ERROR(ValidateStrides(complete, complete.output, "output"));
  FFT_RETURN_IF_ERROR(ValidateExtent(complete, complete.input));
  FFT_RETURN_IF_ERROR(ValidateExtent(complete, complete.output));
  if (complete.placement == Placement::kInPlace) {
    FFT_RETURN_IF_ERROR(IsReal(complete.type) ? ValidateInPlaceReal(complete)
                                              : ValidateInPlaceComplex(complete));
  }
  FFT_RETURN_IF_ERROR(ValidateOutputOverlap(complete));
  return complete;
}

Layout InputLayout(const Problem& problem) { return SideLayout(problem, problem.input); }

Layout OutputLayout(const Problem& problem) { return SideLayout(problem, problem.output); }

}  // namespace fft
