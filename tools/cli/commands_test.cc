#include "tools/cli/commands.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>

#include "fft/base/json.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "inspector/server/views/views.h"

namespace fft::cli {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;
using ::testing::StartsWith;

struct Result {
  int code;
  std::string out;
  std::string err;
};

Result Call(const std::vector<std::string>& arguments) {
  std::ostringstream out, err;
  const int code = RunTool(arguments, out, err);
  return {code, out.str(), err.str()};
}

constexpr char kToken[] = "complex_forward_len_64_single_op_batch_10";

TEST(RunToolTest, HelpNamesEveryCommand) {
  const Result result = Call({"help"});
  EXPECT_EQ(result.code, 0);
  for (const Command& command : Commands()) EXPECT_THAT(result.out, HasSubstr(command.name));
  EXPECT_THAT(result.out, StartsWith("usage: fft COMMAND"));
}

TEST(RunToolTest, TreesAreMeasuredAndTheFastestIsNamed) {
  const Result result = Call({"candidates", "complex_forward_len_64_single_op", "--measure",
                              "--trees", "2", "--first", "1", "--device", "host", "--json"});
  ASSERT_EQ(result.code, 0) << result.err;
  const Json json = Json::parse(result.out);
  ASSERT_EQ(json["timed"].size(), 2u);
  EXPECT_EQ(json["timed"][0]["tree"], "chosen");
  double least = 1e9;
  std::string fastest;
  for (const Json& row : json["timed"]) {
    if (row["milliseconds"] < least) fastest = row["tree"].get<std::string>();
    least = std::min(least, row["milliseconds"].get<double>());
  }
  EXPECT_EQ(json["tree"], fastest);
  const Result text = Call({"candidates", "complex_forward_len_64_single_op", "--measure",
                            "--trees", "2", "--device", "host", "--seconds", "0"});
  EXPECT_THAT(text.out, HasSubstr("until time was up"));
  EXPECT_THAT(text.out, HasSubstr("fastest: chosen, candidate 0"));
}

TEST(RunToolTest, OutputThatCannotBeWrittenIsAFailure) {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"help"}, {"targets"}, {"plan", kToken, "--target", "gfx90a"}}) {
    std::ofstream full("/dev/full");
    std::ostringstream err;
    EXPECT_EQ(RunTool(arguments, full, err), 1) << arguments[0];
    EXPECT_EQ(err.str(), "fft: the output cannot be written\n");
  }
}

TEST(RunToolTest, TablesThatCannotBeWrittenAreAFailure) {
  for (const char* flag : {"--csv", "--table"}) {
    const Result result = Call({"tune", "--device", "host", "--lengths", "16", "--shapes", "1",
                                "--repeats", "1", "--mebibytes", "1", flag, "/dev/full"});
    EXPECT_EQ(result.code, 1) << flag;
    EXPECT_EQ(result.err, "fft: /dev/full cannot be written\n");
  }
}

TEST(RunToolTest, HelpOfACommandNamesItsFlags) {
  for (const Result& result : {Call({"help", "plan"}), Call({"plan", "--help"})}) {
    EXPECT_EQ(result.code, 0);
    EXPECT_THAT(result.out, StartsWith("usage: fft plan TOKEN [flags]"));
    EXPECT_THAT(result.out, HasSubstr("--target T"));
  }
}

TEST(RunToolTest, TellsItsVersion) {
  for (const char* word : {"version", "--version"}) {
    EXPECT_THAT(Call({word}).out, MatchesRegex("fft [0-9]+\\.[0-9]+\\.[0-9]+\n"));
  }
  EXPECT_THAT(Call({"help", "version"}).out, StartsWith("usage: fft version\n"));
  EXPECT_EQ(Call({"help", "help"}).out, Call({"help"}).out);
}

TEST(RunToolTest, WrongUsageExitsWithTwo) {
  EXPECT_EQ(Call({}).code, 2);
  const Result command = Call({"plna"});
  EXPECT_EQ(command.code, 2);
  EXPECT_THAT(command.err, HasSubstr("unknown command plna; did you mean plan?"));
  const Result flag = Call({"plan", kToken, "--tagret", "host"});
  EXPECT_EQ(flag.code, 2);
  EXPECT_THAT(flag.err, HasSubstr("did you mean --target?"));
  const Result missing = Call({"plan"});
  EXPECT_EQ(missing.code, 2);
  EXPECT_THAT(missing.err, HasSubstr("plan takes one TOKEN; got 0"));
  const Result superfluous = Call({"targets", kToken});
  EXPECT_EQ(superfluous.code, 2);
  EXPECT_THAT(superfluous.err, HasSubstr("targets takes no argument; got 1"));
}

