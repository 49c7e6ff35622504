#include "fft/core/shape_tuning.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "fft/base/status.h"

namespace fft {
namespace {

// kTables: the name of a Target and its table, one for each file of the folder.
#include "fft/core/tuning/tables.inc"

template <typename Enum, size_t kSize>
absl::StatusOr<Enum> Parse(const char* field, const std::string& word,
                           const Enum (&values)[kSize]) {
  std::vector<std::string> names;
  for (Enum value : values) {
    names.push_back(ToString(value));
    if (names.back() == word) return value;
  }
  return InvalidField(field, word, absl::StrJoin(names, ", "));
}

constexpr Precision kPrecisions[] = {Precision::kHalf, Precision::kSingle, Precision::kDouble};
constexpr Tiling kTilings[] = {Tiling::kRowRow, Tiling::kColCol, Tiling::kRowCol, Tiling::kColRow};
constexpr ShapeUse kUses[] = {ShapeUse::kPlain, ShapeUse::kTwiddled, ShapeUse::kConverting,
                              ShapeUse::kConvolving};
constexpr Exchange kExchanges[] = {Exchange::kNone, Exchange::kPingPong, Exchange::kFull,
                                   Exchange::kHalf};

constexpr const char* kStaged = "staged";

absl::StatusOr<int> ParseInt(const char* field, const std::string& word) {
  int value = 0;
  if (absl::SimpleAtoi(word, &value) && value >= 0) return value;
  return InvalidField(field, word, "a number of 0 or more");
}

absl::StatusOr<std::vector<int>> ParseFactors(const std::string& word) {
  std::vector<int> factors;
  for (const std::string& part : std::vector<std::string>(absl::StrSplit(word, 'x'))) {
    FFT_ASSIGN_OR_RETURN(const int factor, ParseInt("factors", part));
    factors.push_back(factor);
  }
  return factors;
}

absl::StatusOr<std::pair<ShapeKey, TunedShape>> ParseRow(const std::vector<std::string>& words) {
  constexpr size_t kWords = 11;
  const bool is_staged = words.size() == kWords + 1 && words.back() == kStaged;
  if (words.size() != kWords && !is_staged) {
    return InvalidField("row", absl::StrJoin(words, " "),
                        absl::StrCat(kWords, " words, or ", kStaged, " after them"));
  }
  ShapeKey key;
  TunedShape tuned;
  FFT_ASSIGN_OR_RETURN(key.length, ParseInt("length", words[0]));
  FFT_ASSIGN_OR_RETURN(key.precision, Parse("precision", words[1], kPrecisions));
  FFT_ASSIGN_OR_RETURN(key.tiling, Parse("tiling", words[2], kTilings));
  FFT_ASSIGN_OR_RETURN(key.use, Parse("use", words[3], kUses));
  FFT_ASSIGN_OR_RETURN(tuned.wish.factors, ParseFactors(words[4]));
  FFT_ASSIGN_OR_RETURN(tuned.wish.threads_per_transform, ParseInt("threads", words[5]));
  FFT_ASSIGN_OR_RETURN(tuned.wish.transforms_per_group, ParseInt("transforms", words[6]));
  FFT_ASSIGN_OR_RETURN(tuned.wish.exchange, Parse("exchange", words[7], kExchanges));
  FFT_ASSIGN_OR_RETURN(tuned.wish.pad_every, ParseInt("pad_every", words[8]));
  FFT_ASSIGN_OR_RETURN(tuned.wish.resident_groups, ParseInt("resident_groups", words[9]));
  if (!absl::SimpleAtod(words[10], &tuned.copy_share)) {
    return InvalidField("copy_share", words[10], "a number");
  }
  if (is_staged) tuned.wish.staged = true;
  return std::pair{key, tuned};
}

// Kernels of about the same length, by half octaves.
int LengthClass(int64_t length) {
  return static_cast<int>(std::lround(2 * std::log2(static_cast<double>(length))));
}
constexpr int kLengthClasses = 64;

// Geometric means of what was measured, by classes of length; where there is nothing, from the
// closest class below, less as kernels lose by length. Short kernels reach what the first one does.
class TypicalShares {
 public:
  explicit TypicalShares(const ShapeTable& table) {
    std::map<Kind, std::array<std::pair<double, int>, kLengthClasses>> sums;
    for (const auto& [key, tuned] : table) {
      if (tuned.copy_share <= 0) continue;
      auto& [sum, count] = sums[KindOf(key)][LengthClass(key.length)];
      sum += std::log(tuned.copy_share);
      ++count;
    }
    for (const auto& [kind, classes] : sums) {
      int rows = 0;
      for (const auto& [sum, count] : classes) rows += count;
      if (rows < kFewestRows) continue;
      std::array<double, kLengthClasses>& shares = shares_[kind];
      double last = 0;
      for (int i = 0; i < kLengthClasses; ++i) {
        const auto& [sum, count] = classes[i];
        if (count > 0) last = std::exp(sum / count);
        if (count == 0) last *= kLossByClass;
        shares[i] = last;
      }
      const auto first = std::find_if(shares.begin(), shares.end(), [](double s) { return s > 0; });
      std::fill(shares.begin(), first, *first);
    }
  }

