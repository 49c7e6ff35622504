// Tests of ranks that disagree or fail, and of plans that are made and destroyed.
#include <complex>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "fft/fft_dist.h"
#include "gtest/gtest.h"
#include "tests/dist/leaks.h"

namespace fft::testing {
namespace {

using dist::Communicator;
using dist::DistProblem;
using dist::DistTransform;

std::shared_ptr<Context> HostContext() {
  ContextOptions environment = ReadEnvironment();
  environment.device = "host";
  environment.cache_path = "";  // kernels of a user's cache would not be compiled
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
    // The communicator still works.
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
  ContextOptions environment = ReadEnvironment();
  environment.device = "host";
  environment.host_language = "c++";
  environment.host_compiler = "/no/such/compiler";
  const auto bad = *Context::Create(environment);
  // Rank 1 has all the data, so rank 0 has no kernels to send.
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
    EXPECT_EQ((*transform)->Execute({}).message(), "rank 0: out is null; allowed: this rank's box");
  });
}

// An empty box shares no bytes, whatever its pointer is.
TEST(DistFaults, ArraysThatShareBytesAreRefused) {
  const auto context = HostContext();
  OnRanks(2, [&](Communicator* communicator) {
    DistProblem problem = SlabProblem(4, 2);
    problem.output = {{{0, 0}, {0, 0}}, {{0, 0}, {4, 4}}};
    const auto transform = DistTransform::Create(context, communicator, problem);
    ASSERT_TRUE(transform.ok()) << transform.status();
    std::vector<std::complex<float>> data(24, 1);
    for (int first = -7; first < 16; ++first) {
      EXPECT_EQ(
          (*transform)->Execute({.in = data.data() + 8 + first, .out = data.data() + 8}).message(),
          "rank 1: in is overlapping out; allowed: memory that shares no element with out")
          << first;
    }
    void* const out = communicator->rank() == 1 ? data.data() + 8 : data.data();
    EXPECT_TRUE((*transform)->Execute({.in = data.data(), .out = out}).ok());
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

TEST(DistFaults, MissingThingsAreNamed) {
  const auto context = HostContext();
  EXPECT_EQ(DistTransform::Create(context, nullptr, SlabProblem(4, 1)).status().message(),
            "communicator is null; allowed: this rank's end");
  OnRanks(2, [&](Communicator* communicator) {
    const absl::Status status = DistTransform::Create(communicator->rank() == 1 ? nullptr : context,
                                                      communicator, SlabProblem(4, 2))
                                    .status();
    EXPECT_EQ(status.message(), "rank 1: context is null; allowed: one of this rank's device");
  });
}

// The device is that of the stand-in HIP runtime, which computes nothing.
TEST(DistFaults, DevicesOfOtherKindsAreNamed) {
  const auto context = HostContext();
  ContextOptions environment = ReadEnvironment();
  environment.device = "hip:0";
  environment.hip_library = "fft/rtc/testing/libfake_hip.so";
  const auto other = Context::Create(environment);
  ASSERT_TRUE(other.ok()) << other.status();
  for (const auto transport : {dist::Transport::kMessages, dist::Transport::kDirect}) {
    OnRanks(2, [&](Communicator* communicator) {
      dist::TransformOptions options;
      options.dist.transport = transport;
      const absl::Status status =
          DistTransform::Create(communicator->rank() == 1 ? *other : context, communicator,
                                SlabProblem(12, 2), options)
              .status();
      EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
      EXPECT_EQ(status.message().substr(0, 19), "rank 0: context is ") << status;
    });
  }
}

TEST(DistFaults, HugeProblemsAreErrorsOfAll) {
  const auto context = HostContext();
  for (const int64_t n : {int64_t{1} << 29, int64_t{1} << 40}) {
    OnRanks(3, [&](Communicator* communicator) {
      DistProblem problem = SlabProblem(n, 3);
      problem.problem.lengths = {n, 4};
      problem.input = dist::Slabs({n, 4}, 0, 3);
      problem.output = dist::Slabs({n, 4}, 1, 3);
      problem.problem.batch = n == int64_t{1} << 40 ? 1 << 10 : 1 << 20;
      const absl::Status status = DistTransform::Create(context, communicator, problem).status();
      EXPECT_FALSE(status.ok());
      EXPECT_EQ(status.message().substr(0, 5), "rank ") << status;
    });
  }
}

// Transforms of one communicator and of two communicators are all made before any of them runs.
TEST(DistFaults, PlansStandBesideEachOther) {
  const auto context = HostContext();
  auto first = dist::MakeThreadCommunicators(2), second = dist::MakeThreadCommunicators(2);
  OnRanks(2, [&](Communicator* communicator) {
    const int rank = communicator->rank();
    std::vector<std::unique_ptr<DistTransform>> transforms;
    for (Communicator* one : {first[rank].get(), second[rank].get(), first[rank].get()}) {
      auto made = DistTransform::Create(context, one, SlabProblem(12, 2));
      ASSERT_TRUE(made.ok()) << made.status();
      transforms.push_back(*std::move(made));
    }
    std::vector<std::complex<float>> in(72, 1), out(72);
    for (int turn = 0; turn < 6; ++turn) {
      std::fill(out.begin(), out.end(), 7);
      ASSERT_TRUE(transforms[turn % 3]->Execute({.in = in.data(), .out = out.data()}).ok());
      for (int i = 0; i < 72; ++i) {
        EXPECT_NEAR(std::abs(out[i] - (i == 0 && rank == 0 ? 144.0f : 0.0f)), 0, 1e-4) << i;
      }
    }
  });
}

// The communicator and the transform still work afterwards.
TEST(DistFaults, AnInvalidPointerOfOneRankIsAnErrorOfAll) {
  const auto context = HostContext();
  OnRanks(3, [&](Communicator* communicator) {
    const auto made = DistTransform::Create(context, communicator, SlabProblem(12, 3));
    ASSERT_TRUE(made.ok()) << made.status();
    std::vector<std::complex<float>> in(48, 1), out(48);
    for (int wrong = 0; wrong < 3; ++wrong) {
      void* const given = communicator->rank() == wrong ? nullptr : out.data();
      const absl::Status status = (*made)->Execute({.in = in.data(), .out = given});
      EXPECT_EQ(status, absl::InvalidArgumentError(absl::StrCat(
                            "rank ", wrong, ": out is null; allowed: this rank's box")));
    }
    EXPECT_TRUE((*made)->Execute({.in = in.data(), .out = out.data()}).ok());
    EXPECT_NEAR(out[0].real(), communicator->rank() == 0 ? 144 : 0, 1e-4);
  });
}

// A thousand plans of several kinds leave no memory, files or threads behind.
TEST(DistFaults, PlansLeakNothing) {
  const auto context = HostContext();
  OnRanks(2, [&](Communicator* communicator) {
    const auto growth = GrowthOver(100, 1000, context, communicator);
    ASSERT_TRUE(growth.ok()) << growth.status();
    EXPECT_TRUE(CheckGrowth(*growth).ok()) << CheckGrowth(*growth);
  });
}

}  // namespace
}  // namespace fft::testing