TEST(RunToolTest, ErrorsExitWithOneAndSayWhatIsAllowed) {
  const Result target = Call({"plan", kToken, "--target", "gfx9000"});
  EXPECT_EQ(target.code, 1);
  EXPECT_EQ(target.out, "");
  EXPECT_THAT(target.err, HasSubstr("gfx9000"));
  EXPECT_THAT(target.err, HasSubstr("gfx90a"));
  const Result token = Call({"plan", "complex_foward_len_64", "--target", "host"});
  EXPECT_EQ(token.code, 1);
  EXPECT_THAT(token.err, HasSubstr("\"foward\"; allowed: forward or inverse"));
  const Result emit = Call({"kernels", kToken, "--target", "host", "--emit", "asm"});
  EXPECT_EQ(emit.code, 1);
  EXPECT_THAT(
      emit.err,
      HasSubstr("--emit is asm; allowed: table, source, ptx, spec, stats, object, json, device"));
}

constexpr char kTwoKernels[] = "complex_forward_len_262144_single_op";

TEST(RunToolTest, ReportsWhyItIsThisPlan) {
  const Json report =
      Json::parse(Call({"plan", kTwoKernels, "--target", "gfx90a", "--report"}).out);
  EXPECT_EQ(report["schema"], "fft.report/1");
  ASSERT_EQ(report["trees"].size(), 1u);
  EXPECT_FALSE(report["trees"][0]["planner"]["decisions"].empty());
  EXPECT_FALSE(report["trees"][0]["kernels"][0]["alternatives"].empty());
}

TEST(RunToolTest, PlansSayWhenThePlannerWasCutShort) {
  const std::string token = "complex_forward_len_432642_single_op_batch_36";
  const Result text = Call({"plan", token, "--target", "sm_90"});
  EXPECT_THAT(
      text.out,
      HasSubstr("\nthe planner was cut short: the limit of PlanOptions::max_plan_work, 8000 "));
  const Json report = Json::parse(Call({"plan", token, "--target", "sm_90", "--report"}).out);
  const std::string why = report["trees"][0]["planner"]["cut_short"];
  EXPECT_THAT(text.out, HasSubstr(why));
  EXPECT_THAT(Call({"candidates", token, "--target", "sm_90"}).out, HasSubstr(why));
  EXPECT_THAT(Call({"plan", kTwoKernels, "--target", "sm_90"}).out, Not(HasSubstr("cut short")));
}

TEST(RunToolTest, CandidatesOfSeveralTreesStandInOneList) {
  const std::vector<std::string> trees = {"candidates", kTwoKernels, "--target", "gfx90a",
                                          "--first",    "3",         "--trees",  "4"};
  const Result text = Call(trees);
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("assignments of 4 trees"));
  EXPECT_THAT(text.out, HasSubstr(" more; of each tree the first 3 "));
  EXPECT_THAT(text.out, HasSubstr("\n  chosen: ("));
  std::vector<std::string> json = trees;
  json.push_back("--json");
  const Json report = Json::parse(Call(json).out);
  EXPECT_EQ(report["trees"].size(), 4u);
  EXPECT_GE(report["ranked"].size(), 4u);
}

TEST(RunToolTest, ShapesAreAskedFor) {
  const std::string token = "complex_forward_len_1024_single_op";
  const Result plan = Call({"plan", token, "--target", "sm_90", "--shape", "1024:factors=4x4x8x8"});
  EXPECT_EQ(plan.code, 0) << plan.err;
  EXPECT_THAT(plan.out, HasSubstr("4x4x8x8"));
  EXPECT_THAT(plan.out, HasSubstr("asked for"));
  // A requested shape is kept even if narrower tiles would occupy more of the machine.
  const Result wide =
      Call({"plan", token + "_batch_100", "--target", "sm_90", "--shape", "1024:transforms=4"});
  EXPECT_THAT(wide.out, HasSubstr("_tpg4_")) << wide.err;
  const Result wrong = Call({"plan", token, "--target", "sm_90", "--shape", "1024:factors=4x4"});
  EXPECT_EQ(wrong.code, 1);
  EXPECT_THAT(wrong.err, HasSubstr("--shape[0].factors is 4x4; allowed: radices whose "
                                   "product is 1024"));
  for (const char* nothing : {"1024", "1024:", "1024:factors", "1024:factors="}) {
    const Result empty = Call({"plan", token, "--target", "sm_90", "--shape", nothing});
    EXPECT_EQ(empty.code, 1) << nothing;
    EXPECT_THAT(empty.err, HasSubstr("allowed: ")) << nothing;
  }
}

