// Turns problems and plan options of the C interface into the library's own.
#include "fft/fft_c_internal.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/str_join.h"
#include "fft/exec/describe_chain.h"
#include "fft/exec/pipeline.h"
#include "fft/plan/scheme.h"

namespace fft::c {
namespace {

// The element `index` of a table whose elements stand in the order of the header's enumeration.
template <typename Value, size_t n>
absl::StatusOr<Value> Choose(const char* field, int32_t index, const std::array<Value, n>& table) {
  if (index < 0 || index >= static_cast<int32_t>(n)) {
    return InvalidField(field, absl::StrCat(index), absl::StrCat("0 to ", n - 1));
  }
  return table[index];
}

constexpr std::array kTransformsOfC = {TransformType::kComplexForward,
                                       TransformType::kComplexInverse, TransformType::kRealForward,
                                       TransformType::kRealInverse, TransformType::kRealToReal};
constexpr std::array kPrecisionsOfC = {Precision::kSingle, Precision::kDouble, Precision::kHalf,
                                       Precision::kBfloat16};
// FFT_PRECISION_DEFAULT, and the precisions above.
constexpr auto kArrayPrecisionsOfC = [] {
  std::array<std::optional<Precision>, kPrecisionsOfC.size() + 1> all = {};
  std::copy(kPrecisionsOfC.begin(), kPrecisionsOfC.end(), all.begin() + 1);
  return all;
}();
constexpr std::array kPlacementsOfC = {Placement::kOutOfPlace, Placement::kInPlace};
constexpr std::array kStrategiesOfC = {Strategy::kBalanced, Strategy::kFewestBuffers,
                                       Strategy::kMostFusion, Strategy::kFastest};
constexpr std::array kRigorsOfC = {Rigor::kEstimate, Rigor::kMeasure};
using Format = std::optional<ArrayFormat>;
constexpr std::array<Format, 6> kFormatsOfC = {Format(),  // FFT_FORMAT_DEFAULT
                                               ArrayFormat::kComplexInterleaved,
                                               ArrayFormat::kComplexPlanar,
                                               ArrayFormat::kReal,
                                               ArrayFormat::kHermitianInterleaved,
                                               ArrayFormat::kHermitianPlanar};

absl::Status ReadArray(const fft_array& given, int32_t rank, const char* field,
                       ArrayDescription* array) {
  const std::string name = absl::StrCat(field, ".format");
  FFT_ASSIGN_OR_RETURN(const Format format, Choose(name.c_str(), given.format, kFormatsOfC));
  if (format) array->format = *format;
  const std::string of_numbers = absl::StrCat(field, ".precision");
  FFT_ASSIGN_OR_RETURN(array->precision,
                       Choose(of_numbers.c_str(), given.precision, kArrayPrecisionsOfC));
  if (given.strides != nullptr) array->strides.assign(given.strides, given.strides + rank);
  array->distance = given.distance;
  array->offsets = {given.offsets[0], given.offsets[1]};
  return absl::OkStatus();
}

// kAxisKinds has the order of fft_axis_kind, so a kind of C is its index.
absl::Status ReadKinds(const fft_problem& given, Problem* problem) {
  if (given.kinds == nullptr) return absl::OkStatus();
  for (int32_t i = 0; i < given.rank; ++i) {
    const std::string field = absl::StrCat("problem.kinds[", i, "]");
    FFT_ASSIGN_OR_RETURN(problem->kinds.emplace_back(),
                         Choose(field.c_str(), given.kinds[i], kAxisKinds));
  }
  return absl::OkStatus();
}

absl::Status ReadLoops(const fft_problem& given, Problem* problem) {
  FFT_RETURN_IF_ERROR(CheckReserved("problem.reserved", given.reserved));
  if (given.loop_count < 0 || given.loop_count > kMostLoops ||
      (given.loop_count > 0 && given.loops == nullptr)) {
    return InvalidField(
        "problem.loop_count", absl::StrCat(given.loop_count),
        absl::StrCat("how many loops problem.loops points to, at most ", kMostLoops));
  }
  for (int32_t i = 0; i < given.loop_count; ++i) {
    const fft_loop& loop = given.loops[i];
    problem->loops.push_back({loop.length, loop.in_stride, loop.out_stride});
  }
  return absl::OkStatus();
}

void ReadRanges(const fft_range* given, int32_t rank, Ranges* ranges) {
  for (int32_t i = 0; given != nullptr && i < rank; ++i) {
    ranges->push_back({given[i].first, given[i].count});
  }
}

absl::Status ReadRigor(const fft_plan_options& given, PlanOptions* read) {
  PlanOptions& plan = *read;
  FFT_ASSIGN_OR_RETURN(plan.rigor, Choose("options.rigor", given.rigor, kRigorsOfC));
  if (given.measured_candidates < 0) {
    return InvalidField("options.measured_candidates", absl::StrCat(given.measured_candidates),
                        "0 or more");
  }
  if (given.measured_candidates > 0) plan.measured_candidates = given.measured_candidates;
  if (given.measured_trees < -1) {
    return InvalidField("options.measured_trees", absl::StrCat(given.measured_trees), "-1 or more");
  }
  if (given.measured_trees != 0) plan.measured_trees = std::max(given.measured_trees, 0);
  if (!(given.measure_seconds >= 0)) {
    return InvalidField("options.measure_seconds", absl::StrCat(given.measure_seconds),
                        "0 or more");
  }
  if (given.measure_seconds > 0) plan.measure_seconds = given.measure_seconds;
  return absl::OkStatus();
}

// Finds a scheme of problems or of chains by its name.
absl::StatusOr<SchemeKind> FindScheme(const char* name) {
  const absl::StatusOr<SchemeKind> scheme = ParseChainScheme("options.scheme", name);
  return scheme.ok() ? scheme : absl::NotFoundError(scheme.status().message());
}

}  // namespace

fft_error* NoMemory() {
  static fft_error no_memory = {FFT_RESOURCE_EXHAUSTED, "out of memory"};
  return &no_memory;
}

fft_error* ToError(const absl::Status& status) {
  if (status.ok()) return nullptr;
  try {
    return new fft_error{static_cast<int>(status.code()), std::string(status.message())};
  } catch (const std::bad_alloc&) {
    return NoMemory();
  }
}

absl::Status GiveText(const std::string& text, char** result) {
  char* copy = static_cast<char*>(std::malloc(text.size() + 1));
  if (copy == nullptr) return absl::ResourceExhaustedError("no memory for the text");
  std::memcpy(copy, text.c_str(), text.size() + 1);
  *result = copy;
  return absl::OkStatus();
}

absl::StatusOr<Problem> ReadProblem(const fft_problem* problem) {
  if (problem == nullptr) return NullArgument("problem");
  FFT_ASSIGN_OR_RETURN(
      const fft_problem given,
      ReadStruct(*problem, offsetof(fft_problem, output) + sizeof(fft_array), "problem"));
  if (given.token != nullptr) return ParseToken(given.token);
  if (given.lengths == nullptr) return NullArgument("problem.lengths");
  if (given.rank < 1 || given.rank > kMostLengths) {
    return InvalidField("problem.rank", absl::StrCat(given.rank),
                        absl::StrCat("1 to ", kMostLengths));
  }
  Problem read;
  FFT_ASSIGN_OR_RETURN(read.type, Choose("problem.transform", given.transform, kTransformsOfC));
  FFT_ASSIGN_OR_RETURN(read.precision,
                       Choose("problem.precision", given.precision, kPrecisionsOfC));
  FFT_ASSIGN_OR_RETURN(read.placement,
                       Choose("problem.placement", given.placement, kPlacementsOfC));
  read.lengths.assign(given.lengths, given.lengths + given.rank);
  if (given.batch != 0) read.batch = given.batch;
  if (given.scale != 0) read.scale = given.scale;
  FFT_RETURN_IF_ERROR(ReadKinds(given, &read));
  FFT_RETURN_IF_ERROR(ReadLoops(given, &read));
  SetDefaultFormats(&read);
  FFT_RETURN_IF_ERROR(ReadArray(given.input, given.rank, "problem.input", &read.input));
  FFT_RETURN_IF_ERROR(ReadArray(given.output, given.rank, "problem.output", &read.output));
  ReadRanges(given.input_ranges, given.rank, &read.input.ranges);
  ReadRanges(given.output_ranges, given.rank, &read.output.ranges);
  return CompleteProblem(read);
}

absl::StatusOr<LongConvolution> ReadLongConvolution(const fft_long_convolution& convolution) {
  FFT_ASSIGN_OR_RETURN(
      const fft_long_convolution given,
      ReadStruct(convolution, offsetof(fft_long_convolution, is_complex) + sizeof(int32_t),
                 "convolution"));
  LongConvolution read;
  FFT_ASSIGN_OR_RETURN(read.precision,
                       Choose("convolution.precision", given.precision, kPrecisionsOfC));
  if (given.is_complex != 0 && given.is_complex != 1) {
    return InvalidField("convolution.is_complex", absl::StrCat(given.is_complex), "0 or 1");
  }
  read.is_real = given.is_complex == 0;
  read.length = given.length;
  read.taps = given.taps;
  read.output = {given.output.first, given.output.count};
  read.rows = given.rows == 0 ? 1 : given.rows;
  return read;
}

absl::StatusOr<ReadOptions> ReadPlanOptions(const fft_plan_options* options) {
  ReadOptions read;
  if (options == nullptr) return read;
  FFT_ASSIGN_OR_RETURN(
      const fft_plan_options given,
      ReadStruct(*options, offsetof(fft_plan_options, measure_seconds) + sizeof(double), "options",
                 offsetof(fft_plan_options, max_candidates) + sizeof(int64_t)));
  constexpr uint32_t kFlags =
      FFT_OVERWRITE_INPUT | FFT_OVERWRITE_GAPS | FFT_OWN_WORKSPACE | FFT_INDEPENDENT_ROWS;
  if ((given.flags & ~kFlags) != 0) {
    return InvalidField("options.flags", absl::StrCat(given.flags),
                        "FFT_OVERWRITE_INPUT, FFT_OVERWRITE_GAPS, FFT_OWN_WORKSPACE, "
                        "FFT_INDEPENDENT_ROWS");
  }
  PlanOptions& plan = read.options;
  plan.allow_input_overwrite = (given.flags & FFT_OVERWRITE_INPUT) != 0;
  plan.allow_gap_overwrite = (given.flags & FFT_OVERWRITE_GAPS) != 0;
  plan.independent_rows = (given.flags & FFT_INDEPENDENT_ROWS) != 0;
  FFT_ASSIGN_OR_RETURN(plan.strategy, Choose("options.strategy", given.strategy, kStrategiesOfC));
  FFT_RETURN_IF_ERROR(ReadRigor(given, &plan));
  if (given.max_candidates < 0 || given.max_candidates > kMostCandidates) {
    return InvalidField("options.max_candidates", absl::StrCat(given.max_candidates),
                        absl::StrCat("0 to ", kMostCandidates));
  }
  if (given.max_candidates > 0) KeepCandidates(static_cast<int>(given.max_candidates), &plan);
  plan.candidate = given.candidate;
  if (given.factor_count < 0 || given.factor_count > kMostFactors ||
      (given.factor_count > 0 && given.factors == nullptr)) {
    return InvalidField(
        "options.factor_count", absl::StrCat(given.factor_count),
        absl::StrCat("how many numbers options.factors points to, at most ", kMostFactors));
  }
  FFT_RETURN_IF_ERROR(CheckReserved("options.reserved", given.reserved));
  if (given.factor_count > 0) {
    plan.factors.assign(given.factors, given.factors + given.factor_count);
  }
  if (given.scheme != nullptr) {
    FFT_ASSIGN_OR_RETURN(plan.scheme, FindScheme(given.scheme));
  }
  if (given.shapes != nullptr) {
    FFT_ASSIGN_OR_RETURN(plan.shapes, ParseAskedShapes(given.shapes));
  }
  if (given.load_callback != nullptr) plan.callbacks.load = given.load_callback;
  if (given.store_callback != nullptr) plan.callbacks.store = given.store_callback;
  if (given.spectrum_callback != nullptr) plan.callbacks.spectrum = given.spectrum_callback;
  if (given.wisdom != nullptr) read.wisdom = given.wisdom;
  read.own_workspace = (given.flags & FFT_OWN_WORKSPACE) != 0;
  read.stream = given.stream;
  read.load_user = given.load_user;
  read.store_user = given.store_user;
  return read;
}

}  // namespace fft::c
