#include "fft/codegen/passes/relay_kernels.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "fft/codegen/ast/builder.h"
#include "fft/codegen/ast/print.h"
#include "fft/codegen/ast/verify.h"
#include "fft/codegen/emit/emit.h"
#include "fft/codegen/emit/shared_memory.h"
#include "fft/codegen/interp/interpreter.h"
#include "fft/codegen/passes/pipeline.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace fft::codegen {
namespace {

using ::testing::HasSubstr;

constexpr Precision kSingle = Precision::kSingle;

// to[i] = 2 from[i] + 1, in reverse order within each workgroup, by way of shared memory.
Kernel Turned(const std::string& name, int threads) {
  Builder b(name);
  const Type real = Type::Real(kSingle);
  const Ex from = b.Param("from", Type::ConstGlobal(real), Aliasing::kMayAlias);
  const Ex to = b.Param("to", Type::Global(real), Aliasing::kMayAlias);
  const Ex lds = b.Shared("lds", real, threads);
  b.SetWorkgroup(threads);
  const Ex first = b.Let("first", b.BlockIndex() * threads);
  const Ex value = b.Let("value", Load(from, first + b.ThreadIndex()));
  b.Store(lds, b.ThreadIndex(), value * b.Real(2, kSingle) + b.Real(1, kSingle));
  b.Barrier();
  b.Store(to, first + b.ThreadIndex(), Load(lds, threads - 1 - b.ThreadIndex()));
  return b.Finish();
}

std::vector<double> Once(const std::vector<double>& in, int threads) {
  std::vector<double> out(in.size());
  for (size_t i = 0; i < in.size(); ++i) {
    const size_t first = i / threads * threads;
    out[i] = 2 * in[first + threads - 1 - (i - first)] + 1;
  }
  return out;
}

struct Sizes {
  int first, second;  // threads
};

class RelayOf : public ::testing::TestWithParam<Sizes> {};

// Each piece has 960 elements, except the last one, which has 480.
TEST_P(RelayOf, TwoKernelsDoesWhatTheyDo) {
  constexpr int64_t kPiece = 960, kElements = 3 * kPiece - 480, kPieces = 3;
  const auto [threads, next_threads] = GetParam();
  const auto relay =
      RelayKernels(Turned("first", threads), Turned("second", next_threads), {"relay", 2});
  ASSERT_TRUE(relay.ok()) << relay.status();
  ASSERT_TRUE(Verify(*relay).ok()) << Verify(*relay) << Print(*relay);
  EXPECT_EQ(relay->workgroup_size, RelayThreads(threads, next_threads));
  EXPECT_EQ(relay->min_blocks, 2);
  std::vector<double> in(kElements), between(kElements, -1), out(kElements, -1);
  for (int64_t i = 0; i < kElements; ++i) in[i] = static_cast<double>(i % 97);
  const auto groups = [&](int leg_threads) {
    const int64_t together = SideBySide(leg_threads, relay->workgroup_size);
    return (kPiece / leg_threads + together - 1) / together;
  };
  const int64_t first_groups = groups(threads), second_groups = groups(next_threads);
  // Runs the whole relay, then each leg alone.
  for (const auto& [ahead, of_first, of_second] :
       {std::array<int64_t, 3>{1, first_groups, second_groups},
        {0, first_groups, 0},
        {0, 0, second_groups}}) {
    std::vector<int64_t> signals(kPieces);
    const auto report = Interpret(
        *relay, kPieces * (of_first + of_second),
        {View(in, kSingle), View(between, kSingle), View(between, kSingle), View(out, kSingle),
         View(signals, 32), kPieces, ahead, of_first, of_second, kPiece / threads,
         kPiece / next_threads, kElements / threads, kElements / next_threads});
    ASSERT_TRUE(report.ok()) << report.status();
    for (const Finding& finding : report->findings) ADD_FAILURE() << ToString(finding);
    if (of_first > 0) {
      EXPECT_EQ(between, Once(in, threads));
      EXPECT_THAT(signals, ::testing::Each(of_first));
    }
    if (of_second > 0) {
      EXPECT_EQ(out, Once(Once(in, threads), next_threads));
    }
    std::fill(out.begin(), out.end(), -1);
  }
}

INSTANTIATE_TEST_SUITE_P(Threads, RelayOf,
                         ::testing::Values(Sizes{48, 48}, Sizes{120, 32}, Sizes{32, 120},
                                           Sizes{60, 40}, Sizes{240, 16}, Sizes{16, 8}));

TEST(RelayKernels, SharesLdsAndBarriersAmongWorkgroupsSideBySide) {
  const auto relay = RelayKernels(Turned("first", 160), Turned("second", 60), {"relay", 0});
  ASSERT_TRUE(relay.ok()) << relay.status();
  EXPECT_EQ(SharedBytes(*relay), 160 * 4);  // of two workgroups of 60: 480
  EXPECT_TRUE(HasDynamicShared(*relay, Dialect::kCuda));
  EXPECT_THAT(Print(*relay), HasSubstr("barrier of 64"));
  EXPECT_THAT(Print(*relay), HasSubstr("exit"));
  for (Dialect dialect : {Dialect::kCuda, Dialect::kCudaPtx}) {
    const auto lowered = LowerForDialect(*relay, dialect);
    ASSERT_TRUE(lowered.ok()) << lowered.status();
    const std::string source = EmitSource(*lowered, dialect);
    EXPECT_THAT(source, HasSubstr(dialect == Dialect::kCuda ? "part_barrier(64);" : ", 64;"));
    EXPECT_THAT(source, HasSubstr(dialect == Dialect::kCuda ? "return;" : "exit;"));
  }
}

TEST(RelayKernels, RefusesLegsThatCannotStandSo) {
  Kernel early = Turned("early", 32);
  early.launches_early = true;
  const Kernel plain = Turned("plain", 32);
  EXPECT_THAT(std::string(RelayKernels(plain, early, {"relay", 0}).status().message()),
              HasSubstr("early cannot be part of a relay: it launches early"));
  Builder b("counting");
  const Ex to = b.Param("to", Type::Global(Type::Int32()));
  b.SetWorkgroup(32);
  b.Store(to, b.BlockIndex(), b.BlockCount());
  EXPECT_THAT(std::string(RelayKernels(b.Finish(), plain, {"relay", 0}).status().message()),
              HasSubstr("its workgroups are persistent"));
}

}  // namespace
}  // namespace fft::codegen
