#include "fft/codegen/ast/type.h"

#include "fft/base/status.h"

namespace fft::codegen {
namespace {

int64_t RealSize(Precision precision) {
  switch (precision) {
    case Precision::kHalf:
    case Precision::kBfloat16:
      return 2;
    case Precision::kSingle:
      return 4;
    case Precision::kDouble:
      return 8;
  }
  FFT_CHECK(false);
}

}  // namespace

int64_t SizeOf(Type type) {
  switch (type.kind()) {
    case TypeKind::kInt:
      return type.bits() / 8;
    case TypeKind::kReal:
      return RealSize(type.precision());
    case TypeKind::kComplex:
      return 2 * RealSize(type.precision());
    case TypeKind::kVoid:
    case TypeKind::kBool:
    case TypeKind::kPointer:
      break;
  }
  FFT_CHECK(false);
}

std::string ToString(Type type) {
  switch (type.kind()) {
    case TypeKind::kVoid:
      return "void";
    case TypeKind::kBool:
      return "bool";
    case TypeKind::kInt:
      return "int" + std::to_string(type.bits());
    case TypeKind::kReal:
      return "real<" + fft::ToString(type.precision()) + ">";
    case TypeKind::kComplex:
      return "complex<" + fft::ToString(type.precision()) + ">";
    case TypeKind::kPointer:
      break;
  }
  const std::string access = type.access() == Access::kReadOnly ? "const " : "";
  const std::string space = type.space() == AddressSpace::kShared ? "shared " : "global ";
  return access + space + ToString(type.element()) + "*";
}

}  // namespace fft::codegen
