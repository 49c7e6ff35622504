#include "fft/tree/plan_node.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "fft/base/json.h"
#include "gtest/gtest.h"

namespace fft {
namespace {

PlanNode Leaf(Dim axis, Dims loops) {
  PlanNode leaf;
  leaf.axes = {axis};
  leaf.loops = std::move(loops);
  return leaf;
}

TEST(DescribeShape, CountsInWords) {
  KernelShape shape;
  shape.factors = {5, 5};
  shape.threads_per_transform = 5;
  KernelChoice choice;
  choice.shape = shape;
  EXPECT_EQ(DescribeShape(choice), "5x5, 5 threads for 1 transform");
  shape.threads_per_transform = 1;
  shape.transforms_per_group = 2;
  choice.shape = shape;
  EXPECT_EQ(DescribeShape(choice), "5x5, 2 threads for 2 transforms");
  PlaneShape plane;
  plane.x_factors = {4};
  plane.y_factors = {2, 2};
  plane.threads = 1;
  plane.planes_per_group = 1;
  choice.shape = plane;
  EXPECT_EQ(DescribeShape(choice), "4 by 2x2, 1 thread for 1 plane");
}

// A transform of 32 = 4 * 8 points by columns and rows, batch 2.
PlanNode Tree() {
  PlanNode root;
  root.scheme = SchemeKind::kL1dCc;
  root.axes = {{32, 1, 1}};
  root.loops = {{2, 32, 32}};
  root.children = {Leaf({4, 8, 8}, {{2, 32, 32}, {8, 1, 1}}),
                   Leaf({8, 1, 4}, {{2, 32, 32}, {4, 8, 1}})};
  root.children[0].large_twiddle = {32, 1};
  root.children[1].scale = 0.5;
  for (PlanNode* node : {&root, &root.children[0], &root.children[1]}) SetOutputLengths(node);
  return root;
}

TEST(PlanNode, OrdersShapesByStride) {
  const PlanNode rows = Tree().children[1];
  EXPECT_EQ(rows.InputShape(), (std::vector<int64_t>{2, 4, 8}));
  EXPECT_EQ(rows.InputStrides(), (std::vector<int64_t>{32, 8, 1}));
  EXPECT_EQ(rows.OutputShape(), (std::vector<int64_t>{2, 8, 4}));
  EXPECT_EQ(rows.OutputStrides(), (std::vector<int64_t>{32, 4, 1}));
}

// Trees whose nodes have different output lengths are not equal. A node with wrong output lengths
// is refused.
TEST(PlanNode, StoresWhatItWrites) {
  PlanNode tree = Tree();
  EXPECT_EQ(tree.output_lengths, (std::vector<int64_t>{2, 32}));
  EXPECT_EQ(tree.children[1].output_lengths, (std::vector<int64_t>{2, 8, 4}));
  EXPECT_TRUE(CheckOutputLengths(tree).ok());
  tree.children[1].output_lengths = {2, 4, 8};
  EXPECT_NE(tree, Tree());
  const absl::Status status = CheckOutputLengths(tree);
  EXPECT_TRUE(absl::IsInternal(status)) << status;
  EXPECT_NE(status.message().find("output_lengths 2 x 4 x 8 and writes 2 x 8 x 4"),
            std::string::npos)
      << status;
}

// A leaf of reals writes half a spectrum.
TEST(PlanNode, OutputLengthsCountElementsOfTheOutput) {
  PlanNode leaf = Leaf({8, 1, 1}, {{3, 8, 5}});
  leaf.in_side.format = AxisFormat::kReal;
  leaf.out_side.format = AxisFormat::kHermitian;
  SetOutputLengths(&leaf);
  EXPECT_EQ(leaf.output_lengths, (std::vector<int64_t>{3, 5}));
}

TEST(PlanNode, OneElementHasAShape) {
  const PlanNode one = Leaf({1, 1, 1}, {});
  EXPECT_EQ(one.InputShape(), (std::vector<int64_t>{1}));
  EXPECT_EQ(one.OutputStrides(), (std::vector<int64_t>{1}));
}

TEST(PlanNode, LeavesComeInExecutionOrder) {
  const PlanNode tree = Tree();
  PlanNode outer;
  outer.scheme = SchemeKind::k2dRc;
  outer.children = {tree, Leaf({5, 1, 1}, {})};
  const std::vector<const PlanNode*> leaves = Leaves(outer);
  ASSERT_EQ(leaves.size(), 3u);
  EXPECT_EQ(leaves[0], &outer.children[0].children[0]);
  EXPECT_EQ(leaves[1], &outer.children[0].children[1]);
  EXPECT_EQ(leaves[2], &outer.children[1]);
}

TEST(PlanNode, PrintsAsOneLine) {
  EXPECT_EQ(ToString(Tree()),
            "(L1D_CC [32:1:1] x[2:32:32] (STOCKHAM [4:8:8] x[2:32:32 8:1:1] tw32@1) "
            "(STOCKHAM [8:1:4] x[2:32:32 4:8:1] scale0.5))");
  EXPECT_EQ(ToString(SchemeKind::kL1dCr), "L1D_CR");
  EXPECT_EQ(ToString(SchemeKind::k3dRtrt), "3D_RTRT");
}

// The inspector writes programs, in which it derives a scheme's enumerator from its name.
TEST(PlanNode, SchemesAreNamedAsTheirEnumerators) {
  const std::pair<std::string, std::string> names[] = {
#define SCHEME_KIND(id, name, work) {#id, name},
#include "fft/tree/scheme_kinds.def"
#undef SCHEME_KIND
  };
  for (const auto& [enumerator, name] : names) {
    std::string expected = "k";
    for (const std::string& word : std::vector<std::string>(absl::StrSplit(name, '_'))) {
      absl::StrAppend(&expected, word.substr(0, 1), absl::AsciiStrToLower(word.substr(1)));
    }
    EXPECT_EQ(enumerator, expected) << name;
  }
}

TEST(PlanNode, ExportsStableIds) {
  const Json json = ToJson(Tree());
  EXPECT_EQ(json["id"], "0");
  EXPECT_EQ(json["children"][1]["id"], "0.1");
  EXPECT_EQ(json["children"][0]["large_twiddle"].dump(), R"({"length":32,"loop":1})");
  EXPECT_TRUE(json["children"][1]["large_twiddle"].is_null());
  EXPECT_EQ(json["children"][1]["lengths"].dump(), "[2,4,8]");
  EXPECT_EQ(json["children"][1]["output_lengths"].dump(), "[2,8,4]");
  EXPECT_EQ(json["children"][1]["out_strides"].dump(), "[32,4,1]");
  for (const char* key : {"scheme", "in_strides", "axes", "loops", "applies_scale", "scale"}) {
    EXPECT_TRUE(json.contains(key)) << key;
  }
}

}  // namespace
}  // namespace fft
