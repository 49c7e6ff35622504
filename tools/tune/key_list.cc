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

absl::Status CheckRange(int64_t length, const std::string& word) {
  if (length >= 2 && length <= kLongest) return absl::OkStatus();
  return InvalidField("length", word, absl::StrCat("2 to ", kLongest, ", or a range A-B/P"));
}

absl::StatusOr<int64_t> ParseNumber(const std::string& word) {
  int64_t value = 0;
  if (!absl::SimpleAtoi(word, &value)) value = 0;
  FFT_RETURN_IF_ERROR(CheckRange(value, word.empty() ? "empty" : word));
  return value;
}

// Lengths of kernels and, for convolutions of lines, the number of lines.
struct Lengths {
  int lines_per_transform = 1;
  std::vector<int64_t> list;
};

// Reads a word such as "10*100": convolutions of 100 points, 10 lines per transform.
absl::StatusOr<Lengths> OfLines(const std::string& word) {
  ShapeKey key;
  FFT_RETURN_IF_ERROR(ReadLength(word, &key));
  FFT_RETURN_IF_ERROR(CheckRange(key.length, word));
  if (key.length < kMaxPrimeRadix || !IsPrime(key.length + 1)) {
    return InvalidField("length", word, absl::StrCat("R*M, M + 1 a prime above ", kMaxPrimeRadix));
  }
  return Lengths{key.lines_per_transform, {key.length}};
}

// Reads "A-B/P" (the lengths from A to B with prime factors of at most P) or one length.
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
  const size_t before = lengths->size();
  for (int64_t n = first; n <= last; ++n) {
    if (LargestPrimeFactor(n) <= prime) lengths->push_back(n);
  }
  if (lengths->size() > before) return absl::OkStatus();
  return InvalidField("length", word, "a range A-B/P with a length in it");
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

// Reads words joined by commas.
absl::StatusOr<std::vector<Lengths>> ParseWords(const std::string& text) {
  std::vector<Lengths> all;
  for (const std::string& word : std::vector<std::string>(absl::StrSplit(text, ','))) {
    if (word.find('*') != std::string::npos) {
      FFT_ASSIGN_OR_RETURN(all.emplace_back(), OfLines(word));
    } else {
      FFT_RETURN_IF_ERROR(AddRange(word, &all.emplace_back().list));
    }
  }
  return all;
}

absl::Status AddLine(const std::string& line, std::set<ShapeKey>* seen,
                     std::vector<ShapeKey>* keys) {
  const std::vector<std::string> words =
      absl::StrSplit(line.substr(0, line.find('#')), absl::ByAnyChar(" \t\r"), absl::SkipEmpty());
  if (words.empty()) return absl::OkStatus();
  if (words.size() != 4) {
    return InvalidField("line", line, "four words: lengths, precisions, tilings, uses");
  }
  FFT_ASSIGN_OR_RETURN(const auto words_of_lengths, ParseWords(words[0]));
  FFT_ASSIGN_OR_RETURN(const auto precisions,
                       ParseNames("precision", words[1], kMeasuredPrecisions));
  FFT_ASSIGN_OR_RETURN(const auto tilings, ParseNames("tiling", words[2], kLineTilings));
  FFT_ASSIGN_OR_RETURN(const auto uses, ParseNames("use", words[3], kShapeUses));
  const auto add = [&](int64_t length, int lines) {
    for (Precision precision : precisions) {
      for (Tiling tiling : tilings) {
        for (ShapeUse use : uses) {
          const ShapeKey key = {length, precision, tiling, use, lines};
          if (seen->insert(key).second) keys->push_back(key);
        }
      }
    }
  };
  for (const Lengths& lengths : words_of_lengths) {
    const int lines = lengths.lines_per_transform;
    if (lines > 1 && uses != std::vector<ShapeUse>{ShapeUse::kConvolving}) {
      return InvalidField("use", words[3], "convolving, of lines");
    }
    for (int64_t length : lengths.list) add(length, lines);
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
