// Types of the AST: small values, compared with ==.
#ifndef FFT_CODEGEN_AST_TYPE_H_
#define FFT_CODEGEN_AST_TYPE_H_

#include <cstdint>
#include <string>

#include "fft/core/problem.h"

namespace fft::codegen {

enum class TypeKind : uint8_t { kVoid, kBool, kInt, kReal, kComplex, kPointer };
enum class AddressSpace : uint8_t { kGlobal, kShared };
enum class Access : uint8_t { kReadWrite, kReadOnly };

class Type {
 public:
  constexpr Type() = default;  // void

  static constexpr Type Void() { return Type(); }
  static constexpr Type Bool() { return Type(TypeKind::kBool); }
  // A signed integer of 32 or 64 bits.
  static constexpr Type Int(int bits);
  static constexpr Type Int32() { return Int(32); }
  static constexpr Type Int64() { return Int(64); }
  static constexpr Type Real(Precision precision);
  static constexpr Type Complex(Precision precision);
  // The element is an int, a real or a complex; void makes an opaque pointer.
  static constexpr Type Pointer(Type element, AddressSpace space, Access access);
  static constexpr Type Global(Type element) {
    return Pointer(element, AddressSpace::kGlobal, Access::kReadWrite);
  }
  static constexpr Type ConstGlobal(Type element) {
    return Pointer(element, AddressSpace::kGlobal, Access::kReadOnly);
  }
  // A pointer to global memory that the kernel only passes on to a callback.
  static constexpr Type Opaque() { return Global(Void()); }
  static constexpr Type Shared(Type element) {
    return Pointer(element, AddressSpace::kShared, Access::kReadWrite);
  }

  constexpr TypeKind kind() const { return kind_; }
  constexpr bool IsVoid() const { return kind_ == TypeKind::kVoid; }
  constexpr bool IsBool() const { return kind_ == TypeKind::kBool; }
  constexpr bool IsInt() const { return kind_ == TypeKind::kInt; }
  constexpr bool IsReal() const { return kind_ == TypeKind::kReal; }
  constexpr bool IsComplex() const { return kind_ == TypeKind::kComplex; }
  constexpr bool IsPointer() const { return kind_ == TypeKind::kPointer; }
  constexpr bool IsOpaque() const { return IsPointer() && element_ == TypeKind::kVoid; }
  // Whether the type is an int, or a real that can be computed with (not half, not bfloat16).
  constexpr bool IsArithmetic() const { return IsInt() || (IsReal() && !IsStorage(precision_)); }

  // The size of an int.
  constexpr int bits() const { return bits_; }
  // The precision of a real or a complex.
  constexpr Precision precision() const { return precision_; }
  // The real type of a complex's parts.
  constexpr Type part() const { return Real(precision_); }
  // The three properties of a pointer: the type of its elements, the memory that they lie in, and
  // whether they may be stored to.
  constexpr Type element() const;
  constexpr AddressSpace space() const { return space_; }
  constexpr Access access() const { return access_; }

  friend constexpr bool operator==(const Type&, const Type&) = default;

 private:
  constexpr explicit Type(TypeKind kind) : kind_(kind) {}

  TypeKind kind_ = TypeKind::kVoid;
  TypeKind element_ = TypeKind::kVoid;
  uint8_t bits_ = 0;
  AddressSpace space_ = AddressSpace::kGlobal;
  Access access_ = Access::kReadWrite;
  Precision precision_ = Precision::kSingle;
};

constexpr Type Type::Int(int bits) {
  Type type(TypeKind::kInt);
  type.bits_ = static_cast<uint8_t>(bits);
  return type;
}

constexpr Type Type::Real(Precision precision) {
  Type type(TypeKind::kReal);
  type.precision_ = precision;
  return type;
}

constexpr Type Type::Complex(Precision precision) {
  Type type(TypeKind::kComplex);
  type.precision_ = precision;
  return type;
}

constexpr Type Type::Pointer(Type element, AddressSpace space, Access access) {
  Type type = element;
  type.kind_ = TypeKind::kPointer;
  type.element_ = element.kind_;
  type.space_ = space;
  type.access_ = access;
  return type;
}

constexpr Type Type::element() const {
  Type type(element_);
  type.bits_ = bits_;
  type.precision_ = precision_;
  return type;
}

// Bytes of one value of an int, real or complex type.
int64_t SizeOf(Type type);

// "int32", "real<single>", "complex<double>", "const global complex<single>*".
std::string ToString(Type type);

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_AST_TYPE_H_
