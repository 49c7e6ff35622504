// How compilers tell the languages of kernels apart: by the first line.
#ifndef FFT_BASE_IR_MARKER_H_
#define FFT_BASE_IR_MARKER_H_

namespace fft {

inline constexpr char kLlvmIrMarker[] = "; LLVM IR";
inline constexpr char kPtxMarker[] = "// PTX";

}  // namespace fft

#endif  // FFT_BASE_IR_MARKER_H_
