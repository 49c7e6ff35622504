#include "fft/kernels/tables/quarter_order.h"

#include "fft/base/status.h"

namespace fft::kernels {
namespace {

// 1/8 modulo an odd n.
int64_t EighthModulo(int64_t n) {
  int64_t eighth = 1 % n;
  for (int i = 0; i < 3; ++i) eighth = eighth % 2 == 0 ? eighth / 2 : (eighth + n) / 2;
  return eighth % n;
}

int32_t InputCode(int64_t r, int64_t n, bool is_sine) {
  // The a with 0 < a < 8n that is 1 modulo 8 and r modulo n.
  const int64_t turns = (r - 1 % n + n) % n * EighthModulo(n) % n;
  int64_t a = 1 + 8 * turns;
  bool is_negative = false;
  if (a > 4 * n) a = 8 * n - a;  // f(-a) = f(a)
  if (a > 2 * n) {               // f(4n - a) = -f(a)
    a = 4 * n - a;
    is_negative = true;
  }
  const int64_t j = (a - 1) / 2;
  return static_cast<int32_t>(2 * (is_sine ? n - 1 - j : j) + (is_negative ? 1 : 0));
}

// The code of y[k], which is made of G[m] or of its conjugate.
int32_t OutputCode(int64_t k, int64_t n, bool is_conjugate, bool is_sine) {
  const int64_t eighths = n % 8 * ((2 * k + 1) % 8) % 8;  // 1, 3, 5 or 7
  bool re = eighths == 3 || eighths == 5;                 // cos < 0
  bool im = eighths > 4;                                  // sin < 0
  if (is_conjugate) im = !im;
  if (is_sine && k % 2 != 0) {
    re = !re;
    im = !im;
  }
  return static_cast<int32_t>(4 * k + (re ? 1 : 0) + (im ? 2 : 0));
}

}  // namespace

std::vector<int32_t> QuarterOrder(int64_t n, bool is_sine) {
  FFT_CHECK(n % 2 != 0);
  std::vector<int32_t> order(2 * n + 1, 0);
  for (int64_t r = 0; r < n; ++r) order[r] = InputCode(r, n, is_sine);
  const int64_t eighth = EighthModulo(n);
  for (int64_t k = 0; k < n; ++k) {
    const int64_t m = (2 * k + 1) % n * eighth % n;
    const bool is_conjugate = m > n / 2;
    const int64_t element = is_conjugate ? n - m : m;
    order[n + 2 * element + (is_conjugate ? 1 : 0)] = OutputCode(k, n, is_conjugate, is_sine);
  }
  return order;
}

}  // namespace fft::kernels
