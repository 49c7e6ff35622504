#include "fft/assign/padding.h"

#include <algorithm>

namespace fft {
namespace {

bool CallsForPadding(const Dim& dim, const PaddingRule& rule) {
  return dim.length >= rule.min_length && dim.out_stride >= rule.min_stride &&
         dim.out_stride % rule.multiple_of == 0;
}

}  // namespace

std::optional<Layout> PaddedLayout(const PlanNode& writer, int64_t volume, int64_t batch,
                                   const PaddingRule& rule) {
  if (rule.elements == 0) return std::nullopt;
  const int64_t transform = volume / batch;  // elements; the batch's own stride does no harm
  int64_t row = 0;
  for (const Dims* dims : {&writer.axes, &writer.loops}) {
    for (const Dim& dim : *dims) {
      if (dim.out_stride < transform && CallsForPadding(dim, rule)) {
        row = std::max(row, dim.out_stride);
      }
    }
  }
  if (row == 0 || volume % row != 0) return std::nullopt;
  return Layout({{row, 1}, {volume / row, row + rule.elements}});
}

}  // namespace fft
