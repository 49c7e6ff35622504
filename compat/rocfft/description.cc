#include "compat/rocfft/description.h"

#include <optional>
#include <utility>

namespace fft::compat {
namespace {

// The element of `values` for a number of one of rocFFT's enumerations; nullopt if the enumeration
// has no such number.
template <typename Value, size_t size>
std::optional<Value> Listed(int number, const Value (&values)[size]) {
  if (number < 0 || number >= static_cast<int>(size)) return std::nullopt;
  return values[number];
}

constexpr TransformType kTypes[] = {TransformType::kComplexForward, TransformType::kComplexInverse,
                                    TransformType::kRealForward, TransformType::kRealInverse};
constexpr Precision kRealTypes[] = {Precision::kSingle, Precision::kDouble, Precision::kHalf};
constexpr Placement kPlaces[] = {Placement::kInPlace, Placement::kOutOfPlace};
constexpr ArrayFormat kFormats[] = {ArrayFormat::kComplexInterleaved, ArrayFormat::kComplexPlanar,
                                    ArrayFormat::kReal, ArrayFormat::kHermitianInterleaved,
                                    ArrayFormat::kHermitianPlanar};

// The planar format for the same elements as `format`. Reals have only one format, which is
// returned as it is.
ArrayFormat PlanarOf(ArrayFormat format) {
  if (format == ArrayFormat::kComplexInterleaved) return ArrayFormat::kComplexPlanar;
  if (format == ArrayFormat::kHermitianInterleaved) return ArrayFormat::kHermitianPlanar;
  return format;
}

// Sets `*format`, which holds the transform's default, to the format of `type`. Returns false where
// the type has other elements than the default.
bool SetFormat(rocfft_array_type type, ArrayFormat* format) {
  if (type == rocfft_array_type_unset) return true;
  const auto wanted = Listed(type, kFormats);
  if (!wanted || (*wanted != *format && *wanted != PlanarOf(*format))) return false;
  *format = *wanted;
  return true;
}

}  // namespace

rocfft_status ProblemOf(const RocfftRequest& request, const RocfftDescription& description,
                        Problem* problem) {
  const auto type = Listed(request.type, kTypes);
  const auto precision = Listed(request.precision, kRealTypes);
  const auto placement = Listed(request.placement, kPlaces);
  if (!type || !precision || !placement) return rocfft_status_invalid_arg_value;
  Problem asked = {.type = *type,
                   .lengths = {request.lengths.rbegin(), request.lengths.rend()},
                   .precision = *precision,
                   .placement = *placement,
                   .batch = request.batch,
                   .scale = description.scale};
  SetDefaultFormats(&asked);
  for (const auto& [array, side] :
       {std::pair(&description.in, &asked.input), std::pair(&description.out, &asked.output)}) {
    const bool is_strided = !array->strides.empty();
    if (is_strided && array->strides.size() != asked.lengths.size()) {
      return rocfft_status_invalid_strides;
    }
    if (!SetFormat(array->type, &side->format)) return rocfft_status_invalid_array_type;
    side->offsets = array->offsets;
    side->strides.assign(array->strides.rbegin(), array->strides.rend());
    side->distance = array->distance;
  }
  if (asked.placement == Placement::kInPlace &&
      IsPlanar(asked.input.format) != IsPlanar(asked.output.format)) {
    return rocfft_status_invalid_array_type;
  }
  auto completed = CompleteProblem(asked);
  if (!completed.ok()) return rocfft_status_invalid_arg_value;
  *problem = *std::move(completed);
  return rocfft_status_success;
}

}  // namespace fft::compat
