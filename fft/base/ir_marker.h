// The first line of a kernel's source tells its language, unless the language is C++.
#ifndef FFT_BASE_IR_MARKER_H_
#define FFT_BASE_IR_MARKER_H_

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"

namespace fft {

inline constexpr char kLlvmIrMarker[] = "; LLVM IR";
inline constexpr char kPtxMarker[] = "// PTX";

inline bool IsLlvmIr(absl::string_view text) { return absl::StartsWith(text, kLlvmIrMarker); }
inline bool IsPtx(absl::string_view text) { return absl::StartsWith(text, kPtxMarker); }

}  // namespace fft

#endif  // FFT_BASE_IR_MARKER_H_
