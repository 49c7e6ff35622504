#include <fstream>
#include <random>
#include <string>

#include "fft/core/problem.h"
#include "gtest/gtest.h"

namespace fft {
namespace {

std::string ErrorOf(const std::string& token) {
  const auto problem = ParseToken(token);
  if (problem.ok()) return "";
  EXPECT_EQ(problem.status().code(), absl::StatusCode::kInvalidArgument);
  return std::string(problem.status().message());
}

TEST(Token, ReadsEveryPart) {
  const Problem problem = *ParseToken(
      "complex_inverse_len_16_32_double_op_batch_2_istride_33_1_CP_ostride_1_16_CI_"
      "idist_600_odist_512_ioffset_7_9_ooffset_3_0_scale_0.25");
  EXPECT_EQ(problem.type, TransformType::kComplexInverse);
  EXPECT_EQ(problem.lengths, (std::vector<int64_t>{16, 32}));
  EXPECT_EQ(problem.precision, Precision::kDouble);
  EXPECT_EQ(problem.placement, Placement::kOutOfPlace);
  EXPECT_EQ(problem.batch, 2);
  EXPECT_EQ(problem.input, (ArrayDescription{ArrayFormat::kComplexPlanar, {33, 1}, 600, {7, 9}}));
  EXPECT_EQ(problem.output,
            (ArrayDescription{ArrayFormat::kComplexInterleaved, {1, 16}, 512, {3, 0}}));
  EXPECT_FALSE(problem.has_callbacks);
  EXPECT_EQ(problem.scale, 0.25);
  EXPECT_TRUE(ParseToken("complex_forward_len_16_single_op_CB_scale_0.25")->has_callbacks);
  EXPECT_EQ(ParseToken("complex_forward_len_8_single_op_loop_2_100_200_loop_3_16_8_scale_2")->loops,
            (Dims{{2, 100, 200}, {3, 16, 8}}));
}

TEST(Token, RangesMakeArraysSmaller) {
  const Problem problem =
      *ParseToken("real_forward_len_12_16_single_op_batch_3_irange_6_12_0_8_orange_10_5_0_9");
  EXPECT_EQ(problem.input.ranges, (Ranges{{6, 12}, {0, 8}}));
  EXPECT_EQ(problem.input.strides, (std::vector<int64_t>{8, 1}));
  EXPECT_EQ(problem.input.distance, 96);
  EXPECT_EQ(problem.output.distance, 45);
  EXPECT_EQ(ToToken(problem),
            "real_forward_len_12_16_single_op_batch_3_istride_8_1_R_ostride_9_1_HI_idist_96_"
            "odist_45_ioffset_0_0_ooffset_0_0_irange_6_12_0_8_orange_10_5_0_9");
  EXPECT_EQ(*ParseToken(ToToken(problem)), problem);
}

TEST(Token, WholeRangesAreNone) {
  const auto problem =
      ParseToken("real_forward_len_12_16_single_op_irange_0_12_0_16_orange_0_12_0_9");
  EXPECT_FALSE(HasRanges(*problem));
  EXPECT_EQ(*problem, *ParseToken("real_forward_len_12_16_single_op"));
}

TEST(Token, MissingPartsArePacked) {
  EXPECT_EQ(ToToken(*ParseToken("complex_forward_len_1024_single_op")),
            "complex_forward_len_1024_single_op_batch_1_istride_1_CI_ostride_1_CI_"
            "idist_1024_odist_1024_ioffset_0_0_ooffset_0_0");
  EXPECT_EQ(ToToken(*ParseToken("real_inverse_len_4_6_half_ip_batch_3_scale_-2e-05")),
            "real_inverse_len_4_6_half_ip_batch_3_istride_4_1_HI_ostride_8_1_R_"
            "idist_16_odist_32_ioffset_0_0_ooffset_0_0_scale_-2e-05");
  EXPECT_EQ(ParseToken("complex_forward_len_8_single_ip_ioffset_5_ooffset_5")->input.offsets[0], 5);
}

TEST(Token, PointsAtTheWrongPart) {
  struct Case {
    const char* token;
    const char* error;
  };
  const Case cases[] = {
      {"", "token part 1 (domain) is \"\"; allowed: complex or real"},
      {"complex_sideways_len_16_single_op",
       "token part 2 (direction) is \"sideways\"; allowed: forward or inverse"},
      {"complex_forward_length_16_single_op", "token part 3 (keyword) is \"length\"; allowed: len"},
      {"complex_forward_len_single_op",
       "token part 4 (len) is \"single\"; allowed: one or more integers"},
      {"complex_forward_len_16_triple_op",
       "token part 5 (precision) is \"triple\"; allowed: half, bfloat16, single or double"},
      {"complex_forward_len_16_single", "token part 6 (placement) is missing; allowed: ip or op"},
      {"complex_forward_len_99999999999999999999_single_op",
       "token part 4 (len) is \"99999999999999999999\"; allowed: integers of 64 bits"},
      {"complex_forward_len_16_single_op_batch_x",
       "token part 8 (batch) is \"x\"; allowed: an integer of 64 bits"},
      {"complex_forward_len_16_single_op_istride_1_XX",
       "token part 9 (istride format) is \"XX\"; allowed: CI, CP, R, HI or HP"},
      {"complex_forward_len_16_single_op_ioffset_1_2_3",
       "ioffset is 1_2_3; allowed: one or two offsets"},
      {"complex_forward_len_16_single_op_scale_nan",
       "token part 8 (scale) is \"nan\"; allowed: a finite number that double precision holds"},
      {"complex_forward_len_16_double_op_scale_1e-400",
       "token part 8 (scale) is \"1e-400\"; allowed: a finite number that double precision holds"},
      {"complex_forward_len_16_single_op_odist_16_idist_16",
       "token part 9 (after the last one known) is \"idist\"; allowed: batch, istride, ostride, "
       "idist, odist, ioffset, ooffset, irange, orange, iprecision, oprecision, loop, CB, scale, "
       "window, magnitude or power, in this order and each once"},
      {"complex_forward_len_16_single_op_window_power_magnitude",
       "token part 9 (after the last one known) is \"magnitude\"; allowed: batch, istride, "
       "ostride, "
       "idist, odist, ioffset, ooffset, irange, orange, iprecision, oprecision, loop, CB, scale, "
       "window, magnitude or power, in this order and each once"},
      {"real_inverse_len_16_single_op_window",
       "input.has_window is true; allowed: false for real_inverse"},
      {"real_inverse_len_16_single_op_power",
       "output.function is power; allowed: none for real_inverse"},
      {"real_to_real_len_16_kind_dct2_single_op_magnitude",
       "output.function is magnitude; allowed: none for real_to_real"},
      {"real_forward_len_16_single_ip_power", "output.function is power; allowed: none in place"},
      {"real_forward_len_16_single_op_CB_window",
       "input.has_window is true; allowed: false with callbacks"},
      {"complex_forward_len_16_single_op_CB_power",
       "output.function is power; allowed: none with callbacks"},
      {"complex_forward_len_16_single_op_istride_1_CI_ostride_1_CI_power",
       "output.format is CI; allowed: R for power"},
      {"real_forward_len_16_single_op_istride_1_R_ostride_1_HP_power",
       "output.format is HP; allowed: R for power"},
      {"real_forward_len_16_single_op_orange_0_10_power",
       "output.ranges[0].count is 10; allowed: 1 to 9"},
      {"complex_forward_len_16_single_op_irange_0_8_4",
       "irange is 0_8_4; allowed: a first element and a count each"},
      {"complex_forward_len_16_single_op_irange_0_8_0_4",
       "input.ranges is a list of 2; allowed: 1 ranges, one per length, or none"},
      {"real_forward_len_4_16_single_op_orange_0_4_9_1",
       "output.ranges[1].first is 9; allowed: 0 to 8"},
      {"complex_forward_len_16_single_op_orange_3_17",
       "output.ranges[0].count is 17; allowed: 1 to 16"},
      {"complex_forward_len_16_single_op_iprecision_quad",
       "token part 8 (iprecision) is \"quad\"; allowed: half, bfloat16, single or double"},
      {"complex_forward_len_16_single_op_iprecision_double",
       "input.precision is double; allowed: half or bfloat16 or single, as the problem's precision "
       "is single"},
      {"complex_forward_len_16_double_op_oprecision_half",
       "output.precision is half; allowed: double, as the problem's precision is double"},
      {"complex_forward_len_16_single_ip_iprecision_half_oprecision_bfloat16",
       "output.precision is bfloat16; allowed: half in place, as the input's"},
      {"complex_forward_len_16_single_ip_irange_0_8",
       "input.ranges is 0:8; allowed: whole axes in place"},
      {"complex_forward_len_2_2_2_2_2_2_2_2_2_2_2_2_2_2_2_2_2_single_op",
       "lengths is a list of 17; allowed: at most 16 lengths"},
      {"complex_forward_len_-4_single_op", "lengths[0] is -4; allowed: at least 1"},
  };
  for (const Case& c : cases) EXPECT_EQ(ErrorOf(c.token), c.error) << c.token;
}

TEST(Token, FramesHaveAWindowAndAFunction) {
  const absl::StatusOr<Problem> frames =
      ParseToken("real_forward_len_400_single_op_batch_98_idist_160_window_power");
  ASSERT_TRUE(frames.ok()) << frames.status();
  EXPECT_EQ(ToToken(*frames),
            "real_forward_len_400_single_op_batch_98_istride_1_R_ostride_1_R_idist_160_odist_201_"
            "ioffset_0_0_ooffset_0_0_window_power");
  EXPECT_EQ(WindowElements(*frames), 400);
  EXPECT_EQ(StoredLengths(*frames, frames->output), std::vector<int64_t>{201});
  EXPECT_EQ(*ParseToken(ToToken(*frames)), *frames);
  // A window is as long as the part of the axis that the input holds.
  EXPECT_EQ(WindowElements(*ParseToken("complex_forward_len_512_single_op_irange_56_400_window")),
            400);
  EXPECT_EQ(StoredLengths(*ParseToken("complex_inverse_len_6_8_half_op_magnitude"),
                          ArrayDescription{.function = PointFunction::kMagnitude}),
            (std::vector<int64_t>{6, 8}));
}

TEST(Token, WindowsAreForInputsAndFunctionsForOutputs) {
  Problem problem;
  problem.lengths = {16};
  problem.output.has_window = true;
  EXPECT_EQ(CompleteProblem(problem).status().message(),
            "output.has_window is true; allowed: false, as windows are for inputs");
  problem.output.has_window = false;
  problem.input.function = PointFunction::kPower;
  EXPECT_EQ(CompleteProblem(problem).status().message(),
            "input.function is power; allowed: none, as functions are for outputs");
}

TEST(Token, ZeroIsAScale) {
  for (const char* zero : {"0", "-0.0", "0e9"}) {
    const auto problem = ParseToken(std::string("complex_forward_len_16_double_op_scale_") + zero);
    ASSERT_TRUE(problem.ok()) << problem.status();
    EXPECT_EQ(problem->scale, 0) << zero;
  }
}

// Each token has a mistake, in its words or in the problem that it describes.
TEST(Token, RefusesUnsoundProblems) {
  const char* const tokens[] = {
      "complex_forward_len_0_single_op",
      "complex_forward_len_16_single_op_batch_2_istride_1_CI_ostride_1_CI_idist_16_odist_8_ioffset_"
      "0_0_ooffset_0_0",
      "complex_forward_len_4_4_single_op_batch_1_istride_4_1_CI_ostride_2_1_CI_idist_16_odist_16_"
      "ioffset_0_0_ooffset_0_0",
      "complex_forward_len_16_single_ip_batch_1_istride_1_CI_ostride_2_CI_idist_16_odist_32_"
      "ioffset_"
      "0_0_ooffset_0_0",
      "complex_forward_len_16_single_op_batch_1_istride_1_R_ostride_1_CI_idist_16_odist_16_ioffset_"
      "0_0_ooffset_0_0",
      "real_forward_len_16_single_op_batch_1_istride_1_R_ostride_1_CP_idist_16_odist_9_ioffset_0_0_"
      "ooffset_0_0",
      "real_forward_len_16_single_ip_batch_1_istride_1_R_ostride_1_HP_idist_18_odist_9_ioffset_0_0_"
      "ooffset_0_0",
      "complex_forward_len_16_single_ip_batch_1_istride_1_CI_ostride_1_CP_idist_16_odist_16_"
      "ioffset_"
      "0_0_ooffset_0_0",
      "complex_forward_len_4611686018427387904_single_op_batch_4",
      "complex_forward_len_16_single_op_batch_-1",
      "complex_forward_len_2_2_2_2_2_2_2_2_2_2_2_2_2_2_2_2_2_single_op",
      "complex_sideways_len_16_single_op",
      "complex_forward_len_16_triple_op",
      "complex_forward_len_16_single_op_batch_1_istride_1_CI_ostride_0_CI_idist_16_odist_16_"
      "ioffset_"
      "0_0_ooffset_0_0",
      "real_forward_len_16_single_op_batch_1_istride_0_R",
      "complex_forward_len_16_single_op_batch_1_istride_-1_CI_ostride_1_CI_idist_16_odist_16_"
      "ioffset_14_0",
  };
  for (const char* token : tokens) EXPECT_NE(ErrorOf(token), "") << token;
}

TEST(Token, RefusesUnsoundLoops) {
  EXPECT_EQ(ErrorOf("complex_forward_len_8_single_op_loop_-1_8_8"),
            "loops[0] is -1:8:8; allowed: a length of at least 0");
  EXPECT_EQ(ErrorOf("complex_forward_len_8_single_op_loop_2_8_4"),
            "loops is [2:8:4]; allowed: output strides at which no two output elements share an "
            "address");
  EXPECT_EQ(ErrorOf("complex_forward_len_8_single_ip_loop_2_8_16"),
            "loops[0].out_stride is 16; allowed: 8 in place, as the input's");
  EXPECT_NE(ErrorOf("real_forward_len_8_single_ip_loop_2_16_16"), "");
  EXPECT_EQ(ErrorOf("real_forward_len_8_single_ip_loop_2_32_16"), "");
  EXPECT_EQ(ErrorOf("complex_forward_len_8_double_op_loop_3_9_4611686018427387904"),
            "loops[0] is 4611686018427387904; allowed: a layout that ends before 2^63 bytes");
}

TEST(Token, KeepsLayoutsThatStepDownOrStayAndEmptyBatches) {
  const char* tokens[] = {
      "complex_forward_len_16_single_op_batch_2_istride_-1_CI_ostride_-2_CI_idist_0_odist_-32_"
      "ioffset_15_0_ooffset_62_0",
      "complex_forward_len_16_4_single_op_batch_0_istride_0_1_CI_ostride_4_1_CI_idist_64_odist_64_"
      "ioffset_0_0_ooffset_0_0",
      "real_inverse_len_6_double_op_batch_1_istride_1_HI_ostride_1_R_idist_4_odist_6_ioffset_0_0_"
      "ooffset_0_0_loop_0_4_6_loop_3_0_6",
  };
  for (const char* token : tokens) {
    const absl::StatusOr<Problem> problem = ParseToken(token);
    ASSERT_TRUE(problem.ok()) << problem.status();
    EXPECT_EQ(*ParseToken(ToToken(*problem)), *problem);
    EXPECT_EQ(IsEmpty(*problem), TransformCount(*problem) == 0);
  }
  EXPECT_EQ(ErrorOf("complex_forward_len_8_single_op_batch_1_istride_1_CI_ostride_-1_CI"),
            "output.offsets[0] is 0; allowed: at least 7, as negative strides go down from it");
}

// A random valid problem, with dims in a random order of strides and with random gaps.
Problem RandomProblem(std::mt19937_64* random) {
  const auto below = [random](int64_t n) { return static_cast<int64_t>((*random)() % n); };
  Problem problem;
  problem.type = static_cast<TransformType>(below(4));
  problem.precision = static_cast<Precision>(below(3));
  problem.placement = static_cast<Placement>(below(2));
  problem.batch = 1 + below(4);
  const int rank = 1 + static_cast<int>(below(3));
  for (int i = 0; i < rank; ++i) problem.lengths.push_back(1 + below(9));
  if (IsReal(problem.type)) {
    const bool forward = IsForward(problem.type);
    (forward ? problem.input : problem.output).format = ArrayFormat::kReal;
    (forward ? problem.output : problem.input).format = ArrayFormat::kHermitianInterleaved;
  }
  if (below(3) == 0) problem.scale = static_cast<double>((*random)()) / 1e17 - 40;
  if (below(4) == 0) problem.has_callbacks = true;
  if (problem.precision != Precision::kDouble && below(3) == 0) {
    problem.input.precision = problem.output.precision = static_cast<Precision>(below(3));
  }
  if (problem.placement == Placement::kInPlace || below(3) == 0) return problem;
  for (ArrayDescription* array : {&problem.input, &problem.output}) {
    for (int64_t length : SideLengths(problem, *array)) {
      array->ranges.push_back({below(length), 1 + below(length)});
    }
    if (below(2) == 0) array->ranges.clear();
    const std::vector<int64_t> shape = StoredLengths(problem, *array);
    array->strides.assign(rank, 1);
    int64_t extent = 1;
    for (int i = rank; i-- > 0;) {
      array->strides[i] = extent + below(3);
      extent = array->strides[i] * shape[i];
    }
    array->distance = extent + below(3);
    array->offsets[0] = below(20);
  }
  const int64_t batch = problem.batch;
  int64_t in = batch * problem.input.distance, out = batch * problem.output.distance;
  for (int64_t i = below(3); i-- > 0;) {
    const Dim loop = {1 + below(3), in + below(3), out + below(3)};
    problem.loops.insert(problem.loops.begin(), loop);
    in = loop.length * loop.in_stride;
    out = loop.length * loop.out_stride;
  }
  return problem;
}

TEST(Token, PrintedProblemsParseToThemselves) {
  std::mt19937_64 random(4);
  for (int i = 0; i < 5000; ++i) {
    const auto problem = CompleteProblem(RandomProblem(&random));
    ASSERT_TRUE(problem.ok()) << problem.status();
    const std::string token = ToToken(*problem);
    const auto parsed = ParseToken(token);
    ASSERT_TRUE(parsed.ok()) << token << " " << parsed.status();
    ASSERT_EQ(*parsed, *problem) << token;
    ASSERT_EQ(ToToken(*parsed), token);
  }
}

TEST(Token, SidesHavePrecisionsOfTheirOwn) {
  const Problem problem =
      *ParseToken("complex_forward_len_16_single_op_iprecision_half_oprecision_bfloat16_CB");
  EXPECT_EQ(problem.precision, Precision::kSingle);
  EXPECT_EQ(PrecisionOf(problem, problem.input), Precision::kHalf);
  EXPECT_EQ(PrecisionOf(problem, problem.output), Precision::kBfloat16);
  EXPECT_TRUE(problem.has_callbacks);
  EXPECT_EQ(*ParseToken("real_forward_len_16_half_op_iprecision_half"),
            *ParseToken("real_forward_len_16_half_op"));
  EXPECT_EQ(ToToken(*ParseToken("complex_forward_len_4_half_op_oprecision_single")),
            "complex_forward_len_4_half_op_batch_1_istride_1_CI_ostride_1_CI_idist_4_odist_4_"
            "ioffset_0_0_ooffset_0_0_oprecision_single");
}

TEST(Token, SuitesRoundTrip) {
  std::ifstream file("tests/suites/first_light.tokens");
  int count = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    const auto problem = ParseToken(line);
    ASSERT_TRUE(problem.ok()) << line << " " << problem.status();
    EXPECT_EQ(ToToken(*problem), line);
    ++count;
  }
  EXPECT_GT(count, 100);
}

TEST(Token, MutatedTokensNeverCrash) {
  std::mt19937_64 random(5);
  const std::string letters = "_-0189.eCIPRHB opstridenlx\xff\n";
  int refused = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string token = ToToken(*CompleteProblem(RandomProblem(&random)));
    for (int edits = 1 + static_cast<int>(random() % 4); edits > 0 && !token.empty(); --edits) {
      const size_t at = random() % token.size();
      switch (random() % 4) {
        case 0:
          token[at] = letters[random() % letters.size()];
          break;
        case 1:
          token.insert(at, 1, letters[random() % letters.size()]);
          break;
        case 2:
          token.erase(at, 1 + random() % 8);
          break;
        default:
          token.insert(at, token.substr(random() % token.size(), random() % 30));
      }
    }
    const auto problem = ParseToken(token);
    if (problem.ok()) {
      ASSERT_EQ(*ParseToken(ToToken(*problem)), *problem) << token;
    } else {
      ASSERT_EQ(problem.status().code(), absl::StatusCode::kInvalidArgument) << token;
      ++refused;
    }
  }
  EXPECT_GT(refused, 5000);
}

