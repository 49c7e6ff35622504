#include "fft/assign/naive_executor.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <map>
#include <numbers>
#include <optional>
#include <random>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "fft/assign/shims/shim.h"
#include "fft/assign/user_arrays.h"
#include "fft/core/dim.h"
#include "fft/core/layout.h"
#include "fft/core/real_transforms.h"

namespace fft {
namespace {

using Complex = std::complex<double>;
using Array = std::vector<Complex>;
// Memory: a complex number takes two words, a real number one. Planar user arrays are kept
// interleaved.
using Words = std::vector<double>;

constexpr double kUntouched = 12345.0;

Complex Rotation(int64_t numerator, int64_t denominator, double sign) {
  const double turn =
      static_cast<double>(numerator % denominator) / static_cast<double>(denominator);
  return std::polar(1.0, sign * 2 * std::numbers::pi * turn);
}

Array Dft(const Array& x, double sign) {
  const int64_t n = static_cast<int64_t>(x.size());
  Array roots(n), result(n);
  for (int64_t i = 0; i < n; ++i) roots[i] = Rotation(i, n, sign);
  for (int64_t k = 0; k < n; ++k) {
    double re = 0, im = 0;
    for (int64_t j = 0, root = 0; j < n; ++j) {
      re += x[j].real() * roots[root].real() - x[j].imag() * roots[root].imag();
      im += x[j].real() * roots[root].imag() + x[j].imag() * roots[root].real();
      root += k;
      if (root >= n) root -= n;
    }
    result[k] = {re, im};
  }
  return result;
}

Complex Chirp(int64_t j, int64_t length, double sign) { return Rotation(j * j, 2 * length, sign); }

// The filter by which Bluestein's convolution of length m, for `length` points, multiplies spectra.
Array ChirpFilter(int64_t length, int64_t m, double sign) {
  Array periodic(m);
  for (int64_t j = 0; j < length; ++j) {
    periodic[j] = periodic[(m - j) % m] = Chirp(j, length, -sign) / static_cast<double>(m);
  }
  return Dft(periodic, sign);
}

double SignOf(AxisKind kind) { return kind == AxisKind::kInverse ? 1 : -1; }

// Transforms reals, held in complex numbers, by the definition of their kind.
Array TransformReals(AxisKind kind, const Array& line) {
  std::vector<long double> reals;
  for (const Complex& value : line) reals.push_back(value.real());
  Array result;
  for (long double value : RealTransform(kind, reals)) {
    result.emplace_back(static_cast<double>(value), 0);
  }
  return result;
}

// Transforms a packed array along the axis of `length` elements that are `stride` apart.
void TransformAxis(int64_t length, int64_t stride, AxisKind kind, Array* data) {
  for (int64_t start = 0; start < static_cast<int64_t>(data->size()); ++start) {
    if (start / stride % length != 0) continue;
    Array line(length);
    for (int64_t i = 0; i < length; ++i) line[i] = (*data)[start + i * stride];
    line = IsFourier(kind) ? Dft(line, SignOf(kind)) : TransformReals(kind, line);
    for (int64_t i = 0; i < length; ++i) (*data)[start + i * stride] = line[i];
  }
}

// Converts the elements that an axis of `length` holds to the points that a transform takes. `sign`
// is the sign of the transform.
Array ToPoints(const Array& elements, AxisFormat data, int64_t length, double sign) {
  Array points = elements;
  points.resize(length);
  if (data == AxisFormat::kHermitian) {
    for (int64_t k = length / 2 + 1; k < length; ++k) points[k] = std::conj(points[length - k]);
    points[0] = points[0].real();
    if (length % 2 == 0) points[length / 2] = points[length / 2].real();
  } else if (data == AxisFormat::kHermitianOfPairs) {
    for (int64_t k = 0; k < length; ++k) {
      Complex a = elements[k], b = std::conj(elements[length - k]);
      if (k == 0) a = a.real(), b = b.real();
      points[k] = (a + b) + Complex(0, 1) * Rotation(k, 2 * length, sign) * (a - b);
    }
  }
  return points;
}

// The reverse of ToPoints.
Array FromPoints(const Array& points, AxisFormat data, int64_t elements, double sign) {
  const int64_t length = static_cast<int64_t>(points.size());
  Array result(elements);
  for (int64_t k = 0; k < elements; ++k) {
    if (data != AxisFormat::kHermitianOfPairs) {
      result[k] = data == AxisFormat::kReal ? points[k].real() : points[k];
      continue;
    }
    const Complex a = points[k % length], b = std::conj(points[(length - k) % length]);
    result[k] = (a + b) / 2.0 + Rotation(k, 2 * length, sign) * (a - b) / Complex(0, 2);
  }
  return result;
}

// The output of one of the conversions of Bluestein's convolution.
Array ConvertChirped(const Array& elements, const PlanNode& leaf, double sign) {
  const int64_t length = leaf.axes.back().length;
  Array result(leaf.OutLength());
  if (leaf.out_side.format == AxisFormat::kFiltered) {
    const Array filter = ChirpFilter(length, leaf.convolution, sign);
    for (int64_t k = 0; k < std::ssize(result); ++k) result[k] = std::conj(elements[k] * filter[k]);
    return result;
  }
  const bool in = leaf.out_side.format == AxisFormat::kChirped;
  const Array points = in ? ToPoints(elements, leaf.in_side.format, length, sign) : elements;
  for (int64_t k = 0; k < std::min<int64_t>(length, std::ssize(result)); ++k) {
    result[k] = (in ? points[k] : std::conj(points[k])) * Chirp(k, length, sign);
  }
  return result;
}

int64_t VolumeOf(const std::vector<int64_t>& lengths) {
  int64_t volume = 1;
  for (int64_t length : lengths) volume *= length;
  return volume;
}

// Arrays of whole axes that are zero outside of `ranges`. `held` has the elements within the
// ranges, one array after the other.
Array Spread(const Array& held, const Ranges& ranges, const std::vector<int64_t>& lengths) {
  const std::vector<int64_t> positions = PositionsInWhole(ranges, lengths);
  const size_t volume = VolumeOf(lengths), count = positions.size();
  Array whole(held.size() / count * volume);
  for (size_t i = 0; i < held.size(); ++i)
    whole[i / count * volume + positions[i % count]] = held[i];
  return whole;
}

// The reverse of Spread: the elements of whole arrays that lie within the ranges.
Array Pick(const Array& whole, const Ranges& ranges, const std::vector<int64_t>& lengths) {
  Array held;
  for (size_t start = 0; start < whole.size(); start += VolumeOf(lengths)) {
    for (int64_t position : PositionsInWhole(ranges, lengths))
      held.push_back(whole[start + position]);
  }
  return held;
}

// Element i of the window that the executor takes.
double WindowFactor(int64_t i) { return 1 + 0.25 * static_cast<double>(i % 5); }

Complex FunctionOf(PointFunction function, Complex value) {
  if (function == PointFunction::kNone) return value;
  return function == PointFunction::kPower ? std::norm(value) : std::abs(value);
}

// The output of the problem for a packed input; reals are complex numbers here.
Array Reference(const Problem& problem, const Array& input) {
  const std::vector<int64_t>& lengths = problem.lengths;
  const int64_t n = lengths.back();
  const AxisFormat spectrum = IsReal(problem.type) ? AxisFormat::kHermitian : AxisFormat::kComplex;
  const int64_t row = Elements({spectrum}, n);
  Array windowed = input;
  if (problem.input.has_window) {
    const int64_t factors = WindowElements(problem);
    for (int64_t i = 0; i < std::ssize(windowed); ++i) windowed[i] *= WindowFactor(i % factors);
  }
  Array data = Spread(windowed, problem.input.ranges, SideLengths(problem, problem.input));
  const auto transform_rows = [&](AxisFormat in, AxisFormat out) {
    const int64_t in_row = Elements({in}, n), out_row = Elements({out}, n);
    const double sign = SignOf(KindOf(problem, lengths.size() - 1));
    Array result;
    for (size_t start = 0; start < data.size(); start += in_row) {
      const Array elements(data.begin() + start, data.begin() + start + in_row);
      const Array line = FromPoints(Dft(ToPoints(elements, in, n, sign), sign), out, out_row, sign);
      result.insert(result.end(), line.begin(), line.end());
    }
    data = std::move(result);
  };
  const bool inverse = problem.type == TransformType::kRealInverse;
  if (problem.type == TransformType::kRealForward) transform_rows(AxisFormat::kReal, spectrum);
  int64_t stride = IsReal(problem.type) ? row : 1;
  for (size_t i = lengths.size() - (IsReal(problem.type) ? 1 : 0); i-- > 0;) {
    TransformAxis(lengths[i], stride, KindOf(problem, i), &data);
    stride *= lengths[i];
  }
  if (inverse) transform_rows(spectrum, AxisFormat::kReal);
  for (Complex& value : data) {
    value = FunctionOf(problem.output.function, value * problem.scale);
  }
  return Pick(data, problem.output.ranges, SideLengths(problem, problem.output));
}

// Points whose Fourier transform gives the results of a real-to-real transform, two results in each
// point. The results come from the transform's definition, since the executor checks where data
// lies, not how a kind is computed.
Array PointsOfReals(const Array& reals, const AxisSide& side) {
  const RealAxis axis = RealAxisOf(*side.reals, side.length);
  const Array results = TransformReals(*side.reals, reals);
  Array held(axis.points);
  for (int64_t j = 0; j < side.length; ++j) {
    held[j / 2] += j % 2 == 0 ? results[j] : results[j] * Complex(0, 1);
  }
  held = Dft(held, -SignOf(axis.fourier));
  for (Complex& value : held) value /= static_cast<double>(axis.points);
  return held;
}

Array RealsOfPoints(const Array& points, const AxisSide& side) {
  Array reals;
  for (int64_t j = 0; j < side.length; ++j) {
    reals.push_back(j % 2 == 0 ? points[j / 2].real() : points[j / 2].imag());
  }
  return reals;
}

class Machine {
 public:
  Machine(const Problem& problem, const PlanNode& root, const Candidate& candidate)
      : problem_(problem), leaves_(Leaves(root)), candidate_(candidate) {
    arrays_[Buffer::kUserOut] =
        Words(WordsOf(problem.output.format, OutputLayout(problem)), kUntouched);
    Words& input = arrays_[InputBuffer()];
    const size_t needed = WordsOf(problem.input.format, InputLayout(problem));
    if (input.size() < needed) input.resize(needed, kUntouched);
    workspace_ = Words(candidate.workspace_bytes / RealBytes(problem.precision), kUntouched);
  }

