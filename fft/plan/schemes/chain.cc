#include "fft/plan/schemes/chain.h"

#include <algorithm>
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

Chain::Chain(const TransformRequest& request, const Dims& parts)
    : request_(request), loops_(request.loops.size()) {
  for (const Dims* dims : {&request.loops, &parts}) {
    for (const Dim& dim : *dims) {
      lengths_.push_back(dim.length);
      here_.push_back(dim.in_stride);
      out_.push_back(dim.out_stride);
    }
  }
}

Chain::Strides Chain::Packed(const std::vector<int>& order) const {
  Strides strides(lengths_.size());
  int64_t stride = 1;
  for (size_t i = order.size(); i-- > 0;) {
    strides[loops_ + order[i]] = stride;
    stride *= lengths_[loops_ + order[i]];
  }
  const std::vector<int64_t> loops = PackedLoops(request_.loops, stride);
  std::copy(loops.begin(), loops.end(), strides.begin());
  return strides;
}

Dim Chain::Step(size_t part, const Strides& to) const {
  return {lengths_[part], here_[part], to[part]};
}

void Chain::Transform(const std::vector<int>& axes, const Strides& to, const Twiddle& twiddle) {
  TransformRequest step = request_;
  step.scheme.reset();
  step.factors.clear();
  step.large_twiddle = {};
  step.axes.clear();
  step.loops.clear();
  for (int axis : axes) step.axes.push_back(Step(loops_ + axis, to));
  for (size_t part = 0; part < lengths_.size(); ++part) {
    const int own = static_cast<int>(part) - static_cast<int>(loops_);
    if (std::find(axes.begin(), axes.end(), own) != axes.end()) continue;
    if (twiddle.length > 0 && own == twiddle.j) {
      step.large_twiddle = {twiddle.length, static_cast<int>(step.loops.size())};
    }
    step.loops.push_back(Step(part, to));
  }
  if (here_ == out_ && to == out_ && !steps_.empty()) step.placement = Placement::kInPlace;
  here_ = to;
  steps_.push_back(std::move(step));
}

void Chain::Move(SchemeKind kind, int k, const Strides& to, const Twiddle& twiddle) {
  Transform({k}, to, twiddle);
  last().scheme = kind;
  last().placement = Placement::kOutOfPlace;
}

}  // namespace fft
