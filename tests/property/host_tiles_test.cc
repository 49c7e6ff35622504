// Checks that kernels of tiles of any width are written as LLVM IR. The last lanes of a tile may
// fill a part of a vector, and half a vector holds pairs of reals.
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "fft/exec/pipeline.h"
#include "fft/kernels/generate.h"
#include "gtest/gtest.h"

namespace fft {
namespace {

TEST(HostTilesTest, EveryWidthIsWritten) {
  const Target host = *FindTarget("host");
  int written = 0;
  for (int length = 2; length <= 16; ++length) {
    for (int batch = 1; batch <= 40; ++batch) {
      for (const char* arrays : {"single_ip", "double_ip", "double_op"}) {
        const std::string token =
            absl::StrCat("complex_forward_len_", length, "_", arrays, "_batch_", batch);
        SCOPED_TRACE(token);
        const auto plan = DescribePlan(*ParseToken(token), host, {});
        ASSERT_TRUE(plan.ok()) << plan.status();
        for (const kernels::PlannedKernel& kernel : plan->kernels) {
          const auto source = kernels::GenerateSource(kernel.spec, Dialect::kHostLlvm, nullptr);
          ASSERT_TRUE(source.ok()) << source.status();
          EXPECT_TRUE(absl::StrContains(*source, "define")) << *source;
          ++written;
        }
      }
    }
  }
  EXPECT_GE(written, 15 * 40 * 3);
}

}  // namespace
}  // namespace fft