  std::string Run(TransformOrder order) {
    FillInput();
    const Array expected = Reference(problem_, ReadAll(InputEdge()));
    const std::map<Buffer, Words> before = arrays_;
    for (const Step& step : candidate_.steps) RunStep(step, order);
    if (!error_.empty()) return error_;
    if (std::string wrong = Compare(expected); !wrong.empty()) return wrong;
    return CheckUntouched(before);
  }

 private:
  static int64_t Units(ArrayFormat format) { return format == ArrayFormat::kReal ? 1 : 2; }
  static size_t WordsOf(ArrayFormat format, const Layout& layout) {
    return layout.end() * Units(format);
  }

  EdgePlacement UserEdge(Buffer buffer, ArrayFormat format, const Layout& layout) const {
    EdgePlacement edge;
    edge.buffer = buffer;
    edge.format = format;
    edge.layout = layout;
    return edge;
  }
  EdgePlacement InputEdge() const {
    return UserEdge(InputBuffer(), problem_.input.format, InputLayout(problem_));
  }
  EdgePlacement OutputEdge() const {
    return UserEdge(Buffer::kUserOut, problem_.output.format, OutputLayout(problem_));
  }

  Buffer InputBuffer() const {
    return problem_.placement == Placement::kInPlace ? Buffer::kUserOut : Buffer::kUserIn;
  }

