// The public headers compile alone. They include neither JSON nor the library's inner headers
// (tools/check_includes.py lists all that they include).
#include "fft/fft.h"

#ifdef INCLUDE_NLOHMANN_JSON_HPP_
#error "fft/fft.h includes nlohmann/json.hpp; that is for fft/fft_json.h"
#endif

#if defined(FFT_CORE_PLAN_NODE_H_) || defined(FFT_CORE_KERNEL_SHAPE_H_) || \
    defined(FFT_CORE_LAYOUT_H_) || defined(FFT_PLAN_PLANNER_H_)
#error "fft/fft.h includes what plans are made of; programs need none of it"
#endif

#include "fft/fft_json.h"
#include "gtest/gtest.h"

namespace fft {
namespace {

TEST(PublicHeader, TellsOfAPlanWithoutADevice) {
  Problem problem;
  problem.lengths = {96, 64, 48};
  const auto report = ReportFor("gfx90a", problem, {}, {.trees = 2});
  ASSERT_TRUE(report.ok()) << report.status();
  ASSERT_EQ(report->trees.size(), 2u);
  EXPECT_EQ(report->trees[0].planner.decisions[0].transform, "[96:3072:3072 64:48:48 48:1:1]");
  EXPECT_EQ(report->kernels.size(), report->trees[0].kernels.size());
  EXPECT_EQ(ToJson(*report)["token"], report->token);
}

TEST(PublicHeader, RunsACandidateOfAReport) {
  const auto context = Context::Create({.device = "host", .system_cache_path = "none"});
  ASSERT_TRUE(context.ok()) << context.status();
  Problem problem;
  problem.lengths = {64};
  const auto report = ReportPlans(problem, (*context)->target(), {}, {.trees = 3});
  ASSERT_TRUE(report.ok()) << report.status();
  ASSERT_GT(report->ranked.size(), 1u);
  for (const int rank : {0, static_cast<int>(report->ranked.size()) - 1}) {
    const auto plan = (*context)->MakePlan(*report, rank);
    ASSERT_TRUE(plan.ok()) << plan.status();
    std::vector<float> in(128, 0), out(128, 0);
    std::vector<char> workspace((*plan)->workspace_bytes() + 256);
    in[0] = 1;
    void* const aligned =
        reinterpret_cast<void*>((reinterpret_cast<uintptr_t>(workspace.data()) + 255) / 256 * 256);
    ASSERT_TRUE((*plan)
                    ->Execute({.in = in.data(),
                               .out = out.data(),
                               .workspace = aligned,
                               .workspace_bytes = (*plan)->workspace_bytes()})
                    .ok());
    for (int k = 0; k < 64; ++k) EXPECT_NEAR(out[2 * k], 1, 1e-5) << rank;
  }
  EXPECT_FALSE((*context)->MakePlan(*report, 1000000).ok());
  const auto other = ReportFor("gfx90a", problem);
  ASSERT_TRUE(other.ok());
  EXPECT_EQ((*context)->MakePlan(*other, 0).status().message(),
            "report.target is gfx90a; allowed: host");
}

}  // namespace
}  // namespace fft
