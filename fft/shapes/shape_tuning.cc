#include "fft/shapes/shape_tuning.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/types/span.h"
#include "fft/base/int_math.h"
#include "fft/base/names.h"
#include "fft/base/status.h"
#include "fft/machine/model.h"
#include "fft/shapes/kernel_split.h"

namespace fft {
namespace {

// A measured kernel of the library's tables, as a constant, so that programs do not parse text.
struct MeasuredRow {
  static constexpr int kMostFactors = 8;
  ShapeKey key;
  uint8_t factors[kMostFactors];  // zeros after the last
  int threads;
  int transforms;
  Exchange exchange;
  int pad_every;
  int resident_groups;
  bool is_staged;
  bool is_persistent;
  double copy_share;
};

// kTables: the name of a Target and its kernels, by key; one for each file of the folder.
#include "fft/shapes/tuning/tables.inc"

constexpr const char* kStaged = "staged";
constexpr const char* kPersistent = "persistent";

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
  const std::string last = words.size() == kWords + 1 ? words.back() : "";
  if (words.size() != kWords && last != kStaged && last != kPersistent) {
    return InvalidField(
        "row", absl::StrJoin(words, " "),
        absl::StrCat(kWords, " words, or ", kStaged, " or ", kPersistent, " after them"));
  }
  ShapeKey key;
  TunedShape tuned;
  FFT_RETURN_IF_ERROR(ReadLength(words[0], &key));
  FFT_ASSIGN_OR_RETURN(key.precision, ParseName("precision", words[1], kMeasuredPrecisions));
  FFT_ASSIGN_OR_RETURN(key.tiling, ParseName("tiling", words[2], kLineTilings));
  FFT_ASSIGN_OR_RETURN(key.use, ParseName("use", words[3], kShapeUses));
  FFT_ASSIGN_OR_RETURN(tuned.wish.factors, ParseFactors(words[4]));
  FFT_ASSIGN_OR_RETURN(tuned.wish.threads_per_transform, ParseInt("threads", words[5]));
  FFT_ASSIGN_OR_RETURN(tuned.wish.transforms_per_group, ParseInt("transforms", words[6]));
  FFT_ASSIGN_OR_RETURN(tuned.wish.exchange, ParseName("exchange", words[7], kExchanges));
  FFT_ASSIGN_OR_RETURN(tuned.wish.pad_every, ParseInt("pad_every", words[8]));
  FFT_ASSIGN_OR_RETURN(tuned.wish.resident_groups, ParseInt("resident_groups", words[9]));
  if (!absl::SimpleAtod(words[10], &tuned.copy_share)) {
    return InvalidField("copy_share", words[10], "a number");
  }
  if (last == kStaged) tuned.wish.staged = true;
  if (last == kPersistent) tuned.wish.persistent = true;
  return std::pair{key, tuned};
}

// The class of kernels of about the same length. A class is half an octave wide.
int LengthClass(int64_t length) {
  return static_cast<int>(std::lround(2 * std::log2(static_cast<double>(length))));
}
constexpr int kLengthClasses = 64;

// Geometric means of the measured shares, by classes of length. A class without measured shares
// takes the mean of the closest class below, reduced by what longer kernels lose. Kernels shorter
// than all measured ones have the share of the first class.
class TypicalShares {
 public:
  TypicalShares(absl::Span<const MeasuredRow> rows, double loss_by_class) : shares_(kKinds) {
    struct Sum {
      double logs = 0;
      int rows = 0;
    };
    std::vector<std::array<Sum, kLengthClasses>> sums(kKinds);
    for (const MeasuredRow& row : rows) {
      if (row.copy_share <= 0 || row.key.lines_per_transform > 1) continue;
      Sum& sum = sums[KindOf(row.key)][LengthClass(row.key.length)];
      sum.logs += std::log(row.copy_share);
      ++sum.rows;
    }
    for (int kind = 0; kind < kKinds; ++kind) {
      int measured = 0;
      for (const Sum& sum : sums[kind]) measured += sum.rows;
      if (measured < kFewestRows) continue;
      std::array<double, kLengthClasses>& shares = shares_[kind];
      double last = 0;
      for (int i = 0; i < kLengthClasses; ++i) {
        const Sum& sum = sums[kind][i];
        last = sum.rows > 0 ? std::exp(sum.logs / sum.rows) : last * loss_by_class;
        shares[i] = last;
      }
      const auto first = std::find_if(shares.begin(), shares.end(), [](double s) { return s > 0; });
      std::fill(shares.begin(), first, *first);
    }
  }

