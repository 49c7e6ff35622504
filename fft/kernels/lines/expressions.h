// The names of fft/codegen with which generators write kernels: expressions, and functions that
// build them.
#ifndef FFT_KERNELS_LINES_EXPRESSIONS_H_
#define FFT_KERNELS_LINES_EXPRESSIONS_H_

#include <cstddef>
#include <vector>

#include "fft/codegen/ast/builder.h"
#include "fft/codegen/ast/ex.h"
#include "fft/codegen/ast/type.h"
#include "fft/codegen/dag/butterfly.h"

namespace fft::kernels {

using codegen::Builder;
using codegen::ComplexEx;
using codegen::Ex;
using codegen::Type;

// The index that several loops count, the fastest one first: index(loops[0]) + length(loops[0]) *
// (index(loops[1]) + ...).
template <typename IndexOf, typename LengthOf>
Ex CountedIndex(Builder& b, const std::vector<int>& loops, const IndexOf& index,
                const LengthOf& length) {
  Ex counted = index(loops.back());
  for (size_t i = loops.size() - 1; i-- > 0;) {
    counted = b.Let("index", counted * length(loops[i]) + index(loops[i]));
  }
  return counted;
}

}  // namespace fft::kernels

#endif  // FFT_KERNELS_LINES_EXPRESSIONS_H_
