// What to compute: one batch of multi-dimensional transforms and where its data lies.
#ifndef FFT_CORE_PROBLEM_H_
#define FFT_CORE_PROBLEM_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "fft/base/json_fwd.h"
#include "fft/core/axis_kind.h"
#include "fft/core/dim.h"
#include "fft/core/ranges.h"

namespace fft {

class Layout;  // fft/core/layout.h

enum class TransformType {
  kComplexForward,
  kComplexInverse,
  kRealForward,  // reals to the stored half of their spectrum
  kRealInverse,  // half a spectrum to reals
  kRealToReal,   // reals to reals, by one of the real-to-real kinds on every axis
};
// Half is IEEE's binary16; bfloat16 has the exponent of single precision and 8 bits of significand.
enum class Precision { kHalf, kBfloat16, kSingle, kDouble };
enum class Placement { kInPlace, kOutOfPlace };
enum class ArrayFormat {
  kComplexInterleaved,    // CI
  kComplexPlanar,         // CP: two pointers, real parts and imaginary parts
  kReal,                  // R
  kHermitianInterleaved,  // HI: last length n stored as n/2 + 1
  kHermitianPlanar,       // HP
};

// What an output holds of each of its complex elements: the element itself, or one real number.
enum class PointFunction {
  kNone,
  kMagnitude,  // sqrt(re^2 + im^2)
  kPower,      // re^2 + im^2
};

// All values, in the order of their declaration.
inline constexpr std::array kPointFunctions = {PointFunction::kNone, PointFunction::kMagnitude,
                                               PointFunction::kPower};
inline constexpr std::array kTransformTypes = {
    TransformType::kComplexForward, TransformType::kComplexInverse, TransformType::kRealForward,
    TransformType::kRealInverse, TransformType::kRealToReal};
inline constexpr std::array kPrecisions = {Precision::kHalf, Precision::kBfloat16,
                                           Precision::kSingle, Precision::kDouble};
inline constexpr std::array kPlacements = {Placement::kInPlace, Placement::kOutOfPlace};
inline constexpr std::array kArrayFormats = {
    ArrayFormat::kComplexInterleaved, ArrayFormat::kComplexPlanar, ArrayFormat::kReal,
    ArrayFormat::kHermitianInterleaved, ArrayFormat::kHermitianPlanar};

inline constexpr int kMostLengths = 16;
inline constexpr int kMostLoops = 16;

// One side (input or output) of a problem. Strides, distance and offsets count elements of the
// format: complex numbers for CI/CP/HI/HP, reals for R. A negative stride steps down from the
// offset, but no element may lie before the array's begin. For example, {.strides = {-1}, .distance
// = 8, .offsets = {7, 0}} has rows of 8 elements backwards. A stride of 0 in an input repeats one
// element.
struct ArrayDescription {
  ArrayFormat format = ArrayFormat::kComplexInterleaved;
  std::vector<int64_t> strides;             // slowest dimension first; empty = packed
  int64_t distance = 0;                     // between batches; 0 = packed
  std::array<int64_t, 2> offsets = {0, 0};  // of the first element; [1] is the second planar array
  // The part of each axis that the array holds; only out of place. Packed strides and distances
  // follow from the counts of these ranges.
  Ranges ranges;
  // The precision of the numbers in the array; none: Problem::precision. It is a precision in which
  // kernels compute as in Problem::precision. In place it is the same on both sides.
  std::optional<Precision> precision = std::nullopt;
  // Whether each element is multiplied by a factor of a window when it is read; only in the input
  // of complex and real forward transforms. The window has a real factor for every element that the
  // array holds along the last axis, and is the same for all rows. Its numbers have the precision
  // of the arithmetic. Executions take it as ExecuteArguments::load_user.
  bool has_window = false;
  // What is stored of each element, after the scale; only in the output of transforms out of place.
  // With a function the format is kReal, and the shape is the same as without the function.
  PointFunction function = PointFunction::kNone;
  friend bool operator==(const ArrayDescription&, const ArrayDescription&) = default;
};

// A transform and where its data lies. A forward transform computes X[k] = sum_n x[n] exp(-2 pi i n
// k / N) along every dimension of length N; an inverse transform has exp(+2 pi i n k / N). The
// result of all dimensions is multiplied by `scale` once, and is not normalised otherwise. For
// example, this transforms 6 rows of 8 reals, the rows by DCT-II and the columns by DST-III:
//
//   Problem p{.type = TransformType::kRealToReal,
//             .lengths = {6, 8},
//             .kinds = {AxisKind::kDst3, AxisKind::kDct2}};
//   SetDefaultFormats(&p);
struct Problem {
  TransformType type = TransformType::kComplexForward;
  // The length of each dimension, slowest first; at most kMostLengths. A problem without lengths
  // copies, converts or transposes single elements; CompleteProblem gives it the length 1.
  std::vector<int64_t> lengths;
  // The kind of each dimension. kRealToReal needs kinds. With other types an empty list gives every
  // dimension the sign of the type's name, and a list with an entry for each dimension gives each
  // dimension its own sign. A real transform of the other sign writes, or reads, the conjugate of
  // the usual half spectrum.
  std::vector<AxisKind> kinds;
  // The precision of arrays that do not say their own, and of temporaries between kernels. The
  // arithmetic has its ComputePrecision. For example, kSingle with kHalf as input.precision reads
  // half precision, and computes and writes single precision.
  Precision precision = Precision::kSingle;
  Placement placement = Placement::kOutOfPlace;
  int64_t batch = 1;  // with 0 there is nothing to do, as with a loop of length 0
  // Further batches around `batch`, slowest first, at most kMostLoops: FFTW's "howmany" dimensions.
  // Strides count elements of each side's format and have no default. A loop of stride 0 in the
  // input transforms the same data again.
  Dims loops;
  ArrayDescription input;
  ArrayDescription output;
  double scale = 1.0;
  bool has_callbacks = false;  // fft/core/callbacks.h; not with planar formats

