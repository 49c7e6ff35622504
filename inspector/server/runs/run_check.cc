#include "inspector/server/runs/run_check.h"

#include <algorithm>
#include <cmath>
#include <complex>

#include "fft/base/int_math.h"
#include "fft/core/axis_kind.h"
#include "fft/core/layout.h"
#include "fft/core/unit_roundoff.h"
#include "fft/plan/scheme.h"
#include "inspector/server/runs/reference_dft.h"

namespace fft::inspector {
namespace {

// The most points of the reference, summed over all checked batches.
constexpr int64_t kMaxCheckedPoints = int64_t{1} << 24;

Side MakeSide(const Problem& problem, const Layout& layout, const ArrayDescription& array) {
  Side side{layout, array, PrecisionOf(problem, array), 0};
  const int64_t offset = std::max(array.offsets[0], side.arrays() == 2 ? array.offsets[1] : 0);
  side.array_bytes = SaturatingMul(SaturatingAdd(offset - layout.offset(), layout.end()),
                                   ElementBytes(problem, array));
  return side;
}

// Whether some axis is transformed by several kernels or by a convolution.
bool HasComposedTransform(const PlanNode& node) {
  if (SchemeOf(node.scheme).splits || node.convolution > 0) return true;
  return std::any_of(node.children.begin(), node.children.end(), HasComposedTransform);
}

template <typename Storage>
std::complex<double> ReadElementAs(const Side& side, const Arrays& arrays, int64_t position) {
  const int64_t address = side.layout.Address(position);
  if (side.array.format == ArrayFormat::kReal) {
    return static_cast<double>(reinterpret_cast<const Storage*>(arrays[0].data())[address]);
  }
  if (side.arrays() == 1) {
    const Storage* values = reinterpret_cast<const Storage*>(arrays[0].data()) + 2 * address;
    return {values[0], values[1]};
  }
  const int64_t imag = address - side.layout.offset() + side.array.offsets[1];
  return {reinterpret_cast<const Storage*>(arrays[0].data())[address],
          reinterpret_cast<const Storage*>(arrays[1].data())[imag]};
}

std::complex<double> ReadElement(const Side& side, const Arrays& arrays, int64_t position) {
  return WithStorage(side.precision, [&](auto zero) {
    return ReadElementAs<decltype(zero)>(side, arrays, position);
  });
}

template <typename Storage>
void WriteElement(const Side& side, int64_t position, std::complex<double> value, Arrays* arrays) {
  const int64_t address = side.layout.Address(position);
  Storage* const first = reinterpret_cast<Storage*>((*arrays)[0].data());
  if (side.arrays() == 1) {
    first[2 * address] = static_cast<Storage>(value.real());
    first[2 * address + 1] = static_cast<Storage>(value.imag());
    return;
  }
  const int64_t imag = address - side.layout.offset() + side.array.offsets[1];
  first[address] = static_cast<Storage>(value.real());
  reinterpret_cast<Storage*>((*arrays)[1].data())[imag] = static_cast<Storage>(value.imag());
}

int64_t ProductOf(const std::vector<int64_t>& lengths) {
  int64_t product = 1;
  for (int64_t length : lengths) product *= length;
  return product;
}

int64_t Points(const Problem& problem) { return ProductOf(problem.lengths); }

// The number of elements of one batch in an array. An array for a real transform's spectrum stores
// only half of it.
int64_t StoredPoints(const Problem& problem, const ArrayDescription& array) {
  return ProductOf(StoredLengths(problem, array));
}

// The places of elements in an array that may hold only ranges of the axes.
class HeldElements {
 public:
  HeldElements(const Problem& problem, const ArrayDescription& array) {
    if (array.ranges.empty()) return;
    const std::vector<int64_t> lengths = SideLengths(problem, array);
    const std::vector<int64_t> positions = PositionsInWhole(array.ranges, lengths);
    places_.assign(ProductOf(lengths), -1);
    for (size_t i = 0; i < positions.size(); ++i) places_[positions[i]] = static_cast<int64_t>(i);
  }
  // The place of an element in the array; -1 if the array does not hold the element.
  int64_t PlaceOf(int64_t position) const { return places_.empty() ? position : places_[position]; }

