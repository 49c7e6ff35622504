#include "fft/codegen/passes/reverse_groups.h"

#include <vector>

#include "fft/codegen/ast/builder.h"
#include "fft/codegen/ast/print.h"
#include "fft/codegen/ast/verify.h"
#include "fft/codegen/emit/emit.h"
#include "fft/codegen/interp/interpreter.h"
#include "fft/codegen/passes/pipeline.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace fft::codegen {
namespace {

using testing::HasSubstr;

// out[2 b + t] = group + 10 t, where `group` is 100 b for workgroup b. The pass would choose the
// name `group` itself.
Kernel Example() {
  Builder b("example");
  const Ex out = b.Param("out", Type::Global(Type::Real(Precision::kSingle)));
  b.SetWorkgroup(2);
  const Ex group = b.Let("group", b.BlockIndex() * 100);
  const Ex value = group + b.ThreadIndex() * 10;
  b.Store(out, b.BlockIndex() * 2 + b.ThreadIndex(), Cast(Type::Real(Precision::kSingle), value));
  return b.Finish();
}

std::vector<double> Outputs(const Kernel& kernel, int64_t groups) {
  std::vector<double> out(2 * groups, -1);
  const auto report = Interpret(kernel, groups, {View(out, Precision::kSingle)});
  EXPECT_TRUE(report.ok()) << report.status();
  EXPECT_TRUE(report.ok() && report->ok());
  return out;
}

TEST(ReverseGroups, TheFirstDoesWhatTheLastDid) {
  const Kernel reversed = ReverseGroups(Example());
  ASSERT_TRUE(Verify(reversed).ok()) << Verify(reversed) << Print(reversed);
  // Every element gets the same value as before the pass.
  EXPECT_EQ(Outputs(reversed, 3), (std::vector<double>{0, 10, 100, 110, 200, 210}));
  EXPECT_EQ(Outputs(reversed, 3), Outputs(Example(), 3));
  EXPECT_THAT(Print(reversed), HasSubstr("blocks - 1 - block"));
  EXPECT_EQ(Outputs(reversed, 1), Outputs(Example(), 1));
}

TEST(ReverseGroups, AKernelThatDoesNotAskIsUnchanged) {
  Builder b("constant");
  const Ex out = b.Param("out", Type::Global(Type::Real(Precision::kSingle)));
  b.SetWorkgroup(1);
  b.Store(out, b.Int(0), b.Real(1, Precision::kSingle));
  const Kernel kernel = b.Finish();
  EXPECT_EQ(ReverseGroups(kernel).body, kernel.body);
}

TEST(ReverseGroups, DialectsOfGpusSayHowManyGroupsThereAre) {
  for (Dialect dialect : {Dialect::kCuda, Dialect::kHip}) {
    const auto lowered = LowerForDialect(ReverseGroups(Example()), dialect);
    ASSERT_TRUE(lowered.ok()) << lowered.status();
    EXPECT_THAT(EmitSource(*lowered, dialect), HasSubstr("(int)gridDim.x - 1 - (int)blockIdx.x"));
  }
}

TEST(ReverseGroups, HostKernelsDoNotKnowHowManyGroupsThereAre) {
  EXPECT_FALSE(LowerForDialect(ReverseGroups(Example()), Dialect::kHostCpp).ok());
}

}  // namespace
}  // namespace fft::codegen
