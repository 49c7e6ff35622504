// Times chains on the host beside FFTW's two transforms with a loop between them.
//
//   g++ -O3 -march=native -std=c++17 -I. bench/chain_fftw.cc -lfft -lfftw3f -lfftw3 -o chain_fftw
//   ./chain_fftw single real 4096 32 padded
//
// The arguments are the precision, the elements, the lengths ("4096" or "512x512"), the batch and
// "padded" or "whole". Padded rows of N points hold N/2 numbers, and N/2 numbers of the result are
// stored; FFTW's rows are padded before. FFTW transforms all rows at once, or row after row with
// the loop between, whichever is faster. Executions alternate, and the least times count. The line
// that is printed has the token, the milliseconds of the chain, of FFTW at once and of FFTW row
// after row, how many times as fast the chain is, and the L2 norm of the difference.
#include <fftw3.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "fft/fft.hpp"
#include "tests/support/fftw_functions.h"

namespace {

struct Case {
  bool is_real = true;
  std::vector<int> lengths;
  int batch = 1;
  bool is_padded = false;
  std::string token;
};

// Milliseconds that a call takes.
template <typename Call>
double Milliseconds(const Call& call) {
  const auto start = std::chrono::steady_clock::now();
  call();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
      .count();
}

// Two transforms of FFTW, of `batch` rows or planes each.
template <typename Real>
class Transforms {
 public:
  using Fftw = fft::testing::Fftw<Real>;
  using Complex = typename Fftw::Complex;
  using Dims = std::vector<typename Fftw::Dim>;

  Transforms(const Case& what, int batch, Real* in, Complex* spectra, Real* out)
      : is_real_(what.is_real) {
    const int rank = static_cast<int>(what.lengths.size());
    // Packed arrays, whose last lengths are `last_in` and `last_out`.
    const auto dims = [&](int last_in, int last_out) {
      Dims all(rank + 1);
      std::ptrdiff_t in_stride = 1, out_stride = 1;
      for (int axis = rank; axis >= 0; --axis) {
        const bool is_last = axis == rank;
        const int n = axis == 0 ? batch : what.lengths[axis - 1];
        all[axis] = {n, in_stride, out_stride};
        in_stride *= is_last ? last_in : n;
        out_stride *= is_last ? last_out : n;
      }
      return all;
    };
    const int last = what.lengths.back(), half = last / 2 + 1;
    constexpr unsigned kFlags = FFTW_MEASURE;
    if (is_real_) {
      const Dims forth = dims(last, half), back = dims(half, last);
      forth_ = Fftw::kPlanRealForward(rank, &forth[1], 1, &forth[0], in, spectra, kFlags);
      back_ = Fftw::kPlanRealInverse(rank, &back[1], 1, &back[0], spectra, out,
                                     kFlags | FFTW_DESTROY_INPUT);
      return;
    }
    const Dims all = dims(last, last);
    forth_ = Fftw::kPlanComplex(rank, &all[1], 1, &all[0], reinterpret_cast<Complex*>(in), spectra,
                                FFTW_FORWARD, kFlags);
    back_ = Fftw::kPlanComplex(rank, &all[1], 1, &all[0], spectra, reinterpret_cast<Complex*>(out),
                               FFTW_BACKWARD, kFlags | FFTW_DESTROY_INPUT);
  }

  void Forth(Real* in, Complex* spectra) const {
    if (is_real_) return Fftw::kExecuteRealForward(forth_, in, spectra);
    Fftw::kExecuteComplex(forth_, reinterpret_cast<Complex*>(in), spectra);
  }
  void Back(Complex* spectra, Real* out) const {
    if (is_real_) return Fftw::kExecuteRealInverse(back_, spectra, out);
    Fftw::kExecuteComplex(back_, spectra, reinterpret_cast<Complex*>(out));
  }

