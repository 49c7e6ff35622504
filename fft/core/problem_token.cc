// Reads and writes problem tokens. A token is a list of parts joined by '_'. Its keywords are
// followed by their numbers. Parts after the placement may be missing, but their order is fixed.
#include "fft/core/problem_token.h"

#include <array>
#include <charconv>
#include <cmath>
#include <iterator>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "fft/base/status.h"
#include "fft/core/problem.h"

namespace fft {
namespace {

bool LooksLikeInteger(const std::string& part) {
  const size_t first = !part.empty() && part[0] == '-' ? 1 : 0;
  return first < part.size() && part.find_first_not_of("0123456789", first) == std::string::npos;
}

// Writes a number as printf's %g does in the C locale, with the fewest digits that give back the
// number. StrFormat is not used, because it allocates in a destructor, and a lack of memory there
// would end the process.
std::string FormatScale(double scale) {
  constexpr int kAllDigits = 17;
  char text[32];
  for (int digits = 1;; ++digits) {
    const char* end =
        std::to_chars(std::begin(text), std::end(text), scale, std::chars_format::general, digits)
            .ptr;
    double parsed = 0;
    std::from_chars(text, end, parsed);
    if (parsed == scale || digits == kAllDigits) return {static_cast<const char*>(text), end};
  }
}

// Whether the text is the number 0. Other numbers may be so small that they are read as 0.
bool SpellsZero(const std::string& number) {
  return number.substr(0, number.find_first_of("eE")).find_first_of("123456789") ==
         std::string::npos;
}

// Walks over the parts of one token.
class TokenReader {
 public:
  explicit TokenReader(const std::string& token) : parts_(absl::StrSplit(token, '_')) {}

  bool AtEnd() const { return next_ >= parts_.size(); }

  // Steps over `keyword` and returns true if it comes next.
  bool Take(const std::string& keyword) {
    if (AtEnd() || parts_[next_] != keyword) return false;
    ++next_;
    return true;
  }

  absl::Status Wrong(const std::string& what, const std::string& allowed) const {
    const std::string value = AtEnd() ? "missing" : absl::StrCat("\"", parts_[next_], "\"");
    return InvalidField(absl::StrCat("token part ", next_ + 1, " (", what, ")"), value, allowed);
  }

  // Reads one or more integers.
  absl::Status TakeIntegers(const std::string& what, std::vector<int64_t>* values) {
    values->clear();
    while (!AtEnd() && LooksLikeInteger(parts_[next_])) {
      int64_t value = 0;
      if (!absl::SimpleAtoi(parts_[next_], &value)) return Wrong(what, "integers of 64 bits");
      values->push_back(value);
      ++next_;
    }
    return values->empty() ? Wrong(what, "one or more integers") : absl::OkStatus();
  }

  absl::Status TakeInteger(const std::string& what, int64_t* value) {
    if (AtEnd() || !LooksLikeInteger(parts_[next_]) || !absl::SimpleAtoi(parts_[next_], value)) {
      return Wrong(what, "an integer of 64 bits");
    }
    ++next_;
    return absl::OkStatus();
  }

  absl::Status TakeScale(double* value) {
    if (AtEnd() || parts_[next_].find_first_not_of("0123456789+-.eE") != std::string::npos ||
        !absl::SimpleAtod(parts_[next_], value) || !std::isfinite(*value) ||
        (*value == 0 && !SpellsZero(parts_[next_]))) {
      return Wrong("scale", "a finite number that double precision holds");
    }
    ++next_;
    return absl::OkStatus();
  }