  void FillInput() {
    std::mt19937_64 random(20240501);
    std::uniform_real_distribution<double> uniform(-1, 1);
    const EdgePlacement edge = InputEdge();
    for (int64_t p = 0; p < edge.layout.volume(); ++p) {
      Write(edge, edge.layout.Address(p), {uniform(random), uniform(random)});
    }
  }

  Array ReadAll(const EdgePlacement& edge) {
    Array values;
    for (int64_t p = 0; p < edge.layout.volume(); ++p) {
      values.push_back(Read(edge, edge.layout.Address(p)));
    }
    return values;
  }

  // The words that hold the real and the imaginary part of the element at `address`. `im` is null
  // for a real number. If the address lies outside of the buffer, `re` is null and error_ is set.
  struct Parts {
    double* re = nullptr;
    double* im = nullptr;
  };
  Parts Element(const EdgePlacement& edge, int64_t address) {
    const Buffer buffer = edge.buffer;
    const bool temporary = IsTemporary(buffer);
    const bool single = edge.format == ArrayFormat::kReal || edge.pair_stride != 0;
    int64_t word = single ? address : 2 * address;
    if (temporary) {
      const size_t index = TemporaryIndex(buffer);
      if (index >= candidate_.temp_offsets.size()) {
        error_ = absl::StrCat(ToString(buffer), " has no place in the workspace");
        return {};
      }
      word += candidate_.temp_offsets[index] / RealBytes(problem_.precision);
    }
    const int64_t step = edge.format == ArrayFormat::kReal ? 0
                         : edge.pair_stride != 0           ? edge.pair_stride
                                                           : 1;
    Words& words = temporary ? workspace_ : arrays_[buffer];
    const int64_t imaginary = word + step;
    if (std::min(word, imaginary) < 0 ||
        std::max(word, imaginary) >= static_cast<int64_t>(words.size())) {
      error_ = absl::StrCat("address ", address, " is outside of ", ToString(buffer));
      return {};
    }
    return {&words[word], step == 0 ? nullptr : &words[imaginary]};
  }

