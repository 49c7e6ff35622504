#include "fft/codegen/dag/dft.h"

#include <cmath>
#include <complex>
#include <vector>

#include "fft/codegen/dag/program.h"
#include "fft/codegen/dag/root_of_unity.h"
#include "gtest/gtest.h"

namespace fft::codegen {
namespace {

using Complex = std::complex<long double>;

TEST(RootOfUnityTest, IsExactWhereARootIs) {
  EXPECT_EQ(RootOfUnity(0, 7), Complex(1, 0));
  EXPECT_EQ(RootOfUnity(1, 4), Complex(0, 1));
  EXPECT_EQ(RootOfUnity(9, 18), Complex(-1, 0));
  EXPECT_EQ(RootOfUnity(3, 4), Complex(0, -1));
  EXPECT_EQ(RootOfUnity(1, 6).real(), 0.5L);
  EXPECT_EQ(RootOfUnity(5, 12).imag(), 0.5L);
  EXPECT_EQ(RootOfUnity(1, 8).real(), RootOfUnity(1, 8).imag());
}

TEST(RootOfUnityTest, IsSymmetricToTheBit) {
  for (int n = 1; n <= 64; ++n) {
    for (int k = -n; k <= 2 * n; ++k) {
      const Complex root = RootOfUnity(k, n);
      EXPECT_EQ(std::conj(root), RootOfUnity(-k, n));
      EXPECT_EQ(root, RootOfUnity(3 * k, 3 * n));
      const long double angle = 2 * 3.14159265358979323846L * k / n;
      EXPECT_LT(std::abs(root - Complex(std::cos(angle), std::sin(angle))), 2e-17L)
          << k << "/" << n;
    }
  }
}

std::vector<long double> TestSignal(int count) {
  std::vector<long double> values;
  for (int i = 0; i < count; ++i) values.push_back(std::sin(1.0L + 3.7L * i * i) + 0.01L * i);
  return values;
}

Program DftProgram(int n, Fusion fusion) {
  Graph graph;
  std::vector<DagComplex> x;
  for (int j = 0; j < n; ++j) x.push_back({graph.Input(2 * j), graph.Input(2 * j + 1)});
  std::vector<DagId> outputs;
  for (const DagComplex& value : BuildDft(&graph, x)) {
    outputs.push_back(value.re);
    outputs.push_back(value.im);
  }
  return BuildProgram(graph, 2 * n, outputs, fusion);
}

void ExpectIsDft(int n, Fusion fusion) {
  const std::vector<long double> in = TestSignal(2 * n);
  const std::vector<long double> out = Evaluate(DftProgram(n, fusion), in);
  for (int k = 0; k < n; ++k) {
    Complex sum = 0;
    for (int j = 0; j < n; ++j) {
      sum += Complex(in[2 * j], in[2 * j + 1]) * std::conj(RootOfUnity(j * k, n));
    }
    EXPECT_LT(std::abs(sum - Complex(out[2 * k], out[2 * k + 1])), 1e-16L)
        << "n " << n << " k " << k;
  }
}

TEST(DftTest, AgreesWithTheDefinition) {
  for (int n = 1; n <= 32; ++n) {
    ExpectIsDft(n, Fusion::kNone);
    ExpectIsDft(n, Fusion::kFma);
  }
}

TEST(DftTest, FusionNeverAddsInstructions) {
  for (int n = 2; n <= 32; ++n) {
    EXPECT_LE(DftProgram(n, Fusion::kFma).code.size(), DftProgram(n, Fusion::kNone).code.size());
  }
}

}  // namespace
}  // namespace fft::codegen
