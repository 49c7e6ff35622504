#include "fft/codegen/interp/interpreter.h"

#include <cmath>
#include <complex>
#include <functional>
#include <vector>

#include "fft/codegen/ast/builder.h"
#include "fft/codegen/dag/example_stockham.h"
#include "fft/codegen/dag/root_of_unity.h"
#include "fft/codegen/interp/rounding.h"
#include "gtest/gtest.h"

namespace fft::codegen {
namespace {

using Signal = std::vector<std::complex<double>>;

Signal TestSignal(int64_t count) {
  Signal values;
  for (int64_t i = 0; i < count; ++i) {
    values.emplace_back(std::sin(1.0 + 3.7 * i * i), std::cos(0.3 + 1.9 * i * i));
  }
  return values;
}

double RelativeError(const Signal& in, const Signal& out, ExponentSign sign) {
  double error = 0, norm = 0;
  for (size_t base = 0; base < in.size(); base += kExampleLength) {
    for (int k = 0; k < kExampleLength; ++k) {
      std::complex<long double> sum = 0;
      for (int j = 0; j < kExampleLength; ++j) {
        sum += std::complex<long double>(in[base + j]) *
               RootOfUnity(static_cast<int>(sign) * j * k, kExampleLength);
      }
      error += std::norm(out[base + k] - std::complex<double>(sum));
      norm += static_cast<double>(std::norm(sum));
    }
  }
  return std::sqrt(error / norm);
}

TEST(InterpreterTest, RunsAStockhamKernel) {
  for (const Precision precision : {Precision::kHalf, Precision::kSingle, Precision::kDouble}) {
    for (const ExponentSign sign : {ExponentSign::kMinus, ExponentSign::kPlus}) {
      for (const ExampleExchange exchange : {ExampleExchange::kComplex, ExampleExchange::kHalf}) {
        const ExampleOptions options = {precision, sign, exchange};
        const int64_t count = 11;
        Signal in = TestSignal(count * kExampleLength), out(in.size());
        Signal twiddles = ExampleTwiddles();
        const Precision compute = precision == Precision::kHalf ? Precision::kSingle : precision;
        const auto report =
            Interpret(ExampleStockham(options), ExampleGrid(options, count),
                      {View(in, precision), View(out, precision), View(twiddles, compute), count});
        ASSERT_TRUE(report.ok()) << report.status();
        EXPECT_TRUE(report->ok()) << ToString(report->findings[0]);
        const double unit = precision == Precision::kHalf     ? 0x1p-11
                            : precision == Precision::kSingle ? 0x1p-24
                                                              : 0x1p-53;
        EXPECT_LT(RelativeError(in, out, sign), 1.5 * unit * std::sqrt(5.0));
      }
    }
  }
}

// A kernel of eight threads over a global array of 16 doubles and a shared one of 8.
struct Fixture {
  Builder b{"test"};
  Ex global = b.Param("global", Type::Global(Type::Real(Precision::kDouble)));
  Ex shared = b.Shared("shared", Type::Real(Precision::kDouble), 8);
  Ex t = b.ThreadIndex();
  Ex one = b.Real(1, Precision::kDouble);