  // The share of a kernel; 0 where too little of its kind was measured.
  double Of(const ShapeKey& key) const {
    const int length_class = LengthClass(key.length);
    return length_class < kLengthClasses ? shares_[KindOf(key)][length_class] : 0;
  }

 private:
  static constexpr int kTilingCount = static_cast<int>(Tiling::kPlane) + 1;
  static constexpr int kUseCount = static_cast<int>(ShapeUse::kConvolving) + 1;
  static constexpr int kKinds =
      (static_cast<int>(Precision::kDouble) + 1) * kTilingCount * kUseCount * 2;
  static int KindOf(const ShapeKey& key) {
    // Passes of large primes compute more, so they reach less.
    int64_t rest = key.length;
    for (int64_t prime : {2, 3, 5, 7, 11, 13}) {
      while (rest % prime == 0) rest /= prime;
    }
    const bool has_large = rest > 1;
    return ((static_cast<int>(key.precision) * kTilingCount + static_cast<int>(key.tiling)) *
                kUseCount +
            static_cast<int>(key.use)) *
               2 +
           (has_large ? 1 : 0);
  }
  static constexpr int kFewestRows =
      50;  // fewer measured kernels do not cover the lengths between them
  std::vector<std::array<double, kLengthClasses>> shares_;
};

constexpr bool ComesBefore(const MeasuredRow& row, const ShapeKey& key) { return row.key < key; }

constexpr bool AreByKey(absl::Span<const MeasuredRow> rows) {
  for (size_t i = 1; i < rows.size(); ++i) {
    if (!ComesBefore(rows[i - 1], rows[i].key)) return false;
  }
  return true;
}
static_assert(std::all_of(std::begin(kTables), std::end(kTables),
                          [](const auto& table) { return AreByKey(table.second); }),
              "a second row of a key, or make_tables.py orders them otherwise");

absl::Span<const MeasuredRow> RowsOf(const Target& target) {
  for (const auto& [name, rows] : kTables) {
    if (name == target.name) return rows;
  }
  return {};
}

// The entry of a kernel; null where there is none.
const MeasuredRow* FindRow(absl::Span<const MeasuredRow> rows, const ShapeKey& key) {
  const auto* const it = std::lower_bound(rows.begin(), rows.end(), key, ComesBefore);
  return it != rows.end() && it->key == key ? it : nullptr;
}

TunedShape ShapeOf(const MeasuredRow& row) {
  TunedShape tuned;
  const auto* const end = std::find(std::begin(row.factors), std::end(row.factors), 0);
  tuned.wish.factors.assign(std::begin(row.factors), end);
  tuned.wish.threads_per_transform = row.threads;
  tuned.wish.transforms_per_group = row.transforms;
  tuned.wish.exchange = row.exchange;
  tuned.wish.pad_every = row.pad_every;
  tuned.wish.resident_groups = row.resident_groups;
  if (row.is_staged) tuned.wish.staged = true;
  if (row.is_persistent) tuned.wish.persistent = true;
  tuned.copy_share = row.copy_share;
  return tuned;
}

const TypicalShares& TypicalSharesOf(absl::Span<const MeasuredRow> rows) {
  static const auto* const kTypical = [] {
    auto* const typical = new std::map<const MeasuredRow*, TypicalShares>();
    for (const auto& [name, table] : kTables) {
      const ShareWeights& weights = ModelOf(*FindTarget(name)).gpu.share;
      typical->emplace(table.data(), TypicalShares(table, weights.loss_by_class));
    }
    return typical;
  }();
  return kTypical->at(rows.data());
}

// The share of a convolution of lines divided by the share of the same row by itself. The factor is
// constant while a compute unit's LDS has room for several transforms, and lower otherwise.
double LinesOfRows(const KernelShapeRequest& request, const ShareWeights& weights) {
  const bool by_one = LineRadices(request.lines_per_transform).size() == 1;
  const double points = static_cast<double>(request.length + 1) * request.lines_per_transform;
  const double room = weights.lines_room_bytes / (points * ComplexBytes(request.precision));
  double of_rows = (by_one ? weights.lines_by_one : weights.lines_by_two) *
                   std::pow(std::min(1.0, room), weights.lines_crowding);
  if (request.tiling == Tiling::kColCol) of_rows *= weights.lines_columns;
  if (request.tiling == Tiling::kColRow) of_rows *= weights.lines_to_rows;
  return of_rows;
}

// The share of a convolution of columns divided by the share of the same row.
double ColumnsOfRows(const KernelShapeRequest& request, const Target& target) {
  constexpr int kOctaves = ShareWeights::kOctaves, kFirst = 11;
  const ShareWeights& weights = ModelOf(target).gpu.share;
  const int64_t bytes = request.length * kSectorBytes;
  int octave = std::clamp(FloorLog2(bytes) - kFirst, 0, kOctaves - 2);
  if (bytes > target.lds_bytes) octave = kOctaves - 1;
  if (request.tiling == Tiling::kRowCol) return weights.rows_to_columns[octave];
  return request.tiling == Tiling::kColRow ? weights.columns_to_rows[octave]
                                           : weights.columns[octave];
}

// The share of a convolution that stores half precision and computes in single, divided by its
// share in single precision. It moves half of the bytes in nearly the same time.
double StoredShare(Precision precision, const ShareWeights& weights) {
  return IsStorage(precision) ? weights.stored : 1;
}

bool Converts(ShapeUse use) { return use == ShapeUse::kConverting || use == ShapeUse::kRestoring; }

// Keys whose kernels may stand for a request's, the best first.
std::vector<ShapeKey> KeysFor(const KernelShapeRequest& request) {
  const ShapeKey own = KeyOf(request);
  std::vector<ShapeKey> keys = {own};
  const auto add = [&](ShapeUse use) {
    keys.push_back(own);
    keys.back().use = use;
  };
  if (own.use == ShapeUse::kRestoring) add(ShapeUse::kConverting);
  if (own.use != ShapeUse::kConvolving) add(ShapeUse::kPlain);
  // Kernels that were measured in the precision of the computation serve where only the storage
  // differs.
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
  if (request.converts) return request.restores ? ShapeUse::kRestoring : ShapeUse::kConverting;
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
    case ShapeUse::kRestoring:
      return "restoring";
    case ShapeUse::kConvolving:
      return "convolving";
  }
  return "?";
}