  Complex Read(const EdgePlacement& edge, int64_t address) {
    const Parts parts = Element(edge, address);
    if (parts.re == nullptr) return {};
    return {*parts.re, parts.im == nullptr ? 0 : *parts.im};
  }

  void Write(const EdgePlacement& edge, int64_t address, Complex value) {
    const Parts parts = Element(edge, address);
    if (parts.re != nullptr) *parts.re = value.real();
    if (parts.im != nullptr) *parts.im = value.imag();
  }

  // The value of element p along the axis, multiplied by the window if the step reads the user's
  // input.
  Complex Windowed(const Step& step, int64_t p, Complex value) const {
    if (!problem_.input.has_window || step.leaf > 0) return value;
    if (!HoldsPairs(problem_, step.in)) return value * WindowFactor(p);
    return {value.real() * WindowFactor(2 * p), value.imag() * WindowFactor(2 * p + 1)};
  }

  void RunStep(const Step& step, TransformOrder order) {
    const PlanNode leaf = KernelNode(leaves_, step);
    if (step.output_lengths != OutputLengths(leaf, step)) {
      error_ = absl::StrCat("step ", step.leaf, " says that it writes ",
                            absl::StrJoin(step.output_lengths, " x "));
    }
    const double sign = SignOf(leaf.kinds.front());
    int64_t count = 1;
    for (const Dim& loop : step.loops) count *= loop.length;
    for (int64_t i = 0; i < count; ++i) {
      RunTransform(leaf, step, order == TransformOrder::kForward ? i : count - 1 - i, sign);
    }
  }

