#include "fft/kernels/lines/parameters.h"

#include "fft/base/status.h"

namespace fft::kernels {
namespace {

Type ParameterType(const KernelSpec& spec, const Parameter& parameter) {
  const Type complex = Type::Complex(spec.precision), real = Type::Real(spec.precision);
  if (parameter == ParameterId::kSpectra) return Type::ConstGlobal(complex);
  if (parameter == ParameterId::kFrameWindow) return Type::ConstGlobal(real);
  if (parameter == ParameterId::kWindow) {
    return Type::ConstGlobal(spec.window == WindowUse::kPairs ? complex : real);
  }
  switch (parameter.kind()) {
    case ParameterKind::kInput:
    case ParameterKind::kInputImag:
      return Type::ConstGlobal(spec.in_format == ArrayFormat::kReal ? real : complex);
    case ParameterKind::kTwiddles:
    case ParameterKind::kLargeTwiddles:
    case ParameterKind::kPairTwiddles:
    case ParameterKind::kChirp:
    case ParameterKind::kFilter:
      return Type::ConstGlobal(complex);
    case ParameterKind::kPermutation:
      return Type::ConstGlobal(Type::Int32());
    case ParameterKind::kOutput:
    case ParameterKind::kOutputImag:
      return Type::Global(spec.out_format == ArrayFormat::kReal ? real : complex);
    case ParameterKind::kIndex:
      return spec.index == IndexWidth::k32 ? Type::Int32() : Type::Int64();
    case ParameterKind::kReal:
      return Type::Real(spec.precision);
    case ParameterKind::kLoadUser:
    case ParameterKind::kStoreUser:
      break;  // the AST passes for callbacks append these
  }
  return Type::Void();
}

}  // namespace

void Parameters::Declare(const KernelSpec& spec, const std::vector<Parameter>& signature,
                         Builder& b) {
  for (const Parameter& parameter : signature) {
    const bool user =
        parameter.kind() == ParameterKind::kInput || parameter.kind() == ParameterKind::kOutput;
    // Without kMayAlias a compiler would keep in registers what the loop over tiles does not
    // change.
    const bool aliased = user ? spec.placement == Placement::kInPlace : IsPersistent(spec);
    const Ex ex = b.Param(parameter.name(), ParameterType(spec, parameter),
                          aliased ? codegen::Aliasing::kMayAlias : codegen::Aliasing::kRestrict);
    list_.push_back({parameter, ex});
  }
}

Ex Parameters::operator[](const Parameter& parameter) const {
  for (const auto& [known, ex] : list_) {
    if (known == parameter) return ex;
  }
  FFT_CHECK(false && "a kernel uses a parameter that its signature lacks");
  return Ex();
}

}  // namespace fft::kernels
