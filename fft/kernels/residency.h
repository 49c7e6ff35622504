// How many workgroups a compute unit of a GPU holds at once.
#ifndef FFT_KERNELS_RESIDENCY_H_
#define FFT_KERNELS_RESIDENCY_H_

#include <cstdint>

#include "fft/core/target.h"

namespace fft::kernels {

// The number of workgroups for which LDS and wavefronts of a compute unit have room.
int64_t RoomFor(int threads, int64_t lds_bytes, const Target& target);

// The registers that each thread has where `groups` workgroups share a compute unit.
int64_t RegistersAt(int64_t groups, int threads, const Target& target);

// The number of workgroups that have room and leave each thread `registers` or more; at least 1.
int64_t ResidentGroups(int threads, int64_t lds_bytes, int64_t registers, const Target& target);

}  // namespace fft::kernels

#endif  // FFT_KERNELS_RESIDENCY_H_