 private:
  const bool is_real_;
  typename Fftw::Plan forth_, back_;
};

template <typename Real>
void Multiply(std::complex<Real>* x, const std::vector<std::complex<Real>>& spectrum, Real scale) {
  for (size_t i = 0; i < spectrum.size(); ++i) {
    const std::complex<Real> s = spectrum[i];
    x[i] = {(x[i].real() * s.real() - x[i].imag() * s.imag()) * scale,
            (x[i].real() * s.imag() + x[i].imag() * s.real()) * scale};
  }
}

// An allocator of memory as aligned as fftw_malloc's, so that FFTW's plans use vectors. All rows
// are as aligned, because they have at least 512 numbers.
template <typename T>
struct Aligned {
  using value_type = T;
  Aligned() = default;
  template <typename Other>
  Aligned(const Aligned<Other>&) {}  // NOLINT: allocators convert to each other
  T* allocate(size_t count) { return static_cast<T*>(fftw_malloc(count * sizeof(T))); }
  void deallocate(T* memory, size_t) { fftw_free(memory); }
  friend bool operator==(const Aligned&, const Aligned&) { return true; }
  friend bool operator!=(const Aligned&, const Aligned&) { return false; }
};
template <typename T>
using AlignedVector = std::vector<T, Aligned<T>>;

template <typename Real>
std::vector<Real> Drawn(size_t count) {
  std::vector<Real> numbers(count);
  for (Real& x : numbers) x = static_cast<Real>(std::rand()) / RAND_MAX - Real{0.5};
  return numbers;
}

template <typename Real>
void Time(const Case& what) {
  using Complex = std::complex<Real>;
  const fft::context device("host:1");
  const fft::chain chain(device, what.token);
  const size_t components = what.is_real ? 1 : 2, batch = what.batch;
  size_t points = 1;
  for (const int length : what.lengths) points *= length;
  const size_t held = what.is_padded ? points / 2 : points;  // numbers in memory for each row
  const size_t elements = chain.spectra_bytes() / sizeof(Complex);
  std::vector<Complex> spectrum(elements);
  AlignedVector<Complex> between(batch * elements);
  const std::vector<Real> parts = Drawn<Real>(2 * elements),
                          in = Drawn<Real>(batch * held * components);
  for (size_t i = 0; i < elements; ++i) spectrum[i] = {parts[2 * i], parts[2 * i + 1]};
  const size_t row = points * components, held_row = held * components;
  AlignedVector<Real> out(in.size()), padded(batch * row), result(batch * row);
  auto* const spectra =
      reinterpret_cast<typename fft::testing::Fftw<Real>::Complex*>(between.data());
  fftw_set_timelimit(5);
  fftwf_set_timelimit(5);
  const Transforms<Real> all(what, what.batch, padded.data(), spectra, result.data());
  const Transforms<Real> one(what, 1, padded.data(), spectra, result.data());
  std::fill(padded.begin(), padded.end(), Real{0});
  for (size_t b = 0; b < batch; ++b) {
    std::copy_n(in.data() + b * held_row, held_row, padded.data() + b * row);
  }
  const Real scale = Real{1} / static_cast<Real>(points);
  double ours = HUGE_VAL, at_once = HUGE_VAL, by_row = HUGE_VAL;
  constexpr double kMilliseconds = 3000;
  constexpr int kLeastRounds = 4;
  double spent = 0;
  for (int round = 0; round < kLeastRounds || spent < kMilliseconds; ++round) {
    const double chained =
        Milliseconds([&] { chain.execute(in.data(), out.data(), spectrum.data()); });
    const double rows = Milliseconds([&] {
      for (size_t b = 0; b < batch; ++b) {
        one.Forth(padded.data() + b * row, spectra);
        Multiply(between.data(), spectrum, scale);
        one.Back(spectra, result.data() + b * row);
      }
    });
    const double whole = Milliseconds([&] {
      all.Forth(padded.data(), spectra);
      for (size_t b = 0; b < batch; ++b) Multiply(between.data() + b * elements, spectrum, scale);
      all.Back(spectra, result.data());
    });
    ours = std::min(ours, chained);
    by_row = std::min(by_row, rows);
    at_once = std::min(at_once, whole);
    spent += chained + rows + whole;
  }
  double error = 0, norm = 0;
  for (size_t i = 0; i < out.size(); ++i) {
    const double expected = result[i / held_row * row + i % held_row];
    error += (out[i] - expected) * (out[i] - expected);
    norm += expected * expected;
  }
  std::printf("%s,%.5f,%.5f,%.5f,%.2f,%.1e\n", what.token.c_str(), ours, at_once, by_row,
              std::min(at_once, by_row) / ours, std::sqrt(error / norm));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 6) {
    std::fprintf(stderr,
                 "usage: chain_fftw single|double real|complex LENGTHS BATCH padded|whole\n");
    return 1;
  }
  const std::string precision = argv[1], elements = argv[2], lengths = argv[3], batch = argv[4];
  Case what;
  what.is_real = elements == "real";
  what.batch = std::atoi(argv[4]);
  what.is_padded = std::string(argv[5]) == "padded";
  std::string joined = lengths;
  std::replace(joined.begin(), joined.end(), 'x', '_');
  for (const char* at = lengths.c_str(); at != nullptr; at = std::strchr(at, 'x')) {
    if (*at == 'x') ++at;
    what.lengths.push_back(std::atoi(at));
  }
  what.token = elements + "_convolve_len_" + joined + "_" + precision + "_op_batch_" + batch;
  if (what.is_padded) {
    const std::string half = std::to_string(what.lengths.back() / 2);
    what.token += "_irange_0_" + half + "_orange_0_" + half;
  }
  precision == "double" ? Time<double>(what) : Time<float>(what);
  return 0;
}
