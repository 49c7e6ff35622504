#include "fft/codegen/interp/index_ranges.h"

#include "fft/codegen/ast/builder.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace fft::codegen {
namespace {

using ::testing::Contains;
using ::testing::IsEmpty;

// data[(block * 64 + thread) * stride + 3] = 0 for `bits` wide indices.
Kernel Strided(int bits) {
  Builder b("strided");
  const Type real = Type::Real(Precision::kSingle);
  const Ex data = b.Param("data", Type::Global(real));
  const Ex stride = b.Param("stride", Type::Int(bits));
  b.SetWorkgroup(64);
  const Ex i = b.Let("i", b.BlockIndex() * 64 + b.ThreadIndex());
  b.Store(data, Cast(Type::Int(bits), i) * stride + 3, b.Real(0, Precision::kSingle));
  return b.Finish();
}

TEST(FindIndexOverflowsTest, TheLimitIsTheLastIndexOfTheLastThread) {
  // The largest index is 127 * stride + 3.
  const int64_t limit = (INT32_MAX - 3) / 127;
  EXPECT_THAT(FindIndexOverflows(Strided(32), {2, {{"stride", limit}}}), IsEmpty());
  EXPECT_THAT(FindIndexOverflows(Strided(32), {2, {{"stride", limit + 1}}}),
              Contains("i * stride + 3"));
  EXPECT_THAT(FindIndexOverflows(Strided(64), {2, {{"stride", limit + 1}}}), IsEmpty());
}

TEST(FindIndexOverflowsTest, QuotientsRemaindersAndLoops) {
  Builder b("digits");
  const Ex data = b.Param("data", Type::Global(Type::Real(Precision::kSingle)));
  const Ex n = b.Param("n", Type::Int32());
  b.SetWorkgroup(64);
  const Ex t = b.ThreadIndex();
  b.For("k", b.Int(0), n, [&](Ex k) {
    b.Store(data, (t / 8 + Min(t % 8, 5)) * 100000000 + k, b.Real(0, Precision::kSingle));
  });
  const Kernel kernel = b.Finish();
  EXPECT_THAT(FindIndexOverflows(kernel, {1, {{"n", 900000000}}}), IsEmpty());
  EXPECT_THAT(FindIndexOverflows(kernel, {1, {{"n", 950000000}}}), ::testing::SizeIs(1));
}

TEST(FindIndexOverflowsTest, ConditionsBoundVariablesInside) {
  Builder b("guarded");
  const Ex data = b.Param("data", Type::Global(Type::Real(Precision::kSingle)));
  const Ex n = b.Param("n", Type::Int32());
  b.SetWorkgroup(64);
  const Ex i = b.Let("i", b.ThreadIndex() % 32 + 1);
  const Ex zero = b.Real(0, Precision::kSingle);
  b.If(LogicalAnd(i < 8, b.ThreadIndex() < 4), [&] {
    b.Store(data, i * n, zero);
    b.Store(data, b.ThreadIndex() * n, zero);
  });
  b.Store(data, i, zero);
  const Kernel kernel = b.Finish();
  EXPECT_THAT(FindIndexOverflows(kernel, {1, {{"n", INT32_MAX / 7}}}), IsEmpty());
  EXPECT_THAT(FindIndexOverflows(kernel, {1, {{"n", INT32_MAX / 7 + 1}}}), Contains("i * n"));
}

TEST(FindIndexOverflowsTest, AnUnknownNumberMayBeAnything) {
  EXPECT_THAT(FindIndexOverflows(Strided(32), {2, {}}), ::testing::Not(IsEmpty()));
}

}  // namespace
}  // namespace fft::codegen
