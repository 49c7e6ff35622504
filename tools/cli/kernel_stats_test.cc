#include "tools/cli/kernel_stats.h"

#include "gtest/gtest.h"

namespace fft::cli {
namespace {

Target SmallMachine() {
  Target target;
  target.wavefront = 64;
  target.register_file = 65536;
  target.simd_units = 4;
  target.register_granule = 8;
  target.max_waves = 40;
  target.lds_bytes = 65536;
  return target;
}

KernelFigures Kernel(int threads, int64_t registers, int64_t lds_bytes) {
  KernelFigures figures;
  figures.kernel.threads = threads;
  figures.kernel.lds_bytes = lds_bytes;
  figures.stats.registers = registers;
  return figures;
}

TEST(OccupancyTest, IsLimitedByTheScarcestResource) {
  const Target target = SmallMachine();
  EXPECT_EQ(Occupancy(Kernel(64, 16, 0), target), 1);         // 40 waves
  EXPECT_EQ(Occupancy(Kernel(64, 128, 0), target), 0.2);      // 2 waves per SIMD unit: 8 waves
  EXPECT_EQ(Occupancy(Kernel(64, 121, 0), target), 0.2);      // takes 128 registers, too
  EXPECT_EQ(Occupancy(Kernel(256, 16, 32768), target), 0.2);  // 2 workgroups of 4 waves
  EXPECT_EQ(Occupancy(Kernel(1024, 16, 0), target), 0.8);     // 2 workgroups of 16 waves
  EXPECT_EQ(Occupancy(Kernel(64, 16, 100000), target), 0);    // does not fit
}

// A multiprocessor has 228 KiB, and CUDA takes 1 KiB more for each workgroup. So seven workgroups
// of 32 KiB do not fit.
TEST(OccupancyTest, CountsWhatUnitsKeepForThemselves) {
  const Target target = FindTarget("sm_90").value();
  EXPECT_EQ(Occupancy(Kernel(256, 32, 32 << 10), target), 0.75);
  EXPECT_EQ(Occupancy(Kernel(1024, 32, 113 << 10), target), 1);
  EXPECT_EQ(Occupancy(Kernel(1024, 32, 227 << 9), target), 0.5);
}

// The registers of a compute unit are divided among its four SIMD units. Each SIMD unit holds whole
// wavefronts.
TEST(OccupancyTest, CountsWholeWavefronts) {
  const Target target = FindTarget("sm_90").value();
  EXPECT_EQ(Occupancy(Kernel(96, 128, 0), target), 15.0 / 64);
  EXPECT_EQ(Occupancy(Kernel(96, 136, 0), target), 12.0 / 64);
}

TEST(KindsTextTest, OneLinePerKind) {
  KernelFigures row = Kernel(64, 24, 1024), column = Kernel(64, 128, 2048);
  column.kernel.spec.tiling = Tiling::kColCol;
  column.kernel.spec.large_twiddle = {2, 8, {0}};
  column.stats.spilled_registers = 3;
  EXPECT_EQ(KindsText({row, column, row}, SmallMachine()),
            "kernels  VGPRs  SGPRs    LDS  spills  scratch  least occ. %  most occ. %  kind\n"
            "      1    128      0  2 KiB       3      0 B            20           20  "
            "stockham sbcc none half twiddled\n"
            "      2     24      0  1 KiB       0      0 B           100          100  "
            "stockham sbrr none half\n"
            "      3    128      0  2 KiB       3      0 B            20          100  all\n");
}

}  // namespace
}  // namespace fft::cli
