#include "fft/core/chain.h"

#include <array>
#include <iterator>
#include <limits>
#include <optional>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "fft/base/status.h"
#include "fft/core/dim.h"

namespace fft {
namespace {

constexpr char kSpectra[] = "_spectra_";

// The beginning of a chain's token, and the beginning of its arrays' token that it replaces.
struct Spelling {
  const char* chain;
  const char* arrays;
  bool is_real;
  bool conjugates;
};
constexpr std::array<Spelling, 4> kSpellings = {{
    {"complex_convolve_", "complex_forward_", false, false},
    {"complex_correlate_", "complex_forward_", false, true},
    {"real_convolve_", "real_to_real_", true, false},
    {"real_correlate_", "real_to_real_", true, true},
}};

const Spelling* SpellingOf(const std::string& token) {
  for (const Spelling& spelling : kSpellings) {
    if (absl::StartsWith(token, spelling.chain)) return &spelling;
  }
  return nullptr;
}

// "_kind_dht" as often as there are lengths.
std::string KindsText(size_t lengths) {
  std::string text = "_kind";
  for (size_t i = 0; i < lengths; ++i) absl::StrAppend(&text, "_", ToString(AxisKind::kDht));
  return text;
}

int64_t PointsOf(const Chain& chain) {
  int64_t points = 1;
  for (int64_t length : chain.arrays.lengths) points *= length;
  return points;
}

// A transform of the chain's lengths between its arrays and spectra.
Problem TransformOf(const Chain& chain, bool is_forward) {
  using enum TransformType;
  Problem problem;
  problem.lengths = chain.arrays.lengths;
  problem.precision = chain.arrays.precision;
  problem.type = IsReal(chain) ? (is_forward ? kRealForward : kRealInverse)
                               : (is_forward ? kComplexForward : kComplexInverse);
  SetDefaultFormats(&problem);
  return problem;
}

// Gives a transform the chain's batch and loops. `stride` is that of loops in the chain's array,
// `packed` that in the array of spectra.
void AddBatch(const Chain& chain, int64_t Dim::*stride, int64_t Dim::*packed, Problem* problem) {
  problem->batch = chain.arrays.batch;
  int64_t step = chain.arrays.batch * SpectrumElements(chain);
  problem->loops.resize(chain.arrays.loops.size());
  for (size_t i = problem->loops.size(); i-- > 0;) {
    const Dim& loop = chain.arrays.loops[i];
    problem->loops[i].length = loop.length;
    problem->loops[i].*stride = loop.*stride;
    problem->loops[i].*packed = step;
    step *= loop.length;
  }
}

absl::Status CheckArrays(const Problem& arrays) {
  const bool is_real = arrays.type == TransformType::kRealToReal;
  if (!is_real && arrays.type != TransformType::kComplexForward) {
    return InvalidField("arrays.type", ToString(arrays.type), "complex_forward or real_to_real");
  }
  const AxisKind kind = is_real ? AxisKind::kDht : AxisKind::kForward;
  for (AxisKind other : arrays.kinds) {
    if (other != kind) return InvalidField("arrays.kinds", ToString(other), ToString(kind));
  }
  if (IsPlanar(arrays.input.format) || IsPlanar(arrays.output.format)) {
    return InvalidField("arrays.input.format, arrays.output.format", "planar",
                        "interleaved complex numbers or reals");
  }
  if (arrays.has_callbacks) return InvalidField("arrays.has_callbacks", "true", "false");
  if (arrays.input.has_window) return InvalidField("arrays.input.has_window", "true", "false");
  if (HasFunction(arrays.output)) {
    return InvalidField("arrays.output.function", ToString(arrays.output.function),
                        ToString(PointFunction::kNone));
  }
  return absl::OkStatus();
}

// Checks that the bytes of the filters' spectra, and those of the spectra between the two
// transforms, fit 64 bits.
absl::Status CheckSpectra(const Chain& chain) {
  FFT_RETURN_IF_ERROR(CompleteProblem(FilterProblem(chain)).status());
  Dims between = chain.arrays.loops;
  between.push_back({chain.arrays.batch});
  between.push_back({SpectrumElements(chain)});
  constexpr int64_t kMostElements = std::numeric_limits<int64_t>::max() / 16;
  const std::optional<int64_t> elements = Volume(between);
  if (elements && *elements <= kMostElements) return absl::OkStatus();
  return InvalidField("arrays.batch", absl::StrCat(chain.arrays.batch),
                      "a batch, with loops and lengths, whose spectra fit 64 bits in bytes");
}

}  // namespace

Chain ComplexChain(const std::vector<int64_t>& lengths) {
  Chain chain;
  chain.arrays.lengths = lengths;
  return chain;
}

Chain RealChain(const std::vector<int64_t>& lengths) {
  Chain chain = ComplexChain(lengths);
  chain.arrays.type = TransformType::kRealToReal;
  chain.arrays.kinds.assign(lengths.size(), AxisKind::kDht);
  SetDefaultFormats(&chain.arrays);
  return chain;
}

bool IsReal(const Chain& chain) { return chain.arrays.type == TransformType::kRealToReal; }

absl::StatusOr<Chain> CompleteChain(const Chain& chain) {
  Chain completed = chain;
  FFT_RETURN_IF_ERROR(CheckArrays(chain.arrays));
  FFT_ASSIGN_OR_RETURN(completed.arrays, CompleteProblem(chain.arrays));
  if (chain.spectra < 1 || completed.arrays.batch % chain.spectra != 0) {
    return InvalidField("spectra", absl::StrCat(chain.spectra),
                        absl::StrCat("a divisor of the batch, ", completed.arrays.batch));
  }
  FFT_RETURN_IF_ERROR(CheckSpectra(completed));
  return completed;
}

int64_t SpectrumElements(const Chain& chain) {
  const int64_t last = chain.arrays.lengths.back();
  return IsReal(chain) ? PointsOf(chain) / last * (last / 2 + 1) : PointsOf(chain);
}

int64_t SpectrumBytes(const Chain& chain) {
  const Precision precision = ComputePrecision(chain.arrays.precision);
  return chain.spectra * SpectrumElements(chain) *
         ElementBytes(ArrayFormat::kComplexInterleaved, precision);
}

Problem FilterProblem(const Chain& chain, const Ranges& taps) {
  Problem filter = TransformOf(chain, true);
  filter.precision = ComputePrecision(filter.precision);
  filter.batch = chain.spectra;
  filter.input.ranges = taps;
  return filter;
}

Problem WholeProblem(const Chain& chain) {
  Problem whole = chain.arrays;
  whole.scale /= static_cast<double>(PointsOf(chain));
  return whole;
}

Problem ForthProblem(const Chain& chain) {
  Problem forth = TransformOf(chain, true);
  forth.input = chain.arrays.input;
  AddBatch(chain, &Dim::in_stride, &Dim::out_stride, &forth);
  return forth;
}

Problem BackProblem(const Chain& chain) {
  Problem back = TransformOf(chain, false);
  back.output = chain.arrays.output;
  back.scale = WholeProblem(chain).scale;
  AddBatch(chain, &Dim::out_stride, &Dim::in_stride, &back);
  return back;
}

std::string ToToken(const Chain& chain) {
  std::string token = ToToken(chain.arrays);
  for (const Spelling& spelling : kSpellings) {
    if (spelling.is_real != IsReal(chain) || spelling.conjugates != chain.conjugates) continue;
    token = absl::StrCat(spelling.chain, absl::StripPrefix(token, spelling.arrays));
  }
  if (IsReal(chain)) {
    const std::string kinds = KindsText(chain.arrays.lengths.size());
    token.erase(token.find(kinds), kinds.size());
  }
  if (chain.spectra > 1) absl::StrAppend(&token, kSpectra, chain.spectra);
  return token;
}

bool IsChainToken(const std::string& token) { return SpellingOf(token) != nullptr; }

absl::StatusOr<Chain> ParseChainToken(const std::string& token) {
  const Spelling* const spelling = SpellingOf(token);
  if (spelling == nullptr) {
    return InvalidField(
        "token", absl::StrCat("\"", token, "\""),
        absl::StrCat("one that begins with ",
                     absl::StrJoin(kSpellings, ", ", [](std::string* out, const Spelling& s) {
                       absl::StrAppend(out, s.chain);
                     })));
  }
  Chain chain;
  chain.conjugates = spelling->conjugates;
  std::string arrays = absl::StrCat(spelling->arrays, absl::StripPrefix(token, spelling->chain));
  if (const size_t at = arrays.rfind(kSpectra); at != std::string::npos) {
    const std::string number = arrays.substr(at + std::size(kSpectra) - 1);
    if (!absl::SimpleAtoi(number, &chain.spectra)) {
      return InvalidField("spectra", absl::StrCat("\"", number, "\""),
                          "an integer of 64 bits at the token's end");
    }
    arrays.resize(at);
  }
  if (spelling->is_real) {
    // Kinds stand behind the lengths, which is before the precision.
    for (Precision precision : kPrecisions) {
      const size_t at = arrays.find(absl::StrCat("_", ToString(precision), "_"));
      if (at == std::string::npos) continue;
      arrays.insert(at, absl::StrCat("_kind_", ToString(AxisKind::kDht)));
      break;
    }
  }
  absl::StatusOr<Problem> problem = ParseToken(arrays);
  if (!problem.ok()) {
    return absl::Status(problem.status().code(), absl::StrCat("the chain's arrays, \"", arrays,
                                                              "\": ", problem.status().message()));
  }
  chain.arrays = *std::move(problem);
  return CompleteChain(chain);
}

}  // namespace fft