  // Transform number `index`, counted over the loops with the last one fastest.
  void RunTransform(const PlanNode& leaf, const Step& step, int64_t index, double sign) {
    int64_t in = step.in.layout.offset(), out = step.out.layout.offset();
    int64_t twiddle_index = 0, row_first = 0;
    for (size_t l = step.loops.size(); l-- > 0;) {
      const int64_t i = index % step.loops[l].length;
      index /= step.loops[l].length;
      in += i * step.loops[l].in_stride;
      out += i * step.loops[l].out_stride;
      if (!step.twiddle_steps.empty()) twiddle_index += i * step.twiddle_steps[l];
      if (!step.row_steps.empty()) row_first += i * step.row_steps[l];
    }
    const EnclosingRow& row = leaf.row;
    Array elements;
    for (int64_t p = 0; p < Points(step, leaf.InLength()); ++p) {
      const int64_t in_row = row_first + p * row.axis_step;
      const bool chirped = Chirps(row.operation) && CutsInput(row.operation);
      if (chirped && in_row >= row.transform_length()) {
        elements.push_back(0);
        continue;
      }
      const int64_t at = in + Offset(step.axes, leaf.InLength(), p, &Dim::in_stride);
      const bool cuts = CutsInput(row.operation);
      const Complex value = cuts && Folds(row.operation) ? ReadUnfolded(row, step, in_row, at)
                            : cuts && HoldsPairs(leaf)   ? ReadPair(row, step, in_row, at, sign)
                                                         : Windowed(step, p, Read(step.in, at));
      elements.push_back(chirped ? MultiplyInRow(row, in_row, value, sign) : value);
    }
    const bool is_line = step.axes.size() == 1;
    const bool is_chirped = IsChirped(leaf.in_side.format) || IsChirped(leaf.out_side.format);
    const int64_t length = step.axes.back().length;
    if (HoldsRange(leaf.in_side)) {
      elements =
          Spread(elements, {*RangeOf(leaf.in_side)}, {Elements({leaf.in_side.format}, length)});
    }
    Array points = elements;
    if (is_chirped) {
      points = ConvertChirped(elements, leaf, sign);
    } else if (leaf.in_side.reals) {
      points = PointsOfReals(elements, leaf.in_side);
    } else if (is_line && !CutsInput(row.operation)) {
      points = ToPoints(elements, leaf.in_side.format, length, sign);
    }
    const LeafWork work = WorkOf(leaf.scheme);
    if (work == LeafWork::kTransformsPlane) points = TransformPlane(leaf, step, elements, sign);
    if (work == LeafWork::kTransformsAxis || work == LeafWork::kConvolves) {
      points = Dft(points, sign);
    }
    if (work == LeafWork::kFilters) points = Filter(row, row_first, points, sign);
    for (int64_t k = 0; k < std::ssize(points); ++k) {
      if (leaf.large_twiddle.length > 0) {
        points[k] *= Rotation(k * twiddle_index, leaf.large_twiddle.length, sign);
      }
      points[k] *= leaf.scale;
    }
    if (leaf.out_side.reals) {
      points = RealsOfPoints(points, leaf.out_side);
    } else if (is_line && !is_chirped && !CutsOutput(row.operation)) {
      const AxisFormat format = leaf.out_side.format;
      const std::optional<Range> range = RangeOf(leaf.out_side);
      const int64_t whole = range ? Elements({format}, length) : leaf.OutLength();
      points = FromPoints(points, format, whole, sign);
      if (range) points = Pick(points, {*range}, {whole});
    }
    for (int64_t k = 0; k < Points(step, leaf.OutLength()); ++k) {
      const int64_t in_row = row_first + k * row.axis_step;
      const int64_t at = out + Offset(step.axes, leaf.OutLength(), k, &Dim::out_stride);
      if (row.operation == RowOperation::kFoldOut) {
        WriteFolded(row, step, in_row, at, points[k]);
        continue;
      }
      if (row.operation == RowOperation::kChirpOut && in_row >= row.points) continue;
      const bool multiplies =
          work != LeafWork::kFilters &&
          (row.operation == RowOperation::kFilter || row.operation == RowOperation::kChirpOut);
      const Complex value = multiplies ? MultiplyInRow(row, in_row, points[k], sign) : points[k];
      const bool has_function = StoresFunction(leaf.out_side, step.out);
      Write(step.out, at,
            FunctionOf(has_function ? problem_.output.function : PointFunction::kNone, value));
    }
  }

