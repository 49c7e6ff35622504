// A libLLVM whose release does not exist, which ends the process as soon as passes run.

#include <cstddef>
#include <cstdlib>
#include <string_view>
#include <type_traits>

namespace {

using LlvmTarget = void*;
using LlvmMachine = void*;
using LlvmLayout = void*;
using LlvmModule = void*;
using LlvmContext = void*;
using LlvmDiagnostic = void*;
using LlvmBuffer = void*;
using LlvmPassOptions = void*;
using LlvmError = void*;

template <typename Result>
Result Answer(std::string_view symbol) {
  if (symbol == "LLVMRunPasses") std::abort();
  if constexpr (!std::is_void_v<Result>) return Result();
}

}  // namespace

extern "C" {

#define FFT_LLVM_ENTRY_POINT(name, symbol, result, ...) \
  result name(__VA_ARGS__) asm(symbol);                 \
  result name(__VA_ARGS__) { return Answer<result>(symbol); }
#include "fft/rtc/host/llvm_entry_points.def"
#undef FFT_LLVM_ENTRY_POINT

void LLVMGetVersion(unsigned* major, unsigned*, unsigned*) { *major = 99; }

}  // extern "C"
