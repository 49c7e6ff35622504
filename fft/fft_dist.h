// Transforms over several ranks, for C++20 with Abseil; docs/distributed.md shows them by task.
#ifndef FFT_FFT_DIST_H_
#define FFT_FFT_DIST_H_

#include "fft/dist/mpi/mpi_communicator.h"  // IWYU pragma: export
#include "fft/dist/nccl_communicator.h"     // IWYU pragma: export
#include "fft/dist/thread_communicator.h"   // IWYU pragma: export
#include "fft/dist/transform.h"             // IWYU pragma: export
#include "fft/fft.h"                        // IWYU pragma: export

#endif  // FFT_FFT_DIST_H_
