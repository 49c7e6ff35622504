// Makes workgroups prefetch the data of later workgroups, so that memory works while they compute.
#ifndef FFT_CODEGEN_PASSES_ASK_AHEAD_H_
#define FFT_CODEGEN_PASSES_ASK_AHEAD_H_

#include <cstdint>

#include "fft/codegen/ast/kernel.h"

namespace fft::codegen {

// Which elements a workgroup reads, and when other workgroups prefetch them. Workgroup b reads
// `rows` rows of `elements` consecutive elements of the global array `in`. Row r begins at element
// (b * rows + r) * tile_in_stride. The last workgroup may have fewer rows, so nobody prefetches for
// it if `rows` is above 1.
struct AheadForm {
  int groups = 1;             // how many workgroups further on the elements are used
  bool falls = false;         // whether workgroups run from the last to the first
  int rows = 1;               // how many rows a workgroup reads
  int64_t elements = 0;       // the number of elements of a row
  int64_t line_elements = 1;  // the number of elements that one prefetch brings
  // threads prefetch before this barrier, or before the last one if there are fewer
  int barrier = 1;
};

// Adds prefetches before the barrier. The threads share out the cache lines of the elements, so a
// thread prefetches several if there are more cache lines than threads. The kernel has parameters
// `in` and `tile_in_stride`. A kernel without barriers stays as it is.
Kernel AskAhead(const Kernel& kernel, const AheadForm& form);

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_PASSES_ASK_AHEAD_H_