TEST(RunToolTest, SchemesAndFactorsAreAskedFor) {
  const std::string token = "real_forward_len_4096_single_op_batch_4";
  const Result plan =
      Call({"plan", token, "--target", "sm_90", "--scheme", "L1D_REAL_CC", "--factors", "16x256"});
  EXPECT_EQ(plan.code, 0) << plan.err;
  EXPECT_THAT(plan.out, HasSubstr("L1D_REAL_CC"));
  EXPECT_THAT(plan.out, HasSubstr("4 x 9 x 256"));
  const Result scheme = Call({"plan", token, "--target", "sm_90", "--scheme", "L1D"});
  EXPECT_EQ(scheme.code, 1);
  EXPECT_THAT(scheme.err, HasSubstr("--scheme is L1D; allowed: STOCKHAM, BLUESTEIN, "));
  const Result factors = Call({"kernels", token, "--target", "sm_90", "--factors", "16x"});
  EXPECT_EQ(factors.code, 1);
  EXPECT_THAT(factors.err, HasSubstr("--factors is 16x; allowed: numbers above 1, as in 16x32"));
  const Result alone = Call({"kernels", token, "--target", "sm_90", "--factors", "16x256"});
  EXPECT_THAT(alone.err, HasSubstr("--factors is 16 x 256; allowed: none without --scheme"));
  const Result split = Call(
      {"kernels", token, "--target", "sm_90", "--factors", "16x16", "--scheme", "L1D_REAL_CC"});
  EXPECT_THAT(split.err, HasSubstr("--factors is 16 x 16; allowed: factors with which"));
}

TEST(RunToolTest, CommandsOfProblemsSayWhichCommandsTakeChains) {
  for (const char* command : {"kernels", "candidates", "sweep", "build"}) {
    std::vector<std::string> call = {command, "complex_convolve_len_64_single_op"};
    if (call[0] == "sweep") call.insert(call.end(), {"--rows", "input.padding=0"});
    const Result chain = Call(call);
    EXPECT_EQ(chain.code, 1) << command;
    EXPECT_THAT(chain.err, HasSubstr("TOKEN is complex_convolve_len_64_single_op; allowed: a "
                                     "problem's; `fft plan TOKEN` and `fft show VIEW TOKEN` take"))
        << command;
  }
}

TEST(RunToolTest, TheHelpOfShowNamesEveryView) {
  const std::string help = Call({"help", "show"}).out;
  for (const inspector::View& view : inspector::Views()) {
    EXPECT_THAT(help, ::testing::ContainsRegex("[ ,]" + std::string(view.name) + "[,\n]"));
  }
}

TEST(RunToolTest, ADeviceFunctionIsWrittenToAFile) {
  const std::vector<std::string> print = {"kernels", kToken,   "--target",
                                          "sm_90",   "--emit", "device"};
  const std::string path = ::testing::TempDir() + "/device.h";
  std::vector<std::string> write = print;
  write.insert(write.end(), {"--output", path});
  const Result written = Call(write);
  EXPECT_EQ(written.code, 0) << written.err;
  EXPECT_EQ(written.out, "");
  std::ifstream file(path);
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  EXPECT_EQ(text, Call(print).out);
  EXPECT_THAT(text, HasSubstr("namespace fft_forward_64_single {"));
  write.back() = "/dev/full";
  EXPECT_EQ(Call(write).err, "fft: /dev/full cannot be written\n");
  EXPECT_THAT(Call({"kernels", kToken, "--target", "host", "--output", path}).err,
              HasSubstr("--emit is table; allowed: object or device with --output"));
}

TEST(RunToolTest, DevicesListsTheHost) {
  const Result text = Call({"devices"});
  EXPECT_EQ(text.code, 0);
  EXPECT_THAT(text.out, HasSubstr("host"));
  const Json json = Json::parse(Call({"devices", "--json"}).out);
  bool has_host = false;
  for (const Json& device : json["devices"]) has_host = has_host || device["kind"] == "host";
  EXPECT_TRUE(has_host);
}

TEST(RunToolTest, TargetsAndEnvironment) {
  EXPECT_THAT(Call({"targets"}).out, HasSubstr("gfx90a"));
  EXPECT_GE(Json::parse(Call({"targets", "--json"}).out).size(), 9u);
  EXPECT_THAT(Call({"env"}).out, HasSubstr("FFT_DEVICE"));
}

