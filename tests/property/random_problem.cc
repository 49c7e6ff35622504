#include "tests/property/random_problem.h"

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <numeric>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "fft/base/status.h"
#include "fft/core/dim.h"

namespace fft::testing {
namespace {

template <typename T>
T Pick(const std::vector<T>& choices, Random* random) {
  return choices[random->Below(static_cast<int64_t>(choices.size()))];
}

// Draws a length of at most `limit`. Small primes and powers of two are more likely.
int64_t RandomLength(int64_t limit, Random* random) {
  constexpr int64_t kUsual[] = {1,  2,  3,  4,  5,  6,  7,  8,  9,   11,  13,  16,  17,
                                25, 31, 32, 37, 49, 64, 74, 97, 128, 131, 210, 256, 257};
  const int64_t usual = kUsual[random->Below(std::size(kUsual))];
  if (usual <= limit && random->OneIn(2)) return usual;
  return 1 + random->Below(limit);
}

void RandomShape(int64_t max_points, Random* random, Problem* problem) {
  const int64_t rank = 1 + random->Below(random->OneIn(6) ? 6 : 3);
  int64_t limit = max_points;
  for (int64_t d = 0; d < rank; ++d) {
    // The length leaves room for the next dimensions. The last dimension may use all of the rest.
    int64_t most = limit;
    for (int64_t left = rank - 1 - d; left > 0; --left) most = std::max<int64_t>(1, most / 4);
    problem->lengths.push_back(RandomLength(most, random));
    limit = std::max<int64_t>(1, limit / problem->lengths.back());
  }
  std::rotate(problem->lengths.begin(), problem->lengths.begin() + random->Below(rank),
              problem->lengths.end());
  problem->batch = random->OneIn(3) ? 1 : 1 + random->Below(std::min<int64_t>(limit, 9));
}

// Draws the kinds of the axes. Real-to-real problems get any kinds; other problems sometimes get
// signs.
void RandomKinds(Random* random, Problem* problem) {
  const bool is_real_to_real = problem->type == TransformType::kRealToReal;
  if (!is_real_to_real && !random->OneIn(4)) return;
  std::vector<AxisKind> kinds;
  for (AxisKind kind : kAxisKinds) {
    if (IsFourier(kind) != is_real_to_real) kinds.push_back(kind);
  }
  for (const int64_t length : problem->lengths) {
    problem->kinds.push_back(Pick(kinds, random));
    if (length < 2 && problem->kinds.back() == AxisKind::kDct1) {
      problem->kinds.back() = AxisKind::kDct2;
    }
  }
}

void RandomFormats(Random* random, Problem* problem) {
  using F = ArrayFormat;
  const bool in_place = problem->placement == Placement::kInPlace;
  if (problem->type == TransformType::kRealToReal) return SetDefaultFormats(problem);
  if (!IsReal(problem->type)) {
    problem->input.format = Pick<F>({F::kComplexInterleaved, F::kComplexPlanar}, random);
    problem->output.format = in_place
                                 ? problem->input.format
                                 : Pick<F>({F::kComplexInterleaved, F::kComplexPlanar}, random);
    return;
  }
  const F hermitian = in_place ? F::kHermitianInterleaved
                               : Pick<F>({F::kHermitianInterleaved, F::kHermitianPlanar}, random);
  const bool forward = IsForward(problem->type);
  problem->input.format = forward ? F::kReal : hermitian;
  problem->output.format = forward ? hermitian : F::kReal;
}

void RandomRanges(Random* random, Problem* problem) {
  if (problem->placement == Placement::kInPlace || !random->OneIn(4)) return;
  for (ArrayDescription* array : {&problem->input, &problem->output}) {
    if (random->OneIn(4)) continue;
    for (const int64_t length : SideLengths(*problem, *array)) {
      const bool is_whole = random->OneIn(3);
      const Range part = {random->OneIn(2) ? 0 : random->Below(length), 1 + random->Below(length)};
      array->ranges.push_back(is_whole ? Range{0, length} : part);
    }
  }
}

// Returns random strides of `shape` (slowest first, with the batch before it). `order` lists the
// dimensions, fastest first. Some have gaps.
std::vector<int64_t> RandomStrides(const std::vector<int64_t>& shape,
                                   const std::vector<size_t>& order, Random* random) {
  std::vector<int64_t> strides(shape.size());
  int64_t next = random->OneIn(3) ? 1 + random->Below(3) : 1;
  for (const size_t d : order) {
    strides[d] = next;
    next *= shape[d];
    if (random->OneIn(3)) next += random->Below(4);
  }
  return strides;
}

// Sets the strides of the loops, the batch and the lengths of one side.
void SetStrides(const std::vector<int64_t>& strides, Problem* problem, ArrayDescription* array) {
  const auto loop_stride = array == &problem->input ? &Dim::in_stride : &Dim::out_stride;
  auto stride = strides.begin();
  for (Dim& loop : problem->loops) loop.*loop_stride = *stride++;
  array->distance = *stride++;
  array->strides.assign(stride, strides.end());
}

// Returns the lengths of the loops, the batch and the axes of one side.
std::vector<int64_t> WholeShape(const Problem& problem, const ArrayDescription& array) {
  std::vector<int64_t> shape;
  for (const Dim& loop : problem.loops) shape.push_back(loop.length);
  shape.push_back(problem.batch);
  const std::vector<int64_t> lengths = StoredLengths(problem, array);
  shape.insert(shape.end(), lengths.begin(), lengths.end());
  return shape;
}

// Makes some strides of `shape` negative. Returns how far the elements then lie below the first
// one; the offset has to grow by this number.
int64_t TurnAround(const std::vector<int64_t>& shape, Random* random,
                   std::vector<int64_t>* strides) {
  int64_t down = 0;
  for (size_t d = 0; d < shape.size(); ++d) {
    if (!random->OneIn(4)) continue;
    down += (shape[d] - 1) * (*strides)[d];
    (*strides)[d] = -(*strides)[d];
  }
  return down;
}

void RandomOffsets(Random* random, int64_t least, ArrayDescription* array) {
  array->offsets[0] = least + (random->OneIn(3) ? random->Below(6) : 0);
  if (!IsPlanar(array->format)) return;
  array->offsets[1] = least + (random->OneIn(3) ? random->Below(6) : 0);
}

void RandomLayout(Random* random, Problem* problem, ArrayDescription* array) {
  const std::vector<int64_t> shape = WholeShape(*problem, *array);
  std::vector<size_t> order(shape.size());
  std::iota(order.rbegin(), order.rend(), 0);
  if (random->OneIn(2)) {
    for (size_t i = order.size(); i-- > 1;) std::swap(order[i], order[random->Below(i + 1)]);
  }
  std::vector<int64_t> strides = RandomStrides(shape, order, random);
  const bool is_read_only =
      array == &problem->input && problem->placement == Placement::kOutOfPlace;
  for (size_t d = 0; is_read_only && d + 1 < strides.size(); ++d) {
    // A batch cannot have stride 0, since a distance of 0 means the packed distance. A spectrum
    // that is repeated along a dimension is not the spectrum of reals.
    const bool is_loop = d < problem->loops.size();
    if (random->OneIn(12) && d != problem->loops.size() &&
        (is_loop || problem->type != TransformType::kRealInverse)) {
      strides[d] = 0;
    }
  }
  const int64_t least = random->OneIn(2) ? TurnAround(shape, random, &strides) : 0;
  SetStrides(strides, problem, array);
  RandomOffsets(random, least, array);
}

// Draws the layout of an in-place real problem. The reals lie in the memory of the complex numbers,
// so they have stride 1 along the rows and twice the complex strides along other dimensions.
void RandomLayoutInPlaceReal(Random* random, Problem* problem) {
  const bool forward = IsForward(problem->type);
  ArrayDescription& real = forward ? problem->input : problem->output;
  ArrayDescription& complex = forward ? problem->output : problem->input;
  const std::vector<int64_t> shape = WholeShape(*problem, complex);
  std::vector<int64_t> strides(shape.size(), 1);
  int64_t next = shape.back();
  for (size_t d = shape.size() - 1; d-- > 0;) {
    if (random->OneIn(3)) next += random->Below(3);
    strides[d] = next;
    next *= shape[d];
  }
  // The stride of the rows must stay positive.
  const int64_t row = std::exchange(strides.back(), 0);
  complex.offsets[0] = random->OneIn(2) ? TurnAround(shape, random, &strides) : 0;
  strides.back() = row;
  SetStrides(strides, problem, &complex);
  for (size_t d = 0; d + 1 < strides.size(); ++d) strides[d] *= 2;
  SetStrides(strides, problem, &real);
  complex.offsets[0] += random->Below(3);
  real.offsets[0] = 2 * complex.offsets[0];
}

void RandomLayouts(Random* random, Problem* problem) {
  if (random->OneIn(3)) return;  // packed, without loops
  if (random->OneIn(4)) {
    problem->loops.resize(1 + random->Below(random->OneIn(4) ? kMostLoops : 3));
    // Some problems have a few loops, which multiply the number of points.
    for (Dim& loop : problem->loops) {
      loop.length = random->OneIn(3) ? 1 + random->Below(3) : 1;
    }
  }
  if (problem->placement == Placement::kOutOfPlace) {
    RandomLayout(random, problem, &problem->input);
    RandomLayout(random, problem, &problem->output);
  } else if (IsReal(problem->type)) {
    RandomLayoutInPlaceReal(random, problem);
  } else {
    RandomLayout(random, problem, &problem->input);
    problem->output = problem->input;
    for (Dim& loop : problem->loops) loop.out_stride = loop.in_stride;
  }
}

// Sometimes gives the sides precisions of their own.
void RandomPrecisions(Random* random, Problem* problem) {
  if (problem->precision == Precision::kDouble || !random->OneIn(4)) return;
  const std::vector<Precision> choices = {Precision::kHalf, Precision::kBfloat16,
                                          Precision::kSingle};
  problem->input.precision = Pick(choices, random);
  problem->output.precision =
      problem->placement == Placement::kInPlace ? problem->input.precision : Pick(choices, random);
}

}  // namespace

Problem RandomProblem(int64_t max_points, Random* random) {
  Problem problem;
  problem.type = Pick<TransformType>(
      {TransformType::kComplexForward, TransformType::kComplexInverse, TransformType::kRealForward,
       TransformType::kRealInverse, TransformType::kRealToReal},
      random);
  problem.precision = Pick<Precision>(
      {Precision::kHalf, Precision::kBfloat16, Precision::kSingle, Precision::kSingle,
       Precision::kDouble, Precision::kDouble, Precision::kDouble},
      random);
  problem.placement = random->OneIn(2) ? Placement::kInPlace : Placement::kOutOfPlace;
  RandomShape(max_points, random, &problem);
  RandomKinds(random, &problem);
  RandomFormats(random, &problem);
  RandomRanges(random, &problem);
  RandomLayouts(random, &problem);
  if (random->OneIn(4)) problem.scale = Pick<double>({0.5, 0.37, 2, -1.5, 1.0 / 3}, random);
  const bool planar = IsPlanar(problem.input.format) || IsPlanar(problem.output.format);
  if (!planar && random->OneIn(6)) problem.has_callbacks = true;
  RandomPrecisions(random, &problem);
  const absl::StatusOr<Problem> completed = CompleteProblem(problem);
  FFT_CHECK(completed.ok());  // this function makes only legal problems
  return *completed;
}

uint64_t PropertySeed() {
  static const uint64_t seed = [] {
    const char* text = std::getenv("FFT_PROPERTY_SEED");
    const uint64_t value =
        text != nullptr ? std::strtoull(text, nullptr, 10) : std::random_device()();
    std::cout << "FFT_PROPERTY_SEED=" << value << std::endl;
    return value;
  }();
  return seed;
}

}  // namespace fft::testing
