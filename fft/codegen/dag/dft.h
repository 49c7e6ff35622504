// Discrete Fourier transforms as arithmetic DAGs.
#ifndef FFT_CODEGEN_DAG_DFT_H_
#define FFT_CODEGEN_DAG_DFT_H_

#include <vector>

#include "fft/codegen/dag/graph.h"

namespace fft::codegen {

struct DagComplex {
  DagId re = -1, im = -1;
};

// X[k] = sum_n x[n] exp(-2 pi i n k / N) for N = x.size() >= 1, by one of these:
//   Good-Thomas where N has coprime factors (no twiddles),
//   Cooley-Tukey with the first factor 4, or the prime, for prime powers,
//   the symmetric real form for odd primes: with a_j = x_j + x_{p-j} and b_j = x_j - x_{p-j},
//     X_k = (x_0 + sum_j cos(2 pi j k / p) a_j) - i sum_j sin(2 pi j k / p) b_j, 1 <= j <= (p-1)/2,
//     and X_{p-k} the same with + i.
std::vector<DagComplex> BuildDft(Graph* graph, const std::vector<DagComplex>& x);

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_DAG_DFT_H_
