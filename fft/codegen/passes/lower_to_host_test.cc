#include "fft/codegen/passes/lower_to_host.h"

#include <dlfcn.h>

#include <cmath>
#include <complex>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "fft/codegen/ast/builder.h"
#include "fft/codegen/ast/print.h"
#include "fft/codegen/ast/rewrite.h"
#include "fft/codegen/dag/example_stockham.h"
#include "fft/codegen/emit/emit.h"
#include "fft/codegen/interp/interpreter.h"
#include "fft/codegen/passes/pipeline.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace fft::codegen {
namespace {

using testing::HasSubstr;
using testing::Not;
using Signal = std::vector<std::complex<double>>;

constexpr Type kReal = Type::Real(Precision::kDouble);

Kernel Lower(const Kernel& kernel) {
  absl::StatusOr<Kernel> lowered = LowerForDialect(kernel, Dialect::kHostCpp);
  EXPECT_TRUE(lowered.ok()) << lowered.status();
  return lowered.ok() ? *lowered : kernel;
}

// Runs a kernel with parameters (const in, out) over doubles before and after lowering.
void ExpectSameAfterLowering(const Kernel& kernel, int64_t grid, size_t in_count,
                             size_t out_count) {
  std::vector<double> in, expected(out_count, -1), actual(out_count, -1);
  for (size_t i = 0; i < in_count; ++i) in.push_back(std::sin(0.7 * i * i));
  const Kernel host = Lower(kernel);
  const auto run = [&](const Kernel& k, std::vector<double>* out) {
    const auto report =
        Interpret(k, grid, {View(in, Precision::kDouble), View(*out, Precision::kDouble)});
    ASSERT_TRUE(report.ok()) << report.status() << Print(k);
    EXPECT_TRUE(report->ok()) << ToString(report->findings[0]) << "\n" << Print(k);
  };
  run(kernel, &expected);
  run(host, &actual);
  EXPECT_EQ(expected, actual) << Print(host);
}

// A kernel over doubles: T threads, one shared array of T elements.
struct Fixture {
  explicit Fixture(int threads) : threads(threads) { b.SetWorkgroup(threads); }
  int threads;
  Builder b{"test"};
  Ex in = b.Param("in", Type::ConstGlobal(kReal));
  Ex out = b.Param("out", Type::Global(kReal));
  Ex shared = b.Shared("buffer", kReal, threads);
  Ex t = b.Let("t", b.ThreadIndex());
  Ex base = b.Let("base", b.BlockIndex() * threads);

