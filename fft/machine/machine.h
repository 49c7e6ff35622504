// What planning asks of a machine beside its costs.
#ifndef FFT_MACHINE_MACHINE_H_
#define FFT_MACHINE_MACHINE_H_

#include "fft/core/target.h"

namespace fft {

// Bytes of the longest vectors of any processor.
inline constexpr int kVectorBytes = 64;

// Bytes of the vectors whose lanes do the work of a workgroup's threads; 0: each lane is a thread
// with registers of its own.
inline int VectorBytes(const Target& target) { return target.is_cpu() ? kVectorBytes : 0; }

// Whether lanes are parts of vectors. Code for vectors needs neighbours in memory, whole tiles and
// loops that do not wrap.
inline bool LanesAreVectors(const Target& target) { return VectorBytes(target) > 0; }

// Whether the compiler is told how many workgroups should share a compute unit. CUDA's compiler is
// told, since it otherwise accepts spills to gain occupancy.
inline bool CompilerTakesGroups(const Target& target) { return target.dialect == Dialect::kCuda; }

// `cpu` if the target is a CPU, else `gpu`. The two are the implementations of one thing for the
// two classes of machines.
template <typename T>
const T& ForMachine(const Target& target, const T& gpu, const T& cpu) {
  return target.is_cpu() ? cpu : gpu;
}

}  // namespace fft

#endif  // FFT_MACHINE_MACHINE_H_