  // Transforms the rows of a plane, then its columns. If the input is a spectrum of pairs, columns
  // come first.
  static Array TransformPlane(const PlanNode& leaf, const Step& step, const Array& elements,
                              double sign) {
    const int64_t rows = step.axes[0].length, points = step.axes[1].length;
    const int64_t in = leaf.InLength(), out = leaf.OutLength();
    Array data = elements, result;
    const AxisKind kind = leaf.kinds.front();
    if (in > points) TransformAxis(rows, in, kind, &data);
    for (int64_t row = 0; row < rows; ++row) {
      const Array line(data.begin() + row * in, data.begin() + (row + 1) * in);
      const Array transformed = Dft(ToPoints(line, leaf.in_side.format, points, sign), sign);
      const Array stored = FromPoints(transformed, leaf.out_side.format, out, sign);
      result.insert(result.end(), stored.begin(), stored.end());
    }
    if (in == points) TransformAxis(rows, out, kind, &result);
    return result;
  }

  // Reads element `k` of the spectrum of n reals from a row that holds elements 0 .. n/2. `at` is
  // the address that element `k` would have in a row of all n elements.
  Complex ReadUnfolded(const EnclosingRow& row, const Step& step, int64_t k, int64_t at) {
    const int64_t mirrored = row.reals - k;
    const int64_t stride = step.axes.back().in_stride / row.axis_step;
    if (k > mirrored) return std::conj(Read(step.in, at - (k - mirrored) * stride));
    const Complex value = Read(step.in, at);
    return k == 0 || k == mirrored ? value.real() : value;
  }

  // Reads point `k` of the spectrum of n pairs from a row with elements 0 .. n of the spectrum of
  // the 2 n reals. `at` is the address of element `k`.
  Complex ReadPair(const EnclosingRow& row, const Step& step, int64_t k, int64_t at, double sign) {
    const int64_t n = row.points, mirrored = n - k;
    const int64_t stride = step.axes.back().in_stride / row.axis_step;
    Complex a = Read(step.in, at), b = std::conj(Read(step.in, at + (mirrored - k) * stride));
    if (k == 0) a = a.real(), b = b.real();
    return (a + b) + Complex(0, 1) * Rotation(k, 2 * n, sign) * (a - b);
  }

  // The reverse of ReadUnfolded: writes element `k` of the spectrum of n reals, or the conjugate of
  // element n - k, to a row that holds elements 0 .. n/2.
  void WriteFolded(const EnclosingRow& row, const Step& step, int64_t k, int64_t at,
                   Complex value) {
    const int64_t mirrored = row.reals - k;
    const int64_t stride = step.axes.back().out_stride / row.axis_step;
    if (k <= mirrored) {
      Write(step.out, at, value);
    } else {
      Write(step.out, at - (k - mirrored) * stride, std::conj(value));
    }
  }

  // Filters the `points` of a row, from number `first` on: transforms them, multiplies by the
  // filter and transforms again. If there are Q points, and Q times P in the whole row, element j +
  // P k of the row's spectrum lies at j Q + k.
  Array Filter(const EnclosingRow& row, int64_t first, const Array& points, double sign) {
    Array spectrum = Dft(points, sign);
    const int64_t length = std::ssize(points), columns = row.length / length;
    for (int64_t k = 0; k < length; ++k) {
      const int64_t number = first + k * row.axis_step;
      const int64_t of_spectrum = number / length + columns * (number % length);
      spectrum[k] = MultiplyInRow(row, of_spectrum, spectrum[k], sign);
    }
    return Dft(spectrum, sign);
  }