ShapeKey KeyOf(const KernelShapeRequest& request) {
  // Shapes depend on how many bytes a number has in memory, not on its format.
  const bool is_bfloat = request.precision == Precision::kBfloat16;
  const Precision stored = is_bfloat ? Precision::kHalf : request.precision;
  return {request.length, stored, request.tiling, UseOf(request), request.lines_per_transform};
}

std::string LengthText(const ShapeKey& key) {
  const bool are_lines = key.lines_per_transform > 1;
  return absl::StrCat(are_lines ? absl::StrCat(key.lines_per_transform, "*") : "", key.length);
}

absl::Status ReadLength(const std::string& word, ShapeKey* key) {
  const std::vector<std::string> parts = absl::StrSplit(word, '*');
  const bool are_lines = parts.size() == 2;
  key->lines_per_transform = 1;
  if (are_lines &&
      (!absl::SimpleAtoi(parts[0], &key->lines_per_transform) || key->lines_per_transform < 2 ||
       LineRadices(key->lines_per_transform).empty())) {
    return InvalidField(
        "lines", parts[0],
        absl::StrCat("a number from 2 that is a radix to ", kMaxRadix, " or a product of two"));
  }
  if (parts.size() <= 2 && absl::SimpleAtoi(parts.back(), &key->length) && key->length >= 1) {
    return absl::OkStatus();
  }
  return InvalidField("length", word, "a number, or 10*100 for ten lines of 100 points");
}

KernelShapeRequest RequestOf(const ShapeKey& key) {
  KernelShapeRequest request = {key.length, key.precision, key.tiling,
                                std::numeric_limits<int32_t>::max()};
  request.twiddled = key.use == ShapeUse::kTwiddled;
  request.converts = Converts(key.use);
  request.restores = key.use == ShapeUse::kRestoring;
  request.convolves = key.use == ShapeUse::kConvolving;
  request.lines_per_transform = key.lines_per_transform;
  request.turns_round = key.lines_per_transform > 1;
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
  return absl::StrCat(LengthText(key), " ", ToString(key.precision), " ", ToString(key.tiling), " ",
                      ToString(key.use), " ", absl::StrJoin(wish.factors, "x"), " ",
                      wish.threads_per_transform, " ", wish.transforms_per_group, " ",
                      ToString(wish.exchange.value_or(Exchange::kFull)), " ",
                      wish.pad_every.value_or(0), " ", wish.resident_groups,
                      absl::StrFormat(" %.3f", tuned.copy_share),
                      wish.staged.value_or(false) ? absl::StrCat(" ", kStaged) : "",
                      wish.persistent.value_or(false) ? absl::StrCat(" ", kPersistent) : "", "\n");
}

