// Indices of shared memory that fall while a thread's number rises.
//
// LLVM 17 to 20 takes the constant C out of an index C - x, and assumes that the address lds - x
// lies in the array. It does not, so code for AMD's GPUs is wrong. HIP's dialect hides such indices
// from LLVM.
#ifndef FFT_CODEGEN_EMIT_MIRRORED_SLOTS_H_
#define FFT_CODEGEN_EMIT_MIRRORED_SLOTS_H_

#include <set>
#include <string_view>

#include "fft/codegen/ast/kernel.h"

namespace fft::codegen {

// Whether an index is, or is computed from, a difference whose subtrahend is not a literal.
bool HasDifference(const Node* index);

// Whether an access of the kernel to shared memory computes such an index where it stands.
bool HasMirroredAccess(const Kernel& kernel);

// The names of the Lets that are used in the index of an access to shared memory, and that hold an
// index with such a difference, or the part of an index with the difference.
std::set<std::string_view> MirroredSlots(const Kernel& kernel);

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_EMIT_MIRRORED_SLOTS_H_
