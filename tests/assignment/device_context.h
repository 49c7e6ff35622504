// The device that the tests of this folder execute on.
#ifndef TESTS_ASSIGNMENT_DEVICE_CONTEXT_H_
#define TESTS_ASSIGNMENT_DEVICE_CONTEXT_H_

#include "fft/exec/context.h"

namespace fft::testing {

// Returns the one Context of all tests of a process, so that kernels are compiled once. Its device
// is the CPU, or the device that FFT_DEVICE names.
Context& DeviceContext();

}  // namespace fft::testing

#endif  // TESTS_ASSIGNMENT_DEVICE_CONTEXT_H_
