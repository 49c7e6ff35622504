// Butterflies: straight-line DFTs of a fixed length, generated as arithmetic DAGs.
#ifndef FFT_CODEGEN_DAG_BUTTERFLY_H_
#define FFT_CODEGEN_DAG_BUTTERFLY_H_

#include <cstdint>
#include <vector>

#include "fft/codegen/ast/builder.h"

namespace fft::codegen {

inline constexpr int kMinButterflyRadix = 2;
inline constexpr int kMaxButterflyRadix = 53;

// The sign in exp(sign 2 pi i n k / N): minus is the forward transform.
enum class ExponentSign : int8_t { kMinus = -1, kPlus = 1 };

// A complex value held as two real expressions.
struct ComplexEx {
  Ex re, im;
};

// Appends the Lets that compute X[k] = sum_n in[n] exp(sign 2 pi i n k / radix) and returns
// X[0..radix), natural order in and out, nothing normalised. radix = in.size(), from 1 to 53. The
// precision is that of `in`. Operands should be names (Let them first): a DAG uses each input many
// times.
std::vector<ComplexEx> EmitButterfly(Builder& b, ExponentSign sign,
                                     const std::vector<ComplexEx>& in);

// Real operations of one butterfly. The first three members count operations without FMA, as the
// literature does. The `fused_` members count the operations that EmitButterfly emits. The
// butterfly of radix 4, for example, has 16 additions and no products.
struct OpCounts {
  int adds = 0;  // additions and subtractions
  int muls = 0;
  int negs = 0;
  int fused_adds = 0;
  int fused_muls = 0;
  int fused_negs = 0;
  int fused_fmas = 0;
};
OpCounts CountOps(int radix);
// OpCounts::adds + OpCounts::muls, known without building the butterfly; radix from 1 to 53.
int CountFlops(int radix);

// Returns (a.re + i a.im) * (factor.re + i factor.im) in four operations, of which two are FMAs.
// Appends the Lets that it needs.
ComplexEx MultiplyComplex(Builder& b, const ComplexEx& a, const ComplexEx& factor);
// Returns a * conj(factor), likewise in four operations.
ComplexEx MultiplyConjugate(Builder& b, const ComplexEx& a, const ComplexEx& factor);

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_DAG_BUTTERFLY_H_