TEST(Token, KindsAreOnePerLengthOrOneForAll) {
  const Problem mixed = *ParseToken("real_to_real_len_6_8_kind_dst3_dct2_single_ip");
  EXPECT_EQ(mixed.kinds, (std::vector<AxisKind>{AxisKind::kDst3, AxisKind::kDct2}));
  EXPECT_EQ(mixed.input.format, ArrayFormat::kReal);
  EXPECT_EQ(*ParseToken(ToToken(mixed)), mixed);
  const Problem same = *ParseToken("real_to_real_len_6_8_kind_dht_double_op");
  EXPECT_EQ(same.kinds, (std::vector<AxisKind>{AxisKind::kDht, AxisKind::kDht}));
  EXPECT_EQ(ErrorOf("real_to_real_len_8_single_op"),
            "kinds is a list of 0; allowed: 1 kinds, one per length");
  EXPECT_NE(ErrorOf("real_to_real_len_8_kind_dct5_single_op").find("forward, inverse, r2hc"),
            std::string::npos);
  EXPECT_EQ(ErrorOf("real_to_real_len_1_kind_dct1_single_op"),
            "lengths[0] is 1; allowed: at least 2 for dct1");
  EXPECT_NE(ErrorOf("complex_forward_len_8_kind_dct2_single_op").find("kinds[0] is dct2"),
            std::string::npos);
}

TEST(Token, KindsThatTheTypeSaysAreLeftOut) {
  const Problem plain = *ParseToken("complex_inverse_len_4_6_single_op");
  EXPECT_EQ(*ParseToken("complex_forward_len_4_6_kind_inverse_single_op"), plain);
  EXPECT_EQ(*ParseToken("complex_inverse_len_4_6_kind_inverse_inverse_single_op"), plain);
  const Problem mixed = *ParseToken("complex_forward_len_4_6_kind_forward_inverse_single_op");
  EXPECT_EQ(mixed.type, TransformType::kComplexInverse);
  EXPECT_EQ(mixed.kinds.size(), 2u);
  const Problem other = *ParseToken("real_forward_len_8_kind_inverse_single_op");
  EXPECT_EQ(other.type, TransformType::kRealForward);
  EXPECT_EQ(KindOf(other, 0), AxisKind::kInverse);
}

}  // namespace
}  // namespace fft
