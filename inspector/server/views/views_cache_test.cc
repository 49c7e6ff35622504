#include "inspector/server/views/views_cache.h"

#include "fft/rtc/cache/kernel_bundle.h"
#include "gtest/gtest.h"

namespace fft::inspector {
namespace {

TEST(CacheViewTest, ListsKernelsAndCounts) {
  rtc::BundledKernel kernel;
  kernel.key = {"k1", "host", "g++ 12", "abc"};
  kernel.kernel.object = {"12345", "", 7.5};
  rtc::CacheCounters counters;
  counters.compiles = 3;
  const auto view = CacheView(rtc::PackKernels({kernel}), counters, "ok");
  ASSERT_TRUE(view.ok()) << view.status();
  EXPECT_EQ((*view)["status"], "ok");
  EXPECT_EQ((*view)["counters"]["compiles"], 3);
  EXPECT_EQ((*view)["code_bytes"], 5);
  EXPECT_EQ((*view)["kernels"], Json::parse(R"([{"name": "k1", "arch": "host", "compiler": "g++ 12",
                             "generator": "abc", "code_bytes": 5, "compile_ms": 7.5}])"));
  EXPECT_FALSE(CacheView("nonsense", counters, "ok").ok());
}

}  // namespace
}  // namespace fft::inspector
