// The two functions that a GPU kernel is written as.
//
// The global function says what a workgroup does: its first statements compute offsets from the
// number of the workgroup and the kernel's arguments. The device function is the rest. It knows
// threads, gets offsets, strides and shared arrays as arguments, and is inlined.
#ifndef FFT_CODEGEN_EMIT_DEVICE_FUNCTION_H_
#define FFT_CODEGEN_EMIT_DEVICE_FUNCTION_H_

#include <span>
#include <string>
#include <vector>

#include "fft/codegen/ast/kernel.h"
#include "fft/codegen/emit/spelling.h"

namespace fft::codegen {

// The name of a kernel's device function.
inline constexpr char kDeviceFunction[] = "device_function";

// A kernel's statements, divided between its two functions.
struct KernelParts {
  std::span<const Node* const> global;
  std::span<const Node* const> device;  // empty where no statement computes offsets
};
KernelParts PartsOf(const Kernel& kernel);

// One argument of the device function. The function's arguments are the kernel's parameters, the
// offsets and the shared arrays that it uses, in this order.
struct DeviceArgument {
  std::string name;
  std::string type;  // with its qualifiers: "const float2* __restrict__"
};
std::vector<DeviceArgument> DeviceArguments(const Kernel& kernel, const KernelParts& parts);

// The lines before the device function's first statement, and the statement that calls it.
std::string OpenDeviceFunction(const std::vector<DeviceArgument>& arguments);
std::string CallDeviceFunction(const std::vector<DeviceArgument>& arguments);

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_EMIT_DEVICE_FUNCTION_H_
