#include "fft/codegen/passes/call_callbacks.h"

#include <complex>
#include <vector>

#include "fft/codegen/ast/builder.h"
#include "fft/codegen/ast/print.h"
#include "fft/codegen/ast/verify.h"
#include "fft/codegen/emit/emit.h"
#include "fft/codegen/interp/interpreter.h"
#include "fft/codegen/passes/pipeline.h"
#include "fft/codegen/passes/split_planar.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace fft::codegen {
namespace {

using ::testing::HasSubstr;

const Type kComplex = Type::Complex(Precision::kSingle);
const Type kReal = Type::Real(Precision::kSingle);

// out[i] = i in[i] for complex numbers, i the imaginary unit.
Kernel Example() {
  Builder b("example");
  const Ex in = b.Param("in", Type::ConstGlobal(kComplex));
  const Ex out = b.Param("out", Type::Global(kComplex));
  b.SetWorkgroup(2);
  const Ex x = b.Let("x", Load(in, b.ThreadIndex()));
  b.Store(out, b.ThreadIndex(), MakeComplex(-Im(x), Re(x)));
  return b.Finish();
}

Kernel WithBoth(Type element) {
  return CallOnStore(CallOnLoad(Example(), "in", {"LOAD\n", element}), "out", {"STORE\n", element});
}

TEST(CallCallbacksTest, ReplacesLoadsAndStores) {
  const Kernel kernel = WithBoth(kComplex);
  EXPECT_TRUE(Verify(kernel).ok()) << Verify(kernel);
  EXPECT_EQ(
      Print(kernel),
      R"(kernel example(in: const global complex<single>*, out: global complex<single>*, load_user: global void* may_alias, store_user: global void* may_alias) workgroup 2
{
  let x: complex<single> = call_load(in, thread, load_user)
  call_store(out, thread, complex(-im(x), re(x)), store_user)
}
)");
}

// A kernel with callbacks prefetches nothing, since only the callback knows which data it loads.
TEST(CallCallbacksTest, NothingIsAskedForAhead) {
  Builder b("ahead");
  const Ex in = b.Param("in", Type::ConstGlobal(kComplex));
  const Ex out = b.Param("out", Type::Global(kComplex));
  b.SetWorkgroup(2);
  b.Prefetch(in, b.ThreadIndex() + 2, Access::kReadOnly);
  b.Prefetch(out, b.ThreadIndex() + 2, Access::kReadWrite);
  b.Store(out, b.ThreadIndex(), Load(in, b.ThreadIndex()));
  const Kernel plain = b.Finish();
  EXPECT_THAT(Print(plain), HasSubstr("prefetch in[thread + 2]"));
  EXPECT_THAT(Print(plain), HasSubstr("prefetch_to_store out[thread + 2]"));
  const Kernel kernel =
      CallOnStore(CallOnLoad(plain, "in", {"LOAD\n", kComplex}), "out", {"STORE\n", kComplex});
  EXPECT_TRUE(Verify(kernel).ok()) << Verify(kernel);
  EXPECT_THAT(Print(kernel), testing::Not(HasSubstr("prefetch")));
}

TEST(CallCallbacksTest, TheInterpreterCallsTheModels) {
  using Complex = std::complex<double>;
  std::vector<Complex> in = {{1, 2}, {3, 4}}, out(2);
  InterpOptions options;
  options.load_callback = [](Complex value, int64_t offset) {
    return value + Complex(0, 8. * offset);
  };
  options.store_callback = [](Complex value, int64_t offset) { return value * (offset + 1.0); };
  const BufferView user{Type::Void(), nullptr, 0};
  const auto report =
      Interpret(WithBoth(kComplex), 1,
                {View(in, Precision::kSingle), View(out, Precision::kSingle), user, user}, options);
  ASSERT_TRUE(report.ok()) << report.status();
  EXPECT_TRUE(report->ok());
  EXPECT_EQ(out, (std::vector<Complex>{{-2, 1}, {-24, 6}}));
}

TEST(CallCallbacksTest, AComplexNumberAmongRealsIsTwoElements) {
  using Complex = std::complex<double>;
  const Kernel kernel = WithBoth(kReal);
  EXPECT_TRUE(Verify(kernel).ok()) << Verify(kernel);
  std::vector<double> in = {1, 2, 3, 4}, out(4);
  InterpOptions options;
  options.load_callback = [](Complex value, int64_t offset) { return value + 10. * offset; };
  const BufferView user{Type::Void(), nullptr, 0};
  const auto report =
      Interpret(kernel, 1,
                {View(in, Precision::kSingle), View(out, Precision::kSingle), user, user}, options);
  ASSERT_TRUE(report.ok()) << report.status();
  EXPECT_EQ(out, (std::vector<double>{-12, 1, -34, 23}));
}

// The kernel sees reals as pairs whose parts lie apart: element i and element i + in_pair_stride.
TEST(CallCallbacksTest, ImaginaryPartsLieAPairStrideAway) {
  Kernel kernel = Example();
  kernel.params.push_back({"n", Type::Int32()});
  kernel = SplitPlanar(SplitPlanar(kernel, "in"), "out");
  kernel = CallOnLoad(kernel, "in", {"LOAD", kReal});
  kernel = CallOnStore(kernel, "out", {"STORE", kReal});
  EXPECT_TRUE(Verify(kernel).ok()) << Verify(kernel);
  std::vector<double> in = {1, 2, 3, 4}, out(4);
  const auto tail = [](std::vector<double>& v) { return BufferView{kReal, v.data() + 2, 2}; };
  InterpOptions options;
  options.load_callback = [](std::complex<double> value, int64_t offset) {
    return value + 10. * static_cast<double>(offset);
  };
  options.store_callback = [](std::complex<double> value, int64_t offset) {
    return value + 0.5 * static_cast<double>(offset);
  };
  const BufferView user{Type::Void(), nullptr, 0};
  const std::vector<Argument> arguments = {View(in, Precision::kSingle),
                                           tail(in),
                                           View(out, Precision::kSingle),
                                           tail(out),
                                           int64_t{0},
                                           int64_t{2},
                                           user,
                                           int64_t{2},
                                           user};
  const auto report = Interpret(kernel, 1, arguments, options);
  ASSERT_TRUE(report.ok()) << report.status();
  EXPECT_TRUE(report->ok());
  // Loaded: (1, 23) and (12, 34); multiplied by i: (-23, 1) and (-34, 12).
  EXPECT_EQ(out, (std::vector<double>{-23, -33.5, 2, 13.5}));
}

TEST(CallCallbacksTest, SourceHoldsTheTextsBeforeTheKernel) {
  for (const Dialect dialect : {Dialect::kHip, Dialect::kCuda, Dialect::kHostCpp}) {
    const auto lowered = LowerForDialect(WithBoth(kComplex), dialect);
    ASSERT_TRUE(lowered.ok()) << lowered.status();
    const std::string source = EmitSource(*lowered, dialect);
    EXPECT_THAT(source, HasSubstr("namespace fft_load_callback {\nnamespace {\ntypedef float2 T;\n"
                                  "LOAD\n}\n}\n"));
    EXPECT_THAT(source, HasSubstr("fft_store_callback::store(out, "));
    EXPECT_LT(source.find("STORE\n"), source.find("extern \"C\""));
    // One call loads both parts of a number.
    const size_t first = source.find("fft_load_callback::load(in, ");
    ASSERT_NE(first, std::string::npos);
    EXPECT_EQ(source.find("fft_load_callback::load(in, ", first + 1), std::string::npos);
  }
}

TEST(CallCallbacksTest, VerifierWantsTheCallbackAndItsElement) {
  Kernel kernel = WithBoth(kComplex);
  kernel.load_callback.element = kReal;
  EXPECT_THAT(Verify(kernel).ToString(), HasSubstr("array of a callback has type"));
  kernel.load_callback = {};
  EXPECT_THAT(Verify(kernel).ToString(), HasSubstr("a call of a callback that is not there"));
}

}  // namespace
}  // namespace fft::codegen
