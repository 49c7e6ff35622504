#include "fft/kernels/parameter.h"

#include "absl/strings/str_cat.h"

namespace fft::kernels {
namespace {

struct Row {
  const char* name;
  ParameterKind kind;
};

// One entry for each ParameterId, in the order of the enumeration.
constexpr Row kRows[] = {
#define PARAMETER(id, name, kind) {name, ParameterKind::kind},
#include "fft/kernels/parameter.def"
#undef PARAMETER
};

const Row& RowOf(ParameterId id) { return kRows[static_cast<int>(id)]; }

}  // namespace

ParameterKind Parameter::kind() const { return RowOf(id).kind; }

std::string Parameter::name() const {
  return loop == 0 ? RowOf(id).name : absl::StrCat(RowOf(id).name, "_", loop);
}

const char* ToString(ParameterKind kind) {
  switch (kind) {
    case ParameterKind::kInput:
      return "input";
    case ParameterKind::kInputImag:
      return "input_imag";
    case ParameterKind::kOutput:
      return "output";
    case ParameterKind::kOutputImag:
      return "output_imag";
    case ParameterKind::kTwiddles:
      return "twiddles";
    case ParameterKind::kLargeTwiddles:
      return "large_twiddles";
    case ParameterKind::kPairTwiddles:
      return "pair_twiddles";
    case ParameterKind::kChirp:
      return "chirp";
    case ParameterKind::kFilter:
      return "filter";
    case ParameterKind::kPermutation:
      return "permutation";
    case ParameterKind::kIndex:
      return "index";
    case ParameterKind::kReal:
      return "real";
    case ParameterKind::kLoadUser:
      return "load_user";
    case ParameterKind::kStoreUser:
      return "store_user";
  }
  return "?";
}

}  // namespace fft::kernels
