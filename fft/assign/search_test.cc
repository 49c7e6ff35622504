#include "fft/assign/search.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>

#include "absl/strings/str_cat.h"
#include "fft/assign/ranking.h"
#include "fft/assign/search_report.h"
#include "fft/base/json.h"
#include "fft/core/layout.h"
#include "fft/core/target.h"
#include "fft/plan/planner.h"
#include "gtest/gtest.h"

namespace fft {
namespace {

// A machine whose kernels hold 16 points, so that short transforms need several of them.
Target TinyTarget() {
  Target target = *FindTarget("host");
  target.name = "tiny";
  target.lds_bytes = 256;
  return target;
}

SearchResult Assign(const std::string& token, const PlanOptions& options = {}) {
  const Problem problem = *ParseToken(token);
  const PlanNode tree = *MakePlanTree(problem, TinyTarget(), options, nullptr);
  auto result = AssignBuffers(problem, tree, TinyTarget(), options);
  EXPECT_TRUE(result.ok()) << result.status();
  return *std::move(result);
}

// "USER_IN>TEMP0>USER_OUT"
std::string Route(const Candidate& candidate) {
  std::string route = ToString(candidate.steps.front().in.buffer);
  for (const Step& step : candidate.steps) absl::StrAppend(&route, ">", ToString(step.out.buffer));
  return route;
}

std::vector<std::string> Routes(const SearchResult& result) {
  std::vector<std::string> routes;
  for (const Candidate& candidate : result.candidates) routes.push_back(Route(candidate));
  return routes;
}

TEST(AssignBuffers, OneKernelHasOneAssignment) {
  EXPECT_EQ(Routes(Assign("complex_forward_len_16_single_op")),
            (std::vector<std::string>{"USER_IN>USER_OUT"}));
  const SearchResult in_place = Assign("complex_forward_len_16_single_ip");
  EXPECT_EQ(Routes(in_place), (std::vector<std::string>{"USER_OUT>USER_OUT"}));
  EXPECT_EQ(in_place.candidates[0].scores.buffers, 1);
  EXPECT_EQ(in_place.candidates[0].scores.in_place, 1);
}

TEST(AssignBuffers, TransposingColumnsNeedNoWorkspaceOutOfPlace) {
  PlanOptions options;
  options.scheme = SchemeKind::kL1dCr;
  const SearchResult result = Assign("complex_forward_len_60_single_op", options);
  EXPECT_EQ(Routes(result),
            (std::vector<std::string>{"USER_IN>USER_OUT>USER_OUT", "USER_IN>TEMP0>USER_OUT"}));
  EXPECT_EQ(result.candidates[0].workspace_bytes, 0);
  EXPECT_EQ(result.candidates[1].workspace_bytes, 512);
  EXPECT_EQ(result.candidates[1].pass, 1);
}

TEST(AssignBuffers, ColumnsInPlaceNeedATemporaryUnlessTheInputMayBeOverwritten) {
  PlanOptions options;
  options.scheme = SchemeKind::kL1dCc;
  EXPECT_EQ(Routes(Assign("complex_forward_len_60_single_op", options)),
            (std::vector<std::string>{"USER_IN>TEMP0>USER_OUT"}));
  options.allow_input_overwrite = true;
  EXPECT_EQ(Routes(Assign("complex_forward_len_60_single_op", options)),
            (std::vector<std::string>{"USER_IN>USER_IN>USER_OUT", "USER_IN>TEMP0>USER_OUT"}));
}

TEST(AssignBuffers, CountsEachPass) {
  const SearchResult result = Assign("complex_forward_len_512_double_ip");
  ASSERT_EQ(result.passes.size(), 3u);
  ASSERT_EQ(result.traces.size(), 3u);
  EXPECT_EQ(result.passes[0].candidates, 0);
  EXPECT_GT(result.passes[1].candidates, 0);
  int64_t candidates = 0;
  for (int pass = 0; pass < 3; ++pass) {
    const PassStatistics& statistics = result.passes[pass];
    EXPECT_EQ(statistics.temporaries, pass);
    EXPECT_GE(statistics.tries, statistics.refused);
    EXPECT_GE(statistics.decision_calls, statistics.decision_hits);
    candidates += statistics.candidates;
  }
  EXPECT_EQ(candidates, static_cast<int64_t>(result.candidates.size()));
  EXPECT_GT(result.passes[2].decision_hits, 0);
}

// Options with which the tree has no transposes, since the search would fuse these into other
// steps.
PlanOptions WithoutTransposes(const std::string& token) {
  PlanOptions options;
  const std::optional<SchemeKind> schemes[] = {std::nullopt, SchemeKind::kL1dCr, SchemeKind::kL1dCc,
                                               SchemeKind::k2dRc, SchemeKind::k3dRc};
  for (const auto& scheme : schemes) {
    options.scheme = scheme;
    const auto tree = MakePlanTree(*ParseToken(token), TinyTarget(), options, nullptr);
    if (!tree.ok()) continue;
    const std::vector<const PlanNode*> leaves = Leaves(*tree);
    if (std::all_of(leaves.begin(), leaves.end(),
                    [](const PlanNode* leaf) { return leaf->scheme == SchemeKind::kStockham; })) {
      return options;
    }
  }
  ADD_FAILURE() << token;
  return options;
}

TEST(AssignBuffers, KeepsEveryCandidateOnceAndInOrder) {
  for (const char* token :
       {"complex_forward_len_512_double_op", "complex_forward_len_18_4_20_double_op",
        "complex_forward_len_2_33_20_double_ip"}) {
    for (Strategy strategy : kStrategies) {
      PlanOptions options = WithoutTransposes(token);
      options.strategy = strategy;
      const SearchResult result = Assign(token, options);
      const std::vector<std::string> routes = Routes(result);
      EXPECT_EQ(std::set<std::string>(routes.begin(), routes.end()).size(), routes.size());
      for (size_t i = 0; i + 1 < result.candidates.size(); ++i) {
        EXPECT_TRUE(RanksBefore(result.candidates[i], result.candidates[i + 1], strategy));
        EXPECT_FALSE(RanksBefore(result.candidates[i + 1], result.candidates[i], strategy));
      }
    }
  }
}

// No two candidates have the same route. The output's array holds h + 1 elements of half a
// spectrum, and between the steps it may hold the h pairs.
TEST(AssignBuffers, OffersNoPlacementTwice) {
  PlanOptions options;
  options.scheme = SchemeKind::kRealPairs;
  const SearchResult result = Assign("real_forward_len_64_double_op", options);
  std::set<std::string> routes;
  for (const Candidate& candidate : result.candidates) {
    EXPECT_TRUE(routes.insert(Route(candidate)).second) << Route(candidate);
  }
  EXPECT_GE(routes.size(), 3u);
}

// The routes of all valid assignments of buffers to edges, found without the search. A step is
// valid when it moves data to another buffer, or keeps every stride.
std::set<std::string> BruteForce(const std::string& token) {
  const Problem problem = *ParseToken(token);
  const PlanNode tree = *MakePlanTree(problem, TinyTarget(), WithoutTransposes(token), nullptr);
  const std::vector<const PlanNode*> leaves = Leaves(tree);
  const bool in_place = problem.placement == Placement::kInPlace;
  std::set<std::string> routes;
  const std::function<void(size_t, Buffer, std::string)> walk = [&](size_t leaf, Buffer in,
                                                                    std::string route) {
    if (leaf == leaves.size()) {
      const size_t first = route.find("TEMP");
      // Assignments that differ only in the names of the temporaries count once.
      if (in == Buffer::kUserOut &&
          (first == std::string::npos || route.compare(first, 5, "TEMP0") == 0)) {
        routes.insert(route);
      }
      return;
    }
    for (Buffer out : {Buffer::kUserOut, Buffer::kTemp0, Buffer::kTemp1}) {
      bool moves = false;
      for (const Dims* dims : {&leaves[leaf]->axes, &leaves[leaf]->loops}) {
        for (const Dim& dim : *dims) moves |= dim.in_stride != dim.out_stride;
      }
      if (in == out && moves) continue;
      walk(leaf + 1, out, absl::StrCat(route, ">", ToString(out)));
    }
  };
  const Buffer user_in = in_place ? Buffer::kUserOut : Buffer::kUserIn;
  walk(0, user_in, ToString(user_in));
  return routes;
}

TEST(AssignBuffers, FindsWhatBruteForceFinds) {
  for (const char* token :
       {"complex_forward_len_60_double_op", "complex_forward_len_60_double_ip",
        "complex_forward_len_512_double_op", "complex_forward_len_512_double_ip",
        "complex_forward_len_32_48_double_op", "complex_forward_len_32_48_double_ip",
        "complex_forward_len_5_6_7_double_op", "complex_forward_len_18_4_20_double_ip"}) {
    const std::vector<std::string> routes = Routes(Assign(token, WithoutTransposes(token)));
    EXPECT_EQ(std::set<std::string>(routes.begin(), routes.end()), BruteForce(token)) << token;
  }
}

// Checks the running counts of a tree of tries and returns the number of complete valid paths.
int CheckTrace(const PlacementTrace& node, size_t leaves) {
  int paths = 0;
  for (const auto& branch : node.branches) {
    EXPECT_EQ(branch->parent, &node);
    EXPECT_EQ(branch->leaf, node.leaf + 1);
    EXPECT_EQ(branch->in_buffer, node.out_buffer);
    if (!branch->refusal.empty()) {
      EXPECT_TRUE(branch->branches.empty());
      continue;
    }
    const int in_place = branch->in_buffer == branch->out_buffer ? 1 : 0;
    EXPECT_EQ(branch->in_place, node.in_place + in_place);
    paths += branch->leaf + 1 == static_cast<int>(leaves) ? 1 : CheckTrace(*branch, leaves);
  }
  return paths;
}

TEST(AssignBuffers, RecordsEveryTry) {
  const SearchResult result = Assign("complex_forward_len_18_4_20_double_op");
  const size_t leaves = result.candidates.front().steps.size();
  int64_t found = 0;
  for (const auto& trace : result.traces) {
    EXPECT_EQ(trace->leaf, -1);
    const int paths = CheckTrace(*trace, leaves);
    EXPECT_GE(paths, found);  // a later round finds the earlier candidates again
    found = paths;
  }
  EXPECT_EQ(found, static_cast<int64_t>(result.candidates.size()));
}

TEST(AssignBuffers, ReportsItsLimit) {
  PlanOptions options;
  options.max_candidates = 2;
  const SearchResult result = Assign("complex_forward_len_18_4_20_double_op", options);
  EXPECT_EQ(result.candidates.size(), 2u);
  EXPECT_TRUE(result.truncated);
  EXPECT_EQ(result.truncation, "stopped at 2 candidates, the limit of PlanOptions::max_candidates");
  EXPECT_EQ(ToJson(result)["truncated"], true);
}

TEST(AssignBuffers, RefusesAnEmptyLimit) {
  const Problem problem = *ParseToken("complex_forward_len_16_single_op");
  const PlanNode tree = *MakePlanTree(problem, TinyTarget(), {}, nullptr);
  PlanOptions options;
  options.max_candidates = 0;
  EXPECT_EQ(AssignBuffers(problem, tree, TinyTarget(), options).status().message(),
            "options.max_candidates is 0; allowed: at least 1");
}

TEST(AssignBuffers, SaysWhyNothingIsValid) {
  const Problem problem = *ParseToken("complex_forward_len_16_single_ip");
  PlanNode leaf;  // moves elements within the only buffer
  leaf.axes = {{4, 4, 1}};
  leaf.loops = {{4, 1, 4}};
  const auto result = AssignBuffers(problem, leaf, TinyTarget(), {});
  EXPECT_EQ(result.status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(result.status().message(),
            "no buffer assignment is valid: USER_OUT is read and written by this step with "
            "different strides (4 and 1 for the length 4); a kernel cannot run in place there");
}

TEST(EventsOf, TellsOfPassesAndTheWinner) {
  const SearchResult result = Assign("complex_forward_len_60_single_op");
  const auto events = EventsOf(result);
  ASSERT_EQ(events.size(), 4u);
  EXPECT_EQ(events[0].first, "pass");
  EXPECT_EQ(events[3].first, "winner");
  EXPECT_EQ(events[3].second["candidates"], result.candidates.size());
}

TEST(Ranking, FollowsTheCriteriaInOrder) {
  Candidate base;
  base.scores = {1, 3, 2, 2, 2};
  base.workspace_bytes = 512;
  struct Case {
    const char* reason;
    std::function<void(Candidate*)> better;
  };
  // Each case is better in one criterion and worse in all that come after it.
  const Case cases[] = {
      {"more fused kernels: 2 against 1",
       [](Candidate* c) {
         c->scores = {2, 4, 0, 0, 9};
       }},
      {"fewer buffers: 2 against 3",
       [](Candidate* c) {
         c->scores = {1, 2, 0, 0, 9};
       }},
      {"more padded reads and writes: 3 against 2",
       [](Candidate* c) {
         c->scores = {1, 3, 3, 0, 9};
       }},
      {"more in-place steps: 3 against 2",
       [](Candidate* c) {
         c->scores = {1, 3, 2, 3, 9};
       }},
      {"fewer type changes: 1 against 2",
       [](Candidate* c) {
         c->scores = {1, 3, 2, 2, 1};
       }},
      {"less workspace: 256 against 512", [](Candidate* c) { c->workspace_bytes = 256; }},
  };
  for (const Case& c : cases) {
    Candidate better = base;
    c.better(&better);
    EXPECT_TRUE(RanksBefore(better, base)) << c.reason;
    EXPECT_FALSE(RanksBefore(base, better)) << c.reason;
    EXPECT_EQ(ExplainOrder(better, base), c.reason);
  }
}

// A convolution's temporary is on offer in every round. On each path it holds data before TEMP0 and
// TEMP1 do.
TEST(AssignBuffers, GivesAConvolutionItsOwnTemporary) {
  PlanOptions options;
  options.scheme = SchemeKind::kBluesteinKernels;
  const SearchResult result = Assign("complex_forward_len_7_single_op", options);
  std::set<int> rounds;
  for (const Candidate& candidate : result.candidates) {
    SCOPED_TRACE(Route(candidate));
    std::set<Buffer> entered;  // temporaries that hold points of the convolution, in order
    for (size_t i = 0; i + 1 < candidate.steps.size(); ++i) {
      const Buffer buffer = candidate.steps[i].out.buffer;
      if (!IsTemporary(buffer)) continue;
      EXPECT_TRUE(buffer == Buffer::kTempBluestein || entered.count(Buffer::kTempBluestein) == 1);
      entered.insert(buffer);
    }
    EXPECT_EQ(candidate.pass, entered.count(Buffer::kTemp0) + entered.count(Buffer::kTemp1));
    rounds.insert(candidate.pass);
  }
  EXPECT_EQ(rounds, (std::set<int>{0, 1, 2}));
  EXPECT_GT(result.passes[0].candidates, 0);
  EXPECT_EQ(result.candidates.front().pass, 0);
}

TEST(AssignBuffers, OffersAConvolutionsTemporaryToItsPointsAlone) {
  for (const Candidate& candidate : Assign("complex_forward_len_3600_single_ip").candidates) {
    EXPECT_EQ(Route(candidate).find("TEMP_BLUESTEIN"), std::string::npos) << Route(candidate);
  }
}

// TEMP1 is the second temporary of a plan, whether or not a convolution has a temporary of its own.
TEST(Ranking, AsksFirstForNoSecondTemporary) {
  const Criterion& first = CriteriaOf(Strategy::kBalanced).front();
  EXPECT_STREQ(first.name, "second_temporaries");
  Candidate candidate;
  for (const int pass : {0, 1, 2}) {
    candidate.pass = pass;
    EXPECT_EQ(first.value(candidate), pass == 2 ? 1 : 0);
  }
}

TEST(Ranking, BreaksTiesByBuffersAndHonoursTheStrategy) {
  Candidate a, b;
  a.steps.resize(1);
  b.steps.resize(1);
  a.steps[0].out.buffer = Buffer::kUserOut;
  b.steps[0].out.buffer = Buffer::kTemp0;
  EXPECT_TRUE(RanksBefore(a, b));
  EXPECT_EQ(ExplainOrder(a, b),
            "equal scores; by name of what step 0 writes: USER_OUT before TEMP0");
  Candidate packed = b, padded = b;
  padded.steps[0].out.padded = true;
  EXPECT_EQ(ExplainOrder(packed, padded),
            "equal scores; by name of what step 0 writes: TEMP0 before TEMP0*");
  Candidate wider = b;
  packed.steps[0].out.layout = Layout::Packed(4);
  wider.steps[0].out.layout = Layout::Packed(8);
  EXPECT_EQ(ExplainOrder(packed, wider),
            "equal scores; by name of what step 0 writes: TEMP0 {4:1} before TEMP0 {8:1}");
  EXPECT_EQ(ExplainOrder(a, a), "the same assignment");
  a.scores.nanoseconds = 5000;
  b.scores.nanoseconds = 4000;
  for (const Strategy strategy : kStrategies) {
    EXPECT_TRUE(RanksBefore(b, a, strategy)) << ToString(strategy);
    EXPECT_EQ(ExplainOrder(b, a, strategy), "fewer predicted nanoseconds: 4000 against 5000");
  }
  a.scores.fused = 1;
  a.scores.buffers = 3;
  b.scores.buffers = 2;
  EXPECT_TRUE(RanksBefore(a, b, Strategy::kBalanced));
  EXPECT_TRUE(RanksBefore(a, b, Strategy::kMostFusion));
  EXPECT_TRUE(RanksBefore(b, a, Strategy::kFewestBuffers));
  EXPECT_EQ(ExplainOrder(b, a, Strategy::kFewestBuffers), "fewer buffers: 2 against 3");
  EXPECT_TRUE(RanksBefore(b, a, Strategy::kFastest));
  a.scores.nanoseconds = 3000;
  EXPECT_TRUE(RanksBefore(a, b, Strategy::kFastest));
  EXPECT_TRUE(RanksBefore(b, a, Strategy::kFewestBuffers));
}

TEST(SearchReport, TellsWhatOverrulesThePriceOfAFasterCandidate) {
  SearchResult result;
  result.candidates.resize(2);
  Candidate &winner = result.candidates[0], &other = result.candidates[1];
  winner.scores.buffers = 2;
  other.scores.buffers = 3;
  winner.seconds = 12e-6;
  other.seconds = 10e-6;
  EXPECT_EQ(
      WhyNotFastest(result, Strategy::kBalanced),
      "candidate 1 would take 10 us, not 12 us; the strategy prefers fewer buffers: 2 against 3");
  other.seconds = 11.9e-6;
  EXPECT_EQ(WhyNotFastest(result, Strategy::kBalanced), "");
}

TEST(SearchJson, HoldsCandidatesPassesAndTraces) {
  PlanOptions options;
  options.scheme = SchemeKind::kL1dCr;
  const Json json = ToJson(Assign("complex_forward_len_60_single_op", options));
  EXPECT_EQ(json["passes"].size(), 3u);
  EXPECT_EQ(json["traces"].size(), 3u);
  EXPECT_EQ(json["truncated"], false);
  ASSERT_EQ(json["candidates"].size(), 2u);
  EXPECT_EQ(json["candidates"][0]["steps"].size(), 2u);
  bool explains = false;
  for (const Json& branch : json["traces"][0]["branches"]) {
    explains |= branch["refusal"] == "USER_IN is read-only";
  }
  EXPECT_TRUE(explains);
}

}  // namespace
}  // namespace fft
