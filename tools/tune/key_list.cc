#include "tools/tune/key_list.h"

#include <set>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "fft/base/int_math.h"
#include "fft/base/names.h"
#include "fft/base/status.h"

namespace fft::tune {
namespace {

constexpr int64_t kLongest = 65536;

absl::StatusOr<int64_t> ParseNumber(const std::string& word) {
  int64_t value = 0;
  if (absl::SimpleAtoi(word, &value) && value >= 2 && value <= kLongest) return value;
  return InvalidField("length", word, absl::StrCat("2 to ", kLongest, ", or a range A-B/P"));
}

// "A-B/P" or one number.
absl::Status AddRange(const std::string& word, std::vector<int64_t>* lengths) {
  const std::vector<std::string> parts = absl::StrSplit(word, '/');
  const std::vector<std::string> ends = absl::StrSplit(parts[0], '-');
  FFT_ASSIGN_OR_RETURN(const int64_t first, ParseNumber(ends[0]));
  if (ends.size() == 1 && parts.size() == 1) {
    lengths->push_back(first);
    return absl::OkStatus();
  }
  if (ends.size() != 2 || parts.size() != 2) {
    return InvalidField("length", word, "a number, or a range A-B/P");
  }
  FFT_ASSIGN_OR_RETURN(const int64_t last, ParseNumber(ends[1]));
  FFT_ASSIGN_OR_RETURN(const int64_t prime, ParseNumber(parts[1]));
  for (int64_t n = first; n <= last; ++n) {
    if (PrimeFactors(n).back() <= prime) lengths->push_back(n);
  }
  return absl::OkStatus();
}

template <typename Enum, size_t kSize>
absl::StatusOr<std::vector<Enum>> ParseNames(const char* field, const std::string& text,
                                             const Enum (&values)[kSize]) {
  std::vector<Enum> found;
  for (const std::string& word : std::vector<std::string>(absl::StrSplit(text, ','))) {
    FFT_ASSIGN_OR_RETURN(const Enum value, ParseName(field, word, values));
    found.push_back(value);
  }
  return found;
}

absl::Status AddLine(const std::string& line, std::set<ShapeKey>* seen,
                     std::vector<ShapeKey>* keys) {
  const std::vector<std::string> words =
      absl::StrSplit(line.substr(0, line.find('#')), absl::ByAnyChar(" \t\r"), absl::SkipEmpty());
  if (words.empty()) return absl::OkStatus();
  if (words.size() != 4) {
    return InvalidField("line", line, "four words: lengths, precisions, tilings, uses");
  }
  FFT_ASSIGN_OR_RETURN(const auto lengths, ParseLengths(words[0]));
  FFT_ASSIGN_OR_RETURN(const auto precisions,
                       ParseNames("precision", words[1], kMeasuredPrecisions));
  FFT_ASSIGN_OR_RETURN(const auto tilings, ParseNames("tiling", words[2], kLineTilings));
  FFT_ASSIGN_OR_RETURN(const auto uses, ParseNames("use", words[3], kShapeUses));
  for (int64_t length : lengths) {
    for (Precision precision : precisions) {
      for (Tiling tiling : tilings) {
        for (ShapeUse use : uses) {
          const ShapeKey key = {length, precision, tiling, use};
          if (seen->insert(key).second) keys->push_back(key);
        }
      }
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::vector<int64_t>> ParseLengths(const std::string& text) {
  std::vector<int64_t> lengths;
  for (const std::string& word : std::vector<std::string>(absl::StrSplit(text, ','))) {
    FFT_RETURN_IF_ERROR(AddRange(word, &lengths));
  }
  return lengths;
}

absl::StatusOr<std::vector<ShapeKey>> ParseKeyList(const std::string& text) {
  std::vector<ShapeKey> keys;
  std::set<ShapeKey> seen;
  for (const std::string& line : std::vector<std::string>(absl::StrSplit(text, '\n'))) {
    FFT_RETURN_IF_ERROR(AddLine(line, &seen, &keys));
  }
  return keys;
}

}  // namespace fft::tune