  InterpReport Run(int64_t grid = 1) {
    b.SetWorkgroup(8);
    std::vector<double> data(16);
    const auto report = Interpret(b.Finish(), grid, {View(data, Precision::kDouble)});
    EXPECT_TRUE(report.ok()) << report.status();
    return report.ok() ? *report : InterpReport();
  }
};

void ExpectOnly(FindingKind kind, const InterpReport& report) {
  ASSERT_FALSE(report.ok());
  ASSERT_EQ(report.findings.size(), 1u);
  EXPECT_EQ(ToString(report.findings[0].kind), ToString(kind)) << ToString(report.findings[0]);
}

TEST(InterpreterTest, FindsGlobalAccessOutOfBounds) {
  Fixture f;
  f.b.Store(f.global, f.t * 2 + 2, f.one);
  const InterpReport report = f.Run();
  ExpectOnly(FindingKind::kGlobalOutOfBounds, report);
  EXPECT_EQ(report.findings[0].thread, 7);
  EXPECT_EQ(report.findings[0].message, "global[16] of 16 elements");
  EXPECT_EQ(report.findings[0].statement, "global[thread * 2 + 2] = 1");
}

TEST(InterpreterTest, FindsNegativeIndex) {
  Fixture f;
  f.b.Store(f.global, f.t - 1, f.one);
  ExpectOnly(FindingKind::kGlobalOutOfBounds, f.Run());
}

TEST(InterpreterTest, FindsSharedAccessOutOfBounds) {
  Fixture f;
  f.b.Store(f.shared, f.t + 1, f.one);
  ExpectOnly(FindingKind::kSharedOutOfBounds, f.Run());
}

TEST(InterpreterTest, FindsReadOfUnwrittenSharedMemory) {
  Fixture f;
  f.b.If(f.t < 7, [&] { f.b.Store(f.shared, f.t, f.one); });
  f.b.Barrier();
  f.b.Store(f.global, f.t, Load(f.shared, f.t));
  ExpectOnly(FindingKind::kUninitializedShared, f.Run());
}

TEST(InterpreterTest, FindsReadOfWhatIsBeingCopied) {
  Fixture f;
  f.b.CopyAsync(f.shared, f.t, f.global, f.t);
  f.b.Store(f.global, f.t + 8, Load(f.shared, f.t));
  f.b.AwaitCopies();
  ExpectOnly(FindingKind::kSharedRace, f.Run());
}

TEST(InterpreterTest, CopiesAreThereForTheThreadThatAwaitedThem) {
  for (const bool waits : {true, false}) {
    Fixture f;
    f.b.CopyAsync(f.shared, f.t, f.global, f.t);
    f.b.AwaitCopies();
    if (waits) f.b.Barrier();
    f.b.Store(f.global, f.t + 8, Load(f.shared, waits ? 7 - f.t : f.t));
    EXPECT_TRUE(f.Run().ok());
  }
  Fixture f;
  f.b.CopyAsync(f.shared, f.t, f.global, f.t);
  f.b.AwaitCopies();
  f.b.Store(f.global, f.t + 8, Load(f.shared, 7 - f.t));
  ExpectOnly(FindingKind::kSharedRace, f.Run());
}

TEST(InterpreterTest, SharedMemoryIsForgottenBetweenWorkgroups) {
  Fixture f;
  f.b.If(LogicalAnd(f.t < 8, f.b.BlockIndex() < 1), [&] { f.b.Store(f.shared, f.t, f.one); });
  f.b.Barrier();
  f.b.Store(f.global, f.b.BlockIndex() * 8 + f.t, Load(f.shared, f.t));
  const InterpReport report = f.Run(2);
  ExpectOnly(FindingKind::kUninitializedShared, report);
  EXPECT_EQ(report.findings[0].block, 1);
}

TEST(InterpreterTest, FindsReadOfUnassignedVariable) {
  Fixture f;
  const Ex v = f.b.Var("v", Type::Real(Precision::kDouble));
  f.b.If(f.t < 3, [&] { f.b.Assign(v, f.one); });
  f.b.Store(f.global, f.t, v);
  ExpectOnly(FindingKind::kUninitializedVariable, f.Run());
}

TEST(InterpreterTest, FindsReadAfterWriteRace) {
  Fixture f;
  f.b.Store(f.shared, f.t, f.one);
  f.b.Store(f.global, f.t, Load(f.shared, 7 - f.t));
  ExpectOnly(FindingKind::kSharedRace, f.Run());
}

TEST(InterpreterTest, FindsWriteAfterReadRace) {
  Fixture f;
  f.b.Store(f.shared, f.t, f.one);
  f.b.Barrier();
  const Ex x = f.b.Let("x", Load(f.shared, 7 - f.t));
  f.b.Store(f.shared, f.t, x);
  ExpectOnly(FindingKind::kSharedRace, f.Run());
}

TEST(InterpreterTest, FindsWriteAfterReadByManyThreads) {
  Fixture f;
  f.b.Store(f.shared, f.t, f.one);
  f.b.Barrier();
  const Ex x = f.b.Let("x", Load(f.shared, f.b.Int(0)));
  f.b.If(Equals(f.t, 7), [&] { f.b.Store(f.shared, f.b.Int(0), x); });
  ExpectOnly(FindingKind::kSharedRace, f.Run());
}

TEST(InterpreterTest, FindsWriteAfterWriteRace) {
  Fixture f;
  f.b.Store(f.shared, f.t / 2, f.one);
  ExpectOnly(FindingKind::kSharedRace, f.Run());
}

TEST(InterpreterTest, ABarrierOrdersSharedAccesses) {
  Fixture f;
  f.b.Store(f.shared, f.t, f.one);
  f.b.Barrier();
  const Ex x = f.b.Let("x", Load(f.shared, 7 - f.t));
  f.b.Barrier();
  f.b.Store(f.shared, f.t, x);
  EXPECT_TRUE(f.Run().ok());
}

TEST(InterpreterTest, FindsTwoThreadsWritingOneGlobalElement) {
  Fixture f;
  f.b.Store(f.global, f.t / 2, f.one);
  ExpectOnly(FindingKind::kGlobalRace, f.Run());
}

TEST(InterpreterTest, FindsTwoWorkgroupsWritingOneGlobalElement) {
  Fixture f;
  f.b.Store(f.global, f.t, f.one);
  EXPECT_EQ(f.Run(2).finding_count, 8);
}

TEST(InterpreterTest, FindsAWorkgroupWritingWhatAnotherReads) {
  Fixture f;
  const Ex x = f.b.Let("x", Load(f.global, f.t));
  f.b.If(Equals(f.b.BlockIndex(), 1), [&] { f.b.Store(f.global, f.t, x); });
  ExpectOnly(FindingKind::kGlobalRace, f.Run(2));
}

TEST(InterpreterTest, FindsDivergentBarrier) {
  Fixture f;
  f.b.If(f.t < 5, [&] { f.b.Barrier(); });
  const InterpReport report = f.Run();
  ExpectOnly(FindingKind::kDivergentBarrier, report);
  EXPECT_EQ(report.findings[0].thread, 5);
}

TEST(InterpreterTest, FindsUndefinedArithmetic) {
  const std::vector<std::function<Ex(Fixture&)>> bad = {
      [](Fixture& f) { return (f.t + 4) / (f.t * f.b.BlockIndex()); },
      [](Fixture& f) { return (f.t - 3) / 2; },
      [](Fixture& f) { return (f.t - 3) % 2; },
      [](Fixture& f) { return (f.t + 1) * 2000000000; },
      [](Fixture& f) { return (f.t + 1) << (f.t + 30); },
  };
  for (const auto& make : bad) {
    Fixture f;
    f.b.Let("bad", make(f));
    ExpectOnly(FindingKind::kArithmetic, f.Run());
  }
}

TEST(InterpreterTest, LoopsRunPerThread) {
  Fixture f;
  f.b.Store(f.global, f.t, f.b.Real(0, Precision::kDouble));
  f.b.For("i", f.b.Int(0), f.t, [&](Ex i) {
    f.b.Store(f.global, f.t, Load(f.global, f.t) + Cast(Type::Real(Precision::kDouble), i));
  });
  f.b.SetWorkgroup(8);
  std::vector<double> data(8);
  const auto report = Interpret(f.b.Finish(), 1, {View(data, Precision::kDouble)});
  ASSERT_TRUE(report.ok() && report->ok());
  EXPECT_EQ(data, (std::vector<double>{0, 0, 1, 3, 6, 10, 15, 21}));
}

TEST(InterpreterTest, GivesUpAfterMaxSteps) {
  Builder b("endless");
  b.For("i", b.Int(0), b.Int(1000000000), [&](Ex) { b.Comment("nothing"); });
  const auto report = Interpret(b.Finish(), 1, {}, {.max_steps = 1000});
  EXPECT_EQ(report.status().code(), absl::StatusCode::kResourceExhausted);
}

TEST(InterpreterTest, ArgumentsMustFit) {
  const auto run = [](const std::vector<Argument>& arguments) {
    Fixture f;
    return Interpret(f.b.Finish(), 1, arguments).status().code();
  };
  std::vector<double> reals(16);
  EXPECT_EQ(run({}), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(run({1.0}), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(run({View(reals, Precision::kSingle)}), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(run({View(reals, Precision::kDouble)}), absl::StatusCode::kOk);
}

TEST(RoundingTest, RoundsTiesToEven) {
  EXPECT_EQ(RoundTo(Precision::kHalf, 1 + 0x1p-11), 1);
  EXPECT_EQ(RoundTo(Precision::kHalf, 1 + 0x1.8p-10), 1 + 0x1p-9);
  EXPECT_EQ(RoundTo(Precision::kHalf, 65504), 65504);
  EXPECT_EQ(RoundTo(Precision::kHalf, 65520), INFINITY);
  EXPECT_EQ(RoundTo(Precision::kHalf, 0x1p-24), 0x1p-24);
  EXPECT_EQ(RoundTo(Precision::kHalf, 0x1p-25), 0);
  EXPECT_EQ(RoundTo(Precision::kHalf, -0x1.8p-24), -0x1p-23);
  EXPECT_EQ(RoundTo(Precision::kBfloat16, 1 + 0x1p-8), 1);
  EXPECT_EQ(RoundTo(Precision::kBfloat16, 1 + 0x1.8p-7), 1 + 0x1p-6);
  EXPECT_EQ(RoundTo(Precision::kBfloat16, 0x1.FEp127), 0x1.FEp127);
  EXPECT_EQ(RoundTo(Precision::kBfloat16, -0x1.FFp127), -INFINITY);
  EXPECT_EQ(RoundTo(Precision::kBfloat16, 0x1p-133), 0x1p-133);
  EXPECT_EQ(RoundTo(Precision::kBfloat16, 0x1p-134), 0);
  EXPECT_EQ(RoundTo(Precision::kBfloat16, -0x1.8p-133), -0x1p-132);
  EXPECT_EQ(RoundTo(Precision::kSingle, 1 + 0x1p-24), 1);
  EXPECT_EQ(RoundTo(Precision::kDouble, 0.1), 0.1);
}

// A host kernel of one loop over `lanes` lanes, which `body` fills.
struct LaneFixture {
  Builder b{"test"};
  Ex global = b.Param("global", Type::Global(Type::Real(Precision::kDouble)));
  Ex count = b.Param("count", Type::Int32());
  std::vector<double> data = std::vector<double>(64);

  InterpReport Run(Ex end, int64_t lanes, const std::function<void(Ex lane)>& body) {
    b.For("lane", {b.Int(0), end, Ex(), LoopHint::kLanes}, body);
    Kernel kernel = b.Finish();
    kernel.model = ExecutionModel::kHost;
    const auto report = Interpret(kernel, 1, {View(data, Precision::kDouble), lanes});
    EXPECT_TRUE(report.ok()) << report.status();
    return report.ok() ? *report : InterpReport();
  }
};

TEST(InterpreterTest, RunsLanesAsVectors) {
  for (const int64_t lanes : {1, 3, 8, 13, 29}) {
    for (const bool is_literal : {false, true}) {
      LaneFixture f;
      const Ex outside = f.b.Let("outside", Cast(Type::Real(Precision::kDouble), f.count));
      const InterpReport report = f.Run(is_literal ? f.b.Int(lanes) : f.count, lanes, [&](Ex lane) {
        f.b.Store(f.global, lane * 2, outside + Cast(Type::Real(Precision::kDouble), lane));
      });
      EXPECT_TRUE(report.ok()) << ToString(report.findings[0]);
      for (int64_t i = 0; i < 32; ++i) {
        EXPECT_EQ(f.data[2 * i], i < lanes ? lanes + i : 0) << i << " of " << lanes;
      }
    }
  }
}

// A loop that runs lane by lane in order may read what an earlier lane wrote; lanes of a vector
// must not.
TEST(InterpreterTest, LanesOfAVectorDoNotDependOnEachOther) {
  for (const int64_t apart : {1, 7, 8}) {
    LaneFixture f;
    const InterpReport report = f.Run(f.b.Int(16), 16, [&](Ex lane) {
      const Ex before = f.b.Let("before", Load(f.global, lane));
      f.b.Store(f.global, lane + apart, before + 1);
    });
    if (apart < 8) {
      EXPECT_FALSE(report.ok());
      EXPECT_EQ(report.findings[0].kind, FindingKind::kGlobalRace);
    } else {
      EXPECT_TRUE(report.ok()) << ToString(report.findings[0]);
      EXPECT_EQ(f.data[16], 2);
    }
  }
}

// Lanes that overwrite their inputs run once: narrower vectors, not repeated lanes, take the end of
// the loop.
TEST(InterpreterTest, LanesThatOverwriteTheirInputsAreNotRepeated) {
  LaneFixture f;
  const InterpReport report = f.Run(f.b.Int(13), 13, [&](Ex lane) {
    f.b.Store(f.global, lane, f.b.Let("x", Load(f.global, lane)) + 1);
  });
  EXPECT_TRUE(report.ok()) << ToString(report.findings[0]);
  for (int64_t i = 0; i < 16; ++i) EXPECT_EQ(f.data[i], i < 13 ? 1 : 0) << i;
}

}  // namespace
}  // namespace fft::codegen
