// Tests the views: of plans made by hand by their exact text, of real plans by their properties.
#include "inspector/server/views/views.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "fft/base/json.h"
#include "gtest/gtest.h"
#include "inspector/server/plan_request.h"
#include "inspector/server/views/hand_made_plan_testing.h"

namespace fft::inspector {
namespace {

StoredPlan MakePlan(const std::string& token, const std::string& target,
                    const PlanOptions& options = {}) {
  StoredPlan stored;
  stored.id = "0123456789abcdef";
  absl::StatusOr<PlanDescription> plan =
      DescribePlan(*ParseToken(token), *FindTarget(target), options);
  EXPECT_TRUE(plan.ok()) << plan.status();
  stored.plan = *std::move(plan);
  return stored;
}

TEST(ViewsTest, TreeToTheLetter) {
  Json first = TreeView(HandMade(), 0)["nodes"][1];
  EXPECT_NE(first["summary"], "");
  first.erase("summary");
  first.erase("in");
  first.erase("out");
  EXPECT_EQ(first, Json::parse(R"({
    "id": "0.0", "parent": "0", "depth": 1, "scheme": "STOCKHAM", "leaf": 0, "transform": [2],
    "lengths": [2, 3], "output_lengths": [2, 3], "in_strides": [3, 1], "out_strides": [3, 1],
    "axes": [{"length": 2, "in_stride": 3, "out_stride": 3}],
    "loops": [{"length": 3, "in_stride": 1, "out_stride": 1}],
    "from": "complex", "to": "complex", "large_twiddle": 6, "applies_scale": false,
    "step": 0})"));
  const Json second = TreeView(HandMade(), 0)["nodes"][2];
  EXPECT_EQ(second["lengths"], Json({2, 3}));
  EXPECT_EQ(second["output_lengths"], Json({3, 2}));
  EXPECT_EQ(LeafIds(TwoKernels()), (std::vector<std::string>{"0.0", "0.1"}));
}

// The tree shows what the steps read and write. Candidate 2 has a padded TEMP0.
TEST(ViewsTest, TreeFollowsTheCandidate) {
  const PlanDescription plan = HandMade();
  const Json padded = TreeView(plan, 2)["nodes"];
  EXPECT_EQ(padded[1]["step"], 0);
  EXPECT_EQ(padded[1]["out"]["buffer"], "TEMP0");
  EXPECT_EQ(padded[1]["out"]["padded"], true);
  EXPECT_EQ(padded[1]["out"]["strides"], Json({4, 1}));
  EXPECT_EQ(padded[1]["out"]["transformed"], Json({true, false}));
  EXPECT_EQ(padded[2]["in"]["strides"], Json({4, 1}));
  EXPECT_EQ(padded[2]["in"]["transformed"], Json({false, true}));
  EXPECT_EQ(TreeView(plan, 1)["nodes"][1]["out"]["strides"], Json({3, 1}));
  EXPECT_TRUE(padded[0]["step"].is_null());
}

TEST(ViewsTest, SpectraOfRealsAreAsLongAsTheyAre) {
  const StoredPlan stored = MakePlan("real_forward_len_45_single_op_batch_3", "gfx90a");
  const Json step = StepView(stored.plan, stored.plan.search.candidates[0].steps[0], {"0"});
  EXPECT_EQ(step["in"]["lengths"], Json::parse("[3, 45]"));
  EXPECT_EQ(step["out"]["lengths"], Json::parse("[3, 23]"));
}

// The tree shows strides in memory, since canonical strides contain neither the caller's gaps nor
// padding.
TEST(ViewsTest, TreeShowsStridesInMemory) {
  const StoredPlan gaps =
      MakePlan("complex_forward_len_256_256_single_op_istride_320_1_CI_ostride_256_1_CI", "gfx90a");
  const Json root = TreeView(gaps.plan, 0)["nodes"][0];
  EXPECT_EQ(root["in"]["strides"], Json({320, 1}));
  EXPECT_EQ(root["out"]["strides"], Json({256, 1}));
  const StoredPlan padded = MakePlan("complex_forward_len_4096_65536_single_ip", "gfx90a");
  const Json view = TreeView(padded.plan, 0)["nodes"];
  EXPECT_EQ(view[1]["scheme"], "L1D_CC");
  EXPECT_EQ(view[1]["in"]["strides"], Json({65536, 1}));
  EXPECT_EQ(view[1]["out"]["strides"], Json({65600, 1}));  // an inner node writes TEMP0
  const StoredPlan real = MakePlan("real_forward_len_1024_1024_single_op_batch_3", "gfx90a");
  const Json both = TreeView(real.plan, 0)["nodes"][0];
  EXPECT_EQ(both["in"]["lengths"], Json({3, 1024, 1024}));
  EXPECT_EQ(both["in"]["format"], "R");
  EXPECT_EQ(both["out"]["lengths"], Json({3, 1024, 513}));
  EXPECT_EQ(both["out"]["transformed"], Json({false, true, true}));
}

TEST(ViewsTest, StepsSayAlongWhatTheyGo) {
  const Json view = CandidateView(HandMade(), 0, {});
  EXPECT_EQ(view["steps"][0]["access"],
            Json::parse(R"({"reads": "columns", "writes": "columns", "transposes": false})"));
  EXPECT_EQ(view["steps"][1]["access"],
            Json::parse(R"({"reads": "rows", "writes": "columns", "transposes": true})"));
  EXPECT_EQ(view["path_leaves"], Json({1, 1}));
  EXPECT_EQ(view["path_formats"], Json({"CI", "CI", "CI"}));
  const StoredPlan real = MakePlan("complex_forward_len_65536_single_op", "gfx90a");
  const Json whole = CandidateView(real.plan, 0, {});
  double sum = 0;
  for (const Json& step : whole["steps"]) sum += step["predicted_us"].get<double>();
  EXPECT_NEAR(sum, whole["predicted_us"].get<double>(), 1e-9 * sum);
}

TEST(ViewsTest, CandidatesToTheLetter) {
  const Json view = CandidatesView(HandMade(), {});
  EXPECT_EQ(view["total"], 3);
  EXPECT_EQ(view["chosen"], 0);
  EXPECT_EQ(view["criteria"][2],
            Json::parse(R"({"name": "buffers", "label": "Buffers", "better": "less"})"));
  const Json& loser = view["items"][1];
  EXPECT_EQ(loser["rank"], 2);
  EXPECT_EQ(loser["path"], Json({"USER_IN", "TEMP0", "USER_OUT"}));
  EXPECT_EQ(loser["decided_by"], "buffers");
  EXPECT_EQ(loser["buffers"], 3);
  EXPECT_EQ(loser["workspace_bytes"], 256);
  EXPECT_NE(loser["reason"], "");
  EXPECT_TRUE(view["items"][0]["decided_by"].is_null());
}

TEST(ViewsTest, CandidatesSort) {
  const PlanDescription plan = HandMade();
  const auto first = [&](const std::string& sort) {
    return CandidatesView(plan, *ParseCandidatesQuery(sort, ""))["items"][0]["candidate"];
  };
  EXPECT_EQ(first("workspace_bytes"), 0);
  EXPECT_EQ(first("-workspace_bytes"), 1);
  EXPECT_EQ(first("in_place"), 1);
  EXPECT_EQ(first("-rank"), 2);
  EXPECT_EQ(first(""), 0);
}

TEST(ViewsTest, LanesToTheLetter) {
  const Json view = CandidateView(HandMade(), 1, {});
  EXPECT_EQ(view["lanes"], Json::parse(R"([
    {"buffer": "USER_IN", "bytes": 48, "workspace_offset": null,
     "uses": [{"step": 0, "mode": "R"}], "live": [[-1, 0]]},
    {"buffer": "USER_OUT", "bytes": 48, "workspace_offset": null,
     "uses": [{"step": 1, "mode": "W"}], "live": [[1, 2]]},
    {"buffer": "TEMP0", "bytes": 48, "workspace_offset": 0,
     "uses": [{"step": 0, "mode": "W"}, {"step": 1, "mode": "R"}], "live": [[0, 1]]}])"));
  EXPECT_TRUE(view["steps"][0]["kernel"].is_null());
  EXPECT_EQ(view["steps"][1]["node"], "0.1");
  EXPECT_EQ(view["steps"][1]["out"], Json::parse(R"({
    "buffer": "USER_OUT", "format": "CI", "padded": false, "elements": 6, "bytes": 48,
    "layout": "{6:1}", "lengths": [3, 2], "strides": [2, 1], "transformed": [true, false]})"));
}

TEST(ViewsTest, RefusalsAreGrouped) {
  PlanDescription plan = HandMade();
  auto root = std::make_unique<PlacementTrace>();
  for (const char* reason : {"too small", "out of place only", "too small", ""}) {
    auto branch = std::make_unique<PlacementTrace>();
    branch->leaf = 1;
    branch->refusal = reason;
    root->branches.push_back(std::move(branch));
  }
  plan.search.traces.push_back(std::move(root));
  plan.search.passes.push_back({.temporaries = 0, .tries = 4, .refused = 3});
  plan.planner.decisions = {
      {"[6:1:1]",
       {{SchemeKind::kStockham, false, 0, "too long"}, {SchemeKind::kL1dCc, true, 2e-6, ""}},
       SchemeKind::kL1dCc}};
  const Json view = SearchView(plan);
  ASSERT_EQ(view["refusals"].size(), 2u);
  EXPECT_EQ(view["refusals"][0]["reason"], "too small");
  EXPECT_EQ(view["refusals"][0]["count"], 2);
  EXPECT_EQ(view["refusals"][0]["example"]["node"], "0.1");
  EXPECT_EQ(view["schemes"], Json::parse(R"([
    {"subject": "refused",
     "detail": {"transform": "[6:1:1]", "scheme": "STOCKHAM", "reason": "too long"}},
    {"subject": "accepted",
     "detail": {"transform": "[6:1:1]", "scheme": "L1D_CC", "microseconds": 2.0}},
    {"subject": "chosen", "detail": {"transform": "[6:1:1]", "scheme": "L1D_CC"}}])"));
  EXPECT_EQ(view["passes"][0]["refused"], 3);
}

TEST(ViewsTest, CompareNamesWhatDiffers) {
  const PlanDescription plan = HandMade();
  const Json view = CompareView({plan, 1}, {plan, 2});
  EXPECT_EQ(view["order"]["first"], "a");
  EXPECT_EQ(view["order"]["decided_by"], "padded");
  ASSERT_EQ(view["steps"].size(), 2u);
  std::set<std::string> fields;
  for (const Json& difference : view["steps"][0]["differences"]) {
    const std::string field = difference["field"];
    if (field.rfind("kernel", 0) != 0) fields.insert(field);
  }
  EXPECT_EQ(fields,
            (std::set<std::string>{"choice.price.occupancy", "choice.price.passes",
                                   "choice.price.seconds", "choice.price.write", "out.padded",
                                   "out.bytes", "out.layout", "out.strides"}));
  EXPECT_EQ(view["counts"]["steps_differing"], 2);
  const Json same = CompareView({plan, 1}, {plan, 1});
  EXPECT_EQ(same["counts"]["steps_differing"], 0);
  EXPECT_TRUE(same["order"].is_null());
  const Json swapped = CompareView({plan, 2}, {plan, 1});
  EXPECT_EQ(swapped["order"]["first"], "b");
}

TEST(ViewsTest, PlansOfTwoTargetsAreAlignedByPosition) {
  const StoredPlan a = MakePlan("complex_forward_len_65536_single_op", "gfx90a");
  const StoredPlan b = MakePlan("complex_forward_len_65536_single_op", "sm_90");
  const Json view = CompareView({a.plan, 0}, {b.plan, 0});
  EXPECT_TRUE(view["order"].is_null());
  EXPECT_EQ(view["b"]["target"], "sm_90");
  EXPECT_EQ(view["steps"].size(),
            std::max(a.plan.chosen().steps.size(), b.plan.chosen().steps.size()));
}

TEST(ViewsTest, StridesShowThePaddingAndTheChannels) {
  const Json view = StridesView(HandMade(), 2);
  ASSERT_EQ(view["edges"].size(), 3u);
  Json padded = view["edges"][1];
  EXPECT_EQ(padded["writer_dims"][0], Json::parse(R"({
    "length": 2, "stride": 4, "packed_stride": 3, "changed": true, "hops": null,
    "packed_hops": null, "role": "transformed"})"));
  EXPECT_EQ(padded["reader_dims"][0]["role"], "loop");
  for (const char* checked : {"writer_dims", "reader_dims", "layout"}) padded.erase(checked);
  EXPECT_EQ(padded, Json::parse(R"({
    "buffer": "TEMP0", "format": "CI", "padded": true, "element_bytes": 8,
    "layout_text": "{3:1}{2:4}", "bytes": 56, "packed_bytes": 48, "added_bytes": 8,
    "writer": 0, "reader": 1})"));
  // Rows of 262144 single-precision complex numbers all start in one channel. With 64 elements
  // more, the rows visit every second of the 32 channels.
  const ChannelModel model = FindTarget("gfx90a")->channels;
  const auto distinct = [&](int64_t stride) {
    const std::vector<int64_t> units = UnitsHit(model, stride * 8, 64);
    return std::set<int64_t>(units.begin(), units.end()).size();
  };
  EXPECT_EQ(distinct(262144), 1u);
  EXPECT_EQ(distinct(262208), 16u);
}

TEST(ViewsTest, TriesAreTheSearchItself) {
  const StoredPlan hand_made = HandMadeStored();
  const Json view = TriesView(hand_made.plan);
  EXPECT_EQ(view["total"], 4);
  EXPECT_EQ(view["passes"][0]["branches"][0]["refusal"], "the input is read-only");
  EXPECT_EQ(view["passes"][0]["branches"][2]["node"], "0.1");

  const StoredPlan large = MakePlan("complex_forward_len_336_336_56_double_op", "gfx90a",
                                    *ParsePlanOptions({{"scheme", "3D_TRTRTR"}}));
  const Json tries = TriesView(large.plan);
  int64_t total = 0;
  for (const PassStatistics& pass : large.plan.search.passes) total += pass.tries;
  EXPECT_EQ(tries["total"], total);
  EXPECT_EQ(tries["shown"], std::min<int64_t>(total, kMaxTries));
}

TEST(ViewsTest, VerdictsCountTheTriesOfALeaf) {
  const StoredPlan stored = HandMadeStored();
  const Json view = VerdictsView(stored.plan, 1);
  ASSERT_EQ(view["verdicts"].size(), 1u);
  EXPECT_EQ(view["verdicts"][0]["tries"], 2);
  EXPECT_EQ(view["verdicts"][0]["valid"], 0);
  EXPECT_EQ(view["verdicts"][0]["refusals"][0]["reason"], "not in place");
  EXPECT_EQ(view["verdicts"][0]["refusals"][0]["count"], 2);
  EXPECT_EQ(VerdictsView(stored.plan, 0)["verdicts"].size(), 2u);
}

TEST(ViewsTest, SourceCountsLines) {
  kernels::PlannedKernel kernel;
  kernel.name = "k";
  const auto view = [&kernel](const char* text) {
    return SourceView(kernel, *FindTarget("host"), {Dialect::kHostCpp, text});
  };
  EXPECT_EQ(view("a\nb\n")["lines"], 2);
  EXPECT_EQ(view("a\nb")["lines"], 2);
  EXPECT_EQ(view("")["lines"], 0);
  EXPECT_EQ(view("a\n  // pass 0\n")["sections"],
            Json::parse(R"([{"line": 2, "title": "pass 0"}])"));
}

TEST(ViewsTest, FusedStepsNameTheirNodes) {
  const PlanOptions options = *ParsePlanOptions({{"scheme", "L1D_TRTRT"}});
  const StoredPlan stored = MakePlan("complex_forward_len_1048576_single_ip", "gfx90a", options);
  const Json view = CandidateView(stored.plan, 0, stored.plan.kernels);
  std::vector<std::string> nodes;
  int fused = 0;
  for (const Json& step : view["steps"]) {
    EXPECT_EQ(step["shim"].is_null(), step["nodes"].size() == 1);
    fused += static_cast<int>(step["nodes"].size()) - 1;
    for (const Json& node : step["nodes"]) nodes.push_back(node);
  }
  EXPECT_EQ(nodes, LeafIds(stored.plan.tree));
  EXPECT_GT(fused, 0);
  EXPECT_EQ(view["fused"], fused);
  int taken = 0;
  const Json search = SearchView(stored.plan);
  for (const Json& fusion : search["fusions"]) {
    if (fusion["taken"]) taken += static_cast<int>(fusion["nodes"].size()) - 1;
  }
  EXPECT_EQ(taken, fused);
}

TEST(ViewsTest, PathsSayWhereDataIsPadded) {
  const StoredPlan stored = MakePlan("complex_forward_len_1048576_single_ip", "gfx90a");
  const Json items = CandidatesView(stored.plan, {})["items"];
  EXPECT_EQ(items[0]["path"], Json({"USER_OUT", "TEMP0", "USER_OUT"}));
  EXPECT_EQ(items[0]["padded_path"], Json({false, true, false}));
  EXPECT_EQ(items[1]["path"], items[0]["path"]);
  EXPECT_EQ(items[1]["padded_path"], Json({false, false, false}));
}

TEST(ViewsTest, LdsPaddingSpreadsTheLanesOverTheBanks) {
  const StoredPlan stored = MakePlan("complex_forward_len_4096_single_op_batch_1000", "gfx90a");
  const kernels::KernelSpec& spec = stored.plan.kernels[0].spec;
  const Json view = LdsView(spec, stored.plan.target);
  ASSERT_EQ(view["passes"].size(), spec.factors.size() - 1) << view;
  const Json& first = view["passes"][0];
  // Lanes write points that are `radix` apart. Without padding they use only every radix-th unit.
  const int units = view["units"];
  const int radix = first["radix"];
  ASSERT_EQ(units % radix, 0);
  EXPECT_EQ(first["packed"]["distinct"], units / radix);
  EXPECT_GT(first["placed"]["distinct"].get<int>(), units / radix);
  EXPECT_NE(LdsView(spec, *FindTarget("host"))["reason"], "");
  kernels::KernelSpec alone;
  EXPECT_NE(LdsView(alone, stored.plan.target)["reason"], "");
}

// Lanes without a butterfly write nothing: short passes leave lanes idle, and narrow workgroups
// have few lanes.
TEST(ViewsTest, LdsShowsTheLanesThatWrite) {
  struct Case {
    const char *token, *shape;
    int written;
  };
  const Case cases[] = {
      // 6 of 16 lanes have a butterfly in the first pass, since a transform has 10 lanes.
      {"complex_forward_len_60_single_op_batch_1000", "60:factors=10x6,threads=10,staged=0", 12},
      // The columns have 3 butterflies each. Each of 4 columns has 2 threads.
      {"complex_forward_len_12_32768_single_op",
       "12:factors=4x3,threads=2,transforms=4,exchange=full", 8}};
  for (const Case& c : cases) {
    PlanOptions options;
    options.shapes = *ParseAskedShapes(c.shape);
    const StoredPlan stored = MakePlan(c.token, "sm_90", options);
    int seen = 0;
    for (const kernels::PlannedKernel& kernel : stored.plan.kernels) {
      if (kernel.spec.length != options.shapes[0].length) continue;
      ++seen;
      const Json view = LdsView(kernel.spec, stored.plan.target);
      ASSERT_EQ(view["reason"], "") << c.token;
      ASSERT_EQ(view["units"], 16) << c.token;
      EXPECT_EQ(view["passes"][0]["placed"]["units"].size(), c.written) << kernel.name;
    }
    EXPECT_EQ(seen, 1) << c.token;
  }
}

// A plane shows the passes of both axes. The distance between its rows lets lanes of two rows use
// different banks.
TEST(ViewsTest, LdsShowsThePassesOfPlanes) {
  const StoredPlan stored = MakePlan("complex_forward_len_100_20_single_op_batch_1000", "sm_90");
  ASSERT_EQ(stored.plan.kernels.size(), 1u);
  const kernels::KernelSpec& spec = stored.plan.kernels[0].spec;
  ASSERT_EQ(spec.tiling, Tiling::kPlane);
  const Json view = LdsView(spec, stored.plan.target);
  ASSERT_EQ(view["reason"], "");
  ASSERT_EQ(view["passes"].size(), spec.factors.size() + spec.second_axis.factors.size() - 1);
  for (const Json& pass : view["passes"]) {
    EXPECT_EQ(pass["placed"]["units"].size(), 16) << pass;
    EXPECT_EQ(pass["packed"]["units"].size(), 16) << pass;
  }
  // The first lanes have the butterflies of one row, and the next lanes those of the next row. The
  // next row begins behind the padding of the first.
  const auto lane = static_cast<size_t>(spec.length / spec.factors[0]);
  ASSERT_LT(lane, 16u) << view;
  EXPECT_GT(spec.lds.transform_step, 20);
  ASSERT_EQ(spec.lds.pad_every, 0);
  EXPECT_EQ(view["passes"][0]["packed"]["units"][lane], 20 % 16);
  EXPECT_EQ(view["passes"][0]["placed"]["units"][lane], spec.lds.transform_step % 16);
  // Along y, neighbouring lanes write to neighbouring columns.
  EXPECT_EQ(view["passes"][2]["placed"]["busiest"], 1) << view;
}

Json HintsOf(const std::string& token, const std::string& target, int candidate,
             const PlanOptions& options = {}) {
  const StoredPlan stored = MakePlan(token, target, options);
  return HintsView(stored.plan, candidate, *KernelsOfCandidate(stored.plan, candidate))["hints"];
}

const Json* FindHint(const Json& hints, const std::string& rule) {
  const auto it = std::find_if(hints.begin(), hints.end(),
                               [&](const Json& hint) { return hint["rule"] == rule; });
  return it == hints.end() ? nullptr : &*it;
}

TEST(ViewsTest, HintsPointAtWhatDoesBetter) {
  const std::string in_place = "complex_forward_len_1048576_single_ip";
  EXPECT_EQ(FindHint(HintsOf(in_place, "gfx90a", 0), "crowded_temporary"), nullptr);
  const Json packed = HintsOf(in_place, "gfx90a", 1);
  const Json* crowded = FindHint(packed, "crowded_temporary");
  ASSERT_NE(crowded, nullptr);
  EXPECT_EQ((*crowded)["candidate"], 0);
  EXPECT_NE((*crowded)["text"].get<std::string>().find("meet in 1 of 32 channels"),
            std::string::npos);
  // Rows that use few channels although they are padded.
  StoredPlan still = MakePlan(in_place, "gfx90a", {});
  std::vector<Step>& steps = still.plan.search.candidates[1].steps;
  steps[0].out.padded = steps[1].in.padded = true;
  const Json hints = HintsView(still.plan, 1, *KernelsOfCandidate(still.plan, 1))["hints"];
  const Json* padded = FindHint(hints, "crowded_temporary");
  ASSERT_NE(padded, nullptr);
  EXPECT_TRUE((*padded)["candidate"].is_null()) << *padded;
  for (const char* token :
       {"complex_forward_len_268435456_single_ip", "complex_forward_len_1073741824_double_ip"}) {
    EXPECT_EQ(FindHint(HintsOf(token, "gfx90a", 0), "crowded_temporary"), nullptr) << token;
  }
  EXPECT_NE((*padded)["text"].get<std::string>().find("It is padded"), std::string::npos);

  const PlanOptions forced = *ParsePlanOptions({{"scheme", "L1D_TRTRT"}});
  const Json slow = HintsOf(in_place, "gfx90a", 0, forced);
  const Json* scheme = FindHint(slow, "faster_scheme");
  ASSERT_NE(scheme, nullptr);
  EXPECT_GT((*scheme)["saves_us"].get<double>(), 0);
  EXPECT_EQ(slow[0], *scheme);  // the largest gain comes first
  const Json last = HintsOf(in_place, "gfx90a", 5, forced);
  ASSERT_NE(FindHint(last, "faster_candidate"), nullptr);
  const StoredPlan stored = MakePlan(in_place, "gfx90a", forced);
  const Json items = CandidatesView(stored.plan, {})["items"];
  const auto seconds = [](const Json& item) { return item["predicted_us"].get<double>(); };
  const auto fastest =
      std::min_element(items.begin(), items.end(),
                       [&](const Json& a, const Json& b) { return seconds(a) < seconds(b); });
  EXPECT_EQ((*FindHint(last, "faster_candidate"))["candidate"], fastest - items.begin());
}

TEST(ViewsTest, HintsKnowTheMachineAndTheLength) {
  const Json idle = HintsOf("complex_forward_len_1009_single_op", "sm_90", 0);
  ASSERT_NE(FindHint(idle, "idle_units"), nullptr);
  ASSERT_NE(FindHint(idle, "convolution"), nullptr);
  EXPECT_NE((*FindHint(idle, "convolution"))["text"].get<std::string>().find("1012 needs none"),
            std::string::npos);
  // 2368 = 64 x 37. This target has butterflies of radix 37, so this is a plain kernel.
  EXPECT_EQ(FindHint(HintsOf("complex_forward_len_2368_single_op", "sm_90", 0), "convolution"),
            nullptr);
  const Json full = HintsOf("complex_forward_len_1024_single_op_batch_100000", "sm_90", 0);
  EXPECT_EQ(full, Json::array());
}

TEST(ViewsTest, EveryPartOfANameIsExplained) {
  const auto check = [](const kernels::KernelSpec& spec) {
    const Json parts = NamePartsView(spec);
    std::string name = "fft";
    for (const Json& part : parts) {
      name += "_" + part["text"].get<std::string>();
      // A field without an explanation would have its own name as meaning.
      EXPECT_NE(part["meaning"], part["field"]);
      EXPECT_FALSE(part["meaning"].get<std::string>().empty()) << part;
    }
    EXPECT_EQ(name, kernels::KernelName(spec));
    return parts.size();
  };
  for (const char* token :
       {"complex_forward_len_1048576_single_op_scale_2", "real_forward_len_240_half_op",
        "complex_inverse_len_1009_double_ip", "complex_forward_len_16_16_single_op",
        "real_to_real_len_30_kind_dct3_single_op", "complex_forward_len_64_single_op_irange_8_32",
        "real_forward_len_400_single_op_batch_9_idist_160_window_power"}) {
    const StoredPlan stored = MakePlan(token, "gfx90a");
    for (const kernels::PlannedKernel& kernel : stored.plan.kernels) check(kernel.spec);
  }
  kernels::KernelSpec every;  // every field appears in the name
  every.points = 5;
  every.transforms_per_line = 2;
  every.lines_per_transform = 3;
  every.second_axis = {4, {4}};
  every.exchange = Exchange::kFull;
  every.staging = Staging::kLoad;
  every.resident_groups = 2;
  every.lds.words = 8;
  every.in_precision = every.out_precision = Precision::kHalf;
  every.load = AxisFormat::kReal;
  every.store = AxisFormat::kHermitian;
  every.load_reals = every.store_reals = AxisKind::kDct2;
  every.in_range = every.out_range = Range{1, 2};
  every.row_operation = RowOperation::kFilter;
  every.row_columns = 16;
  every.large_twiddle.steps = 2;
  every.tile_end = TileEnd::kWraps;
  every.workgroups = kernels::Workgroups::kPersistent;
  every.launch = kernels::LaunchTime::kEarly;
  every.group_order = kernels::GroupOrder::kFalling;
  every.tiles_ahead = 132;
  every.known_tile.is_whole = true;
  every.scale = kernels::ScaleKind::kScale;
  every.window = kernels::WindowUse::kElements;
  every.function = PointFunction::kPower;
  every.load_callback.text = every.store_callback.text = "x";
  EXPECT_EQ(check(every), kernels::ToJson(every).size());
}

TEST(ViewsTest, EveryRowOperationHasWords) {
  int operations = 0;
  for (int i = 1; ToString(static_cast<RowOperation>(i)) != "?"; ++i, ++operations) {
    kernels::KernelSpec spec;
    spec.row_operation = static_cast<RowOperation>(i);
    for (const Json& part : NamePartsView(spec)) {
      if (part["field"] == "row_operation") {
        EXPECT_NE(part["meaning"], ToString(spec.row_operation));
      }
    }
  }
  EXPECT_GE(operations, 11);
}

TEST(ViewsTest, SourceLinesKnowTheirLineOfTheTree) {
  const auto line = [](const std::string& text, int number) {
    size_t at = 0;
    for (int i = 1; i < number; ++i) at = text.find('\n', at) + 1;
    return text.substr(at, text.find('\n', at) - at);
  };
  for (const char* target : {"gfx90a", "sm_90", "host"}) {
    const StoredPlan stored = MakePlan("complex_forward_len_4096_single_op", target);
    const kernels::PlannedKernel& kernel = stored.plan.kernels[0];
    const Json view = *AstView(kernel, stored.plan.target.dialect);
    const std::string source = *SourceOf(kernel, stored.plan.target);
    const std::string tree = view["final"];
    const std::vector<int> lines = view["source_to_final"];
    ASSERT_EQ(static_cast<int64_t>(lines.size()), std::count(source.begin(), source.end(), '\n'));
    int remarks = 0;
    int mapped = 0;
    for (size_t i = 0; i < lines.size(); ++i) {
      if (lines[i] == 0) continue;
      ++mapped;
      const std::string text = line(source, static_cast<int>(i) + 1);
      const size_t remark = text.find("// ");
      if (remark == std::string::npos) continue;
      ++remarks;
      EXPECT_NE(line(tree, lines[i]).find("# " + text.substr(remark + 3)), std::string::npos)
          << text;
    }
    EXPECT_GE(remarks, 2) << target;
    EXPECT_GT(mapped, static_cast<int>(lines.size()) * 8 / 10) << target;
  }
}

class RealPlanTest : public ::testing::TestWithParam<const char*> {};

TEST_P(RealPlanTest, ViewsAreConsistent) {
  const StoredPlan stored = MakePlan(GetParam(), "gfx90a");
  const Json view = PlanView(stored);
  EXPECT_EQ(view["tree"], TreeView(stored.plan, stored.plan.candidate));
  EXPECT_EQ(view["candidates"], CandidatesView(stored.plan, {}));
  EXPECT_EQ(view["search"], SearchView(stored.plan));
  const Json& items = view["candidates"]["items"];
  ASSERT_FALSE(items.empty());
  const bool in_place = stored.plan.problem.placement == Placement::kInPlace;
  for (size_t i = 0; i < items.size(); ++i) {
    EXPECT_EQ(items[i]["rank"], i + 1);
    EXPECT_EQ(items[i]["decided_by"].is_null(), i == 0);
    EXPECT_EQ(items[i]["path"].front(), in_place ? "USER_OUT" : "USER_IN");
    EXPECT_EQ(items[i]["path"].back(), "USER_OUT");
  }
  const Json& steps = view["chosen_candidate"]["steps"];
  EXPECT_EQ(steps.size(), view["kernels"]["kernels"].size());
  std::map<std::string, int> leaves;
  for (const Json& node : view["tree"]["nodes"]) {
    if (!node["leaf"].is_null()) leaves[node["id"]] = node["leaf"];
  }
  EXPECT_EQ(leaves.size(), steps.size());
  for (const Json& node : view["tree"]["nodes"]) {
    if (node["step"].is_null()) continue;
    const Json& step = steps[node["step"].get<int>()];
    if (step["nodes"].front() == node["id"]) {
      EXPECT_EQ(node["in"], step["in"]);
    }
    if (step["nodes"].back() == node["id"]) {
      EXPECT_EQ(node["out"], step["out"]);
    }
  }
  for (size_t i = 0; i < steps.size(); ++i) {
    EXPECT_EQ(leaves.at(steps[i]["node"]), static_cast<int>(i));
    EXPECT_FALSE(steps[i]["kernel"].is_null());
    if (i > 0) {
      EXPECT_EQ(steps[i]["in"]["buffer"], steps[i - 1]["out"]["buffer"]);
    }
  }
  int64_t refused = 0;
  for (const Json& pass : view["search"]["passes"]) refused += pass["refused"].get<int64_t>();
  int64_t grouped = 0;
  for (const Json& group : view["search"]["refusals"]) grouped += group["count"].get<int64_t>();
  EXPECT_EQ(grouped, refused);
  EXPECT_GE(view["kernels"]["amplification"].get<double>(), 0.99);
  EXPECT_FALSE(view["search"]["schemes"].empty());
}

INSTANTIATE_TEST_SUITE_P(Tokens, RealPlanTest,
                         ::testing::Values("complex_forward_len_16_single_op",
                                           "complex_forward_len_65536_single_op",
                                           "complex_inverse_len_65536_double_ip_batch_3",
                                           "complex_forward_len_1048576_single_op",
                                           "complex_forward_len_64_48_single_op",
                                           "complex_forward_len_32_16_24_double_ip"));

}  // namespace
}  // namespace fft::inspector