TEST(RunToolTest, PlanAsTextAndJson) {
  const Result text = Call({"plan", kToken, "--target", "gfx90a"});
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("64 points, batch 10"));
  const Json json = Json::parse(Call({"plan", kToken, "--target", "gfx90a", "--json"}).out);
  EXPECT_EQ(json["schema"], "fft.plan/1");
  EXPECT_EQ(json["target"]["name"], "gfx90a");
}

TEST(RunToolTest, PlansChainsInOneKernelInThreeAndAsTwoPlans) {
  const Result row =
      Call({"plan", "real_convolve_len_256_single_op_batch_8_spectra_2", "--target", "sm_90"});
  EXPECT_EQ(row.code, 0) << row.err;
  EXPECT_THAT(row.out, HasSubstr("2 spectra of 129 elements"));
  EXPECT_THAT(row.out, HasSubstr("1, the whole chain"));
  EXPECT_THAT(row.out, HasSubstr("FILTER"));
  const auto plans_of = [](const std::string& token) {
    const Result plan = Call({"plan", token, "--target", "sm_90", "--candidates", "0", "--json"});
    EXPECT_EQ(plan.code, 0) << plan.err;
    return plan.code == 0 ? Json::parse(plan.out)["plans"] : Json::array();
  };
  const Json plane = plans_of("complex_correlate_len_64_64_double_op");
  ASSERT_EQ(plane.size(), 1u);
  EXPECT_EQ(plane[0]["kernels"].size(), 3u);
  EXPECT_EQ(plans_of("complex_correlate_len_1009_1009_double_op").size(), 2u);
}

TEST(RunToolTest, CandidatesAsTextAndJson) {
  constexpr char kLarge[] = "complex_forward_len_262144_single_op";
  const Result text = Call({"candidates", kLarge, "--target", "gfx90a"});
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("why in this order\n  0 before 1: fewer buffers: 2 against 3\n"));
  EXPECT_THAT(text.out, HasSubstr("262144 points"));
  const Result one = Call({"candidates", kLarge, "--target", "gfx90a", "--first", "1"});
  EXPECT_THAT(one.out, HasSubstr("and 2 more\n"));
  EXPECT_THAT(one.out, ::testing::Not(HasSubstr("why in this order")));
  const Json json = Json::parse(Call({"candidates", kLarge, "--target", "gfx90a", "--json"}).out);
  EXPECT_GE(json.size(), 2u);
  const Result best = Call({"candidates", kLarge, "--target", "gfx90a", "--json", "--first", "1"});
  EXPECT_EQ(Json::parse(best.out), Json::array({json[0]}));
}

TEST(RunToolTest, StrategyIsAFlagOfPlanAndCandidates) {
  constexpr char kLarge[] = "complex_forward_len_16777216_single_op";
  const auto first = [&](const std::string& strategy) {
    const Result result = Call({"candidates", kLarge, "--target", "gfx90a", "--json", "--first",
                                "1", "--strategy", strategy});
    return result.code == 0 ? Json::parse(result.out)[0] : Json();
  };
  const Json fewest = first("fewest_buffers"), fusion = first("most_fusion");
  ASSERT_FALSE(fewest.is_null() || fusion.is_null());
  EXPECT_LT(fewest["workspace_bytes"], fusion["workspace_bytes"]);
  EXPECT_LE(first("fastest")["seconds"], std::min(fewest["seconds"], fusion["seconds"]));
  const Json plan = Json::parse(
      Call({"plan", kLarge, "--target", "gfx90a", "--json", "--strategy", "fewest_buffers"}).out);
  EXPECT_EQ(plan["search"]["candidates"][0], fewest);
  const Result wrong = Call({"plan", kLarge, "--target", "gfx90a", "--strategy", "none"});
  EXPECT_EQ(wrong.code, 1);
  EXPECT_THAT(wrong.err, HasSubstr("fewest_buffers, balanced, most_fusion, fastest"));
}

TEST(RunToolTest, PlansSayWhatOverrulesThePrice) {
  constexpr char kTemporaryIsFaster[] = "real_inverse_len_512_512_single_ip";
  const auto text = [&](const std::string& strategy) {
    return Call({"plan", kTemporaryIsFaster, "--target", "gfx90a", "--strategy", strategy}).out;
  };
  EXPECT_THAT(text("fewest_buffers"),
              AllOf(HasSubstr("\nnot the fastest assignment: candidate "),
                    HasSubstr("; the strategy prefers fewer buffers: 1 against 2\n")));
  EXPECT_THAT(text("fastest"), Not(HasSubstr("not the fastest")));
}

