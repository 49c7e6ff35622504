#include "fft/machine/model.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace fft {
namespace {

TEST(ModelTest, EveryTargetHasItsOwn) {
  std::set<std::string> names;
  for (const Target& target : Targets()) {
    const MachineModel& model = ModelOf(target);
    EXPECT_EQ(model.target, target.name);
    EXPECT_EQ(model.dialect, target.dialect);
    EXPECT_EQ(model.bandwidth_gbs, target.bandwidth_gbs);
    EXPECT_TRUE(names.insert(model.name).second) << model.name;
    // GPUs and CPUs have different groups of weights; both have the weights of plans.
    EXPECT_EQ(model.gpu.traffic.launch_seconds > 0, !target.is_cpu());
    EXPECT_EQ(model.host.kernel.launch_seconds > 0, target.is_cpu());
    EXPECT_GT(model.plan.workspace, 0);
  }
}

TEST(ModelTest, BandwidthTellsMachinesOfOneTargetApart) {
  Target target = *FindTarget("sm_90");
  EXPECT_STREQ(ModelOf(target).name, "h200");
  target.bandwidth_gbs = 3352;
  EXPECT_STREQ(ModelOf(target).name, "h100");
  target.bandwidth_gbs = 2000;
  EXPECT_STREQ(ModelOf(target).name, "h100");
}

TEST(ModelTest, MachinesOfATargetHaveItsModels) {
  for (const Target& target : Targets()) {
    const std::vector<Target> machines = MachinesOf(target);
    EXPECT_EQ(machines.size(), target.name == "sm_90" ? 2u : 1u);
    EXPECT_EQ(std::count(machines.begin(), machines.end(), target), 1) << "the table's entry";
    for (const Target& machine : machines) {
      EXPECT_EQ(ModelOf(machine).bandwidth_gbs, machine.bandwidth_gbs);
    }
  }
  Target unknown = *FindTarget("sm_80");
  unknown.name = "tiny";
  EXPECT_EQ(MachinesOf(unknown), std::vector<Target>{unknown});
}

TEST(ModelTest, AnUnknownTargetHasTheFirstOfItsDialect) {
  for (const char* name : {"sm_80", "gfx942", "host"}) {
    Target target = *FindTarget(name);
    target.name = "tiny";
    EXPECT_EQ(ModelOf(target).dialect, target.dialect);
  }
}

TEST(ModelTest, WhatAFileDoesNotSayIsAnotherFiles) {
  const GpuModel& h200 = ModelOf(*FindTarget("sm_90")).gpu;
  const GpuModel& a100 = ModelOf(*FindTarget("sm_80")).gpu;
  const GpuModel& mi300 = ModelOf(*FindTarget("gfx942")).gpu;
  EXPECT_EQ(h200.rows.pass, a100.rows.pass);
  EXPECT_EQ(h200.share.columns, mi300.share.columns);
  EXPECT_EQ(h200.search.doubt, 0);
  EXPECT_GT(a100.search.doubt, 0);
  EXPECT_GT(mi300.search.doubt, 0);
  EXPECT_GT(a100.convolution.pass, mi300.convolution.pass);
}

}  // namespace
}  // namespace fft
