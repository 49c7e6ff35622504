// Makes workgroups prefetch the data of later workgroups, so that memory works while they compute.
#ifndef FFT_CODEGEN_PASSES_ASK_AHEAD_H_
#define FFT_CODEGEN_PASSES_ASK_AHEAD_H_

#include <cstdint>

#include "fft/codegen/ast/kernel.h"

namespace fft::codegen {

// Workgroup b reads `elements` elements in a row of the global array `in`, from element
// b * tile_in_stride on.
struct AheadForm {
  int groups = 1;             // how many workgroups further on the elements are used
  bool falls = false;         // whether workgroups run from the last to the first
  int64_t elements = 0;       // that a workgroup reads
  int64_t line_elements = 1;  // that one prefetch brings
  int barrier = 1;  // number of the barrier before which threads prefetch, or the last one where
                    // there are fewer
};

// Each thread prefetches a cache line at a time, as often as it takes, before it is at the barrier.
// The kernel has parameters `in` and `tile_in_stride`; one without barriers stays as it is.
Kernel AskAhead(const Kernel& kernel, const AheadForm& form);

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_PASSES_ASK_AHEAD_H_
