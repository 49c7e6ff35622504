// Tests of kernels as LLVM's intermediate representation.

#include <string>
#include <vector>

#include "fft/codegen/ast/builder.h"
#include "fft/codegen/dag/butterfly.h"
#include "fft/codegen/emit/emit.h"
#include "fft/codegen/passes/pipeline.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace fft::codegen {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr Type kReal = Type::Real(Precision::kSingle);
constexpr Type kComplex = Type::Complex(Precision::kSingle);

std::string Ir(Builder& b) {
  const auto lowered = LowerForDialect(b.Finish(), Dialect::kHostLlvm);
  EXPECT_TRUE(lowered.ok()) << lowered.status();
  return lowered.ok() ? EmitSource(*lowered, Dialect::kHostLlvm) : "";
}

// out[i] = factor * in[i] for i = block * threads + t.
std::string ScaleIr(int threads, Aliasing aliasing) {
  Builder b("scale");
  const Ex in = b.Param("in", Type::ConstGlobal(kReal), aliasing);
  const Ex out = b.Param("out", Type::Global(kReal), aliasing);
  b.SetWorkgroup(threads);
  const Ex t = b.Let("t", b.BlockIndex() * threads + b.ThreadIndex());
  b.Store(out, t, Load(in, t) * 2.0);
  return Ir(b);
}

TEST(LlvmIrTest, ModulesAreMarkedAndHaveTheKernelsName) {
  const std::string text = ScaleIr(16, Aliasing::kRestrict);
  EXPECT_THAT(text, StartsWith("; LLVM IR\n"));
  EXPECT_THAT(text, HasSubstr("define void @scale(ptr %args, i32 %first_block, i32 %end_block)"));
  EXPECT_THAT(text, HasSubstr("define void @scale_direct(ptr %a0, ptr %a1, i64 %none2, i64 %none3, "
                              "ptr %values, i32 %blocks)"));
  EXPECT_THAT(text, HasSubstr("ptr noalias %p.out"));
}

// The first four arguments are passed singly, and the others in an array. A real is passed as an
// integer of the same bits.
TEST(LlvmIrTest, ArgumentsByValueComeInRegistersFirst) {
  Builder b("many");
  const Ex out = b.Param("out", Type::Global(kReal));
  const Ex factor = b.Param("factor", kReal);
  const Ex a = b.Param("a", Type::Int32()), c = b.Param("c", Type::Int32());
  const Ex d = b.Param("d", Type::Int32()), e = b.Param("e", Type::Int32());
  b.Store(out, a + c + d + e, factor);
  const std::string text = Ir(b);
  EXPECT_THAT(text, HasSubstr("@many_direct(ptr %a0, i32 %bits1, i32 %a2, i32 %a3, ptr %values"));
  EXPECT_THAT(text, HasSubstr("%a1 = bitcast i32 %bits1 to float"));
  EXPECT_THAT(text, HasSubstr("getelementptr inbounds i64, ptr %values, i64 1"));
}

TEST(LlvmIrTest, LanesAreVectors) {
  const std::string text = ScaleIr(64, Aliasing::kRestrict);
  EXPECT_THAT(text, HasSubstr("load <16 x float>"));
  EXPECT_THAT(text, HasSubstr("store <16 x float>"));
  EXPECT_THAT(text, Not(HasSubstr("load <8 x float>")));
}

// With 20 lanes the second vector runs lanes 4 to 19 where running lanes twice does no harm; else
// narrower vectors run lanes 16 to 19.
TEST(LlvmIrTest, TheLastLanesAreComputedTwiceOrNarrower) {
  const std::string apart = ScaleIr(20, Aliasing::kRestrict);
  EXPECT_THAT(apart, HasSubstr("load <16 x float>"));
  EXPECT_THAT(apart, HasSubstr(", i32 4\n"));
  EXPECT_THAT(apart, Not(HasSubstr("load <4 x float>")));
  const std::string in_place = ScaleIr(20, Aliasing::kMayAlias);
  EXPECT_THAT(in_place, HasSubstr("load <16 x float>"));
  EXPECT_THAT(in_place, HasSubstr("load <4 x float>"));
  EXPECT_THAT(in_place, Not(HasSubstr("noalias %p.out")));
}

