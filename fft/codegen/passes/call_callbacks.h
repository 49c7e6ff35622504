// Passes that put the user's callbacks between a kernel and an array.
#ifndef FFT_CODEGEN_PASSES_CALL_CALLBACKS_H_
#define FFT_CODEGEN_PASSES_CALL_CALLBACKS_H_

#include <string>

#include "fft/codegen/ast/kernel.h"

namespace fft::codegen {

// The parameters that the passes append at the end: opaque pointers to the user's own data. An
// array with imaginary parts has NAME_pair_stride before its pointer.
inline constexpr char kLoadUser[] = "load_user";
inline constexpr char kStoreUser[] = "store_user";

// Turns every load from pointer parameter `name` into a call of the load callback (CallLoad). A
// complex number in an array of reals is two elements, which lie one after the other. If the kernel
// has a parameter for the imaginary parts (split_planar.h), the two elements lie NAME_pair_stride
// apart.
Kernel CallOnLoad(const Kernel& kernel, const std::string& name, const CallbackFunction& callback);

// Does the same with stores and the store callback (CallStore).
Kernel CallOnStore(const Kernel& kernel, const std::string& name, const CallbackFunction& callback);

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_PASSES_CALL_CALLBACKS_H_
