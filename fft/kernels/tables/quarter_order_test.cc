#include "fft/kernels/tables/quarter_order.h"

#include <complex>
#include <numbers>
#include <set>

#include "fft/core/real_transforms.h"
#include "gtest/gtest.h"

namespace fft::kernels {
namespace {

using Complex = std::complex<long double>;

TEST(QuarterOrder, MakesTheTransformOfOddLengths) {
  for (const bool is_sine : {false, true}) {
    for (int64_t n = 1; n < 60; n += 2) {
      const std::vector<int32_t> order = QuarterOrder(n, is_sine);
      std::vector<long double> x, y(n, 1e9);
      for (int64_t j = 0; j < n; ++j) x.push_back(static_cast<long double>(j * j % 13) - 4);
      std::set<int32_t> taken;
      for (int64_t m = 0; 2 * m <= n; ++m) {
        Complex g = 0;
        for (int64_t r = 0; r < n; ++r) {
          const long double value = x[order[r] >> 1] * ((order[r] & 1) != 0 ? -1 : 1);
          g += value * std::polar(1.0L, -2 * std::numbers::pi_v<long double> * (m * r % n) / n);
          taken.insert(order[r] >> 1);
        }
        for (int64_t e = n + 2 * m; e < n + 2 * m + (m == 0 ? 1 : 2); ++e) {
          const long double re = (order[e] & 1) != 0 ? -g.real() : g.real();
          const long double im = (order[e] & 2) != 0 ? -g.imag() : g.imag();
          y[order[e] >> 2] = std::numbers::sqrt2_v<long double> * (re + im);
        }
      }
      EXPECT_EQ(std::ssize(taken), n);
      const auto expected = RealTransform(is_sine ? AxisKind::kDst4 : AxisKind::kDct4, x);
      for (int64_t k = 0; k < n; ++k) {
        EXPECT_NEAR(static_cast<double>(y[k]), static_cast<double>(expected[k]), 1e-9)
            << n << " " << k << " " << is_sine;
      }
    }
  }
}

}  // namespace
}  // namespace fft::kernels