  // 0 where too little of the kind was measured.
  double Of(const ShapeKey& key) const {
    const auto it = shares_.find(KindOf(key));
    const int length_class = LengthClass(key.length);
    return it == shares_.end() || length_class >= kLengthClasses ? 0 : it->second[length_class];
  }

 private:
  using Kind = std::tuple<Precision, Tiling, ShapeUse>;
  static Kind KindOf(const ShapeKey& key) { return {key.precision, key.tiling, key.use}; }
  static constexpr double kLossByClass = 0.9;
  static constexpr int kFewestRows = 50;  // a few say nothing of the lengths between them
  std::map<Kind, std::array<double, kLengthClasses>> shares_;
};

struct LibraryTable {
  ShapeTable shapes;
  TypicalShares typical;
};

const LibraryTable* FindLibraryTable(const Target& target) {
  static const auto* const kParsed = [] {
    auto* const tables = new std::map<std::string, LibraryTable>();
    for (const auto& [name, text] : kTables) {
      absl::StatusOr<ShapeTable> table = ParseShapeTable(text);
      FFT_CHECK(table.ok());  // shape_tuning_test reads every table
      const TypicalShares typical(*table);
      tables->emplace(name, LibraryTable{*std::move(table), typical});
    }
    return tables;
  }();
  const auto it = kParsed->find(target.name);
  return it == kParsed->end() ? nullptr : &it->second;
}

// Keys whose rows may stand for a request's, the best first.
std::vector<ShapeKey> KeysFor(const KernelShapeRequest& request) {
  const ShapeKey own = KeyOf(request);
  std::vector<ShapeKey> keys = {own};
  if (own.use != ShapeUse::kConvolving) {
    keys.push_back(own);
    keys.back().use = ShapeUse::kPlain;
  }
  // What is measured for the precision computed in serves where only storage differs.
  if (ComputePrecision(own.precision) == own.precision) return keys;
  for (size_t i = 0, count = keys.size(); i < count; ++i) {
    keys.push_back(keys[i]);
    keys.back().precision = ComputePrecision(own.precision);
  }
  return keys;
}

}  // namespace

ShapeUse UseOf(const KernelShapeRequest& request) {
  if (request.convolves) return ShapeUse::kConvolving;
  if (request.converts) return ShapeUse::kConverting;
  return request.twiddled ? ShapeUse::kTwiddled : ShapeUse::kPlain;
}

std::string ToString(ShapeUse use) {
  switch (use) {
    case ShapeUse::kPlain:
      return "plain";
    case ShapeUse::kTwiddled:
      return "twiddled";
    case ShapeUse::kConverting:
      return "converting";
    case ShapeUse::kConvolving:
      return "convolving";
  }
  return "?";
}

ShapeKey KeyOf(const KernelShapeRequest& request) {
  return {request.length, request.precision, request.tiling, UseOf(request)};
}

KernelShapeRequest RequestOf(const ShapeKey& key) {
  KernelShapeRequest request = {key.length, key.precision, key.tiling,
                                std::numeric_limits<int32_t>::max()};
  request.twiddled = key.use == ShapeUse::kTwiddled;
  request.converts = key.use == ShapeUse::kConverting;
  request.convolves = key.use == ShapeUse::kConvolving;
  return request;
}

absl::StatusOr<ShapeTable> ParseShapeTable(absl::string_view text) {
  ShapeTable table;
  int number = 0;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    ++number;
    line = line.substr(0, line.find('#'));
    const std::vector<std::string> words =
        absl::StrSplit(line, absl::ByAnyChar(" \t\r"), absl::SkipEmpty());
    if (words.empty()) continue;
    auto row = ParseRow(words);
    if (!row.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat("line ", number, ": ", std::string(row.status().message())));
    }
    if (!table.insert(*std::move(row)).second) {
      return absl::InvalidArgumentError(absl::StrCat("line ", number, ": a second row of its key"));
    }
  }
  return table;
}

