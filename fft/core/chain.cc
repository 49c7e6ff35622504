#include "fft/core/chain.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "fft/base/status.h"
#include "fft/core/dim.h"
#include "fft/core/problem_token.h"
#include "fft/core/ranges.h"

namespace fft {
namespace {

constexpr char kSpectra[] = "_spectra_";
constexpr char kModes[] = "_modes_";
constexpr char kSamples[] = "_samples_";
constexpr char kNormalized[] = "_normalized";

// A chain's token is the token of its arrays, in which the beginning `arrays` is replaced by
// `chain`. For example, "complex_forward" becomes "complex_convolve".
struct Spelling {
  const char* chain;
  const char* arrays;
  bool is_real;
  ChainKind kind;
  bool conjugates;
};
constexpr std::array<Spelling, 10> kSpellings = {{
    {"complex_convolve_", "complex_forward_", false, ChainKind::kConvolution, false},
    {"complex_correlate_", "complex_forward_", false, ChainKind::kConvolution, true},
    {"real_convolve_", "real_to_real_", true, ChainKind::kConvolution, false},
    {"real_correlate_", "real_to_real_", true, ChainKind::kConvolution, true},
    {"complex_layer_", "complex_forward_", false, ChainKind::kLayer, false},
    {"complex_adjoint_layer_", "complex_forward_", false, ChainKind::kLayer, true},
    {"real_layer_", "real_to_real_", true, ChainKind::kLayer, false},
    {"real_adjoint_layer_", "real_to_real_", true, ChainKind::kLayer, true},
    {"complex_overlap_add_", "complex_inverse_", false, ChainKind::kOverlapAdd, false},
    {"real_overlap_add_", "real_inverse_", true, ChainKind::kOverlapAdd, false},
}};

bool IsLayer(const Chain& chain) { return chain.kind == ChainKind::kLayer; }
bool AddsFrames(const Chain& chain) { return chain.kind == ChainKind::kOverlapAdd; }

const Spelling* SpellingOf(const std::string& token) {
  for (const Spelling& spelling : kSpellings) {
    if (absl::StartsWith(token, spelling.chain)) return &spelling;
  }
  return nullptr;
}

// Returns "_kind_dht" once for each length.
std::string KindsText(size_t lengths) {
  std::string text = "_kind";
  for (size_t i = 0; i < lengths; ++i) absl::StrAppend(&text, "_", ToString(AxisKind::kDht));
  return text;
}

int64_t PointsOf(const Chain& chain) {
  int64_t points = 1;
  for (int64_t length : TransformedLengths(chain)) points *= length;
  return points;
}

// The number of elements of a whole spectrum along each axis.
std::vector<int64_t> SpectrumLengths(const Chain& chain) {
  std::vector<int64_t> lengths = TransformedLengths(chain);
  if (IsReal(chain)) lengths.back() = lengths.back() / 2 + 1;
  return lengths;
}

int64_t ChannelsOf(const Chain& chain, const ArrayDescription& array) {
  return array.ranges.empty() ? chain.arrays.lengths.front() : array.ranges.front().count;
}

// The number of elements of one spectrum between the two transforms.
int64_t ElementsBetween(const Chain& chain) {
  return IsLayer(chain) ? ModeCount(chain) : SpectrumElements(chain);
}

// A transform of the chain's lengths, from its input to spectra or from spectra to its output.
Problem TransformOf(const Chain& chain, bool is_forward) {
  using enum TransformType;
  Problem problem;
  problem.lengths = TransformedLengths(chain);
  problem.precision = chain.arrays.precision;
  problem.type = IsReal(chain) ? (is_forward ? kRealForward : kRealInverse)
                               : (is_forward ? kComplexForward : kComplexInverse);
  SetDefaultFormats(&problem);
  return problem;
}

// Gives a transform the chain's array `array`, batch and loops. `stride` is the member of Dim with
// the loops' strides in `array`, and `packed` the member with their strides in the array of
// spectra. A layer's batch and channels become loops.
void AddBatch(const Chain& chain, const ArrayDescription& array, int64_t Dim::*stride,
              int64_t Dim::*packed, Problem* problem) {
  ArrayDescription& given = stride == &Dim::in_stride ? problem->input : problem->output;
  given = array;
  problem->batch = chain.arrays.batch;
  problem->loops = chain.arrays.loops;
  if (IsLayer(chain)) {
    problem->batch = 1;
    for (const auto& [length, step] : {std::pair{chain.arrays.batch, array.distance},
                                       {ChannelsOf(chain, array), array.strides.front()}}) {
      problem->loops.push_back({length, 0, 0});
      problem->loops.back().*stride = step;
    }
    given.distance = 0;
    given.strides.erase(given.strides.begin());
    if (!given.ranges.empty()) given.ranges.erase(given.ranges.begin());
    (stride == &Dim::in_stride ? problem->output : problem->input).ranges = chain.modes;
  }
  int64_t step = problem->batch * ElementsBetween(chain);
  for (size_t i = problem->loops.size(); i-- > 0;) {
    problem->loops[i].*packed = step;
    step *= problem->loops[i].length;
  }
}

// Checks that arrays are interleaved and have no precision, window or function of their own.
absl::Status CheckPlainArrays(const Problem& arrays) {
  if (IsPlanar(arrays.input.format) || IsPlanar(arrays.output.format)) {
    return InvalidField("arrays.input.format, arrays.output.format", "planar",
                        "interleaved complex numbers or reals");
  }
  for (const ArrayDescription* array : {&arrays.input, &arrays.output}) {
    if (!array->precision) continue;
    return InvalidField("arrays.input.precision, arrays.output.precision",
                        ToString(*array->precision), "none of their own in chains");
  }
  if (arrays.input.has_window) return InvalidField("arrays.input.has_window", "true", "false");
  if (HasFunction(arrays.output)) {
    return InvalidField("arrays.output.function", ToString(arrays.output.function),
                        ToString(PointFunction::kNone));
  }
  return absl::OkStatus();
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
  return CheckPlainArrays(arrays);
}

// Checks that the bytes of an array with these dims fit 64 bits.
absl::Status CheckVolume(const Chain& chain, const Dims& dims) {
  constexpr int64_t kMostElements = std::numeric_limits<int64_t>::max() / 16;
  const std::optional<int64_t> elements = Volume(dims);
  if (elements && *elements <= kMostElements) return absl::OkStatus();
  return InvalidField("arrays.batch", absl::StrCat(chain.arrays.batch),
                      "a batch, with loops and lengths, whose spectra fit 64 bits in bytes");
}

// Checks that the bytes of the filters' spectra, and those of the spectra between the two
// transforms, fit 64 bits.
absl::Status CheckSpectra(const Chain& chain) {
  Dims between = chain.arrays.loops;
  between.push_back({chain.arrays.batch});
  if (IsLayer(chain)) {
    FFT_RETURN_IF_ERROR(CheckVolume(
        chain, {{chain.spectra}, {ChannelsIn(chain)}, {ChannelsOut(chain)}, {ModeCount(chain)}}));
    between.push_back({chain.arrays.lengths.front()});
  } else {
    FFT_RETURN_IF_ERROR(CompleteProblem(FilterProblem(chain)).status());
  }
  between.push_back({ElementsBetween(chain)});
  return CheckVolume(chain, between);
}

// Checks the members that only layers have, and drops ranges of modes that keep all modes.
absl::Status CompleteLayer(Chain* chain) {
  if (!IsLayer(*chain)) {
    if (chain->modes.empty()) return absl::OkStatus();
    return InvalidField("modes", ToString(chain->modes), "none, as the chain is no layer");
  }
  if (chain->arrays.lengths.size() < 2) {
    return InvalidField("arrays.lengths", absl::StrJoin(chain->arrays.lengths, " x "),
                        "the channels of a layer and one length or more");
  }
  constexpr int kOwnLoops = 2;  // batch and channels (AddBatch)
  if (std::ssize(chain->arrays.loops) > kMostLoops - kOwnLoops) {
    return InvalidField("arrays.loops", absl::StrCat("a list of ", chain->arrays.loops.size()),
                        absl::StrCat("at most ", kMostLoops - kOwnLoops, " loops in a layer"));
  }
  for (const ArrayDescription* array : {&chain->arrays.input, &chain->arrays.output}) {
    if (array->ranges.empty() || array->ranges.front().first == 0) continue;
    return InvalidField("arrays ranges[0].first", absl::StrCat(array->ranges.front().first),
                        "0, as the first axis counts the channels of a layer");
  }
  if (ChannelsIn(*chain) != chain->arrays.lengths.front() &&
      ChannelsOut(*chain) != chain->arrays.lengths.front()) {
    return InvalidField("arrays.lengths[0]", absl::StrCat(chain->arrays.lengths.front()),
                        absl::StrCat("the larger number of channels, of ", ChannelsIn(*chain),
                                     " in and ", ChannelsOut(*chain), " out"));
  }
  FFT_RETURN_IF_ERROR(CheckRanges("modes", chain->modes, SpectrumLengths(*chain)));
  chain->modes = WithoutWhole(chain->modes, SpectrumLengths(*chain));
  return absl::OkStatus();
}

// The number of samples of a signal, from the first frame's begin to the last frame's end.
int64_t WholeSamples(const Chain& chain) {
  return (chain.arrays.batch - 1) * chain.arrays.output.distance + FrameSamples(chain);
}

// Checks a chain that adds frames, apart from the transform of the frames, which was checked
// before.
absl::Status CheckOverlap(const Chain& chain) {
  const Problem& arrays = chain.arrays;
  const ArrayDescription& output = arrays.output;
  if (arrays.placement == Placement::kInPlace) {
    return InvalidField("arrays.placement", "ip", "op, as frames are added");
  }
  if (arrays.lengths.size() != 1) {
    return InvalidField("arrays.lengths", absl::StrJoin(arrays.lengths, " x "),
                        "one length, that of the frames");
  }
  if (arrays.batch < 1) {
    return InvalidField("arrays.batch", absl::StrCat(arrays.batch), "at least 1 frame");
  }
  if (output.strides != std::vector<int64_t>{1}) {
    return InvalidField("arrays.output.strides", absl::StrJoin(output.strides, "_"),
                        "1, as frames are added");
  }
  if (output.distance < 1 || output.distance > FrameSamples(chain)) {
    return InvalidField("arrays.output.distance", absl::StrCat(output.distance),
                        absl::StrCat("1 to the samples of a frame, ", FrameSamples(chain)));
  }
  if (chain.conjugates) return InvalidField("conjugates", "true", "false, as frames are added");
  if (arrays.has_callbacks) {
    return InvalidField("arrays.has_callbacks", "true", "false, as frames are added");
  }
  if (!chain.modes.empty()) {
    return InvalidField("modes", ToString(chain.modes), "none, as frames are added");
  }
  if (chain.spectra != 1) {
    return InvalidField("spectra", absl::StrCat(chain.spectra), "1, the window of all frames");
  }
  const int64_t whole = WholeSamples(chain);
  const Range& samples = chain.samples;
  if (samples.first < 0 || samples.count < 1 || samples.first > whole - samples.count) {
    return InvalidField("samples", ToString(Ranges{samples}),
                        absl::StrCat("a part of the samples 0 to ", whole - 1));
  }
  return absl::OkStatus();
}

// Returns the completed transform of the frames of all signals, into a packed array.
absl::StatusOr<Problem> CompletedFrames(const Chain& chain) {
  Problem one = chain.arrays;
  one.loops.clear();
  one.output = {.format = one.output.format, .ranges = one.output.ranges};
  FFT_ASSIGN_OR_RETURN(one, CompleteProblem(one));
  Dims frames = {{one.batch}, {StoredLengths(one, one.output).back()}};
  for (const Dim& loop : chain.arrays.loops) {
    frames.push_back({std::max<int64_t>(1, loop.length)});
  }
  FFT_RETURN_IF_ERROR(CheckVolume(chain, frames));
  return CompleteProblem(BackProblem(chain));
}

// CompleteChain for a chain that adds frames.
absl::StatusOr<Chain> CompleteOverlapAdd(Chain chain) {
  using enum TransformType;
  Problem& arrays = chain.arrays;
  if (arrays.type != kComplexInverse && arrays.type != kRealInverse) {
    return InvalidField("arrays.type", ToString(arrays.type), "complex_inverse or real_inverse");
  }
  FFT_RETURN_IF_ERROR(CheckPlainArrays(arrays));
  FFT_ASSIGN_OR_RETURN(const Problem frames, CompletedFrames(chain));
  if (frames.type != arrays.type) {
    return InvalidField("arrays.kinds", "forward", "inverse, as frames are transformed back");
  }
  arrays.kinds = frames.kinds;
  arrays.input = frames.input;
  arrays.output.ranges = frames.output.ranges;
  if (arrays.output.strides.empty()) arrays.output.strides = {1};
  if (arrays.output.distance == 0) arrays.output.distance = FrameSamples(chain);
  const bool stores_all = chain.samples == Range{};
  if (stores_all) chain.samples = {0, 1};
  FFT_RETURN_IF_ERROR(CheckOverlap(chain));
  if (stores_all || chain.samples == Range{0, WholeSamples(chain)}) chain.samples = {};
  FFT_RETURN_IF_ERROR(CompleteProblem(AddProblem(chain)).status());
  return chain;
}

// Takes "<keyword>A_B_..." off the end of a token and returns the numbers; none if the token does
// not have the keyword.
absl::StatusOr<std::vector<int64_t>> TakeNumbers(const char* keyword, const std::string& field,
                                                 std::string* token) {
  std::vector<int64_t> numbers;
  const size_t at = token->rfind(keyword);
  if (at == std::string::npos) return numbers;
  const std::string text = token->substr(at + std::string(keyword).size());
  for (const auto& part : absl::StrSplit(text, '_')) {
    if (!absl::SimpleAtoi(part, &numbers.emplace_back())) {
      return InvalidField(field, absl::StrCat("\"", text, "\""),
                          "integers of 64 bits at the token's end");
    }
  }
  token->resize(at);
  return numbers;
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

Chain ComplexLayer(int64_t channels, const std::vector<int64_t>& lengths, const Ranges& modes) {
  std::vector<int64_t> all = {channels};
  all.insert(all.end(), lengths.begin(), lengths.end());
  Chain chain = ComplexChain(all);
  chain.kind = ChainKind::kLayer;
  chain.modes = modes;
  return chain;
}

Chain RealLayer(int64_t channels, const std::vector<int64_t>& lengths, const Ranges& modes) {
  Chain chain = ComplexLayer(channels, lengths, modes);
  chain.arrays = RealChain(chain.arrays.lengths).arrays;
  return chain;
}

Chain ComplexOverlapAdd(int64_t length, int64_t frames, int64_t hop) {
  Chain chain;
  chain.kind = ChainKind::kOverlapAdd;
  chain.arrays.type = TransformType::kComplexInverse;
  chain.arrays.lengths = {length};
  chain.arrays.batch = frames;
  chain.arrays.output.distance = hop;
  return chain;
}

Chain RealOverlapAdd(int64_t length, int64_t frames, int64_t hop) {
  Chain chain = ComplexOverlapAdd(length, frames, hop);
  chain.arrays.type = TransformType::kRealInverse;
  SetDefaultFormats(&chain.arrays);
  return chain;
}

bool IsReal(const Chain& chain) {
  return chain.arrays.type == TransformType::kRealToReal || IsReal(chain.arrays.type);
}

bool TakesFilters(const Chain& chain) { return chain.kind == ChainKind::kConvolution; }

int64_t FrameSamples(const Chain& chain) {
  const Ranges& ranges = chain.arrays.output.ranges;
  return ranges.empty() ? chain.arrays.lengths.back() : ranges.back().count;
}

Range StoredSamples(const Chain& chain) {
  return chain.samples == Range{} ? Range{0, WholeSamples(chain)} : chain.samples;
}

Problem AddProblem(const Chain& chain) {
  const Problem& arrays = chain.arrays;
  Problem add;
  add.type = IsReal(chain) ? TransformType::kRealToReal : TransformType::kComplexForward;
  if (IsReal(chain)) add.kinds = {AxisKind::kDht};
  SetDefaultFormats(&add);
  add.precision = arrays.precision;
  add.lengths = {arrays.batch * FrameSamples(chain)};
  add.loops = arrays.loops;
  int64_t step = add.lengths.front();
  for (size_t i = add.loops.size(); i-- > 0;) {
    add.loops[i].in_stride = step;
    step *= add.loops[i].length;
  }
  add.input.strides = add.output.strides = {1};
  add.input.distance = add.lengths.front();
  add.output.ranges = WithoutWhole({StoredSamples(chain)}, add.lengths);
  add.output.distance = StoredSamples(chain).count;
  add.output.offsets = arrays.output.offsets;
  return add;
}

std::vector<int64_t> TransformedLengths(const Chain& chain) {
  std::vector<int64_t> lengths = chain.arrays.lengths;
  if (IsLayer(chain)) lengths.erase(lengths.begin());
  return lengths;
}

int64_t ChannelsIn(const Chain& chain) { return ChannelsOf(chain, chain.arrays.input); }

int64_t ChannelsOut(const Chain& chain) { return ChannelsOf(chain, chain.arrays.output); }

int64_t ModeCount(const Chain& chain) {
  int64_t count = 1;
  if (chain.modes.empty()) {
    for (int64_t length : SpectrumLengths(chain)) count *= length;
  }
  for (const Range& range : chain.modes) count *= range.count;
  return count;
}

absl::StatusOr<Chain> CompleteChain(const Chain& chain) {
  if (AddsFrames(chain)) return CompleteOverlapAdd(chain);
  Chain completed = chain;
  if (chain.samples != Range{}) {
    return InvalidField("samples", ToString(Ranges{chain.samples}),
                        "none, as the chain adds no frames");
  }
  if (chain.normalizes) {
    return InvalidField("normalizes", "true", "false, as the chain adds no frames");
  }
  FFT_RETURN_IF_ERROR(CheckArrays(chain.arrays));
  FFT_ASSIGN_OR_RETURN(completed.arrays, CompleteProblem(chain.arrays));
  FFT_RETURN_IF_ERROR(CompleteLayer(&completed));
  if (chain.spectra < 1 || completed.arrays.batch % chain.spectra != 0) {
    return InvalidField("spectra", absl::StrCat(chain.spectra),
                        absl::StrCat("a divisor of the batch, ", completed.arrays.batch));
  }
  FFT_RETURN_IF_ERROR(CheckSpectra(completed));
  return completed;
}

int64_t SpectrumElements(const Chain& chain) {
  if (AddsFrames(chain)) return FrameSamples(chain);
  if (IsLayer(chain)) return ChannelsIn(chain) * ChannelsOut(chain) * ModeCount(chain);
  const int64_t last = chain.arrays.lengths.back();
  return IsReal(chain) ? PointsOf(chain) / last * (last / 2 + 1) : PointsOf(chain);
}

int64_t SpectrumBytes(const Chain& chain) {
  const Precision precision = ComputePrecision(chain.arrays.precision);
  const ArrayFormat format =
      AddsFrames(chain) ? ArrayFormat::kReal : ArrayFormat::kComplexInterleaved;
  return chain.spectra * SpectrumElements(chain) * ElementBytes(format, precision);
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

Problem TreeProblem(const Chain& chain) {
  return AddsFrames(chain) ? AddProblem(chain) : WholeProblem(chain);
}

Problem ForthProblem(const Chain& chain) {
  Problem forth = TransformOf(chain, true);
  AddBatch(chain, chain.arrays.input, &Dim::in_stride, &Dim::out_stride, &forth);
  return forth;
}

Problem BackProblem(const Chain& chain) {
  if (AddsFrames(chain)) {
    Problem frames = WholeProblem(chain);
    frames.output = {.format = frames.output.format, .ranges = frames.output.ranges};
    int64_t step = frames.batch * FrameSamples(chain);
    for (size_t i = frames.loops.size(); i-- > 0;) {
      frames.loops[i].out_stride = step;
      step *= frames.loops[i].length;
    }
    return frames;
  }
  Problem back = TransformOf(chain, false);
  back.scale = WholeProblem(chain).scale;
  AddBatch(chain, chain.arrays.output, &Dim::out_stride, &Dim::in_stride, &back);
  return back;
}

std::string ToToken(const Chain& chain) {
  std::string token = ToToken(chain.arrays);
  for (const Spelling& spelling : kSpellings) {
    if (spelling.is_real != IsReal(chain) || spelling.kind != chain.kind ||
        spelling.conjugates != chain.conjugates) {
      continue;
    }
    token = absl::StrCat(spelling.chain, absl::StripPrefix(token, spelling.arrays));
  }
  if (IsReal(chain) && !AddsFrames(chain)) {
    const std::string kinds = KindsText(chain.arrays.lengths.size());
    token.erase(token.find(kinds), kinds.size());
  }
  if (!chain.modes.empty()) {
    const auto append = [](std::string* out, const Range& range) {
      absl::StrAppend(out, range.first, "_", range.count);
    };
    absl::StrAppend(&token, kModes, absl::StrJoin(chain.modes, "_", append));
  }
  if (chain.spectra > 1) absl::StrAppend(&token, kSpectra, chain.spectra);
  if (chain.samples != Range{}) {
    absl::StrAppend(&token, kSamples, chain.samples.first, "_", chain.samples.count);
  }
  if (chain.normalizes) absl::StrAppend(&token, kNormalized);
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
  chain.kind = spelling->kind;
  chain.conjugates = spelling->conjugates;
  chain.normalizes = absl::EndsWith(token, kNormalized);
  std::string arrays = absl::StrCat(
      spelling->arrays, absl::StripSuffix(absl::StripPrefix(token, spelling->chain), kNormalized));
  FFT_ASSIGN_OR_RETURN(const std::vector<int64_t> samples,
                       TakeNumbers(kSamples, "samples", &arrays));
  if (!samples.empty()) {
    if (samples.size() != 2 || samples.back() < 1) {
      return InvalidField("samples", absl::StrJoin(samples, "_"),
                          "the first one, and a count of at least 1");
    }
    chain.samples = {samples[0], samples[1]};
  }
  FFT_ASSIGN_OR_RETURN(const std::vector<int64_t> spectra,
                       TakeNumbers(kSpectra, "spectra", &arrays));
  if (spectra.size() > 1) {
    return InvalidField("spectra", absl::StrCat("a list of ", spectra.size()), "one number");
  }
  if (!spectra.empty()) chain.spectra = spectra.front();
  FFT_ASSIGN_OR_RETURN(const std::vector<int64_t> modes, TakeNumbers(kModes, "modes", &arrays));
  if (modes.size() % 2 != 0) {
    return InvalidField("modes", absl::StrCat("a list of ", modes.size()),
                        "first and count of each range");
  }
  for (size_t i = 0; i < modes.size(); i += 2) chain.modes.push_back({modes[i], modes[i + 1]});
  if (spelling->is_real && !AddsFrames(chain)) {
    // Kinds stand between the lengths and the precision, which comes before those of sides.
    size_t at = std::string::npos;
    for (Precision precision : kPrecisions) {
      at = std::min(at, arrays.find(absl::StrCat("_", ToString(precision), "_")));
    }
    if (at != std::string::npos) {
      arrays.insert(at, absl::StrCat("_kind_", ToString(AxisKind::kDht)));
    }
  }
  // ParseToken would refuse the output, because frames overlap in it.
  absl::StatusOr<Problem> problem = AddsFrames(chain) ? ReadToken(arrays) : ParseToken(arrays);
  if (!problem.ok()) {
    return absl::Status(problem.status().code(), absl::StrCat("the chain's arrays, \"", arrays,
                                                              "\": ", problem.status().message()));
  }
  chain.arrays = *std::move(problem);
  return CompleteChain(chain);
}

}  // namespace fft
