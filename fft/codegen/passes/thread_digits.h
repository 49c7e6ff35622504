// The thread index as a mixed-radix number, so that its quotients and remainders are affine in loop
// variables.
#ifndef FFT_CODEGEN_PASSES_THREAD_DIGITS_H_
#define FFT_CODEGEN_PASSES_THREAD_DIGITS_H_

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "fft/codegen/ast/ex.h"
#include "fft/codegen/ast/node.h"

namespace fft::codegen {

// The number (t mod hi) / lo, where t is the thread index. With hi = 0 it is t / lo.
struct ThreadRange {
  int64_t lo = 1;
  int64_t hi = 0;
};

// Recognises expressions that are a ThreadRange: t, and chains of / and % by literals, also through
// Lets. `lets` maps names to values.
class ThreadRanges {
 public:
  explicit ThreadRanges(const std::unordered_map<std::string_view, const Node*>& lets)
      : lets_(lets) {}
  std::optional<ThreadRange> Of(const Node* node) const;

 private:
  const std::unordered_map<std::string_view, const Node*>& lets_;
};

// One digit: its place value and how many values it takes. Digit 0 is the lowest.
struct ThreadDigit {
  int64_t weight = 1;
  int64_t extent = 1;
};

class ThreadDigits {
 public:
  // Splits the index 0 <= t < threads into digits whose place values are `places`. A place that
  // does not divide `threads`, or does not fit the lower ones, is left out.
  ThreadDigits(int64_t threads, std::vector<int64_t> places);

  // The digits first <= i < last that make up a range. SpanOf returns nothing if the range begins
  // or ends inside a digit.
  struct Span {
    size_t first = 0, last = 0;
  };
  std::optional<Span> SpanOf(const ThreadRange& range) const;

  const std::vector<ThreadDigit>& digits() const { return digits_; }
  void LimitExtent(size_t digit, int64_t extent);

 private:
  std::optional<size_t> DigitAt(int64_t place) const;

  int64_t threads_;
  std::vector<ThreadDigit> digits_;
};

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_PASSES_THREAD_DIGITS_H_