  // The value of element `p` of a row after the conversion that the kernel includes: times a chirp,
  // or times the filter.
  Complex MultiplyInRow(const EnclosingRow& row, int64_t p, Complex value, double sign) {
    if (Chirps(row.operation)) {
      const Complex factor = row.operation == RowOperation::kChirpOut ? std::conj(value) : value;
      return factor * Chirp(p, row.transform_length(), sign);
    }
    Array& filter = filters_[{row.points, row.length}];
    if (filter.empty()) filter = ChirpFilter(row.points, row.length, sign);
    return std::conj(value * filter[p]);
  }

  // The number of elements of one transform whose last axis has `last` elements.
  static int64_t Points(const Step& step, int64_t last) {
    for (size_t a = 0; a + 1 < step.axes.size(); ++a) last *= step.axes[a].length;
    return last;
  }

  // The offset of element p of one transform. The last axis is the fastest one and has `last`
  // elements.
  static int64_t Offset(const Dims& axes, int64_t last, int64_t p, int64_t Dim::*stride) {
    int64_t offset = 0;
    for (size_t a = axes.size(); a-- > 1;) {
      const int64_t length = a + 1 == axes.size() ? last : axes[a].length;
      offset += p % length * axes[a].*stride;
      p /= length;
    }
    return offset + p * axes[0].*stride;
  }

  std::string Compare(const Array& expected) {
    const EdgePlacement edge = OutputEdge();
    double norm = 0, worst = 0;
    int64_t where = 0;
    for (int64_t p = 0; p < edge.layout.volume(); ++p) {
      const Complex actual = Read(edge, edge.layout.Address(p));
      norm = std::max(norm, std::abs(expected[p]));
      const double error = std::abs(actual - expected[p]);
      if (error > worst || std::isnan(error)) {
        worst = error;
        where = p;
      }
    }
    if (worst <= 1e-10 * (norm + 1)) return "";
    return absl::StrCat("output element ", where, " is off by ", worst);
  }

  // Checks that memory outside of all layouts keeps its values. The whole input has to keep its
  // values too if no step writes it.
  std::string CheckUntouched(const std::map<Buffer, Words>& before) {
    for (const auto& [buffer, words] : before) {
      std::vector<bool> writable(words.size(), false);
      const bool written =
          std::any_of(candidate_.steps.begin(), candidate_.steps.end(),
                      [buffer = buffer](const Step& step) { return step.out.buffer == buffer; });
      for (const EdgePlacement& edge : {InputEdge(), OutputEdge()}) {
        const int64_t units = Units(edge.format);
        for (int64_t p = 0; written && edge.buffer == buffer && p < edge.layout.volume(); ++p) {
          for (int64_t u = 0; u < units; ++u) writable[edge.layout.Address(p) * units + u] = true;
        }
      }
      for (size_t i = 0; i < words.size(); ++i) {
        if (!writable[i] && arrays_[buffer][i] != words[i]) {
          return absl::StrCat("word ", i, " of ", ToString(buffer), " must not be written");
        }
      }
    }
    return "";
  }

  const Problem& problem_;
  const std::vector<const PlanNode*> leaves_;
  const Candidate& candidate_;
  std::map<Buffer, Words> arrays_;
  Words workspace_;
  std::map<std::pair<int64_t, int64_t>, Array> filters_;  // by EnclosingRow::points and length
  std::string error_;
};

}  // namespace

std::string RunNaively(const Problem& problem, const PlanNode& root, const Candidate& candidate,
                       TransformOrder order) {
  return Machine(problem, root, candidate).Run(order);
}

}  // namespace fft
