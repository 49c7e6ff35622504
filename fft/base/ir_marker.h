// The first lines of kernels' sources in languages other than C++, by which compilers tell them.
#ifndef FFT_BASE_IR_MARKER_H_
#define FFT_BASE_IR_MARKER_H_

namespace fft {

inline constexpr char kLlvmIrMarker[] = "; LLVM IR";
inline constexpr char kPtxMarker[] = "// PTX";

}  // namespace fft

#endif  // FFT_BASE_IR_MARKER_H_