TEST(RunToolTest, TheSearchKeepsAsManyCandidatesAsAreAskedFor) {
  constexpr char kMany[] = "complex_forward_len_1000003_single_op";
  const auto kept = [&](const std::string& count) {
    return Json::parse(Call({"candidates", kMany, "--target", "gfx90a", "--json", "--scheme",
                             "BLUESTEIN_KERNELS", "--max_candidates", count})
                           .out)
        .size();
  };
  EXPECT_EQ(kept("3"), 3u);
  EXPECT_EQ(kept("40"), 40u);
  EXPECT_EQ(Call({"candidates", kMany, "--target", "gfx90a", "--max_candidates", "0"}).code, 1);
}

TEST(RunToolTest, ObjectsAreWrittenIntoAFolderThatIsMade) {
  const std::string folder = ::testing::TempDir() + "/new/folder";
  const Result result =
      Call({"kernels", kToken, "--target", "host", "--emit", "object", "--output", folder});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr(folder));
  const Result nowhere =
      Call({"kernels", kToken, "--target", "host", "--emit", "object", "--output", "/proc/none"});
  EXPECT_EQ(nowhere.code, 1);
  EXPECT_THAT(nowhere.err, HasSubstr("cannot make /proc/none"));
}

TEST(RunToolTest, SweepTimesEveryCell) {
  const std::vector<std::string> sweep = {"sweep",    "complex_forward_len_16_24_single_op",
                                          "--rows",   "input.padding=0,8",
                                          "--device", "host",
                                          "--rounds", "3"};
  const Result text = Call(sweep);
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("input.padding"));
  EXPECT_THAT(text.out, HasSubstr("* fastest; medians of 3 executions"));
  std::vector<std::string> grid = sweep;
  grid.insert(grid.end(), {"--columns", "scheme=planned,2D_RC,NONSENSE", "--json"});
  const Json found = Json::parse(Call(grid).out);
  ASSERT_EQ(found["items"].size(), 6u);
  EXPECT_EQ(found["items"][1]["scheme"], "2D_RC");
  EXPECT_GT(found["items"][3]["median_ms"], 0);
  EXPECT_NE(found["items"][2]["error"], "") << "no such scheme";
  EXPECT_THAT(Call({"sweep", kToken, "--rows", "padding", "--device", "host"}).err,
              HasSubstr("--rows is padding; allowed: a field and values"));
  EXPECT_THAT(Call({"sweep", kToken, "--rows", "colour=1", "--device", "host"}).err,
              HasSubstr("rows.field is \"colour\""));
}

TEST(RunToolTest, ShowPrintsTheInspectorsViews) {
  constexpr char kLarge[] = "complex_forward_len_262144_single_op";
  for (const char* view :
       {"plan", "tree", "candidates", "candidate", "compare", "strides", "search", "verdicts",
        "kernels", "kernel", "source", "ast", "trace", "hints", "tries", "lds", "report"}) {
    const Result result = Call({"show", view, kLarge, "--target", "gfx90a"});
    EXPECT_EQ(result.code, 0) << view << result.err;
    EXPECT_TRUE(Json::parse(result.out).is_object()) << view;
  }
  const Json compared = Json::parse(
      Call({"show", "compare", kLarge, "--target", "gfx90a", "--candidate", "0", "--other", "1"})
          .out);
  EXPECT_EQ(compared["b"]["rank"], 2);
  const Json targets =
      Json::parse(Call({"show", "compare", kLarge, "--target", "gfx90a", "--with", "sm_90"}).out);
  EXPECT_EQ(targets["b"]["target"], "sm_90");
  const Json forced = Json::parse(Call({"show", "tree", kLarge, "--target", "gfx90a", "--options",
                                        R"({"scheme": "L1D_TRTRT"})"})
                                      .out);
  EXPECT_EQ(forced["nodes"][0]["scheme"], "L1D_TRTRT");
  const Json asked = Json::parse(Call({"show", "report", kLarge, "--target", "gfx90a", "--options",
                                       R"({"scheme": "L1D_CC", "shapes": "512:threads=128"})"})
                                     .out);
  EXPECT_NE(asked.dump().find("asked for"), std::string::npos);
  for (const char* options : {"{", R"({"colour": 1})", R"({"callbacks": {"load": "text"}})"}) {
    EXPECT_NE(Call({"show", "tree", kLarge, "--target", "gfx90a", "--options", options}).code, 0);
  }
  // A flag of other views is refused.
  for (const char* view : {"tree", "strides", "candidates"}) {
    const Result wrong = Call({"show", view, kLarge, "--target", "gfx90a", "--leaf", "1"});
    EXPECT_NE(wrong.code, 0) << view;
    EXPECT_NE(wrong.err.find("--leaf is 1"), std::string::npos) << wrong.err;
  }
  constexpr char kChain[] = "complex_correlate_len_1009_single_op";
  const Json forth = Json::parse(Call({"show", "plan", kChain, "--target", "sm_90"}).out);
  const Json back =
      Json::parse(Call({"show", "plan", kChain, "--target", "sm_90", "--part", "1"}).out);
  EXPECT_EQ(forth["chain"]["parts"], Json({"forth", "back"}));
  EXPECT_EQ(back["chain"]["part"], 1);
  EXPECT_NE(forth["problem"], back["problem"]);
  EXPECT_NE(Call({"show", "plan", kChain, "--target", "sm_90", "--part", "2"}).code, 0);
  const Result unknown = Call({"show", "colour", kLarge, "--target", "gfx90a"});
  EXPECT_EQ(unknown.code, 1);
  EXPECT_THAT(unknown.err, HasSubstr("view is colour; allowed: plan, tree"));
}