  Kernel Check(int64_t grid = 2) {
    const Kernel kernel = b.Finish();
    const auto count = static_cast<size_t>(grid * threads);
    ExpectSameAfterLowering(kernel, grid, count, count);
    return kernel;
  }
};

int CountKind(const Kernel& kernel, Kind kind) {
  int count = 0;
  Walk(kernel.body, [&](const Node* node) {
    count += node->kind == kind;
    return true;
  });
  return count;
}

TEST(LowerToHostTest, BarriersSplitLoops) {
  Fixture f(24);
  f.b.Store(f.shared, f.t, Load(f.in, f.base + f.t));
  f.b.Barrier();
  f.b.Store(f.out, f.base + f.t, Load(f.shared, 23 - f.t));
  const Kernel host = Lower(f.Check());
  EXPECT_EQ(CountKind(host, Kind::kFor), 2);
  EXPECT_THAT(Print(host), HasSubstr("for (lane = 0 to 24) lanes {"));
}

TEST(LowerToHostTest, QuotientAndRemainderBecomeLoops) {
  Fixture f(48);
  const Ex row = f.b.Let("row", f.t / 16), column = f.b.Let("column", f.t % 16);
  f.b.Store(f.shared, column * 3 + row, Load(f.in, f.base + f.t));
  f.b.Barrier();
  f.b.Store(f.out, f.base + f.t, Load(f.shared, row * 16 + column));
  const std::string text = Print(Lower(f.Check()));
  EXPECT_THAT(text, HasSubstr("for (group = 0 to 3) {"));
  EXPECT_THAT(text, HasSubstr("for (lane = 0 to 16) lanes {"));
  EXPECT_THAT(text, Not(HasSubstr("%")));
  EXPECT_THAT(text, Not(HasSubstr("/")));
}

// The last tile of a row holds fewer columns: its loops end early and have no condition inside.
TEST(LowerToHostTest, ALimitOfTheTileEndsTheLaneLoop) {
  Fixture f(48);
  const Ex column = f.b.Let("column", f.t % 16), row = f.b.Let("row", f.t / 16);
  const Ex first = f.b.Let("first", f.b.BlockIndex() * 16);
  f.b.If(first + column < 21,
         [&] { f.b.Store(f.shared, f.t, Load(f.in, first + column + row * 21) * 2.0); });
  f.b.Barrier();
  f.b.If(first + column < 21,
         [&] { f.b.Store(f.out, first + column + row * 21, Load(f.shared, f.t)); });
  const Kernel kernel = f.b.Finish();
  ExpectSameAfterLowering(kernel, 2, 63, 63);
  const Kernel host = Lower(kernel);
  EXPECT_THAT(Print(host), HasSubstr("for (lane = 0 to min(21 - first, 16)) lanes {"));
  EXPECT_EQ(CountKind(host, Kind::kIf), 0);
}

TEST(LowerToHostTest, NestedQuotientsFormAChain) {
  Fixture f(96);
  const Ex lane = f.b.Let("lane", f.t % 48);
  const Ex q = f.b.Let("q", lane % 16), p = f.b.Let("p", lane / 16), row = f.b.Let("row", f.t / 48);
  f.b.Store(f.shared, row * 48 + q * 3 + p, Load(f.in, f.base + f.t));
  f.b.Barrier();
  f.b.Store(f.out, f.base + f.t, Load(f.shared, f.t));
  const std::string text = Print(Lower(f.Check()));
  EXPECT_THAT(text, HasSubstr("for (group = 0 to 2) {"));
  EXPECT_THAT(text, HasSubstr("for (group_1 = 0 to 3) {"));
  EXPECT_THAT(text, HasSubstr("= 0 to 16) lanes {"));
  EXPECT_THAT(text, Not(HasSubstr("%")));
}

TEST(LowerToHostTest, TheLongestDigitIsInnermostWhereTheLowestIsShort) {
  Fixture f(64);
  f.b.Store(f.shared, f.t % 2 * 32 + f.t / 2, Load(f.in, f.base + f.t));
  f.b.Barrier();
  f.b.Store(f.out, f.base + f.t, Load(f.shared, f.t));
  const std::string text = Print(Lower(f.Check()));
  EXPECT_THAT(text, HasSubstr("for (group = 0 to 2) {\n    for (lane = 0 to 32) lanes {"));
}

TEST(LowerToHostTest, PlacesThatDoNotFitStayInTheExpression) {
  Fixture f(24);
  f.b.Store(f.shared, f.t % 3 * 8 + f.t / 3, Load(f.in, f.base + f.t));
  f.b.Barrier();
  f.b.Store(f.out, f.base + f.t, Load(f.shared, f.t % 4 * 6 + f.t / 4));
  f.b.Barrier();
  f.b.Store(f.shared, f.t % 3 * 8 + f.t / 3, Load(f.in, f.base + f.t % 4 + f.t / 4 * 4));
  f.b.Barrier();
  f.b.If(f.t % 5 < 4, [&] { f.b.Store(f.out, f.base + f.t, Load(f.shared, f.t / 7)); });
  f.Check();
}

TEST(LowerToHostTest, GuardsEndLoops) {
  Fixture f(32);
  f.b.If(f.t < 20, [&] { f.b.Store(f.out, f.base + f.t, Load(f.in, f.base + f.t)); });
  const std::string text = Print(Lower(f.Check()));
  EXPECT_THAT(text, HasSubstr("for (lane = 0 to 20) lanes {"));
  EXPECT_THAT(text, Not(HasSubstr("if")));
}

TEST(LowerToHostTest, GuardsOfDigitsEndTheirLoops) {
  Fixture f(64);
  const Ex lane = f.b.Let("x", f.t % 16), row = f.b.Let("row", f.t / 16);
  f.b.If(LogicalAnd(lane < 12, row < 3),
         [&] { f.b.Store(f.out, f.base + f.t, Load(f.in, f.base + row * 16 + lane)); });
  const std::string text = Print(Lower(f.Check()));
  EXPECT_THAT(text, HasSubstr("for (group = 0 to 3) {"));
  EXPECT_THAT(text, HasSubstr("for (lane = 0 to 12) lanes {"));
}

TEST(LowerToHostTest, GuardsThatCutADigitStay) {
  Fixture f(64);
  f.b.If(f.t < 21,
         [&] { f.b.Store(f.out, f.base + f.t, Load(f.in, f.base + f.t % 16 + f.t / 16 * 16)); });
  EXPECT_THAT(Print(Lower(f.Check())), HasSubstr("if (t < 21) {"));
}

TEST(LowerToHostTest, ConditionsStandAsFarOutAsTheyCan) {
  Fixture f(32);
  const Ex row = f.b.Let("row", f.t / 16);
  f.b.If(LogicalAnd(f.b.BlockIndex() < 1, f.b.BlockIndex() * 2 + row < 1),
         [&] { f.b.Store(f.out, f.base + f.t, Load(f.in, f.base + row * 16 + f.t % 16)); });
  EXPECT_THAT(Print(Lower(f.Check())), HasSubstr("  if (block < 1) {\n"
                                                 "    for (group = 0 to min(1 - block * 2, 2)) {\n"
                                                 "      for (lane = 0 to 16) lanes {\n"));
}

TEST(LowerToHostTest, EffectsOutsideOfTheConditionKeepItInside) {
  Fixture f(32);
  f.b.Store(f.shared, f.t, Load(f.in, f.base + f.t));
  f.b.If(f.t < 20, [&] { f.b.Store(f.out, f.base + f.t, Load(f.shared, f.t)); });
  EXPECT_THAT(Print(Lower(f.Check())), HasSubstr("if (lane < 20) {"));
}

TEST(LowerToHostTest, ValuesCrossBarriersInArrays) {
  Fixture f(16);
  const Ex x = f.b.Let("x", Load(f.in, f.base + f.t));
  f.b.Store(f.shared, f.t, x);
  f.b.Barrier();
  f.b.Store(f.out, f.base + f.t, x + Load(f.shared, 15 - f.t));
  const Kernel host = Lower(f.Check());
  ASSERT_EQ(host.shared.size(), 2u);
  EXPECT_EQ(host.shared[1].name, "x_lanes");
  EXPECT_EQ(host.shared[1].count, 16);
}

TEST(LowerToHostTest, PureValuesAreComputedAgain) {
  Fixture f(16);
  const Ex mirror = f.b.Let("mirror", 15 - f.t);
  f.b.Store(f.shared, mirror, Load(f.in, f.base + f.t));
  f.b.Barrier();
  f.b.Store(f.out, f.base + mirror, Load(f.shared, f.t));
  const Kernel host = Lower(f.Check());
  EXPECT_EQ(host.shared.size(), 1u);
}

TEST(LowerToHostTest, VariablesOfOneRegionStayLocal) {
  Fixture f(16);
  const Ex v = f.b.Var("v", kReal);
  f.b.Store(f.shared, f.t, Load(f.in, f.base + f.t));
  f.b.Barrier();
  f.b.Assign(v, Load(f.shared, 15 - f.t));
  f.b.If(f.t < 3, [&] { f.b.Assign(v, v * 2.0); });
  f.b.Store(f.out, f.base + f.t, v);
  const Kernel host = Lower(f.Check());
  EXPECT_EQ(host.shared.size(), 1u);
  EXPECT_EQ(CountKind(host, Kind::kDeclVar), 1);
}

TEST(LowerToHostTest, BarriersInUniformLoopsAndConditions) {
  Fixture f(16);
  const Ex sum = f.b.Var("sum", kReal);
  f.b.Assign(sum, f.b.Real(0, Precision::kDouble));
  f.b.Store(f.shared, f.t, Load(f.in, f.base + f.t));
  f.b.For("shift", f.b.Int(1), f.b.Int(5), [&](Ex shift) {
    f.b.Barrier();
    const Ex source = f.b.Let("source", (f.t + shift) % 16);
    const Ex x = f.b.Let("x", Load(f.shared, source));
    f.b.Assign(sum, sum + x);
    f.b.Barrier();
    f.b.If(f.b.BlockIndex() < 1, [&] {
      f.b.Store(f.shared, f.t, x * 0.5);
      f.b.Barrier();
      f.b.Assign(sum, sum + Load(f.shared, 15 - f.t));
      f.b.Barrier();
    });
  });
  f.b.Store(f.out, f.base + f.t, sum);
  f.Check();
}

TEST(LowerToHostTest, ComplexBecomesReal) {
  const Kernel host = Lower(ExampleStockham({}));
  Walk(host.body, [](const Node* node) {
    EXPECT_FALSE(node->type.IsComplex()) << Print(node);
    return true;
  });
  EXPECT_EQ(host.params[0].type, Type::ConstGlobal(Type::Real(Precision::kSingle)));
  EXPECT_EQ(host.shared[0].name, "lds_re");
  EXPECT_EQ(host.shared[1].name, "lds_im");
}

TEST(LowerToHostTest, TheObserverSeesEveryPass) {
  std::vector<std::string> seen;
  const auto host = LowerForDialect(ExampleStockham({}), Dialect::kHostCpp,
                                    [&](const PassRecord& record) { seen.push_back(record.pass); });
  ASSERT_TRUE(host.ok());
  EXPECT_EQ(seen, PassNames(Dialect::kHostCpp));
  bool changed = true;
  ASSERT_TRUE(LowerForDialect(ExampleStockham({}), Dialect::kCuda, [&](const PassRecord& record) {
                changed = record.changed;
              }).ok());
  EXPECT_FALSE(changed);
}

TEST(LowerToHostTest, BadKernelsAreRefusedBeforeAnyPass) {
  Builder b("bad");
  b.If(b.ThreadIndex() < 1, [&] { b.Barrier(); });
  const auto host = LowerForDialect(b.Finish(), Dialect::kHostCpp);
  EXPECT_THAT(std::string(host.status().message()), HasSubstr("before the first pass"));
}

// The rest of the tests compile the example kernel with a real compiler.

using HostFunction = void (*)(void* const* args, unsigned first_block, unsigned end_block);

HostFunction Compile(const Kernel& host, const std::string& name) {
  const std::string path = testing::TempDir() + name;
  std::ofstream(path + ".cc") << EmitSource(host, Dialect::kHostCpp);
  const std::string command =
      "c++ -O2 -ftree-vectorize -fopenmp-simd -march=native -shared -fPIC "
      "-Wall -Werror -Wno-unused-function -Wno-maybe-uninitialized " +
      path + ".cc -o " + path + ".so";
  EXPECT_EQ(std::system(command.c_str()), 0) << command;
  void* library = dlopen((path + ".so").c_str(), RTLD_NOW | RTLD_LOCAL);
  EXPECT_NE(library, nullptr) << dlerror();
  if (library == nullptr) return nullptr;
  return reinterpret_cast<HostFunction>(dlsym(library, host.name.c_str()));
}

template <typename T>
void ExpectCompiledAgrees(const ExampleOptions& options, const std::string& name) {
  const Kernel kernel = ExampleStockham(options);
  const Kernel host = Lower(kernel);
  const int64_t count = 11;
  Signal in, twiddles = ExampleTwiddles();
  for (int64_t i = 0; i < count * kExampleLength; ++i) {
    in.emplace_back(static_cast<T>(std::sin(i * i)), static_cast<T>(std::cos(3.0 * i * i)));
  }
  const int64_t grid = ExampleGrid(options, count);
  for (const Kernel& k : {kernel, host}) {
    Signal out(in.size());
    const Precision p = options.precision;
    const auto report = Interpret(k, grid, {View(in, p), View(out, p), View(twiddles, p), count});
    ASSERT_TRUE(report.ok()) << report.status();
    ASSERT_TRUE(report->ok()) << ToString(report->findings[0]);

    std::vector<std::complex<T>> device_in(in.begin(), in.end()), device_out(in.size());
    std::vector<std::complex<T>> table(twiddles.begin(), twiddles.end());
    const void* pointers[] = {device_in.data(), device_out.data(), table.data()};
    int device_count = static_cast<int>(count);
    void* args[] = {&pointers[0], &pointers[1], &pointers[2], &device_count};
    const HostFunction function = Compile(host, name);
    ASSERT_NE(function, nullptr);
    function(args, 0, 1);
    function(args, 1, static_cast<unsigned>(grid));
    double worst = 0;
    for (size_t i = 0; i < in.size(); ++i) {
      worst = std::max(worst, std::abs(out[i] - std::complex<double>(device_out[i])));
    }
    EXPECT_LT(worst, sizeof(T) == 4 ? 3e-6 : 5e-15);
  }
}

TEST(LowerToHostTest, CompiledKernelAgreesWithTheInterpreter) {
  constexpr auto kMinus = ExponentSign::kMinus, kPlus = ExponentSign::kPlus;
  ExpectCompiledAgrees<float>({Precision::kSingle, kMinus, ExampleExchange::kComplex}, "single");
  ExpectCompiledAgrees<double>({Precision::kDouble, kPlus, ExampleExchange::kHalf}, "double");
}

}  // namespace
}  // namespace fft::codegen
