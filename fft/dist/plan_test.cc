#include "fft/dist/plan.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>

#include "fft/base/json.h"
#include "gtest/gtest.h"

namespace fft::dist {
namespace {

DistProblem Cube(int64_t n, int ranks, int in_axis = 1, int out_axis = 2) {
  DistProblem problem;
  problem.problem.lengths = {n, n, n};
  problem.input = Slabs({1, n, n, n}, in_axis, ranks);
  problem.output = Slabs({1, n, n, n}, out_axis, ranks);
  return problem;
}

template <typename Work>
int Count(const DistPlan& plan) {
  return static_cast<int>(
      std::count_if(plan.stages.begin(), plan.stages.end(),
                    [](const Stage& stage) { return std::holds_alternative<Work>(stage.work); }));
}

TEST(DistPlan, SlabsMoveOnceAndNothingIsPacked) {
  for (const Transport transport : {Transport::kMessages, Transport::kDirect}) {
    for (int rank = 0; rank < 3; ++rank) {
      DistOptions options;
      options.transport = transport;
      const auto plan = MakeDistPlan(Cube(24, 3), options, rank);
      ASSERT_TRUE(plan.ok()) << plan.status();
      EXPECT_EQ(ToString(plan->candidates[0]), "input: axes 3 2 -> output: axis 1");
      EXPECT_EQ(Count<Exchange>(*plan), 1);
      EXPECT_EQ(Count<BoxCopy>(*plan), 0) << "pieces are stored where they go";
    }
  }
}

TEST(DistPlan, NaturalOrderOnBothSidesMovesTwice) {
  const auto plan = MakeDistPlan(Cube(24, 2, 1, 1), {}, 0);
  EXPECT_EQ(Count<Exchange>(*plan), 2);
}

TEST(DistPlan, ManyRanksTakePencils) {
  // There are more ranks than planes, so with slabs some ranks would have no data.
  DistProblem problem;
  problem.problem.lengths = {16, 16, 16};
  problem.input = BoxesOf({{1, 4, 4, 4}}, {1, 16, 16, 16});
  problem.output = problem.input;
  const auto plan = MakeDistPlan(problem, {}, 5);
  ASSERT_TRUE(plan.ok()) << plan.status();
  const DistCandidate& chosen = plan->candidates[0];
  EXPECT_GE(chosen.exchanges, 3) << ToString(chosen);
  for (const Held& held : chosen.path) {
    if (held.holder == Holder::kGrid) {
      EXPECT_EQ(held.grid.axes_cut(), 2) << ToString(chosen);
    }
  }
}

TEST(DistPlan, EveryCandidateTransformsEveryAxisOnce) {
  for (const TransformType type :
       {TransformType::kComplexForward, TransformType::kRealForward, TransformType::kRealInverse}) {
    DistProblem problem;
    problem.problem.type = type;
    problem.problem.lengths = {6, 8, 10};
    const auto in = SpaceLengths(problem.problem, type == TransformType::kRealInverse);
    const auto out = SpaceLengths(problem.problem, type == TransformType::kRealForward);
    problem.input = BoxesOf({{1, 2, 1, 2}}, in);
    problem.output = BoxesOf({{1, 1, 2, 2}}, out);
    const auto complete = CompleteDistProblem(problem);
    ASSERT_TRUE(complete.ok()) << complete.status();
    const auto found = FindCandidates(*complete, {});
    ASSERT_TRUE(found.ok());
    EXPECT_GT(found->size(), 5);
    EXPECT_TRUE(std::is_sorted(found->begin(), found->end(),
                               [](const auto& a, const auto& b) { return a.seconds < b.seconds; }));
    for (const DistCandidate& candidate : *found) {
      std::vector<int> axes;
      for (const Held& held : candidate.path) {
        axes.insert(axes.end(), held.transformed.begin(), held.transformed.end());
      }
      if (type == TransformType::kRealForward) {
        EXPECT_EQ(axes.front(), 3) << ToString(candidate);
      }
      if (type == TransformType::kRealInverse) {
        EXPECT_EQ(axes.back(), 3) << ToString(candidate);
      }
      std::sort(axes.begin(), axes.end());
      EXPECT_EQ(axes, (std::vector<int>{1, 2, 3})) << ToString(candidate);
    }
  }
}

// Sender and receiver of a message agree on its box and its bytes.
TEST(DistPlan, MessagesMeet) {
  for (int candidate = 0; candidate < 12; ++candidate) {
    DistProblem problem = Cube(10, 6);
    problem.input = BoxesOf({{1, 1, 3, 2}}, {1, 10, 10, 10});
    DistOptions options;
    options.candidate = candidate;
    options.pieces = 1 + candidate % 3;
    using Key = std::tuple<int, int, int, std::string, int64_t>;
    std::map<Key, int> balance;
    int messages = 0;
    for (int rank = 0; rank < 6; ++rank) {
      const auto plan = MakeDistPlan(problem, options, rank);
      ASSERT_TRUE(plan.ok()) << plan.status();
      for (const Stage& stage : plan->stages) {
        const auto* exchange = std::get_if<Exchange>(&stage.work);
        if (exchange == nullptr) continue;
        for (const Message& m : exchange->sends) {
          ++balance[{exchange->number, rank, m.peer, ToString(m.box), m.bytes}];
          ++messages;
        }
        for (const Message& m : exchange->receives) {
          --balance[{exchange->number, m.peer, rank, ToString(m.box), m.bytes}];
        }
      }
    }
    EXPECT_GE(messages, 6);
    for (const auto& [key, left] : balance) EXPECT_EQ(left, 0) << std::get<3>(key);
  }
}

TEST(DistPlan, LinesAreSplitOverTheRanks) {
  DistProblem problem;
  problem.problem.lengths = {576};
  problem.input = problem.output = Slabs({576}, 0, 4);
  const auto plan = MakeDistPlan(problem, {}, 1);
  ASSERT_TRUE(plan.ok()) << plan.status();
  EXPECT_EQ(plan->problem.problem.lengths, (std::vector<int64_t>{24, 24}));
  EXPECT_EQ(Count<Exchange>(*plan), 3);
  int twiddled = 0;
  for (const Stage& stage : plan->stages) {
    const auto* transform = std::get_if<LocalTransform>(&stage.work);
    if (transform == nullptr) continue;
    EXPECT_EQ(transform->problem.lengths, (std::vector<int64_t>{24}));
    twiddled += transform->line == 576;
  }
  EXPECT_GT(twiddled, 0);
  // A prime length cannot be split, so one rank gets the whole line.
  problem.problem.lengths = {577};
  problem.input = problem.output = Slabs({577}, 0, 4);
  EXPECT_EQ(MakeDistPlan(problem, {}, 1)->problem.problem.lengths, (std::vector<int64_t>{577}));
}

TEST(DistPlan, PartsRunInALaneOfTheirOwn) {
  DistOptions options;
  options.transport = Transport::kDirect;
  options.pieces = 2;
  options.groups = 3;
  options.peer_store = PeerStore::kCopies;
  const auto plan = MakeDistPlan(Cube(24, 2), options, 0);
  ASSERT_TRUE(plan.ok());
  EXPECT_EQ(Count<Exchange>(*plan), 2);
  EXPECT_EQ(Count<BoxCopy>(*plan), 6) << "every group's piece of every part";
  for (const Stage& stage : plan->stages) {
    EXPECT_EQ(std::holds_alternative<BoxCopy>(stage.work),
              stage.lane == 1 && !std::holds_alternative<Fence>(stage.work) &&
                  !std::holds_alternative<Exchange>(stage.work))
        << ToString(stage);
  }
}

// Plans have the numbers of parts that were the fastest on two and four H200s.
TEST(DistPlan, PartsLeaveKernelsThatAreWorthTheirLaunch) {
  DistOptions options;
  options.transport = Transport::kDirect;
  options.link = *FindLinkModel("nvlink");
  const auto parts = [&options](int64_t n, int ranks) {
    const auto plan = MakeDistPlan(Cube(n, ranks), options, 0);
    return plan.ok() ? Count<Exchange>(*plan) : -1;
  };
  EXPECT_EQ(parts(64, 2), 1);
  EXPECT_EQ(parts(512, 2), 3);
  EXPECT_EQ(parts(512, 4), 2);
  EXPECT_EQ(parts(1024, 4), 3);
  // Messages of a communicator leave in one group, so their kernels are larger.
  options.transport = Transport::kMessages;
  EXPECT_EQ(parts(512, 4), 3);
}

TEST(DistPlan, RefusalsNameWhatIsWrong) {
  const auto error = [](const DistProblem& problem, const DistOptions& options = {}) {
    return std::string(MakeDistPlan(problem, options, 0).status().message());
  };
  DistProblem problem = Cube(8, 2);
  problem.output.pop_back();
  EXPECT_EQ(error(problem),
            "output is 1 boxes; allowed: as many as the input's 2, one a rank and at least one");
  problem = Cube(8, 2);
  problem.output_order = {0, 1, 1, 3};
  EXPECT_EQ(error(problem), "output_order is {0, 1, 1, 3}; allowed: every axis 0 to 3 once, or {}");
  problem = Cube(8, 2);
  problem.problem.input.format = ArrayFormat::kComplexPlanar;
  EXPECT_EQ(error(problem),
            "problem.input.format is CP; allowed: interleaved formats over several ranks");
  problem = Cube(8, 2);
  problem.problem.lengths[1] = 0;
  EXPECT_EQ(error(problem), "lengths[1] is 0; allowed: at least 1");
  DistOptions options;
  options.candidate = 1000;
  EXPECT_NE(error(Cube(8, 2), options).find("options.candidate is 1000; allowed: 0 to"),
            std::string::npos);
}

TEST(DistPlan, EmptyBoxesAreAlikeWhereverTheyLie) {
  DistProblem problem;
  problem.problem.lengths = {8, 8};
  problem.input = problem.output = Slabs({8, 8}, 0, 2);
  const Box nowhere = {{INT64_MIN, INT64_MAX}, {INT64_MAX, INT64_MIN}};
  for (std::vector<Box>* boxes : {&problem.input, &problem.output}) boxes->push_back(nowhere);
  const auto complete = CompleteDistProblem(problem);
  ASSERT_TRUE(complete.ok()) << complete.status();
  EXPECT_EQ(complete->input[2], (Box{{0, 0, 0}, {0, 0, 0}}));
  for (int rank = 0; rank < 3; ++rank) EXPECT_TRUE(MakeDistPlan(problem, {}, rank).ok());
  problem.input[2] = {{5, 3}, {5, 3}};
  EXPECT_EQ(Digest(*complete, {}), Digest(*CompleteDistProblem(problem), {}));
}

TEST(DistPlan, SlabsOfNoAxisAreNone) {
  EXPECT_TRUE(Slabs({8, 8}, 2, 4).empty());
  EXPECT_TRUE(Slabs({8, 8}, -1, 4).empty());
  EXPECT_TRUE(Slabs({8, 8}, 0, 0).empty());
}

TEST(DistPlan, LayoutsAreRefusedByName) {
  const auto refusal = [](const std::string& token) {
    return std::string(CheckPacked(*ParseToken(token), "problem.").message());
  };
  EXPECT_EQ(refusal("real_forward_len_8_10_double_ip_batch_3_scale_2"), "");
  EXPECT_TRUE(refusal("complex_forward_len_8_single_op_batch_1_istride_2_CI_ostride_1_CI")
                  .starts_with("problem.input.strides is 2; allowed: packed data"));
  EXPECT_TRUE(refusal("complex_forward_len_8_single_op_CB").starts_with("problem.has_callbacks"));
  const auto same = ParseToken("real_forward_len_8_10_double_ip_batch_3_scale_2");
  EXPECT_EQ(*CompleteProblem(WithoutLayout(*same)), *same);
}

TEST(DistPlan, DigestsTellProblemsAndOptionsApart) {
  const DistProblem problem = *CompleteDistProblem(Cube(8, 2));
  DistProblem other = problem;
  other.problem.scale = 2;
  DistOptions options;
  options.pieces = 3;
  const std::string digest = Digest(problem, ToJson(DistOptions{}));
  EXPECT_EQ(digest, Digest(problem, ToJson(DistOptions{})));
  EXPECT_NE(digest, Digest(other, ToJson(DistOptions{})));
  EXPECT_NE(digest, Digest(problem, ToJson(options)));
}

TEST(DistPlan, JsonHoldsEveryStage) {
  const auto plan = MakeDistPlan(Cube(8, 2), {}, 1);
  const Json json = ToJson(*plan);
  EXPECT_EQ(json["schema"], "fft.dist_plan/1");
  EXPECT_EQ(json["stages"].size(), plan->stages.size());
  EXPECT_EQ(json["candidates"].size(), plan->candidates.size());
  int sends = 0;
  for (const Json& stage : json["stages"]) {
    if (stage["kind"] == "exchange") sends += static_cast<int>(stage["sends"].size());
  }
  EXPECT_EQ(sends, 1);
}

// Plans for a thousand ranks can be made; each rank makes only its own plan.
TEST(DistPlan, PlansForThousandsOfRanks) {
  DistProblem problem;
  problem.problem.lengths = {1024, 1024, 1024};
  problem.input = BoxesOf({{1, 16, 8, 8}}, {1, 1024, 1024, 1024});
  problem.output = problem.input;
  DistOptions options;
  options.link = *FindLinkModel("infiniband");
  const auto plan = MakeDistPlan(problem, options, 77);
  ASSERT_TRUE(plan.ok()) << plan.status();
  EXPECT_GT(plan->candidates[0].network_bytes, 0);
  EXPECT_GT(plan->candidates[0].node_bytes, 0);
}

}  // namespace
}  // namespace fft::dist
