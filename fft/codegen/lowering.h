// What the lowering of every kind of leaf has in common.
#ifndef FFT_CODEGEN_LOWERING_H_
#define FFT_CODEGEN_LOWERING_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "fft/codegen/kernel_spec.h"
#include "fft/codegen/lower_plan.h"
#include "fft/core/dim.h"

namespace fft::codegen {

// Merges all pairs of loops that step alike in both arrays, in any order of the list.
void MergeLoops(Dims* loops);

// What a kernel's large twiddles depend on.
struct LargeTwiddleUse {
  int64_t length = 0;  // N
  int loop = 0;        // as TwiddleSteps
  int axis = 0;
  Precision precision = Precision::kSingle;
  int64_t lds_bytes = 0;  // of the kernel's tile
};

// The fewest look-ups in tables of a few thousand entries in global memory.
TwiddleSteps GlobalSteps(const LargeTwiddleUse& use);

// The fewest look-ups whose tables stay in the data cache beside the data. Where they would not,
// three look-ups in small tables, which LDS holds if the tile leaves room.
TwiddleSteps StepsFor(const LargeTwiddleUse& use, const Target& target);

// LDS for the copies of the tables.
int64_t TableLdsBytes(const TwiddleSteps& twiddle, Precision precision);

// 32 bits where every offset and index over `dims` provably fits, exponents below `twiddle_length`
// (0: none) included. Lengths are those that threads past the end reach.
IndexWidth IndexWidthFor(const Dims& dims, int64_t twiddle_length);

// OutOfRange for more workgroups than a grid holds.
absl::Status CheckGrid(const PlannedKernel& kernel);

// Bytes of one element: planar data moves as two arrays.
int64_t PointBytes(ArrayFormat format, Precision precision);

// Real additions and multiplications of the passes of one transform.
int64_t PassFlops(int64_t length, const std::vector<int>& factors);

// Fills the arguments and tables of the kernel's signature. Every index parameter must have a
// value.
using IndexValues = std::vector<std::pair<std::string, int64_t>>;
void AddArguments(const Problem& problem, const PlanNode& leaf, const IndexValues& values,
                  PlannedKernel* kernel);

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_LOWERING_H_
