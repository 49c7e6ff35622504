#include "fft/kernels/tables/convolution_tables.h"

#include <utility>

#include "fft/base/status.h"
#include "fft/base/worker_thread.h"
#include "fft/core/convolution.h"
#include "fft/kernels/tables/root_table.h"
#include "fft/kernels/tables/table_transform.h"

namespace fft::kernels {
namespace {

// The fewest points of a table that are worth a thread, at some nanoseconds each.
constexpr int64_t kLeastShare = 1 << 14;

template <typename Real>
std::vector<std::complex<Real>> ScaledTransform(std::vector<std::complex<Real>> x) {
  std::vector<std::complex<Real>> values = TableTransform(std::move(x));
  for (std::complex<Real>& value : values) value /= static_cast<Real>(values.size());
  return values;
}

}  // namespace

template <typename Real>
std::vector<std::complex<Real>> Chirp(int64_t n) {
  const RootTable<Real> root(2 * n);
  std::vector<std::complex<Real>> chirp(n);
  ShareOut(n, kLeastShare, [&](int64_t begin, int64_t end) {
    for (int64_t j = begin; j < end; ++j) {
      chirp[j] = root(static_cast<int64_t>(static_cast<__int128>(j) * j % (2 * n)));
    }
  });
  return chirp;
}

template <typename Real>
std::vector<std::complex<Real>> ChirpFilter(int64_t n, int64_t m) {
  FFT_CHECK(m >= 2 * n - 1);
  std::vector<std::complex<Real>> periodic = Chirp<Real>(n);
  periodic.resize(m);
  for (int64_t j = 0; j < n; ++j) {
    periodic[j] = std::conj(periodic[j]);
    if (j > 0) periodic[m - j] = periodic[j];
  }
  return ScaledTransform(std::move(periodic));
}

std::vector<int32_t> GeneratorPermutation(int64_t p) {
  std::vector<int32_t> permutation = GeneratorPowers(p);
  permutation.push_back(1);
  for (int64_t q = p - 2; q > 0; --q) permutation.push_back(permutation[q]);
  permutation.resize(3 * (p - 1));
  for (int64_t q = 0; q + 1 < p; ++q) {
    permutation[2 * (p - 1) + permutation[q] - 1] = static_cast<int32_t>(q);
  }
  return permutation;
}

template <typename Real>
std::vector<std::complex<Real>> RaderFilter(int64_t p) {
  const std::vector<int32_t> permutation = GeneratorPermutation(p);
  const RootTable<Real> root(p);
  std::vector<std::complex<Real>> roots;
  roots.reserve(p - 1);
  for (int64_t q = 0; q + 1 < p; ++q) roots.push_back(root(permutation[p - 1 + q]));
  return ScaledTransform(std::move(roots));
}

template std::vector<std::complex<double>> Chirp(int64_t);
template std::vector<std::complex<long double>> Chirp(int64_t);
template std::vector<std::complex<double>> ChirpFilter(int64_t, int64_t);
template std::vector<std::complex<long double>> ChirpFilter(int64_t, int64_t);
template std::vector<std::complex<double>> RaderFilter(int64_t);
template std::vector<std::complex<long double>> RaderFilter(int64_t);

}  // namespace fft::kernels
