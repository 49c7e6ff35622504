// A small Stockham kernel written by hand with the builder, for tests of everything that takes
// kernels.
//
// It makes transforms of length 32 as radix 8 times radix 4. A transform has eight threads, of
// which four work in the first pass. The kernel has strided lanes t / 8 and t % 8, guards,
// barriers, a twiddle table and batches that do not fill the last workgroup.
#ifndef FFT_CODEGEN_DAG_EXAMPLE_STOCKHAM_H_
#define FFT_CODEGEN_DAG_EXAMPLE_STOCKHAM_H_

#include <complex>
#include <vector>

#include "fft/codegen/ast/kernel.h"
#include "fft/codegen/dag/butterfly.h"

namespace fft::codegen {

enum class ExampleExchange {
  kComplex,  // one complex shared array
  kHalf,     // one real shared array for the real, then the imaginary parts: values cross barriers
};

struct ExampleOptions {
  Precision precision = Precision::kSingle;  // half precision serves only as storage
  ExponentSign sign = ExponentSign::kMinus;
  ExampleExchange exchange = ExampleExchange::kComplex;
  int transforms_per_group = 4;
};

inline constexpr int kExampleLength = 32;

// Parameters: in, out (complex, packed), twiddles (exp(-2 pi i k / 32), k = 0 .. 31), count
// (int32).
Kernel ExampleStockham(const ExampleOptions& options);

// The number of workgroups that `count` transforms take.
int64_t ExampleGrid(const ExampleOptions& options, int64_t count);

std::vector<std::complex<double>> ExampleTwiddles();

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_DAG_EXAMPLE_STOCKHAM_H_