TEST(RunToolTest, KernelsAsTableSourceAndSpec) {
  EXPECT_THAT(Call({"kernels", kToken, "--target", "host"}).out, HasSubstr("workgroups"));
  const Result source = Call({"kernels", kToken, "--target", "sm_90", "--emit", "source"});
  EXPECT_EQ(source.code, 0) << source.err;
  EXPECT_THAT(source.out, HasSubstr("extern \"C\""));
  const Result ptx = Call({"kernels", kToken, "--target", "sm_90", "--emit", "ptx"});
  EXPECT_EQ(ptx.code, 0) << ptx.err;
  EXPECT_THAT(ptx.out, HasSubstr(".visible .entry"));
  EXPECT_THAT(Call({"kernels", kToken, "--target", "host", "--emit", "ptx"}).err,
              HasSubstr("allowed: ptx with a target of NVIDIA's"));
  const Json spec =
      Json::parse(Call({"kernels", kToken, "--target", "host", "--emit", "spec"}).out);
  EXPECT_EQ(spec.size(), 1u);
  const Json sources =
      Json::parse(Call({"kernels", kToken, "--target", "sm_90", "--emit", "json"}).out);
  EXPECT_EQ(sources["schema"], "fft.sources/1");
  EXPECT_EQ(sources["kernels"].size(), 2u);  // CUDA C++ and PTX
}

TEST(RunToolTest, KernelsCompileForTheHost) {
  const Result stats = Call({"kernels", kToken, "--target", "host", "--emit", "stats"});
  EXPECT_EQ(stats.code, 0) << stats.err;
  EXPECT_THAT(stats.out, HasSubstr("compiled in"));
  const Result object = Call({"kernels", kToken, "--target", "host", "--emit", "object", "--output",
                              ::testing::TempDir()});
  ASSERT_EQ(object.code, 0) << object.err;
  const size_t start = object.out.find('/');
  const std::string path = object.out.substr(start, object.out.find(".o") + 2 - start);
  std::ifstream file(path, std::ios::binary);
  std::string magic(4, '\0');
  file.read(magic.data(), 4);
  EXPECT_EQ(magic,
            "\x7F"
            "ELF");
}

TEST(RunToolTest, KernelStatsOfAListByKind) {
  const std::string path = ::testing::TempDir() + "/list.tokens";
  std::ofstream(path) << "# a list\n" << kToken << "\n!complex_forward_len_0_single_op\n";
  const Result stats = Call({"kernels", "--tokens", path, "--target", "gfx90a", "--emit", "stats"});
  if (stats.code != 0) GTEST_SKIP() << stats.err;  // this machine has no compiler for the target
  EXPECT_THAT(stats.out, HasSubstr("most occ. %  kind"));
  EXPECT_THAT(stats.out, HasSubstr("stockham sbrr "));
  const Result table = Call({"kernels", "--tokens", path, "--target", "gfx90a"});
  EXPECT_EQ(table.code, 1);
  EXPECT_THAT(table.err, HasSubstr("--emit is table; allowed: stats with --tokens"));
}

}  // namespace
}  // namespace fft::cli