  friend bool operator==(const Problem&, const Problem&) = default;
};

// Whether the type has the forward sign; true for kRealToReal.
bool IsForward(TransformType type);
// Whether one side has reals and the other side half a spectrum.
bool IsReal(TransformType type);
// The kind of dimension i.
AxisKind KindOf(const Problem& problem, size_t i);
bool IsPlanar(ArrayFormat format);
inline bool HasFunction(const ArrayDescription& array) {
  return array.function != PointFunction::kNone;
}
// Sets the default formats of the type: interleaved complex numbers, and reals. An output with a
// function gets reals.
void SetDefaultFormats(Problem* problem);
// Bytes of one real number of a precision.
int RealBytes(Precision precision);
// The precision of the arithmetic. Half and bfloat16 are storage formats: kernels compute in single
// precision.
constexpr Precision ComputePrecision(Precision precision) {
  const bool is_narrow = precision == Precision::kHalf || precision == Precision::kBfloat16;
  return is_narrow ? Precision::kSingle : precision;
}
// Whether the precision is only a storage format.
constexpr bool IsStorage(Precision precision) { return ComputePrecision(precision) != precision; }
// The bytes of one element in an array of a format; in planar formats the bytes of one real.
int ElementBytes(ArrayFormat format, Precision precision);

// The precision of the numbers in `array`, which is `problem.input` or `problem.output`.
inline Precision PrecisionOf(const Problem& problem, const ArrayDescription& array) {
  return array.precision.value_or(problem.precision);
}
inline int ElementBytes(const Problem& problem, const ArrayDescription& array) {
  return ElementBytes(array.format, PrecisionOf(problem, array));
}

// Fills open strides and distances with the packed layout, drops kinds that follow from the type
// and precisions of sides that follow from the problem's, and checks the problem:
//   - kinds, formats and precisions fit the type and the placement, and lengths are at least 1;
//   - layouts begin at 0 or later, and their bytes fit 64 bits;
//   - ranges lie in their axes, and output strides reach every element once;
//   - in place, both sides have the same layout.
// A batch of 0 or a loop of length 0 is checked as if the number were 1. The error names the field,
// its value and what is allowed. Takes memory for dimensions and loops. If output strides have to
// be tried, takes the time of at most 2^19 steps.
absl::StatusOr<Problem> CompleteProblem(const Problem& problem);

// The number of transforms: the batch times all loops.
int64_t TransformCount(const Problem& problem);
// Whether there is no transform.
bool IsEmpty(const Problem& problem);
// The problem with a batch of 1 in place of 0, and loops of length 1 in place of 0.
Problem WithoutEmpty(Problem problem);

// The shape of one side without batch, slowest first. It is `lengths`, but the last length n
// becomes n/2 + 1 if the side is half a spectrum, or a function of half a spectrum.
std::vector<int64_t> SideLengths(const Problem& problem, const ArrayDescription& array);

// The shape of `array`, which is `problem.input` or `problem.output`. It is the shape of
// SideLengths, with the counts of ranges in place of whole lengths.
std::vector<int64_t> StoredLengths(const Problem& problem, const ArrayDescription& array);
bool HasRanges(const Problem& problem);
// The number of factors of the input's window.
int64_t WindowElements(const Problem& problem);

// The layout of one side of a completed problem over its canonical space (loops slowest, then the
// batch). A batch of 0 or a loop of length 0 counts as 1.
Layout InputLayout(const Problem& problem);
Layout OutputLayout(const Problem& problem);

// rocFFT's problem token (docs/TOKENS.md), for example
// complex_forward_len_16_32_single_op_batch_2_istride_32_1_CI_ostride_32_1_CI_idist_512_odist_512_
// ioffset_0_0_ooffset_0_0. Its last parts may be, in this order: the ranges, "_irange_F_C_F_C" and
// "_orange_F_C_F_C"; the precisions of sides, "_iprecision_P" and "_oprecision_P"; the loops,
// "_loop_L_I_O" each; "_CB" for callbacks; a scale factor, "_scale_X"; "_window"; and the output's
// function, "_magnitude" or "_power". A token without layout parts has packed arrays. The error
// says where a token is wrong. The result is completed and valid. Time and memory grow with the
// text.
absl::StatusOr<Problem> ParseToken(const std::string& token);
std::string ToToken(const Problem& problem);

std::string ToString(TransformType type);      // "complex_forward"
std::string ToString(Precision precision);     // "single"
std::string ToString(Placement placement);     // "ip"
std::string ToString(ArrayFormat format);      // "CI"
std::string ToString(PointFunction function);  // "power"
Json ToJson(const Problem& problem);
// Reads an object of ToJson, which may lack any member of the layout, or {"token": "..."}. The
// error names unknown members (problem_json.cc).
absl::StatusOr<Problem> ProblemFromJson(const Json& json);

}  // namespace fft

#endif  // FFT_CORE_PROBLEM_H_
