#include "fft/codegen/emit/spelling.h"

#include <vector>

#include "fft/base/status.h"
#include "fft/codegen/ast/rewrite.h"
#include "fft/codegen/emit/shared_memory.h"

namespace fft::codegen {
namespace {

std::string RealName(Precision precision) {
  switch (precision) {
    case Precision::kHalf:
    case Precision::kBfloat16:
      return "fft_" + StorageName(precision);
    case Precision::kSingle:
      return "float";
    case Precision::kDouble:
      return "double";
  }
  FFT_CHECK(false);
}

}  // namespace

bool StoresIn(const Kernel& kernel, Precision storage) {
  bool found = false;
  const auto see = [&](Type type) {
    const bool has_precision = type.IsReal() || type.IsComplex() || type.IsPointer();
    found = found || (has_precision && type.precision() == storage);
  };
  for (const Param& param : kernel.params) see(param.type);
  Walk(kernel.body, [&](const Node* node) {
    see(node->type);
    return !found;
  });
  return found;
}

std::string StorageName(Precision precision) {
  FFT_CHECK(IsStorage(precision));
  return precision == Precision::kHalf ? "half" : "bfloat";
}

std::string TypeName(Type type) {
  switch (type.kind()) {
    case TypeKind::kBool:
      return "bool";
    case TypeKind::kInt:
      return type.bits() == 64 ? "long long" : "int";
    case TypeKind::kReal:
      return RealName(type.precision());
    case TypeKind::kComplex:
      return RealName(type.precision()) + "2";
    case TypeKind::kPointer:
      return (type.access() == Access::kReadOnly ? "const " : "") + TypeName(type.element()) + "*";
    case TypeKind::kVoid:
      return "void";  // what an opaque pointer points to
  }
  FFT_CHECK(false);
}

std::string ParameterType(const Param& param) {
  const bool is_restrict = param.type.IsPointer() && param.aliasing == Aliasing::kRestrict;
  return TypeName(param.type) + (is_restrict ? " __restrict__" : "");
}

namespace {

std::string StaticArrays(const Kernel& kernel) {
  std::string text;
  for (const SharedArray& array : kernel.shared) {
    text += "  __shared__ " + TypeName(array.element) + " " + array.name + "[" +
            std::to_string(array.count) + "];\n";
  }
  return text;
}

// Declares all arrays in the one dynamic block, each aligned to 16 bytes.
std::string DynamicArrays(const Kernel& kernel) {
  std::string text = "  extern __shared__ double2 dynamic_shared[];\n";
  const std::vector<int64_t> offsets = SharedOffsets(kernel);
  for (size_t i = 0; i < offsets.size(); ++i) {
    const SharedArray& array = kernel.shared[i];
    const int64_t offset = offsets[i] / kSharedAlignment;  // in elements of dynamic_shared
    const std::string type = TypeName(array.element);
    text += "  " + type + "* const " + array.name + " = (" + type + "*)(dynamic_shared";
    text += offset == 0 ? ");\n" : " + " + std::to_string(offset) + ");\n";
  }
  return text;
}

}  // namespace

std::string OpenGpuKernel(const Kernel& kernel, const std::string& bounds, SharedStorage storage) {
  std::string text = "// Launch: " + std::to_string(kernel.workgroup_size) +
                     " threads a workgroup, " + std::to_string(SharedBytes(kernel)) + " bytes of " +
                     (storage == SharedStorage::kStatic ? "static" : "dynamic") +
                     " shared memory.\n";
  text += "extern \"C\" __global__ void __launch_bounds__(" + bounds + ") " + kernel.name + "(";
  for (size_t i = 0; i < kernel.params.size(); ++i) {
    const Param& param = kernel.params[i];
    text += i == 0 ? "\n    " : ",\n    ";
    text += ParameterType(param) + " " + param.name;
  }
  text += ") {\n";
  text += storage == SharedStorage::kStatic ? StaticArrays(kernel) : DynamicArrays(kernel);
  return text;
}

}  // namespace fft::codegen