 private:
  std::vector<std::string> parts_;
  size_t next_ = 0;
};

template <typename Value, size_t kCount>
bool TakeOneOf(const std::array<Value, kCount>& values, TokenReader* reader, Value* taken) {
  for (Value value : values) {
    if (!reader->Take(ToString(value))) continue;
    *taken = value;
    return true;
  }
  return false;
}

absl::Status ParseType(TokenReader* reader, Problem* problem) {
  const bool real = reader->Take("real");
  if (!real && !reader->Take("complex")) return reader->Wrong("domain", "complex or real");
  if (real && reader->Take("to")) {
    if (!reader->Take("real")) return reader->Wrong("after real_to", "real");
    problem->type = TransformType::kRealToReal;
    SetDefaultFormats(problem);
    return absl::OkStatus();
  }
  const bool inverse = reader->Take("inverse");
  if (!inverse && !reader->Take("forward")) {
    return reader->Wrong("direction", "forward or inverse");
  }
  if (real) {
    problem->type = inverse ? TransformType::kRealInverse : TransformType::kRealForward;
  } else {
    problem->type = inverse ? TransformType::kComplexInverse : TransformType::kComplexForward;
  }
  SetDefaultFormats(problem);
  return absl::OkStatus();
}

// Reads one kind for each length, or one kind for all.
absl::Status ParseKinds(TokenReader* reader, Problem* problem) {
  if (!reader->Take("kind")) return absl::OkStatus();
  AxisKind kind;
  while (TakeOneOf(kAxisKinds, reader, &kind)) problem->kinds.push_back(kind);
  if (problem->kinds.empty()) {
    return reader->Wrong("kind", absl::StrJoin(kAxisKinds, ", ", [](std::string* out, AxisKind k) {
                           absl::StrAppend(out, ToString(k));
                         }));
  }
  if (problem->kinds.size() == 1) problem->kinds.resize(problem->lengths.size(), kind);
  return absl::OkStatus();
}

absl::Status ParseArray(const std::string& keyword, TokenReader* reader, ArrayDescription* array) {
  if (!reader->Take(keyword)) return absl::OkStatus();
  FFT_RETURN_IF_ERROR(reader->TakeIntegers(keyword, &array->strides));
  if (!TakeOneOf(kArrayFormats, reader, &array->format)) {
    return reader->Wrong(keyword + " format", "CI, CP, R, HI or HP");
  }
  return absl::OkStatus();
}

absl::Status ParseOffsets(const std::string& keyword, TokenReader* reader,
                          ArrayDescription* array) {
  if (!reader->Take(keyword)) return absl::OkStatus();
  std::vector<int64_t> offsets;
  FFT_RETURN_IF_ERROR(reader->TakeIntegers(keyword, &offsets));
  if (offsets.size() > array->offsets.size()) {
    return InvalidField(keyword, absl::StrJoin(offsets, "_"), "one or two offsets");
  }
  for (size_t i = 0; i < offsets.size(); ++i) array->offsets[i] = offsets[i];
  return absl::OkStatus();
}

// Reads two numbers for each range: its first element and its count.
absl::Status ParseRanges(const std::string& keyword, TokenReader* reader, ArrayDescription* array) {
  if (!reader->Take(keyword)) return absl::OkStatus();
  std::vector<int64_t> numbers;
  FFT_RETURN_IF_ERROR(reader->TakeIntegers(keyword, &numbers));
  if (numbers.size() % 2 != 0) {
    return InvalidField(keyword, absl::StrJoin(numbers, "_"), "a first element and a count each");
  }
  for (size_t i = 0; i < numbers.size(); i += 2) {
    array->ranges.push_back({numbers[i], numbers[i + 1]});
  }
  return absl::OkStatus();
}

// Reads a precision. Without a keyword it is the part that every token has.
template <typename Value>
absl::Status ParsePrecision(const std::string& keyword, TokenReader* reader, Value* precision) {
  if (!keyword.empty() && !reader->Take(keyword)) return absl::OkStatus();
  Precision taken;
  if (!TakeOneOf(kPrecisions, reader, &taken)) {
    return reader->Wrong(keyword.empty() ? "precision" : keyword,
                         "half, bfloat16, single or double");
  }
  *precision = taken;
  return absl::OkStatus();
}

absl::Status ParseLayoutParts(TokenReader* reader, Problem* problem) {
  if (reader->Take("batch")) FFT_RETURN_IF_ERROR(reader->TakeInteger("batch", &problem->batch));
  FFT_RETURN_IF_ERROR(ParseArray("istride", reader, &problem->input));
  FFT_RETURN_IF_ERROR(ParseArray("ostride", reader, &problem->output));
  if (reader->Take("idist")) {
    FFT_RETURN_IF_ERROR(reader->TakeInteger("idist", &problem->input.distance));
  }
  if (reader->Take("odist")) {
    FFT_RETURN_IF_ERROR(reader->TakeInteger("odist", &problem->output.distance));
  }
  FFT_RETURN_IF_ERROR(ParseOffsets("ioffset", reader, &problem->input));
  FFT_RETURN_IF_ERROR(ParseOffsets("ooffset", reader, &problem->output));
  FFT_RETURN_IF_ERROR(ParseRanges("irange", reader, &problem->input));
  FFT_RETURN_IF_ERROR(ParseRanges("orange", reader, &problem->output));
  FFT_RETURN_IF_ERROR(ParsePrecision("iprecision", reader, &problem->input.precision));
  return ParsePrecision("oprecision", reader, &problem->output.precision);
}

absl::Status ParseLoops(TokenReader* reader, Problem* problem) {
  while (reader->Take("loop")) {
    Dim loop;
    FFT_RETURN_IF_ERROR(reader->TakeInteger("loop length", &loop.length));
    FFT_RETURN_IF_ERROR(reader->TakeInteger("loop input stride", &loop.in_stride));
    FFT_RETURN_IF_ERROR(reader->TakeInteger("loop output stride", &loop.out_stride));
    problem->loops.push_back(loop);
  }
  return absl::OkStatus();
}

absl::Status ParseTrailer(TokenReader* reader, Problem* problem) {
  if (reader->Take("CB")) problem->has_callbacks = true;
  if (reader->Take("scale")) FFT_RETURN_IF_ERROR(reader->TakeScale(&problem->scale));
  if (!problem->has_callbacks && reader->Take("CB")) problem->has_callbacks = true;
  problem->input.has_window = reader->Take("window");
  PointFunction& function = problem->output.function;
  for (PointFunction known : {PointFunction::kMagnitude, PointFunction::kPower}) {
    if (!HasFunction(problem->output) && reader->Take(ToString(known))) function = known;
  }
  // An output with a function has the format kReal by default.
  const bool names_format = !problem->output.strides.empty();
  if (HasFunction(problem->output) && !names_format) problem->output.format = ArrayFormat::kReal;
  if (reader->AtEnd()) return absl::OkStatus();
  return reader->Wrong("after the last one known",
                       "batch, istride, ostride, idist, odist, ioffset, ooffset, irange, orange, "
                       "iprecision, oprecision, loop, CB, scale, window, magnitude or "
                       "power, in this order and each once");
}

std::string ArrayParts(char side, const ArrayDescription& array) {
  if (array.strides.empty()) return "";
  return absl::StrCat("_", std::string(1, side), "stride_", absl::StrJoin(array.strides, "_"), "_",
                      ToString(array.format));
}

std::string RangeParts(const std::string& keyword, const Ranges& ranges) {
  std::string text = ranges.empty() ? "" : absl::StrCat("_", keyword);
  for (const Range& range : ranges) absl::StrAppend(&text, "_", range.first, "_", range.count);
  return text;
}

std::string PrecisionPart(const std::string& keyword, const ArrayDescription& array) {
  if (!array.precision) return "";
  return absl::StrCat("_", keyword, "_", ToString(*array.precision));
}

}  // namespace

absl::StatusOr<Problem> ReadToken(const std::string& token) {
  TokenReader reader(token);
  Problem problem;
  FFT_RETURN_IF_ERROR(ParseType(&reader, &problem));
  if (!reader.Take("len")) return reader.Wrong("keyword", "len");
  FFT_RETURN_IF_ERROR(reader.TakeIntegers("len", &problem.lengths));
  FFT_RETURN_IF_ERROR(ParseKinds(&reader, &problem));
  FFT_RETURN_IF_ERROR(ParsePrecision("", &reader, &problem.precision));
  if (!TakeOneOf(kPlacements, &reader, &problem.placement)) {
    return reader.Wrong("placement", "ip or op");
  }
  FFT_RETURN_IF_ERROR(ParseLayoutParts(&reader, &problem));
  FFT_RETURN_IF_ERROR(ParseLoops(&reader, &problem));
  FFT_RETURN_IF_ERROR(ParseTrailer(&reader, &problem));
  return problem;
}

absl::StatusOr<Problem> ParseToken(const std::string& token) {
  FFT_ASSIGN_OR_RETURN(const Problem problem, ReadToken(token));
  return CompleteProblem(problem);
}

std::string ToToken(const Problem& problem) {
  const ArrayDescription& in = problem.input;
  const ArrayDescription& out = problem.output;
  std::string kinds = problem.kinds.empty() ? "" : "_kind";
  for (AxisKind kind : problem.kinds) absl::StrAppend(&kinds, "_", ToString(kind));
  std::string token = absl::StrCat(
      ToString(problem.type), "_len_", absl::StrJoin(problem.lengths, "_"), kinds, "_",
      ToString(problem.precision), "_", ToString(problem.placement), "_batch_", problem.batch,
      ArrayParts('i', in), ArrayParts('o', out), "_idist_", in.distance, "_odist_", out.distance);
  absl::StrAppend(&token, "_ioffset_", in.offsets[0], "_", in.offsets[1]);
  absl::StrAppend(&token, "_ooffset_", out.offsets[0], "_", out.offsets[1]);
  absl::StrAppend(&token, RangeParts("irange", in.ranges), RangeParts("orange", out.ranges),
                  PrecisionPart("iprecision", in), PrecisionPart("oprecision", out));
  for (const Dim& loop : problem.loops) {
    absl::StrAppend(&token, "_loop_", loop.length, "_", loop.in_stride, "_", loop.out_stride);
  }
  if (problem.has_callbacks) absl::StrAppend(&token, "_CB");
  if (problem.scale != 1.0) absl::StrAppend(&token, "_scale_", FormatScale(problem.scale));
  if (problem.input.has_window) absl::StrAppend(&token, "_window");
  if (HasFunction(problem.output)) absl::StrAppend(&token, "_", ToString(problem.output.function));
  return token;
}

std::string ToString(TransformType type) {
  switch (type) {
    case TransformType::kComplexForward:
      return "complex_forward";
    case TransformType::kComplexInverse:
      return "complex_inverse";
    case TransformType::kRealForward:
      return "real_forward";
    case TransformType::kRealInverse:
      return "real_inverse";
    case TransformType::kRealToReal:
      return "real_to_real";
  }
  return "?";
}

std::string ToString(Precision precision) {
  switch (precision) {
    case Precision::kHalf:
      return "half";
    case Precision::kBfloat16:
      return "bfloat16";
    case Precision::kSingle:
      return "single";
    case Precision::kDouble:
      return "double";
  }
  return "?";
}

std::string ToString(Placement placement) { return placement == Placement::kInPlace ? "ip" : "op"; }

std::string ToString(PointFunction function) {
  switch (function) {
    case PointFunction::kNone:
      return "none";
    case PointFunction::kMagnitude:
      return "magnitude";
    case PointFunction::kPower:
      return "power";
  }
  return "?";
}

std::string ToString(ArrayFormat format) {
  switch (format) {
    case ArrayFormat::kComplexInterleaved:
      return "CI";
    case ArrayFormat::kComplexPlanar:
      return "CP";
    case ArrayFormat::kReal:
      return "R";
    case ArrayFormat::kHermitianInterleaved:
      return "HI";
    case ArrayFormat::kHermitianPlanar:
      return "HP";
  }
  return "?";
}

}  // namespace fft
