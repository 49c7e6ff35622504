// Tests of the passes that change how arrays are stored: split_planar and store_narrow.
#include <complex>
#include <vector>

#include "fft/codegen/ast/builder.h"
#include "fft/codegen/ast/print.h"
#include "fft/codegen/ast/verify.h"
#include "fft/codegen/interp/interpreter.h"
#include "fft/codegen/passes/split_planar.h"
#include "fft/codegen/passes/store_narrow.h"
#include "gtest/gtest.h"

namespace fft::codegen {
namespace {

// out[2 i] = conj(in[i]) * 3, out[2 i + 1] = in[i].
Kernel Example() {
  Builder b("example");
  const Type complex = Type::Complex(Precision::kSingle);
  const Ex in = b.Param("in", Type::ConstGlobal(complex));
  const Ex out = b.Param("out", Type::Global(complex));
  b.SetWorkgroup(4);
  const Ex i = b.ThreadIndex();
  const Ex x = b.Let("x", Load(in, i));
  b.If(i < 3, [&] {
    b.Store(out, i * 2, MakeComplex(Re(x) * 3.0, -Im(x)));
    b.Store(out, i * 2 + 1, x);
  });
  return b.Finish();
}

const std::vector<std::complex<double>> kInput = {{1, 2}, {3, -4}, {0.5, 0}, {9, 9}};

TEST(SplitPlanarTest, InputAndOutput) {
  const Kernel kernel = SplitPlanar(SplitPlanar(Example(), "in"), "out");
  ASSERT_TRUE(Verify(kernel).ok()) << Verify(kernel) << Print(kernel);
  ASSERT_EQ(kernel.params.size(), 4u);
  EXPECT_EQ(kernel.params[1].name, "in_imag");
  EXPECT_EQ(kernel.params[3].name, "out_imag");
  EXPECT_EQ(kernel.params[3].type, Type::Global(Type::Real(Precision::kSingle)));
  std::vector<double> in_re, in_im, out_re(6), out_im(6);
  for (const auto& x : kInput) {
    in_re.push_back(x.real());
    in_im.push_back(x.imag());
  }
  const auto report =
      Interpret(kernel, 1,
                {View(in_re, Precision::kSingle), View(in_im, Precision::kSingle),
                 View(out_re, Precision::kSingle), View(out_im, Precision::kSingle)});
  ASSERT_TRUE(report.ok()) << report.status();
  EXPECT_TRUE(report->ok());
  EXPECT_EQ(out_re, (std::vector<double>{3, 1, 9, 3, 1.5, 0.5}));
  EXPECT_EQ(out_im, (std::vector<double>{-2, 2, 4, -4, 0, 0}));
}

// in[9] does not exist: a prefetch of it is no access.
TEST(SplitPlanarTest, PrefetchesFollowTheArrays) {
  Builder b("ahead");
  const Ex in = b.Param("in", Type::ConstGlobal(Type::Complex(Precision::kSingle)));
  b.SetWorkgroup(1);
  b.Prefetch(in, b.Int(9), Access::kReadOnly);
  const Kernel kernel = b.Finish();
  const Kernel planar = StoreNarrow(SplitPlanar(kernel, "in"), "in", Precision::kHalf);
  ASSERT_TRUE(Verify(planar).ok()) << Verify(planar);
  EXPECT_NE(Print(planar).find("prefetch in[9]\n  prefetch in_imag[9]"), std::string::npos)
      << Print(planar);
  const Kernel half = StoreNarrow(kernel, "in", Precision::kHalf);
  ASSERT_TRUE(Verify(half).ok()) << Verify(half);
  std::vector<std::complex<double>> one = {{1, 2}};
  const auto report = Interpret(kernel, 1, {View(one, Precision::kSingle)});
  ASSERT_TRUE(report.ok()) << report.status();
  EXPECT_TRUE(report->ok());
}

TEST(SplitPlanarTest, OneSideOnly) {
  const Kernel kernel = SplitPlanar(Example(), "out");
  ASSERT_TRUE(Verify(kernel).ok()) << Verify(kernel);
  ASSERT_EQ(kernel.params.size(), 3u);
  EXPECT_EQ(kernel.params[0].type, Type::ConstGlobal(Type::Complex(Precision::kSingle)));
}

TEST(SplitPlanarTest, AbsentParameterChangesNothing) {
  const Kernel before = Example();
  const Kernel after = SplitPlanar(before, "twiddles");
  EXPECT_EQ(after.body, before.body);
  EXPECT_EQ(after.params, before.params);
}

TEST(StoreNarrowTest, RoundsStoresAndWidensLoads) {
  const Kernel kernel =
      StoreNarrow(StoreNarrow(Example(), "in", Precision::kHalf), "out", Precision::kHalf);
  ASSERT_TRUE(Verify(kernel).ok()) << Verify(kernel) << Print(kernel);
  std::vector<std::complex<double>> in = kInput, out(6);
  in[1] = {1 + 0x1p-11, 0};  // halfway between two half-precision numbers: rounds to even, 1
  const auto report =
      Interpret(kernel, 1, {View(in, Precision::kHalf), View(out, Precision::kHalf)});
  ASSERT_TRUE(report.ok()) << report.status();
  EXPECT_EQ(out[1], (std::complex<double>{1, 2}));
  EXPECT_EQ(out[3], (std::complex<double>{1, 0}));
  EXPECT_EQ(out[2], (std::complex<double>{3, 0}));
}

TEST(StoreNarrowTest, BfloatsKeepEightBits) {
  const Kernel kernel =
      StoreNarrow(StoreNarrow(Example(), "in", Precision::kBfloat16), "out", Precision::kBfloat16);
  ASSERT_TRUE(Verify(kernel).ok()) << Verify(kernel) << Print(kernel);
  std::vector<std::complex<double>> in = kInput, out(6);
  in[1] = {1 + 0x1p-8, 0};
  const auto report =
      Interpret(kernel, 1, {View(in, Precision::kBfloat16), View(out, Precision::kBfloat16)});
  ASSERT_TRUE(report.ok()) << report.status();
  EXPECT_EQ(out[3], (std::complex<double>{1, 0}));
}

TEST(StoreNarrowTest, DoubleIsLeftAlone) {
  Builder b("wide");
  const Ex data = b.Param("data", Type::Global(Type::Real(Precision::kDouble)));
  b.Store(data, b.Int(0), b.Real(1, Precision::kDouble));
  const Kernel before = b.Finish();
  const Kernel after = StoreNarrow(before, "data", Precision::kHalf);
  EXPECT_EQ(after.params, before.params);
  EXPECT_EQ(after.body, before.body);
}

}  // namespace
}  // namespace fft::codegen