std::string ToRow(const ShapeKey& key, const TunedShape& tuned) {
  const ShapeWish& wish = tuned.wish;
  return absl::StrCat(key.length, " ", ToString(key.precision), " ", ToString(key.tiling), " ",
                      ToString(key.use), " ", absl::StrJoin(wish.factors, "x"), " ",
                      wish.threads_per_transform, " ", wish.transforms_per_group, " ",
                      ToString(wish.exchange.value_or(Exchange::kFull)), " ",
                      wish.pad_every.value_or(0), " ", wish.resident_groups,
                      absl::StrFormat(" %.3f", tuned.copy_share),
                      wish.staged.value_or(false) ? absl::StrCat(" ", kStaged) : "", "\n");
}

const ShapeTable& MeasuredShapes(const Target& target) {
  static const auto* const kNone = new ShapeTable();
  const LibraryTable* const table = FindLibraryTable(target);
  return table == nullptr ? *kNone : table->shapes;
}

std::optional<KernelShape> FindTunedShape(const KernelShapeRequest& request, const Target& target) {
  const ShapeTable& table = MeasuredShapes(target);
  if (table.empty()) return std::nullopt;
  auto it = table.end();
  for (const ShapeKey& key : KeysFor(request)) {
    if (it == table.end()) it = table.find(key);
  }
  if (it == table.end()) return std::nullopt;
  const ShapeKey own = KeyOf(request);
  const bool is_own = it->first.use == own.use;
  ShapeWish wish = it->second.wish;
  // What converts was measured both ways.
  if (it->first.use == ShapeUse::kConverting) wish.staged = wish.staged.value_or(false);
  // Twiddles and conversions take registers.
  if (!is_own) wish.resident_groups = 0;
  absl::StatusOr<KernelShape> shape = ShapeAsked(wish, request, target);
  if (!shape.ok()) return std::nullopt;
  shape->origin = Origin::kTuned;
  if (it->first == own) shape->copy_share = it->second.copy_share;
  return *shape;
}

double ExpectedShare(const KernelShapeRequest& request, const Target& target) {
  constexpr double kUnmeasured = 0.95;
  const LibraryTable* const table = FindLibraryTable(target);
  if (table == nullptr || request.convolves || request.converts) return 0;
  for (const ShapeKey& key : KeysFor(request)) {
    const double typical = table->typical.Of(key);
    if (typical <= 0) continue;
    const auto measured = table->shapes.find(key);
    const bool is_own = measured != table->shapes.end() && key == KeyOf(request);
    return is_own ? measured->second.copy_share : kUnmeasured * typical;
  }
  return 0;
}

}  // namespace fft
