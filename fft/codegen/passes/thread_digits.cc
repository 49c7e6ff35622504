#include "fft/codegen/passes/thread_digits.h"

#include <algorithm>

namespace fft::codegen {

std::optional<ThreadRange> ThreadRanges::Of(const Node* node) const {
  if (node->kind == Kind::kBuiltin && node->builtin() == BuiltinId::kThreadIndex) {
    return ThreadRange();
  }
  if (node->kind == Kind::kVarRef) {
    const auto it = lets_.find(node->name());
    return it == lets_.end() ? std::nullopt : Of(it->second);
  }
  if (node->kind == Kind::kCast && node->type.IsInt()) return Of(node->arg(0));
  const bool is_quotient = node->Is(BinaryOp::kDiv) || node->Is(BinaryOp::kMod);
  if (!is_quotient || node->arg(1)->kind != Kind::kIntLit) return std::nullopt;
  std::optional<ThreadRange> range = Of(node->arg(0));
  if (!range) return std::nullopt;
  const int64_t place = range->lo * node->arg(1)->integer();
  if (range->hi != 0 && range->hi % place != 0) return std::nullopt;
  (node->Is(BinaryOp::kDiv) ? range->lo : range->hi) = place;
  return range;
}

ThreadDigits::ThreadDigits(int64_t threads, std::vector<int64_t> places) : threads_(threads) {
  std::sort(places.begin(), places.end());
  int64_t weight = 1;
  for (int64_t place : places) {
    if (place <= weight || place >= threads) continue;
    if (place % weight != 0 || threads % place != 0) continue;
    digits_.push_back({weight, place / weight});
    weight = place;
  }
  digits_.push_back({weight, threads / weight});
}

std::optional<size_t> ThreadDigits::DigitAt(int64_t place) const {
  if (place == 0 || place >= threads_) return digits_.size();
  for (size_t i = 0; i < digits_.size(); ++i) {
    if (digits_[i].weight == place) return i;
  }
  return std::nullopt;
}

std::optional<ThreadDigits::Span> ThreadDigits::SpanOf(const ThreadRange& range) const {
  const std::optional<size_t> first = DigitAt(range.lo), last = DigitAt(range.hi);
  if (!first || !last) return std::nullopt;
  return Span{*first, std::max(*first, *last)};
}

void ThreadDigits::LimitExtent(size_t digit, int64_t extent) {
  digits_[digit].extent = std::min(digits_[digit].extent, extent);
}

}  // namespace fft::codegen
