#include "fft/kernels/kernel_name.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <type_traits>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "absl/types/span.h"
#include "fft/base/status.h"
#include "fft/kernels/check_spec.h"
#include "fft/kernels/kernel_text.h"

namespace fft::kernels {
namespace {

// The number of values of an enumeration.
constexpr int CountOf(KernelKind) {
  return 0
#define KERNEL_KIND(id, name, explanation) +1
#include "fft/tree/kernel_kinds.def"
#undef KERNEL_KIND
      ;
}
constexpr int CountOf(Direction) { return 2; }
constexpr int CountOf(Tiling) { return std::size(kLineTilings) + 1; }
constexpr int CountOf(Exchange) { return std::size(kExchanges); }
constexpr int CountOf(Staging) { return 4; }
constexpr int CountOf(Workgroups) { return 2; }
constexpr int CountOf(Precision) { return std::size(kPrecisions); }
constexpr int CountOf(Placement) { return std::size(kPlacements); }
constexpr int CountOf(ArrayFormat) { return std::size(kArrayFormats); }
constexpr int CountOf(AxisFormat) { return 8; }
constexpr int CountOf(AxisKind) { return std::size(kAxisKinds); }
constexpr int CountOf(RowOperation) { return static_cast<int>(RowOperation::kWindowMean) + 1; }
constexpr int CountOf(StrideKind) { return 2; }
constexpr int CountOf(TileEnd) { return 2; }
constexpr int CountOf(GroupOrder) { return 2; }
constexpr int CountOf(LaunchTime) { return 2; }
constexpr int CountOf(ScaleKind) { return 2; }
constexpr int CountOf(WindowUse) { return 3; }
constexpr int CountOf(PointFunction) { return std::size(kPointFunctions); }
constexpr int CountOf(IndexWidth) { return 2; }

// Reads the text of a value, with one overload for each type of field. It is the inverse of TextOf
// for texts that TextOf writes. It may accept other texts, too, so the name that is read is
// compared with KernelName afterwards.
class TextReader {
 public:
  explicit TextReader(absl::Span<const std::string> callbacks) : callbacks_(callbacks) {}

  template <typename Number>
  std::enable_if_t<std::is_integral_v<Number>, bool> Read(absl::string_view text,
                                                          Number* value) const {
    return absl::SimpleAtoi(text, value);
  }
  template <typename Enum>
  std::enable_if_t<std::is_enum_v<Enum>, bool> Read(absl::string_view text, Enum* value) const {
    for (int i = 0; i < CountOf(Enum{}); ++i) {
      *value = static_cast<Enum>(i);
      if (TextOf(*value) == text) return true;
    }
    return false;
  }
  template <typename Value>
  bool Read(absl::string_view text, std::optional<Value>* value) const {
    return Read(text, &value->emplace());
  }
  bool Read(absl::string_view text, std::vector<int>* values) const {
    if (text == TextOf(std::vector<int>())) return true;
    for (const absl::string_view word : absl::StrSplit(text, 'x')) {
      if (!Read(word, &values->emplace_back())) return false;
    }
    return true;
  }
  bool Read(absl::string_view text, SecondAxis* axis) const {
    return ReadUpTo("f", &text, &axis->length) && Read(text, &axis->factors);
  }
  bool Read(absl::string_view text, Range* range) const {
    return ReadUpTo("c", &text, &range->first) && Read(text, &range->count);
  }
  bool Read(absl::string_view text, LdsLayout* lds) const {
    lds->words = 1;  // WordsOf computes it later
    return ReadUpTo("x", &text, &lds->point_step) && ReadUpTo("p", &text, &lds->transform_step) &&
           Read(text, &lds->pad_every);
  }
  bool Read(absl::string_view text, TwiddleSteps* twiddle) const {
    if (absl::ConsumeSuffix(&text, "lds")) twiddle->space = TableSpace::kLds;
    if (!absl::ConsumePrefix(&text, "twd") || !ReadUpTo("b", &text, &twiddle->steps)) return false;
    const std::vector<absl::string_view> parts = absl::StrSplit(text, 'k');
    if (parts.size() > 2 || (parts.size() == 2 && !Read(parts[1], &twiddle->axis))) return false;
    const std::vector<absl::string_view> numbers = absl::StrSplit(parts[0], 'l');
    for (size_t i = 1; i < numbers.size(); ++i) {
      if (!Read(numbers[i], &twiddle->loops.emplace_back())) return false;
    }
    return Read(numbers[0], &twiddle->base_bits);
  }
  bool Read(absl::string_view text, KnownTile* tile) const {
    for (const auto& [letter, member] : kTileLetters) {
      tile->*member = absl::ConsumePrefix(&text, absl::string_view(&letter, 1));
    }
    return text.empty();
  }
  bool Read(absl::string_view text, CallbackText* callback) const {
    for (const std::string& known : callbacks_) {
      for (const bool reals : {false, true}) {
        *callback = {known, reals, {}};
        if (TextOf(*callback) == text) return true;
      }
    }
    return false;
  }