// Parts of complex numbers are loaded together and taken apart in registers.
TEST(LlvmIrTest, ComplexNumbersAreNotGathered) {
  Builder b("conjugate");
  const Ex in = b.Param("in", Type::ConstGlobal(kComplex));
  const Ex out = b.Param("out", Type::Global(kComplex));
  b.SetWorkgroup(16);
  const Ex t = b.Let("t", b.BlockIndex() * 16 + b.ThreadIndex());
  const Ex x = b.Let("x", Load(in, t));
  b.Store(out, t, MakeComplex(Re(x), -Im(x)));
  const std::string text = Ir(b);
  EXPECT_THAT(text, HasSubstr("load <16 x float>"));
  EXPECT_THAT(text, HasSubstr("shufflevector <16 x float>"));
  EXPECT_THAT(text, Not(HasSubstr("gather")));
}

// Sixteen neighbouring complex numbers are prefetched as two cache lines. Elements in rows that lie
// far apart are not prefetched.
TEST(LlvmIrTest, LinesAreAskedForAhead) {
  const auto ahead = [](int64_t step) {
    Builder b("ahead");
    const Ex in = b.Param("in", Type::ConstGlobal(kComplex));
    const Ex out = b.Param("out", Type::Global(kComplex));
    b.SetWorkgroup(16);
    b.Prefetch(in, b.ThreadIndex() * step + 1000, Access::kReadOnly);
    b.Store(out, b.ThreadIndex(), Load(in, b.ThreadIndex() * step));
    return Ir(b);
  };
  const std::string text = ahead(1), call = "call void @llvm.prefetch.p0(ptr";
  EXPECT_THAT(text, HasSubstr("i32 0, i32 2, i32 1)"));
  const size_t first = text.find(call), second = text.find(call, first + 1);
  ASSERT_NE(second, std::string::npos);
  EXPECT_EQ(text.find(call, second + 1), std::string::npos);
  EXPECT_THAT(ahead(100), Not(HasSubstr(call)));
}

