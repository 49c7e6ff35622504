// Indices of shared memory that fall while a thread's number rises.
//
// LLVM 17 to 20 takes the constant C out of an index C - x, and assumes that the address lds - x
// lies in the array. That address lies before the array, so code for AMD's GPUs is wrong. HIP's
// dialect hides such indices from LLVM.
#ifndef FFT_CODEGEN_EMIT_MIRRORED_SLOTS_H_
#define FFT_CODEGEN_EMIT_MIRRORED_SLOTS_H_

#include <set>
#include <string_view>

#include "fft/codegen/ast/kernel.h"

namespace fft::codegen {

// Whether an index is, or is computed from, a difference whose subtrahend is not a literal.
bool HasDifference(const Node* index);

// Whether an access to shared memory has a difference (HasDifference) in its own index expression,
// apart from Lets that the expression names.
bool HasMirroredAccess(const Kernel& kernel);

// The names of the Lets that hold a difference (HasDifference), and that the index of an access to
// shared memory uses.
std::set<std::string_view> MirroredSlots(const Kernel& kernel);

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_EMIT_MIRRORED_SLOTS_H_