bool HasMeasuredShapes(const Target& target) { return !RowsOf(target).empty(); }

ShapeTable MeasuredShapes(const Target& target) {
  ShapeTable table;
  for (const MeasuredRow& row : RowsOf(target)) table.emplace(row.key, ShapeOf(row));
  return table;
}

std::optional<KernelShape> FindTunedShape(const KernelShapeRequest& request, const Target& target) {
  const absl::Span<const MeasuredRow> rows = RowsOf(target);
  if (rows.empty()) return std::nullopt;
  const MeasuredRow* row = nullptr;
  for (const ShapeKey& key : KeysFor(request)) {
    if (row == nullptr) row = FindRow(rows, key);
  }
  if (row == nullptr) return std::nullopt;
  const ShapeKey own = KeyOf(request);
  ShapeWish wish = ShapeOf(*row).wish;
  // Converting kernels were measured with and without staging, so the entry decides.
  if (Converts(row->key.use)) wish.staged = wish.staged.value_or(false);
  // Twiddles and conversions take registers, so fewer workgroups may fit.
  if (row->key.use != own.use && !Converts(row->key.use)) wish.resident_groups = 0;
  // A persistent kernel computes with the numbers as they were copied.
  if (!LoadsAsStored(request)) wish.persistent.reset();
  absl::StatusOr<KernelShape> shape = ShapeAsked(wish, request, target);
  if (!shape.ok()) return std::nullopt;
  shape->origin = Origin::kTuned;
  // The shape was measured on a GPU whose units may hold more.
  shape->resident_groups = std::min(shape->resident_groups, GroupsThatFit(*shape, target));
  if (row->key == own || Converts(row->key.use)) shape->copy_share = row->copy_share;
  if (row->key.precision != own.precision && request.convolves) {
    shape->copy_share = StoredShare(own.precision, ModelOf(target).gpu.share) * row->copy_share;
  }
  return *shape;
}

double ShareOfConvolution(const KernelShapeRequest& request, const Target& target) {
  const bool makes_lines = request.lines_per_transform > 1;
  if (!makes_lines && request.tiling == Tiling::kRowRow) return 0;
  const absl::Span<const MeasuredRow> rows = RowsOf(target);
  if (rows.empty()) return 0;
  ShapeKey key = KeyOf(request);
  key.precision = ComputePrecision(key.precision);
  key.lines_per_transform = 1;
  key.tiling = Tiling::kRowRow;
  const MeasuredRow* const row = FindRow(rows, key);
  const ShareWeights& weights = ModelOf(target).gpu.share;
  const double of_row =
      row != nullptr ? row->copy_share : weights.of_typical_rows * TypicalSharesOf(rows).Of(key);
  return StoredShare(request.precision, weights) * of_row *
         (makes_lines ? LinesOfRows(request, weights)
                      : weights.of_typical_columns * ColumnsOfRows(request, target));
}

double ExpectedShare(const KernelShapeRequest& request, const Target& target) {
  const absl::Span<const MeasuredRow> rows = RowsOf(target);
  if (rows.empty() || request.convolves || request.converts) return 0;
  const ShareWeights& weights = ModelOf(target).gpu.share;
  const double unmeasured =
      request.tiling == Tiling::kRowRow ? weights.of_typical_rows : weights.of_typical_columns;
  const TypicalShares& shares = TypicalSharesOf(rows);
  for (const ShapeKey& key : KeysFor(request)) {
    const double typical = shares.Of(key);
    if (typical <= 0) continue;
    const MeasuredRow* const measured = FindRow(rows, key);
    const bool is_own = measured != nullptr && key == KeyOf(request);
    return is_own ? measured->copy_share : unmeasured * typical;
  }
  return 0;
}

}  // namespace fft
