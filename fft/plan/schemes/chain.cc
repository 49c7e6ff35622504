#include "fft/plan/schemes/chain.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>
#include <utility>

namespace fft {

std::vector<int64_t> PackedLoops(const Dims& loops, int64_t row) {
  std::vector<size_t> slowest_first(loops.size());
  std::iota(slowest_first.begin(), slowest_first.end(), size_t{0});
  std::stable_sort(slowest_first.begin(), slowest_first.end(), [&loops](size_t a, size_t b) {
    return loops[a].in_stride > loops[b].in_stride;
  });
  std::vector<int64_t> strides(loops.size());
  for (size_t i = slowest_first.size(); i-- > 0;) {
    strides[slowest_first[i]] = row;
    row *= loops[slowest_first[i]].length;
  }
  return strides;
}

namespace {

// A chain while its steps are made. In all lists loops come before parts.
class Chained {
 public:
  using Strides = std::vector<int64_t>;

  Chained(const TransformRequest& request, const Dims& parts, std::string_view letters)
      : request_(request), letters_(letters), loops_(request.loops.size()) {
    for (auto* list : {&lengths_, &here_, &out_}) list->reserve(loops_ + parts.size());
    for (const Dims* dims : {&request.loops, &parts}) {
      for (const Dim& dim : *dims) {
        lengths_.push_back(dim.length);
        here_.push_back(dim.in_stride);
        out_.push_back(dim.out_stride);
      }
    }
  }

  TransformRequest Step(const ChainStep& step, bool is_first) {
    Strides to = step.to == kHere ? here_ : step.to == kOut ? out_ : Packed(step.to);
    TransformRequest child = request_;
    child.scheme = step.move;
    child.factors.clear();
    child.large_twiddle = {};
    child.in_ranges.clear();
    child.out_ranges.clear();
    child.axes.clear();
    child.loops.clear();
    child.loops.reserve(lengths_.size());
    for (char axis : step.axes) child.axes.push_back(Along(PartOf(axis), to));
    for (size_t i = 0; i < lengths_.size(); ++i) {
      if (i >= loops_ && step.axes.find(letters_[i - loops_]) != step.axes.npos) continue;
      if (step.twiddle != 0 && i == PartOf(step.twiddle)) {
        child.large_twiddle = {Points(), static_cast<int>(child.loops.size())};
      }
      child.loops.push_back(Along(i, to));
    }
    if (step.move) {
      child.placement = Placement::kOutOfPlace;
    } else if (here_ == out_ && to == out_ && !is_first) {
      child.placement = Placement::kInPlace;
    }
    here_ = std::move(to);
    return child;
  }

 private:
  size_t PartOf(char letter) const { return loops_ + letters_.find(letter); }

  Dim Along(size_t i, const Strides& to) const { return {lengths_[i], here_[i], to[i]}; }

  // The product of the lengths of all parts.
  int64_t Points() const {
    return std::accumulate(lengths_.begin() + static_cast<std::ptrdiff_t>(loops_), lengths_.end(),
                           int64_t{1}, std::multiplies<>());
  }

  Strides Packed(std::string_view order) const {
    Strides strides(lengths_.size());
    int64_t stride = 1;
    for (size_t i = order.size(); i-- > 0;) {
      strides[PartOf(order[i])] = stride;
      stride *= lengths_[PartOf(order[i])];
    }
    const std::vector<int64_t> loops = PackedLoops(request_.loops, stride);
    std::copy(loops.begin(), loops.end(), strides.begin());
    return strides;
  }

  const TransformRequest& request_;
  const std::string_view letters_;
  const size_t loops_;
  std::vector<int64_t> lengths_;
  Strides here_, out_;
};

}  // namespace

std::vector<TransformRequest> Chain(const TransformRequest& request, const Dims& parts,
                                    std::string_view letters, std::span<const ChainStep> steps) {
  Chained chained(request, parts, letters);
  std::vector<TransformRequest> children;
  children.reserve(steps.size());
  for (const ChainStep& step : steps) children.push_back(chained.Step(step, children.empty()));
  return children;
}

}  // namespace fft
