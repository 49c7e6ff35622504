// How a host compiler tells LLVM's intermediate representation from C++: its first line.
#ifndef FFT_BASE_IR_MARKER_H_
#define FFT_BASE_IR_MARKER_H_

namespace fft {

inline constexpr char kLlvmIrMarker[] = "; LLVM IR";

}  // namespace fft

#endif  // FFT_BASE_IR_MARKER_H_
