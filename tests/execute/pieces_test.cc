// Plans whose kernels run piece by piece store the same bits as plans whose kernels run one after
// the other. They store nothing between the elements.
#include "fft/exec/pieces.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "fft/core/layout.h"
#include "fft/exec/pipeline.h"
#include "fft/fft.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/property/random_problem.h"

namespace fft::testing {
namespace {

constexpr int64_t kPieceBytes = 1 << 10;

std::shared_ptr<Context> HostContext() {
  ContextOptions options = ReadEnvironment();
  options.device = "host";
  options.host_cache_kib = "1";
  auto context = Context::Create(options);
  EXPECT_TRUE(context.ok()) << context.status();
  return context.value_or(nullptr);
}

// The user's arrays and a workspace, filled with the same values each time.
struct Arrays {
  Arrays(const Plan& plan, Random random) {
    const Problem& problem = plan.problem();
    const auto size_of = [&](const Layout& layout, const ArrayDescription& side, int array) {
      const int64_t bytes = ElementBytes(side.format, problem.precision);
      return (layout.end() - layout.offset() + side.offsets[array]) * bytes;
    };
    for (int array = 0; array < 2; ++array) {
      in[array].resize(size_of(InputLayout(problem), problem.input, array));
      out[array].resize(size_of(OutputLayout(problem), problem.output, array));
    }
    if (problem.placement == Placement::kInPlace) {
      for (int array = 0; array < 2; ++array) {
        out[array].resize(std::max(in[array].size(), out[array].size()));
      }
    }
    // All bytes have exponent bits of small numbers in every precision.
    for (auto* bytes : {&in[0], &in[1], &out[0], &out[1]}) {
      for (uint8_t& byte : *bytes) byte = static_cast<uint8_t>(0x30 + random.Below(8));
    }
    workspace.resize(plan.workspace_bytes() + 256);
  }

  ExecuteArguments Arguments(const Plan& plan) {
    const uintptr_t address = reinterpret_cast<uintptr_t>(workspace.data());
    ExecuteArguments arguments = {.out = out[0].data(),
                                  .workspace = reinterpret_cast<void*>((address + 255) / 256 * 256),
                                  .workspace_bytes = plan.workspace_bytes()};
    if (IsPlanar(plan.problem().output.format)) arguments.out_imag = out[1].data();
    if (plan.problem().placement == Placement::kInPlace) return arguments;
    arguments.in = in[0].data();
    if (IsPlanar(plan.problem().input.format)) arguments.in_imag = in[1].data();
    return arguments;
  }

  std::vector<uint8_t> in[2], out[2], workspace;
};

// Draws a problem until its plan runs in pieces, and returns the plan.
absl::StatusOr<std::shared_ptr<const Plan>> DrawPlan(Context& context, Random* random) {
  const int threads = context.device().properties().multiprocessors;
  while (true) {
    const Problem problem = RandomProblem(4000, random);
    if (problem.batch == 1 || problem.has_callbacks) continue;
    const auto description = DescribePlan(problem, context.target(), PlanOptions());
    if (!description.ok()) return description.status();
    if (CutIntoPieces(problem, description->chosen(), {kPieceBytes, threads}).empty()) continue;
    return context.MakePlan(problem);
  }
}

// The target of a plan has the properties that the device reports.
TEST(HostDevice, IsTheTargetThatIsPlannedFor) {
  const std::shared_ptr<Context> context = HostContext();
  ASSERT_NE(context, nullptr);
  const Target target = *FindTarget("host");
  EXPECT_EQ(context->target(), target);
  EXPECT_EQ(context->device().properties().shared_bytes_per_block, target.lds_bytes);
  EXPECT_EQ(context->device().properties().max_threads_per_block, target.max_threads);
}

TEST(Pieces, StoreWhatWholeKernelsStore) {
  const std::shared_ptr<Context> context = HostContext();
  ASSERT_NE(context, nullptr);
  ASSERT_EQ(context->device().properties().piece_bytes, kPieceBytes);
  Random random(1);
  for (int i = 0; i < 20; ++i) {
    const auto plan = DrawPlan(*context, &random);
    ASSERT_TRUE(plan.ok()) << plan.status();
    SCOPED_TRACE(ToToken((*plan)->problem()));
    const Random seed = random;
    Arrays pieces(**plan, seed), whole(**plan, seed);
    ASSERT_TRUE((*plan)->Execute(pieces.Arguments(**plan)).ok());
    const int steps = static_cast<int>((*plan)->description().chosen().steps.size());
    for (int step = 0; step < steps; ++step) {
      ASSERT_TRUE((*plan)->ExecuteStep(step, whole.Arguments(**plan)).ok());
    }
    for (int array = 0; array < 2; ++array) {
      EXPECT_EQ(pieces.in[array], whole.in[array]);
      EXPECT_EQ(pieces.out[array], whole.out[array]);
    }
  }
}

TEST(Pieces, SizesAreCountsOfKibibytes) {
  ContextOptions options = ReadEnvironment();
  options.device = "host";
  for (const char* text : {"much", "-1", "1.5"}) {
    options.host_cache_kib = text;
    const auto context = Context::Create(options);
    ASSERT_FALSE(context.ok());
    EXPECT_THAT(std::string(context.status().message()),
                ::testing::HasSubstr(absl::StrCat("host_cache_kib is ", text)));
  }
}

}  // namespace
}  // namespace fft::testing