 private:
  std::vector<int64_t> places_;  // empty if the array holds all elements in order
};

std::vector<AxisKind> KindsOf(const Problem& problem) {
  std::vector<AxisKind> kinds;
  for (size_t axis = 0; axis < problem.lengths.size(); ++axis)
    kinds.push_back(KindOf(problem, axis));
  return kinds;
}

// What the output's function makes of a value.
template <typename Real>
std::complex<Real> Apply(PointFunction function, const std::complex<Real>& value) {
  switch (function) {
    case PointFunction::kNone:
      break;
    case PointFunction::kMagnitude:
      return std::abs(value);
    case PointFunction::kPower:
      return std::norm(value);
  }
  return value;
}

// Where element `i` of the whole spectrum is found in the stored half: at its own position, or as
// the conjugate of the element at the negative frequencies.
struct StoredAt {
  int64_t position = 0;
  bool conjugate = false;
};
StoredAt HalfSpectrum(const std::vector<int64_t>& lengths, int64_t i) {
  const int64_t last = lengths.back();
  const int64_t stored = last / 2 + 1;
  int64_t row = i / last;
  const int64_t k = i % last;
  if (k < stored) return {row * stored + k, false};
  int64_t mirrored = 0;
  int64_t weight = 1;
  for (size_t axis = lengths.size() - 1; axis-- > 0;
       row /= lengths[axis], weight *= lengths[axis]) {
    const int64_t index = row % lengths[axis];
    mirrored += (index == 0 ? 0 : lengths[axis] - index) * weight;
  }
  return {mirrored * stored + last - k, true};
}

// Replaces the random values in `arrays` by half spectra of real data. All batches have the same
// spectrum up to the sign.
template <typename Storage>
void MakeSpectra(const Problem& problem, Arrays* arrays) {
  const Side side = InSide(problem);
  const Storage* random = reinterpret_cast<const Storage*>((*arrays)[0].data());
  const int64_t known = static_cast<int64_t>((*arrays)[0].size() / sizeof(Storage));
  std::vector<std::complex<double>> data(Points(problem));
  for (size_t i = 0; i < data.size(); ++i) data[i] = random[i % known];
  const std::vector<AxisKind> forward(problem.lengths.size(), AxisKind::kForward);
  ReferenceTransform<double>(problem.lengths, forward, &data);
  const int64_t stored = StoredPoints(problem, problem.input);
  const HeldElements held(problem, problem.input);
  for (int64_t i = 0; i < Points(problem); ++i) {
    const StoredAt at = HalfSpectrum(problem.lengths, i);
    const int64_t place = held.PlaceOf(at.position);
    if (at.conjugate || place < 0) continue;
    for (int64_t batch = 0; batch < problem.batch; ++batch) {
      const double sign = batch % 2 == 0 ? 1 : -1;
      WriteElement<Storage>(side, batch * stored + place, sign * data[i], arrays);
    }
  }
}

struct Sums {
  long double difference = 0;
  long double norm = 0;
  long double worst = 0;
  long double largest = 0;
};

// Adds one batch's errors. The reference is computed in Real, which is wider than the numbers in
// memory.
template <typename Real>
void CheckBatch(const Problem& problem, const RunArrays& arrays, int64_t batch, Sums* sums) {
  const Side in_side = InSide(problem);
  const Side out_side = OutSide(problem);
  const int64_t points = Points(problem);
  const int64_t in_points = StoredPoints(problem, problem.input);
  const int64_t out_points = StoredPoints(problem, problem.output);
  const HeldElements in_held(problem, problem.input), out_held(problem, problem.output);
  std::vector<std::complex<Real>> data(points);
  for (int64_t i = 0; i < points; ++i) {
    const StoredAt at = problem.type == TransformType::kRealInverse
                            ? HalfSpectrum(problem.lengths, i)
                            : StoredAt{i, false};
    const int64_t place = in_held.PlaceOf(at.position);
    if (place < 0) continue;
    std::complex<Real> value(ReadElement(in_side, arrays.in, batch * in_points + place));
    if (problem.input.has_window) {
      value *= static_cast<Real>(arrays.window[place % arrays.window.size()]);
    }
    data[i] = at.conjugate ? std::conj(value) : value;
  }
  ReferenceTransform<Real>(problem.lengths, KindsOf(problem), &data);
  for (int64_t i = 0; i < points; ++i) {
    const StoredAt at = problem.type == TransformType::kRealForward
                            ? HalfSpectrum(problem.lengths, i)
                            : StoredAt{i, false};
    const int64_t place = out_held.PlaceOf(at.position);
    if (at.conjugate || place < 0) continue;
    const std::complex<Real> want =
        Apply(problem.output.function, data[i] * static_cast<Real>(problem.scale));
    const std::complex<Real> got(ReadElement(out_side, arrays.out, batch * out_points + place));
    const long double difference = std::norm(got - want);
    const long double norm = std::norm(want);
    sums->difference += difference;
    sums->norm += norm;
    // std::max is not used because it would hide a NaN.
    if (!(difference <= sums->worst)) sums->worst = difference;
    sums->largest = std::max(sums->largest, norm);
  }
}

}  // namespace

Side InSide(const Problem& problem) {
  return MakeSide(problem, InputLayout(problem), problem.input);
}

Side OutSide(const Problem& problem) {
  return MakeSide(problem, OutputLayout(problem), problem.output);
}

double GateConstant(const PlanNode& tree) { return HasComposedTransform(tree) ? 3.0 : 1.5; }

int64_t ReferenceBytes(const Problem& problem) {
  const int64_t element = problem.precision == Precision::kDouble
                              ? sizeof(std::complex<long double>)
                              : sizeof(std::complex<double>);
  int64_t points = 1;
  int64_t scratch = 0;
  for (size_t axis = 0; axis < problem.lengths.size(); ++axis) {
    points = SaturatingMul(points, problem.lengths[axis]);
    scratch = std::max(scratch, ReferenceScratch(problem.lengths[axis], KindOf(problem, axis)));
  }
  return SaturatingMul(element, SaturatingAdd(points, scratch));
}

void MakeValidInput(const Problem& problem, Arrays* arrays) {
  if (problem.type != TransformType::kRealInverse) return;
  WithStorage(PrecisionOf(problem, problem.input),
              [&](auto zero) { MakeSpectra<decltype(zero)>(problem, arrays); });
}

ErrorFigures CheckOutput(const PlanDescription& plan, const RunArrays& arrays) {
  const Problem& problem = plan.problem;
  const int64_t points = Points(problem);
  ErrorFigures figures;
  figures.batches_checked = std::clamp<int64_t>(kMaxCheckedPoints / points, 1, problem.batch);
  Sums sums;
  for (int64_t i = 0; i < figures.batches_checked; ++i) {
    // The checked batches are spread evenly and include the first and the last one.
    const int64_t batch =
        figures.batches_checked == 1 ? 0 : i * (problem.batch - 1) / (figures.batches_checked - 1);
    if (problem.precision == Precision::kDouble) {
      CheckBatch<long double>(problem, arrays, batch, &sums);
    } else {
      CheckBatch<double>(problem, arrays, batch, &sums);
    }
  }
  figures.reference = problem.precision == Precision::kDouble ? "80-bit long double" : "double";
  figures.l2 = static_cast<double>(std::sqrt(sums.difference / sums.norm));
  figures.linf = static_cast<double>(std::sqrt(sums.worst / sums.largest));
  // A square has twice the relative error of its number.
  const double of_function = problem.output.function == PointFunction::kPower ? 2 : 1;
  figures.constant = of_function * GateConstant(plan.tree);
  figures.gate_l2 = figures.constant * CoarsestRoundoff(problem) *
                    std::sqrt(std::max(1.0, std::log2(static_cast<double>(points))));
  figures.gate_linf = 4 * figures.gate_l2;
  return figures;
}

}  // namespace fft::inspector