size_t CountOf(const std::string& text, const std::string& part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

// One thread computes a butterfly of four points, which has sums such as x0 - x2 + i (x1 - x3).
std::string OneThreadIr(ExponentSign sign, int radix = 4) {
  Builder b("butterfly");
  const Ex in = b.Param("in", Type::ConstGlobal(kComplex));
  const Ex out = b.Param("out", Type::Global(kComplex));
  b.SetWorkgroup(1);
  const Ex first = b.Let("first", b.BlockIndex() * radix);
  std::vector<ComplexEx> points;
  for (int i = 0; i < radix; ++i) {
    const Ex x = b.Let("x", Load(in, first + i));
    points.push_back({b.Let("re", Re(x)), b.Let("im", Im(x))});
  }
  const std::vector<ComplexEx> result = EmitButterfly(b, sign, points);
  for (int i = 0; i < radix; ++i) b.Store(out, first + i, MakeComplex(result[i].re, result[i].im));
  return Ir(b);
}

// The kernel has eight sums of complex numbers. In two of them a summand is multiplied by i or -i.
TEST(LlvmIrTest, OneThreadComputesBothPartsAtOnce) {
  for (const ExponentSign sign : {ExponentSign::kMinus, ExponentSign::kPlus}) {
    const std::string text = OneThreadIr(sign);
    EXPECT_EQ(CountOf(text, "load <2 x float>"), 4u) << text;
    EXPECT_EQ(CountOf(text, "store <2 x float>"), 4u);
    EXPECT_EQ(CountOf(text, "<i32 1, i32 0>"), 1u);
    EXPECT_EQ(CountOf(text, " = call contract <2 x float> @llvm.fmuladd.v2f32"), 2u);
    EXPECT_EQ(
        CountOf(text, "fadd contract <2 x float>") + CountOf(text, "fsub contract <2 x float>"),
        6u);
    EXPECT_THAT(text, Not(HasSubstr("extractelement")));
    EXPECT_THAT(text, Not(HasSubstr("load float")));
  }
}

// The text of a kernel with four lanes of four points each. A lane's points lie four elements apart
// in memory; its outputs lie in a row.
std::string FewLanesIr() {
  Builder b("few");
  const Ex in = b.Param("in", Type::ConstGlobal(kComplex));
  const Ex out = b.Param("out", Type::Global(kComplex));
  b.SetWorkgroup(4);
  std::vector<ComplexEx> points;
  for (int i = 0; i < 4; ++i) {
    const Ex x = b.Let("x", Load(in, b.ThreadIndex() + 4 * i));
    points.push_back({b.Let("re", Re(x)), b.Let("im", Im(x))});
  }
  const std::vector<ComplexEx> result = EmitButterfly(b, ExponentSign::kMinus, points);
  for (int i = 0; i < 4; ++i) {
    b.Store(out, b.ThreadIndex() * 4 + i, MakeComplex(result[i].re, result[i].im));
  }
  return Ir(b);
}

// Points of the lanes are next to each other, so nothing is taken apart. Rows are transposed in
// two stages of four shuffles.
TEST(LlvmIrTest, FewLanesComputeBothPartsAtOnce) {
  const std::string text = FewLanesIr();
  EXPECT_EQ(CountOf(text, "load <8 x float>"), 4u) << text;
  EXPECT_EQ(CountOf(text, "store <8 x float>"), 4u);
  EXPECT_EQ(CountOf(text, "= shufflevector"), 1u + 8u);
  EXPECT_EQ(CountOf(text, "fadd contract <8 x float>") + CountOf(text, "fsub contract <8 x float>"),
            6u);
  EXPECT_THAT(text, Not(HasSubstr("phi i32 [ 0,")));  // lanes that make one vector need no loop
}

// A rotation by a quarter turn exchanges the parts of what is added, once for both signs, and no
// parts of unlike numbers meet. Butterflies of 5 points have two such rotations.
TEST(LlvmIrTest, OneThreadSwapsOnceARotation) {
  for (const ExponentSign sign : {ExponentSign::kMinus, ExponentSign::kPlus}) {
    for (const int fives : {1, 2, 3}) {
      const std::string text = OneThreadIr(sign, 5 * fives);
      const size_t rotations_of_three = fives == 3 ? 5 : 0;
      EXPECT_EQ(CountOf(text, "<i32 1, i32 0>"), 2u * fives + rotations_of_three) << text;
      EXPECT_THAT(text, Not(HasSubstr("extractelement")));
      EXPECT_THAT(text, Not(HasSubstr("insertelement")));
    }
  }
}

// The body of a short kernel without loops is a part of both entry points.
TEST(LlvmIrTest, ShortBodiesAreInlined) {
  EXPECT_THAT(OneThreadIr(ExponentSign::kMinus, 4), HasSubstr("#1 = { alwaysinline "));
  EXPECT_THAT(OneThreadIr(ExponentSign::kMinus, 32), HasSubstr("#1 = { noinline "));
  EXPECT_THAT(ScaleIr(64, Aliasing::kRestrict), HasSubstr("#1 = { noinline ")) << "a loop";
}

TEST(LlvmIrTest, OneThreadOfUnlikeValuesStaysScalar) {
  Builder b("unlike");
  const Ex in = b.Param("in", Type::ConstGlobal(kReal));
  const Ex out = b.Param("out", Type::Global(kReal));
  b.SetWorkgroup(1);
  const Ex at = b.Let("at", b.BlockIndex() * 8);
  const Ex x = b.Let("x", Load(in, at)), y = b.Let("y", Load(in, at + 5));
  b.Store(out, at, x * y);
  b.Store(out, at + 1, x + y);
  EXPECT_THAT(Ir(b), Not(HasSubstr("<2 x float>")));
}

// A value that is loaded after a store into the same array may be the stored value.
TEST(LlvmIrTest, OneThreadLoadsNothingAheadOfStoresThatItFollows) {
  Builder b("follows");
  const Ex data = b.Param("data", Type::Global(kComplex));
  b.SetWorkgroup(1);
  const Ex at = b.Let("at", b.BlockIndex() * 8);
  for (int i = 0; i < 4; ++i) {
    const Ex x = b.Let("x", Load(data, at + i)), y = b.Let("y", Load(data, at + (i + 1)));
    b.Store(data, at + (i + 1), MakeComplex(Re(x) + Re(y), Im(x) + Im(y)));
  }
  EXPECT_THAT(Ir(b), Not(HasSubstr("<2 x float>")));
}

// With a stride that only an argument tells, each lane's complex number is loaded whole, and the
// numbers are transposed; there is no gather.
TEST(LlvmIrTest, RowsOfAnArgumentsStrideAreTransposed) {
  Builder b("rows");
  const Ex in = b.Param("in", Type::ConstGlobal(kComplex));
  const Ex out = b.Param("out", Type::Global(kComplex));
  const Ex stride = b.Param("stride", Type::Int32());
  b.SetWorkgroup(16);
  b.Store(out, b.ThreadIndex(), Load(in, b.ThreadIndex() * stride));
  const std::string text = Ir(b);
  EXPECT_THAT(text, HasSubstr("load <2 x float>"));
  EXPECT_THAT(text, Not(HasSubstr("gather")));
}

// The kernel copies columns in blocks of 16. The last block may have fewer columns. Columns begin
// `step` elements apart.
std::string RestIr(int64_t step) {
  Builder b("rest");
  const Ex in = b.Param("in", Type::ConstGlobal(kComplex));
  const Ex out = b.Param("out", Type::Global(kComplex));
  const Ex count = b.Param("count", Type::Int32());
  b.SetWorkgroup(16);
  const Ex first = b.Let("first", b.BlockIndex() * 16);
  b.If(first + b.ThreadIndex() < count, [&] {
    const Ex at = (first + b.ThreadIndex()) * step;
    b.Store(out, at, Load(in, at));
  });
  return Ir(b);
}

TEST(LlvmIrTest, LanesBeyondTheRestAreMasked) {
  const std::string text = RestIr(1);
  EXPECT_THAT(text, HasSubstr("load <16 x float>"));  // whole blocks
  EXPECT_THAT(text, HasSubstr("call <16 x float> @llvm.masked.load.v16f32.p0(ptr"));
  EXPECT_THAT(text, HasSubstr("call void @llvm.masked.store.v16f32.p0(<16 x float>"));
  EXPECT_THAT(text, HasSubstr("i32 7, i32 7>"));  // the last lanes of the first half
  EXPECT_THAT(text, Not(HasSubstr("load <4 x float>")));
  EXPECT_THAT(text, Not(HasSubstr("load float")));
}

// Where the lanes' elements lie in rows of their own, lanes beyond the end load and store the row
// of the last lane.
TEST(LlvmIrTest, LanesBeyondTheRestAreTheLastOne) {
  const std::string text = RestIr(100);
  EXPECT_THAT(text, HasSubstr("load <2 x float>"));
  EXPECT_THAT(text, HasSubstr("i32 15, i32 "));
  EXPECT_THAT(text, HasSubstr("select i1"));
  EXPECT_THAT(text, Not(HasSubstr("masked")));
  EXPECT_THAT(text, Not(HasSubstr("load float")));
}

TEST(LlvmIrTest, LargeScratchIsTheLoaders) {
  const auto with_scratch = [](int64_t count) {
    Builder b("scratch");
    const Ex out = b.Param("out", Type::Global(kReal));
    const Ex shared = b.Shared("shared", kReal, count);
    b.SetWorkgroup(16);
    b.Store(shared, b.ThreadIndex(), b.Real(1, Precision::kSingle));
    b.Barrier();
    b.Store(out, b.ThreadIndex(), Load(shared, 15 - b.ThreadIndex()));
    return Ir(b);
  };
  EXPECT_THAT(with_scratch(1000), Not(HasSubstr("fft_scratch")));
  EXPECT_THAT(with_scratch(100000), HasSubstr("declare ptr @fft_scratch(i64)"));
}

}  // namespace
}  // namespace fft::codegen
