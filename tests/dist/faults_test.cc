// Ranks that disagree or fail, and plans that come and go.
#include <malloc.h>

#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "fft/fft_dist.h"
#include "gtest/gtest.h"

namespace fft::testing {
namespace {

using dist::Communicator;
using dist::DistProblem;
using dist::DistTransform;

std::shared_ptr<Context> HostContext() {
  EnvironmentOptions environment = ReadEnvironment();
  environment.device = "host";
  return *Context::Create(environment);
}

DistProblem SlabProblem(int64_t n, int ranks) {
  DistProblem problem;
  problem.problem.lengths = {n, n};
  problem.input = dist::Slabs({n, n}, 0, ranks);
  problem.output = dist::Slabs({n, n}, 1, ranks);
  return problem;
}

void OnRanks(int ranks, const std::function<void(Communicator*)>& function) {
  auto all = dist::MakeThreadCommunicators(ranks, absl::Minutes(1));
  std::vector<std::thread> threads;
  for (auto& one : all) threads.emplace_back([&] { function(one.get()); });
  for (std::thread& thread : threads) thread.join();
}

TEST(DistFaults, OtherProblemsAreNamed) {
  const auto context = HostContext();
  OnRanks(3, [&](Communicator* communicator) {
    DistProblem problem = SlabProblem(12, 3);
    if (communicator->rank() == 2) problem.problem.scale = 0.5;
    const absl::Status status = DistTransform::Create(context, communicator, problem).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_NE(status.message().find("problem or options of rank 2 differ from those of rank 0"),
              std::string::npos)
        << status;
  });
}

TEST(DistFaults, AnIllegalProblemOfOneRankIsAnErrorOfAll) {
  const auto context = HostContext();
  OnRanks(3, [&](Communicator* communicator) {
    DistProblem problem = SlabProblem(12, 3);
    if (communicator->rank() == 1) problem.input[0].upper[0] = 99;
    const absl::Status status = DistTransform::Create(context, communicator, problem).status();
    EXPECT_NE(status.message().find("rank 1: input[0] is"), std::string::npos) << status;
    // The communicator is as good as before.
    EXPECT_TRUE(DistTransform::Create(context, communicator, SlabProblem(12, 3)).ok());
  });
}

TEST(DistFaults, CallbacksAreRefusedByName) {
  const auto context = HostContext();
  OnRanks(2, [&](Communicator* communicator) {
    dist::TransformOptions options;
    if (communicator->rank() == 1) options.local.callbacks.store = "text";
    const absl::Status status =
        DistTransform::Create(context, communicator, SlabProblem(12, 2), options).status();
    EXPECT_EQ(status, absl::InvalidArgumentError("rank 1: options.local.callbacks is source text; "
                                                 "allowed: none over several ranks"));
  });
}

TEST(DistFaults, ARankThatCannotCompileIsAnErrorOfAll) {
  const auto good = HostContext();
  EnvironmentOptions environment = ReadEnvironment();
  environment.device = "host";
  environment.host_language = "c++";
  environment.host_compiler = "/no/such/compiler";
  const auto bad = *Context::Create(environment);
  // All data is with rank 1, so rank 0 has no kernels to send.
  DistProblem problem = SlabProblem(22, 2);
  problem.input = problem.output = {{{0, 0}, {0, 0}}, {{0, 0}, {22, 22}}};
  OnRanks(2, [&](Communicator* communicator) {
    const auto& context = communicator->rank() == 1 ? bad : good;
    const absl::Status status = DistTransform::Create(context, communicator, problem).status();
    EXPECT_FALSE(status.ok());
    EXPECT_NE(status.message().find("rank 1: "), std::string::npos) << status;
  });
}

TEST(DistFaults, KernelsTravel) {
  const std::shared_ptr<Context> contexts[] = {HostContext(), HostContext(), HostContext()};
  OnRanks(3, [&](Communicator* communicator) {
    const int rank = communicator->rank();
    const auto transform = DistTransform::Create(contexts[rank], communicator, SlabProblem(12, 3));
    ASSERT_TRUE(transform.ok()) << transform.status();
    if (rank == 0) {
      EXPECT_GT((*transform)->compiled(), 0);
    } else {
      EXPECT_EQ((*transform)->compiled(), 0);
    }
  });
}

TEST(DistFaults, MissingArraysAreNamed) {
  const auto context = HostContext();
  OnRanks(1, [&](Communicator* communicator) {
    const auto transform = DistTransform::Create(context, communicator, SlabProblem(4, 1));
    ASSERT_TRUE(transform.ok());
    EXPECT_EQ((*transform)->Execute({}).message(), "out is null; allowed: this rank's box");
  });
}

TEST(DistFaults, SharedMemoryIsNotTakenForGranted) {
  const auto context = HostContext();
  OnRanks(2, [&](Communicator* communicator) {
    dist::TransformOptions options;
    options.dist.transport = dist::Transport::kDirect;
    EXPECT_TRUE(DistTransform::Create(context, communicator, SlabProblem(12, 2), options).ok());
    EXPECT_FALSE(DistTransform::Create(context, communicator, SlabProblem(12, 3), options).ok());
  });
}

// A thousand plans leave nothing behind.
TEST(DistFaults, PlansLeakNothing) {
  const auto context = HostContext();
  size_t before = 0;
  OnRanks(2, [&](Communicator* communicator) {
    const auto make = [&](int count) {
      for (int i = 0; i < count; ++i) {
        dist::TransformOptions options;
        options.dist.transport = i % 2 == 0 ? dist::Transport::kMessages : dist::Transport::kDirect;
        ASSERT_TRUE(DistTransform::Create(context, communicator, SlabProblem(12, 2), options).ok());
      }
      ASSERT_TRUE(communicator->Barrier().ok());
    };
    make(100);
    if (communicator->rank() == 0) before = mallinfo2().uordblks + mallinfo2().hblkhd;
    ASSERT_TRUE(communicator->Barrier().ok());
    make(1000);
    if (communicator->rank() == 0) {
      const size_t after = mallinfo2().uordblks + mallinfo2().hblkhd;
      EXPECT_LT(static_cast<double>(after) - static_cast<double>(before), 64 * 1024.0);
    }
    ASSERT_TRUE(communicator->Barrier().ok());
  });
}

}  // namespace
}  // namespace fft::testing