 private:
  // Reads a number, and removes it and the mark behind it from the text.
  template <typename Number>
  bool ReadUpTo(absl::string_view mark, absl::string_view* text, Number* value) const {
    const size_t end = text->find(mark);
    if (end == absl::string_view::npos || !Read(text->substr(0, end), value)) return false;
    text->remove_prefix(end + mark.size());
    return true;
  }

  const absl::Span<const std::string> callbacks_;
};

// The texts that a field may have in a name, for errors where a name lacks the field.
template <typename Value>
std::string Allowed(const std::string& tag) {
  std::vector<std::string> texts;
  if constexpr (std::is_enum_v<Value>) {
    for (int i = 0; i < CountOf(Value{}); ++i) {
      texts.push_back(tag + TextOf(static_cast<Value>(i)));
    }
  } else {
    texts = {absl::StrCat("as ", tag, TextOf(Value{}))};
  }
  return absl::StrJoin(texts, ", ");
}

// Reads a field from the next part, if that has the field's tag and a text of its type.
template <typename Value>
absl::Status ReadField(const NamePart& field, const TextReader& reader,
                       absl::Span<const std::string>* parts, Value* value) {
  absl::string_view text;
  if (!parts->empty()) text = parts->front();
  Value found{};
  if (absl::ConsumePrefix(&text, field.text) && !text.empty() && reader.Read(text, &found)) {
    *value = found;
    parts->remove_prefix(1);
    return absl::OkStatus();
  }
  if (TextOf(*value).empty()) return absl::OkStatus();
  return InvalidField(field.field, parts->empty() ? "missing" : parts->front(),
                      Allowed<Value>(field.text));
}

// LdsLayout::words, which follows from the other parts of a name. In a kernel without passes the
// gap behind the last row counts, too.
int64_t WordsOf(const KernelSpec& spec) {
  const LdsLayout& lds = spec.lds;
  const int64_t lines = std::max<int64_t>(spec.second_axis.length, 1) * spec.transforms_per_group;
  int64_t words = 0;
  if (spec.exchange != Exchange::kNone && spec.factors.empty()) {
    words = lines * lds.transform_step;
  } else if (spec.exchange != Exchange::kNone) {
    const int64_t last = (spec.length - 1) * lds.point_step + (lines - 1) * lds.transform_step;
    words = last + 1 + (lds.pad_every > 0 ? last / lds.pad_every : 0);
  }
  // Point 0 of each line has two more words: for the input and for the output.
  return words + (spec.lines_per_transform ? 2 * spec.transforms_per_group : 0);
}

}  // namespace

absl::StatusOr<KernelSpec> ParseKernelName(const std::string& name,
                                           const std::vector<std::string>& callbacks) {
  const std::vector<std::string> words = absl::StrSplit(name, '_');
  absl::Span<const std::string> parts = words;
  if (parts.front() != "fft") return InvalidField("kernel", name, "names that begin with fft_");
  parts.remove_prefix(1);
  const TextReader reader(callbacks);
  KernelSpec spec;
#define FIELD(type, field, tag) \
  FFT_RETURN_IF_ERROR(ReadField({#field, tag}, reader, &parts, &spec.field));
#include "fft/kernels/kernel_spec.def"
#undef FIELD
  if (!parts.empty()) return InvalidField("kernel", parts.front(), "parts of names in their order");
  FFT_RETURN_IF_ERROR(CheckSpec(spec));
  if (spec.lds.words > 0) spec.lds.words = WordsOf(spec);
  if (KernelName(spec) != name) return InvalidField("kernel", name, KernelName(spec));
  return spec;
}

}  // namespace fft::kernels
