#include "compat/fftw/copy.h"

#include <vector>

#include "gtest/gtest.h"

namespace fft::fftw {
namespace {

TEST(Copy, TurnsAMatrix) {
  const std::vector<double> from = {0, 1, 2, 3, 4, 5};
  std::vector<double> to(6, -1);
  CopyElements({{2, 3, 1}, {3, 1, 2}}, 8, from.data(), to.data());
  EXPECT_EQ(to, (std::vector<double>{0, 3, 1, 4, 2, 5}));
}

TEST(Copy, GoesBackwardsAndRepeats) {
  const std::vector<float> from = {0, 1, 2};
  std::vector<float> to(6, -1);
  CopyElements({{2, 0, 3}, {3, -1, 1}}, 4, from.data() + 2, to.data());
  EXPECT_EQ(to, (std::vector<float>{2, 1, 0, 2, 1, 0}));
}

TEST(Copy, KeepsWhatLiesBetween) {
  const std::vector<double> from = {0, 1, 2, 3};
  std::vector<double> to(8, -1);
  CopyElements({{2, 1, 2}}, 16, from.data(), to.data());
  EXPECT_EQ(to, (std::vector<double>{0, 1, -1, -1, 2, 3, -1, -1}));
}

TEST(Copy, WithoutAxesCopiesOneElement) {
  const float from = 3;
  float to = 0;
  CopyElements({}, 4, &from, &to);
  EXPECT_EQ(to, 3);
}

TEST(Copy, OrdersAxesByTheirStrides) {
  const std::vector<CopyAxis> ordered =
      OrderedForCopy({{4, 1, 5}, {1, 7, 7}, {5, 4, 1}, {2, 20, 20}});
  EXPECT_EQ(ordered, (std::vector<CopyAxis>{{2, 20, 20}, {4, 1, 5}, {5, 4, 1}}));
}

}  // namespace
}  // namespace fft::fftw
