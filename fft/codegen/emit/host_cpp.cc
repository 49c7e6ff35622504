#include <algorithm>
#include <iterator>
#include <string>

#include "fft/codegen/emit/spelling.h"

namespace fft::codegen {
namespace {

// Without a fused multiply-add instruction, the text rounds the product and then the sum. A call
// into the mathematics library would take a hundred times as long.
constexpr std::string_view kPrologue =
    R"(static inline float multiply_add(float a, float b, float c) {
#ifdef __FP_FAST_FMAF
  return __builtin_fmaf(a, b, c);
#else
  return a * b + c;
#endif
}
static inline double multiply_add(double a, double b, double c) {
#ifdef __FP_FAST_FMA
  return __builtin_fma(a, b, c);
#else
  return a * b + c;
#endif
}

)";

// The functions have no branches, so that loops over lanes vectorise. A multiplication by 2^112 or
// 2^-112 moves the exponent from one format to the other. It also makes or resolves subnormal
// numbers.
constexpr std::string_view kHalfPrologue = R"(typedef unsigned short fft_half;
static inline float bits_to_float(unsigned bits) {
  float f;
  __builtin_memcpy(&f, &bits, 4);
  return f;
}
static inline unsigned float_to_bits(float f) {
  unsigned bits;
  __builtin_memcpy(&bits, &f, 4);
  return bits;
}
static inline float half_to_float(fft_half h) {
  const unsigned magnitude = (h & 0x7fffu) << 13;
  const unsigned scaled = float_to_bits(bits_to_float(magnitude) * 0x1p112f);
  const unsigned special = magnitude >= 0x0f800000u ? 0x7f800000u : 0u;
  return bits_to_float(scaled | special | (h & 0x8000u) << 16);
}
static inline fft_half float_to_half(float f) {
  const unsigned bits = float_to_bits(f);
  const unsigned magnitude = bits & 0x7fffffffu;
  // 0.5f has the spacing of half's subnormal numbers: the addition rounds to them.
  const unsigned small = float_to_bits(bits_to_float(magnitude) + 0.5f) - 0x3f000000u;
  const unsigned normal = (magnitude - 0x38000000u + 0xfffu + (magnitude >> 13 & 1u)) >> 13;
  const unsigned special = magnitude > 0x7f800000u ? 0x7e00u : 0x7c00u;
  unsigned half = magnitude < 0x38800000u ? small : normal;
  half = magnitude >= 0x477ff000u ? special : half;
  return (fft_half)(half | (bits >> 16 & 0x8000u));
}

)";

constexpr std::string_view kBfloatPrologue = R"(typedef unsigned short fft_bfloat;
static inline float bfloat_to_float(fft_bfloat b) {
  const unsigned bits = (unsigned)b << 16;
  float f;
  __builtin_memcpy(&f, &bits, 4);
  return f;
}
static inline fft_bfloat float_to_bfloat(float f) {
  unsigned bits;
  __builtin_memcpy(&bits, &f, 4);
  const unsigned rounded = bits + 0x7fffu + (bits >> 16 & 1u);
  return (fft_bfloat)(((bits & 0x7fffffffu) > 0x7f800000u ? bits | 0x400000u : rounded) >> 16);
}

)";

// Defines names that GPU compilers have built in, so that one text of a callback serves all
// dialects.
constexpr std::string_view kCallbackPrologue = R"(#define __device__
#define __forceinline__ inline
typedef __SIZE_TYPE__ size_t;
struct float2 {
  float x, y;
};
struct double2 {
  double x, y;
};
static inline float2 make_float2(float x, float y) { return {x, y}; }
static inline double2 make_double2(double x, double y) { return {x, y}; }

)";

constexpr std::string_view kCallbackHalfPrologue = R"(struct fft_half2 {
  fft_half x, y;
};
static inline fft_half2 make_half2(fft_half x, fft_half y) { return {x, y}; }

)";

constexpr std::string_view kCallbackBfloatPrologue = R"(struct fft_bfloat2 {
  fft_bfloat x, y;
};
static inline fft_bfloat2 make_bfloat2(fft_bfloat x, fft_bfloat y) { return {x, y}; }

)";

constexpr int64_t kMaxStackBytes = 128 * 1024;

// Declares the scratch arrays: on the stack if they are small, else as one static array per thread.
std::string ScratchArrays(const Kernel& kernel) {
  const bool on_stack = SharedBytes(kernel) <= kMaxStackBytes;
  std::string text;
  for (const SharedArray& array : kernel.shared) {
    const std::string type = TypeName(array.element), count = std::to_string(array.count);
    if (on_stack) {
      text += "  alignas(64) " + type + " " + array.name + "[" + count + "];\n";
      continue;
    }
    text += "  alignas(64) static thread_local " + type + " " + array.name + "_storage[" + count +
            "];\n  " + type + "* const __restrict__ " + array.name + " = " + array.name +
            "_storage;\n";
  }
  return text;
}

// The entry point that takes arguments by value.
std::string DirectEntryPoint(const Kernel& kernel) {
  std::string head, args;
  for (int i = 0; i < std::max<int>(kHostDirectRegisters, std::ssize(kernel.params)); ++i) {
    const std::string number = std::to_string(i);
    if (i < kHostDirectRegisters) head += "unsigned long long a" + number + ", ";
    if (i >= std::ssize(kernel.params)) continue;
    args += i < kHostDirectRegisters
                ? "&a" + number + ", "
                : "(void*)(values + " + std::to_string(i - kHostDirectRegisters) + "), ";
  }
  return "extern \"C\" void " + kernel.name + std::string(kHostDirectEnding) + "(" + head +
         "const unsigned long long* values, unsigned blocks) {\n  void* const args[] = {" + args +
         "};\n  " + kernel.name + "(args, 0, blocks);\n}\n";
}

std::string Open(const Kernel& kernel) {
  const std::string entry = "extern \"C\" void " + kernel.name +
                            "(void* const* args, unsigned first_block, unsigned end_block)";
  std::string text = entry + ";\n" + DirectEntryPoint(kernel) + entry + " {\n";
  for (size_t i = 0; i < kernel.params.size(); ++i) {
    const Param& param = kernel.params[i];
    const std::string type = TypeName(param.type);
    const bool is_restrict = param.type.IsPointer() && param.aliasing == Aliasing::kRestrict;
    text += "  " + type + " const " + (is_restrict ? "__restrict__ " : "") + param.name +
            " = *static_cast<" + type + " const*>(args[" + std::to_string(i) + "]);\n";
  }
  text += ScratchArrays(kernel);
  return text +
         "  for (unsigned block_number = first_block; block_number < end_block; ++block_number) {\n"
         "    const int block = (int)block_number;\n";
}

}  // namespace

const DialectSpelling& HostCppSpelling() {
  static constexpr DialectSpelling kSpelling = {
      .prologue = kPrologue,
      .half_prologue = kHalfPrologue,
      .bfloat_prologue = kBfloatPrologue,
      .callback_prologue = kCallbackPrologue,
      .callback_half_prologue = kCallbackHalfPrologue,
      .callback_bfloat_prologue = kCallbackBfloatPrologue,
      .thread_index = "",
      .block_index = "block",
      .barrier = "",
      .fma_single = "multiply_add",
      .fma_double = "multiply_add",
      .sqrt_single = "__builtin_sqrtf",
      .sqrt_double = "__builtin_sqrt",
      .unroll = "#pragma GCC unroll 32",
      .lanes = "#pragma omp simd",
      .body_depth = 2,
      .open = Open,
      .close = "  }\n}\n",
  };
  return kSpelling;
}

}  // namespace fft::codegen
