#include "fft/assign/placement.h"

#include "fft/base/json.h"
#include "fft/core/layout.h"
#include "gtest/gtest.h"

namespace fft {
namespace {

Step MakeStep() {
  Step step;
  step.leaf = 1;
  step.in = {Buffer::kUserIn, ArrayFormat::kComplexInterleaved, Layout::Packed(32), false};
  step.out = {Buffer::kTemp0, ArrayFormat::kComplexInterleaved, Layout({{8, 1}, {4, 9}}), true};
  step.axes = {{8, 1, 1}};
  step.loops = {{4, 8, 9}};
  return step;
}

TEST(PlacementJson, StepsHoldBothSides) {
  Candidate candidate;
  candidate.steps = {MakeStep()};
  candidate.scores = {0, 2, 1, 0, 0};
  candidate.pass = 1;
  candidate.workspace_bytes = 512;
  candidate.temp_offsets = {0};
  const Json json = ToJson(candidate);
  EXPECT_EQ(json["scores"].dump(),
            R"({"fused":0,"buffers":2,"padded":1,"in_place":0,"type_changes":0,"input_writes":0})");
  EXPECT_EQ(json["temp_offsets"].dump(), "[0]");
  const Json& step = json["steps"][0];
  EXPECT_EQ(step["leaf"], 1);
  EXPECT_EQ(step["in"]["buffer"], "USER_IN");
  EXPECT_EQ(step["out"]["buffer"], "TEMP0");
  EXPECT_EQ(step["out"]["padded"], true);
  EXPECT_EQ(step["out"]["layout"]["digits"].dump(),
            R"([{"length":8,"stride":1},{"length":4,"stride":9}])");
  EXPECT_EQ(step["lengths"].dump(), "[4,8]");
  EXPECT_EQ(step["in_strides"].dump(), "[8,1]");
  EXPECT_EQ(step["out_strides"].dump(), "[9,1]");
  EXPECT_EQ(step["in_place"], false);
}

TEST(PlacementJson, TracesNest) {
  PlacementTrace root;
  root.branches.push_back(std::make_unique<PlacementTrace>());
  root.branches[0]->leaf = 0;
  root.branches[0]->out_buffer = Buffer::kTemp1;
  root.branches[0]->refusal = "because";
  const Json json = ToJson(root);
  EXPECT_EQ(json["leaf"], -1);
  EXPECT_EQ(json["branches"][0]["out_buffer"], "TEMP1");
  EXPECT_EQ(json["branches"][0]["refusal"], "because");
  EXPECT_EQ(json["branches"][0]["branches"].size(), 0u);
}

TEST(Buffers, HaveNames) {
  EXPECT_EQ(ToString(Buffer::kUserIn), "USER_IN");
  EXPECT_EQ(ToString(Buffer::kUserOut), "USER_OUT");
  EXPECT_EQ(ToString(Buffer::kTemp0), "TEMP0");
  EXPECT_EQ(ToString(Buffer::kTemp1), "TEMP1");
}

}  // namespace
}  // namespace fft
