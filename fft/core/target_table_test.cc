#include <set>

#include "fft/base/json.h"
#include "fft/core/target.h"
#include "gtest/gtest.h"

namespace fft {
namespace {

TEST(Targets, HoldTheKnownMachines) {
  std::set<std::string> names;
  for (const Target& target : Targets()) names.insert(target.name);
  EXPECT_EQ(names, (std::set<std::string>{"gfx906", "gfx908", "gfx90a", "gfx942", "gfx1030",
                                          "gfx1100", "sm_80", "sm_90", "host"}));
}

TEST(Targets, HavePlausibleFigures) {
  for (const Target& target : Targets()) {
    SCOPED_TRACE(target.name);
    EXPECT_GE(target.lds_bytes, 64 << 10);
    EXPECT_GE(target.max_threads, 1024);
    EXPECT_EQ(target.max_threads % target.wavefront, 0);
    EXPECT_GT(target.bandwidth_gbs, 0);
    EXPECT_GT(target.l2_bytes, 0);
    EXPECT_GT(target.compute_units, 0);
    EXPECT_GE(target.min_workgroup_threads, 1);
    EXPECT_GE(target.tile_row_bytes, 64);
    EXPECT_FALSE(target.description.empty());
  }
}

TEST(FindTarget, KnowsNamesAndAliases) {
  EXPECT_EQ(FindTarget("H200")->name, "sm_90");
  EXPECT_EQ(FindTarget("h100")->name, "sm_90");
  EXPECT_EQ(FindTarget("MI250")->name, "gfx90a");
  EXPECT_EQ(FindTarget("gfx1030")->wavefront, 32);
  EXPECT_EQ(FindTarget("sm_90")->bandwidth_gbs, 4800);
  EXPECT_EQ(FindTarget("host")->dialect, Dialect::kHostCpp);
}

TEST(FindTarget, ListsTheKnownNames) {
  const auto target = FindTarget("gfx9000");
  EXPECT_EQ(target.status().code(), absl::StatusCode::kNotFound);
  const std::string message(target.status().message());
  EXPECT_EQ(message.rfind("target is gfx9000; allowed: gfx906, gfx908, gfx90a,", 0), 0u) << message;
  EXPECT_NE(message.find("H200"), std::string::npos);
}

TEST(TargetForArch, DropsFeaturesAndTakesTheNearestOlder) {
  EXPECT_EQ(TargetForArch("gfx90a:sramecc+:xnack-")->name, "gfx90a");
  EXPECT_EQ(TargetForArch("sm_90a")->name, "sm_90");
  EXPECT_EQ(TargetForArch("sm_86")->name, "sm_80");
  EXPECT_EQ(TargetForArch("sm_120")->name, "sm_90");
  EXPECT_EQ(TargetForArch("sm_75").status().code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(TargetForArch("gfx803").status().code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(TargetForArch("").status().code(), absl::StatusCode::kNotFound);
}

TEST(TargetJson, HoldsTheRow) {
  const Json json = ToJson(*FindTarget("gfx90a"));
  EXPECT_EQ(json["name"], "gfx90a");
  EXPECT_EQ(json["dialect"], "hip");
  EXPECT_EQ(json["lds_bytes"], 65536);
  EXPECT_EQ(json["channels"]["units"], 32);
  EXPECT_EQ(json["relay_bytes"], 0);
  EXPECT_EQ(json["ahead_bytes"], 0);
  EXPECT_EQ(json.size(), 25u);
}

TEST(TargetTable, DialectsHaveNames) {
  EXPECT_EQ(ToString(Dialect::kHip), "hip");
  EXPECT_EQ(ToString(Dialect::kCuda), "cuda");
  EXPECT_EQ(ToString(Dialect::kCudaPtx), "cuda_ptx");
  EXPECT_EQ(ToString(Dialect::kHostCpp), "host");
  EXPECT_EQ(ToString(Dialect::kHostLlvm), "host_llvm");
}

}  // namespace
}  // namespace fft
