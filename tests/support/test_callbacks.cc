#include "tests/support/test_callbacks.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/types/span.h"
#include "tests/support/side.h"

namespace fft::testing {
namespace {

// Returns statements that multiply `value` by `factor`.
std::string Multiply(ArrayFormat format, Precision precision) {
  const std::string type = precision == Precision::kHalf ? "half" : "bfloat";
  const auto part = [&](const std::string& name) {
    if (!IsStorage(precision)) return absl::StrCat(name, " *= factor; ");
    return absl::StrCat(name, " = float_to_", type, "(", type, "_to_float(", name, ") * factor); ");
  };
  return format == ArrayFormat::kReal ? part("value") : part("value.x") + part("value.y");
}

std::string Factor(Precision precision) {
  const std::string real = precision == Precision::kDouble ? "double" : "float";
  return absl::StrCat("  const ", real, " factor = ((const ", real, "*)user)[offset % 5];\n");
}

// Returns the values of all elements of a side after a callback.
template <typename Real>
void ApplyFactors(const Side& side, const CallbackFactors& factors, std::vector<Real>* values) {
  const int components = side.components();
  ForEachElement(side, [&](int64_t n, int64_t offset) {
    const auto factor = static_cast<Real>(factors[offset % factors.size()]);
    for (int part = 0; part < components; ++part) (*values)[components * n + part] *= factor;
  });
}

// Returns the bytes of the numbers in the precision of the arithmetic.
std::string BytesOf(absl::Span<const double> numbers, Precision precision) {
  std::string bytes;
  for (const double number : numbers) {
    const auto single = static_cast<float>(number);
    precision == Precision::kDouble
        ? bytes.append(reinterpret_cast<const char*>(&number), sizeof(number))
        : bytes.append(reinterpret_cast<const char*>(&single), sizeof(single));
  }
  return bytes;
}

}  // namespace

CallbackFactors LoadFactors(const Problem& problem) {
  // A Hermitian input has the same factor for all elements, which keeps its symmetry.
  if (problem.type == TransformType::kRealInverse) return {-2, -2, -2, -2, -2};
  return {1, -2, 0.5, 2, -0.5};
}

CallbackFactors StoreFactors(const Problem&) { return {-1, 0.5, 2, 1, -2}; }

Callbacks ScalingCallbacks(const Problem& problem) {
  Callbacks callbacks;
  callbacks.load = absl::StrCat("__device__ T load(const T* data, size_t offset, void* user) {\n",
                                Factor(problem.precision), "  T value = data[offset];\n  ",
                                Multiply(problem.input.format, PrecisionOf(problem, problem.input)),
                                "return value;\n}\n");
  callbacks.store =
      absl::StrCat("__device__ void store(T* data, size_t offset, T value, void* user) {\n",
                   Factor(problem.precision), "  ",
                   Multiply(problem.output.format, PrecisionOf(problem, problem.output)),
                   "data[offset] = value;\n}\n");
  return callbacks;
}

Callbacks SpectrumCallbacks(const Chain& chain) {
  Callbacks callbacks;
  if (!chain.arrays.has_callbacks) return callbacks;
  const char* const real = chain.arrays.precision == Precision::kDouble ? "double" : "float";
  callbacks.spectrum =
      absl::StrCat("__device__ T spectrum(const T* data, size_t element) {\n  const ", real,
                   " factors[] = {", absl::StrJoin(LoadFactors(chain.arrays), ", "),
                   "};\n  T value = data[element];\n  value.x *= factors[element % 5];\n"
                   "  value.y *= factors[element % 5];\n  return value;\n}\n");
  return callbacks;
}

template <typename Real>
std::vector<Real> SpectraRead(const Chain& chain, std::vector<Real> spectra) {
  if (!chain.arrays.has_callbacks) return spectra;
  const CallbackFactors factors = LoadFactors(chain.arrays);
  for (size_t i = 0; i < spectra.size(); ++i) {
    spectra[i] *= static_cast<Real>(factors[i / 2 % factors.size()]);
  }
  return spectra;
}

std::string FactorBytes(const CallbackFactors& factors, Precision precision) {
  return BytesOf(factors, precision);
}

std::vector<double> WindowFactors(const Problem& problem) {
  constexpr int64_t kStep = 7, kFactors = 16;
  std::vector<double> factors(WindowElements(problem));
  for (int64_t i = 0; i < std::ssize(factors); ++i) {
    factors[i] = static_cast<double>(1 + i * kStep % kFactors) / kFactors;
  }
  return factors;
}

std::string WindowBytes(const Problem& problem) {
  return BytesOf(WindowFactors(problem), problem.precision);
}

template <typename Real>
std::vector<Real> Loaded(const Problem& problem, std::vector<Real> input) {
  const Side side = InputSide(problem);
  if (problem.has_callbacks) ApplyFactors(side, LoadFactors(problem), &input);
  if (!problem.input.has_window) return input;
  const std::vector<double> factors = WindowFactors(problem);
  const int components = side.components();
  for (size_t i = 0; i < input.size(); ++i) input[i] *= factors[i / components % factors.size()];
  return input;
}

template <typename Real>
std::vector<Real> BeforeStore(const Problem& problem, std::vector<Real> output) {
  CallbackFactors inverse = StoreFactors(problem);
  for (double& factor : inverse) factor = 1 / factor;
  if (problem.has_callbacks) ApplyFactors(OutputSide(problem), inverse, &output);
  return output;
}

template std::vector<double> SpectraRead(const Chain&, std::vector<double>);
template std::vector<long double> SpectraRead(const Chain&, std::vector<long double>);
template std::vector<double> Loaded(const Problem&, std::vector<double>);
template std::vector<long double> Loaded(const Problem&, std::vector<long double>);
template std::vector<double> BeforeStore(const Problem&, std::vector<double>);
template std::vector<long double> BeforeStore(const Problem&, std::vector<long double>);

}  // namespace fft::testing
