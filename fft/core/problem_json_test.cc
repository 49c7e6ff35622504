#include "fft/base/json.h"
#include "fft/core/problem.h"
#include "gtest/gtest.h"

namespace fft {
namespace {

std::string ErrorOf(const std::string& text) {
  const auto problem = ProblemFromJson(Json::parse(text));
  return problem.ok() ? "" : std::string(problem.status().message());
}

TEST(ProblemJson, WritesEveryMember) {
  const Problem problem = *ParseToken("real_forward_len_4_6_single_op_batch_2_scale_0.5");
  EXPECT_EQ(ToJson(problem).dump(),
            R"({"type":"real_forward","lengths":[4,6],"precision":"single","placement":"op",)"
            R"("batch":2,"input":{"format":"R","strides":[6,1],"distance":24,"offsets":[0,0]},)"
            R"("output":{"format":"HI","strides":[4,1],"distance":16,"offsets":[0,0]},)"
            R"("scale":0.5,"callbacks":false})");
}

TEST(ProblemJson, ReadsWhatItWrites) {
  for (const char* token :
       {"complex_forward_len_12_20_double_op_batch_2_istride_21_1_CI_ostride_1_12_CP_ooffset_3_4",
        "real_inverse_len_7_half_ip_CB", "complex_forward_len_8_single_op_loop_2_99_88_loop_3_8_16",
        "complex_inverse_len_2_3_4_single_ip_scale_1e-30",
        "real_forward_len_6_8_double_op_irange_0_3_2_5_orange_4_4_0_5",
        "real_forward_len_400_single_op_batch_98_idist_160_window_power",
        "complex_inverse_len_30_half_op_magnitude",
        "complex_inverse_len_30_single_op_iprecision_half_oprecision_bfloat16",
        "real_to_real_len_5_6_kind_dct2_dst3_single_op"}) {
    const Problem problem = *ParseToken(token);
    EXPECT_EQ(*ProblemFromJson(Json::parse(ToJson(problem).dump())), problem);
  }
}

TEST(ProblemJson, FillsWhatIsLeftOut) {
  const auto problem = ProblemFromJson(Json::parse(R"({"lengths":[8]})"));
  EXPECT_EQ(*problem, *ParseToken("complex_forward_len_8_single_op"));
  EXPECT_EQ(*ProblemFromJson(Json::parse(R"({"lengths":[8],"type":"real_forward","batch":3})")),
            *ParseToken("real_forward_len_8_single_op_batch_3"));
  EXPECT_EQ(*ProblemFromJson(Json::parse(R"({"token":"complex_forward_len_8_single_ip"})")),
            *ParseToken("complex_forward_len_8_single_ip"));
  EXPECT_EQ(*ProblemFromJson(Json::parse(R"({"lengths":[400],"type":"real_forward","batch":98,)"
                                         R"("input":{"distance":160,"window":true},)"
                                         R"("output":{"function":"power"}})")),
            *ParseToken("real_forward_len_400_single_op_batch_98_idist_160_window_power"));
}

TEST(ProblemJson, NamesWhatIsWrong) {
  struct Case {
    const char* text;
    const char* error;
  };
  const Case cases[] = {
      {"[]", "problem is []; allowed: an object"},
      {"{}", "lengths is missing; allowed: 1 to 16 lengths"},
      {R"({"token":7})", "token is 7; allowed: a string"},
      {R"({"lengths":8})", "lengths is 8; allowed: an array of integers"},
      {R"({"lengths":[8,"a"]})", "lengths[1] is \"a\"; allowed: an integer of 64 bits"},
      {R"({"lengths":[18446744073709551615]})",
       "lengths[0] is 18446744073709551615; allowed: an integer of 64 bits"},
      {R"({"lengths":[1.5]})", "lengths[0] is 1.5; allowed: an integer of 64 bits"},
      {R"({"lengths":[0]})", "lengths[0] is 0; allowed: at least 1"},
      {R"({"lengths":[8],"precision":"triple"})",
       "precision is \"triple\"; allowed: half, bfloat16, single, double"},
      {R"({"lengths":[8],"type":null})",
       "type is null; allowed: complex_forward, complex_inverse, real_forward, real_inverse, "
       "real_to_real"},
      {R"({"lengths":[8],"scale":"1"})", "scale is \"1\"; allowed: a number"},
      {R"({"lengths":[8],"loops":2})", "loops is 2; allowed: an array of loops"},
      {R"({"lengths":[8],"loops":[{"step":2}]})",
       "loops[0].step is 2; allowed: length, in_stride, out_stride as members"},
      {R"({"lengths":[8],"callbacks":1})", "callbacks is 1; allowed: true or false"},
      {R"({"lengths":[8],"input":[]})", "input is []; allowed: an object"},
      {R"({"lengths":[8],"input":{"stride":[1]}})",
       "input.stride is [1]; allowed: format, strides, distance, offsets, ranges, precision, "
       "window, "
       "function as members"},
      {R"({"lengths":[8],"input":{"precision":"quad"}})",
       "input.precision is \"quad\"; allowed: half, bfloat16, single, double"},
      {R"({"lengths":[8],"input":{"window":1}})", "input.window is 1; allowed: true or false"},
      {R"({"lengths":[8],"output":{"function":"sine"}})",
       "output.function is \"sine\"; allowed: none, magnitude, power"},
      {R"({"lengths":[8],"input":{"ranges":[{"first":0,"last":3}]}})",
       "input.ranges[0].last is 3; allowed: first, count as members"},
      {R"({"lengths":[8],"input":{"ranges":[{"first":8,"count":3}]}})",
       "input.ranges[0].first is 8; allowed: 0 to 7"},
      {R"({"lengths":[8],"output":{"ranges":[{"first":2}]}})",
       "output.ranges[0].count is 0; allowed: 1 to 8"},
      {R"({"lengths":[8],"output":{"ranges":3}})",
       "output.ranges is 3; allowed: an array of ranges"},
      {R"({"lengths":[8],"output":{"ranges":[3]}})", "output.ranges[0] is 3; allowed: an object"},
      {R"({"lengths":[8],"loops":[3]})", "loops[0] is 3; allowed: an object"},
      {R"({"lengths":[8],"kinds":3})", "kinds is 3; allowed: an array of kinds"},
      {R"({"lengths":[8],"output":{"offsets":[]}})",
       "output.offsets is []; allowed: one or two offsets"},
      {R"({"lengths":[8],"output":{"ranges":"more than forty characters, which are cut in here"}})",
       "output.ranges is \"more than forty characters, which ar...; allowed: an array of ranges"},
      {R"({"token":"complex_forward_len_8_single_op","batch":2})",
       "lengths is missing; allowed: 1 to 16 lengths"},
      {R"({"lengths":[8],"output":{"offsets":[1,2,3]}})",
       "output.offsets is [1,2,3]; allowed: one or two offsets"},
      {R"({"lengths":[8],"size":8})",
       "size is 8; allowed: type, lengths, kinds, precision, placement, batch, loops, input, "
       "output, "
       "scale, "
       "callbacks, or token alone, as members"},
  };
  for (const Case& c : cases) EXPECT_EQ(ErrorOf(c.text), c.error) << c.text;
}

TEST(ProblemJson, SurvivesBrokenStrings) {
  Json json = {{"lengths", {8}}, {"type", std::string("\xff\xfe", 2)}};
  EXPECT_FALSE(ProblemFromJson(json).ok());
}

}  // namespace
}  // namespace fft
