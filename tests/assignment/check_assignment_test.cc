#include "tests/assignment/check_assignment.h"

#include <string>

#include "fft/assign/search.h"
#include "fft/core/layout.h"
#include "fft/core/target.h"
#include "fft/plan/planner.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace fft::testing {
namespace {

using ::testing::HasSubstr;

// A machine whose kernels hold at most 16 points, so that short transforms need several kernels.
Target TinyTarget() {
  Target target = *FindTarget("host");
  target.lds_bytes = 256;
  return target;
}

// One problem with a plan of two steps through a temporary.
class ObjectionTest : public ::testing::Test {
 protected:
  void SetUp() override {
    options_.scheme = SchemeKind::kL1dCc;
    const PlanNode tree = *MakePlanTree(problem_, TinyTarget(), options_, nullptr);
    const SearchResult found = *AssignBuffers(problem_, tree, TinyTarget(), options_);
    candidate_ = found.candidates.front();
    ASSERT_EQ(candidate_.steps.size(), 2u);
    ASSERT_EQ(Check(), "");
  }

  std::string Check() const { return Objection(problem_, options_, candidate_); }

  // Replaces the placement of the edge between the two steps.
  void Between(const EdgePlacement& edge) {
    candidate_.steps[0].out = edge;
    candidate_.steps[1].in = edge;
  }

  const Problem problem_ = *ParseToken(
      "complex_forward_len_32_double_op_batch_2_istride_2_CI_ostride_3_CI_idist_70_odist_100");
  PlanOptions options_;
  Candidate candidate_;
};

TEST_F(ObjectionTest, NamesReadsAndWritesOfOtherStrides) {
  Candidate good = candidate_;
  candidate_.steps[0].in.layout = Layout::Packed(64);
  EXPECT_EQ(Check(), "the input is read as {64:1}");
  candidate_ = good;
  candidate_.steps[1].out.layout = OutputLayout(problem_);
  EXPECT_EQ(Check(), "");
  candidate_.steps[1].out.layout = Layout::Packed(64);
  EXPECT_EQ(Check(), "the output is written as {64:1}");
  candidate_ = good;
  candidate_.steps[1].in.padded = true;
  EXPECT_EQ(Check(), "step 0: the next step reads something else");
  candidate_.steps.clear();
  EXPECT_EQ(Check(), "there are no steps");
}

TEST_F(ObjectionTest, NamesWritesOfTheInput) {
  Between(candidate_.steps[0].in);
  EXPECT_EQ(Check(), "step 0: writes the input");
  options_.allow_input_overwrite = true;
  EXPECT_EQ(Check(), "");
}

TEST_F(ObjectionTest, NamesWritesBetweenTheUsersElements) {
  EdgePlacement packed = candidate_.steps[1].out;
  packed.layout = Layout::Packed(64);
  Between(packed);
  EXPECT_THAT(Check(), HasSubstr("step 0: leaves the user's strides: {64:1}"));
  options_.allow_gap_overwrite = true;
  EXPECT_EQ(Check(), "");
  packed.layout = Layout::Packed(1000);
  Between(packed);
  EXPECT_THAT(Check(), HasSubstr("leaves the user's strides"));
}

TEST_F(ObjectionTest, NamesWhatDoesNotFit) {
  Candidate good = candidate_;
  candidate_.workspace_bytes -= 1;
  EXPECT_THAT(Check(), HasSubstr("a temporary ends at byte 1024 of 1023"));
  candidate_ = good;
  candidate_.temp_offsets.clear();
  EXPECT_THAT(Check(), HasSubstr("a temporary has no place"));
  candidate_ = good;
  candidate_.steps[0].loops.front().out_stride = 100000;
  EXPECT_THAT(Check(), HasSubstr("step 0: reaches"));
}

}  // namespace
}  // namespace fft::testing
