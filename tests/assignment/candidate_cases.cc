#include "tests/assignment/candidate_cases.h"

namespace fft::testing {
namespace {

constexpr int kMostCandidates = 200;

// The 1D cases. They have few different lengths, so that there are few kernels to compile.
constexpr const char* kLines[] = {
    "complex_forward_len_48_double_op_batch_2",
    "complex_inverse_len_48_double_ip_batch_2_scale_0.5",
    "complex_forward_len_48_double_op_batch_3_istride_2_CI_ostride_3_CI_idist_130_odist_200",
    "complex_inverse_len_48_double_op_batch_6_istride_6_CI_ostride_1_CI_idist_1_odist_48",
    "complex_forward_len_48_single_op_batch_2_istride_1_CP_ostride_1_CP",
    "complex_inverse_len_48_single_ip_istride_1_CP_ostride_1_CP",
    "complex_forward_len_48_single_op_istride_1_CI_ostride_1_CP",
    "complex_forward_len_48_single_op_batch_2_istride_1_CP_ostride_1_CI_idist_50_odist_60",
};
constexpr const char* kRealLines[] = {
    "real_forward_len_96_single_op_batch_2",
    "real_inverse_len_96_single_op_batch_2_scale_2",
    "real_forward_len_96_double_ip",
    "real_inverse_len_96_double_ip_batch_2",
    "real_forward_len_96_double_op_istride_3_R_ostride_2_HP",
    "real_inverse_len_96_double_op_istride_2_HP_ostride_3_R",
};
constexpr const char* kPlanes[] = {
    "complex_forward_len_8_12_double_op_batch_2",
    "complex_inverse_len_8_12_double_ip_scale_0.1",
    "complex_forward_len_8_12_double_op_istride_14_1_CI_ostride_1_8_CI",
    "complex_inverse_len_8_12_single_op_istride_12_1_CP_ostride_12_1_CI",
    "complex_forward_len_8_12_single_op_istride_12_1_CI_ostride_14_1_CP",
    "complex_inverse_len_8_12_single_ip_batch_2_istride_12_1_CP_ostride_12_1_CP",
};
constexpr const char* kVolumes[] = {
    "complex_forward_len_4_6_8_double_op_batch_2",
    "complex_inverse_len_4_6_8_double_ip_scale_3",
    "complex_forward_len_4_6_8_double_op_istride_60_10_1_CI_ostride_1_4_24_CI",
    "complex_inverse_len_4_6_8_single_op_istride_48_8_1_CP_ostride_48_8_1_CI",
    "complex_forward_len_4_6_8_single_ip_istride_48_8_1_CP_ostride_48_8_1_CP",
};
// These cases get the plan that the planner chooses.
constexpr const char* kUnforced[] = {
    "complex_forward_len_7_half_op_batch_3",
    "complex_forward_len_37_double_op_batch_3",
    "complex_inverse_len_4001_double_op",
    "complex_inverse_len_37_single_ip_batch_2_istride_1_CP_ostride_1_CP",
    "complex_forward_len_37_6_double_op",
    "complex_inverse_len_16384_single_ip",
    "complex_forward_len_16384_double_op",
    "real_forward_len_8_12_double_op_batch_2",
    "real_inverse_len_8_12_double_op",
    "real_forward_len_8_12_single_ip",
    "real_inverse_len_8_12_single_ip_batch_2",
    "real_forward_len_9_15_single_op_istride_17_1_R_ostride_10_1_HP",
    "real_inverse_len_9_15_single_op_istride_10_1_HP_ostride_17_1_R",
    "real_forward_len_6_8_12_double_op",
    "real_inverse_len_6_8_12_double_op_batch_2",
    "real_forward_len_6_8_12_single_ip",
    "real_inverse_len_6_8_12_half_ip",
    "real_forward_len_6_8_15_double_op_istride_140_16_1_R_ostride_80_9_1_HI",
    "real_inverse_len_6_8_15_double_op_istride_80_9_1_HI_ostride_140_16_1_R",
    "real_to_real_len_6_10_kind_dst3_dct4_double_op_batch_2",
    "complex_forward_len_12_10_double_op_irange_2_6_8_5",
    "complex_inverse_len_67_double_op_batch_2_orange_60_20",
};

}  // namespace

void PrintTo(const CandidateCase& c, std::ostream* out) {
  *out << c.token << (c.scheme ? " " + ToString(*c.scheme) : "") << (c.overwrite ? " over" : "");
}

PlanOptions OptionsOf(const CandidateCase& c) {
  PlanOptions options;
  options.scheme = c.scheme;
  options.factors = c.factors;
  options.allow_input_overwrite = options.allow_gap_overwrite = c.overwrite;
  options.max_candidates = kMostCandidates;
  return options;
}

std::string SchemeName(const CandidateCase& c) {
  return c.scheme ? "Scheme" + ToString(*c.scheme) : "Best";
}

std::vector<CandidateCase> CandidateCases() {
  using enum SchemeKind;
  std::vector<CandidateCase> cases;
  const auto add = [&cases](const auto& tokens, const std::vector<SchemeKind>& schemes) {
    for (const SchemeKind scheme : schemes) {
      for (const char* token : tokens) cases.push_back({token, scheme});
    }
  };
  const std::vector<SchemeKind> large = {kL1dCc, kL1dCr, kL1dCrt, kL1dTrtrt};
  add(kLines, large);
  add(kRealLines, large);
  add(kRealLines, {kRealPairs, kRealFull, kL1dRealCc, kL1dRealCr});
  for (const SchemeKind scheme : {kL1dRealCc, kL1dRealCr}) {
    for (const char* token : kRealLines) cases.push_back({token, scheme, false, {4, 3, 8}});
  }
  add(kPlanes, {k2dSingle, k2dRc, k2dRtrt});
  add(kVolumes, {k2dSingle, k3dRc, k3dRtrt, k3dTrtrtr, k3dBlockRc, k3dBlockCr});
  for (const char* token : kUnforced) cases.push_back({token, {}});
  cases.push_back({"complex_forward_len_37_double_op_batch_3", kBluestein});
  for (const char* token :
       {"complex_forward_len_11_double_op_batch_3", "complex_inverse_len_11_single_ip_scale_2",
        "complex_inverse_len_6_11_single_op_istride_11_1_CP_ostride_1_6_CI"}) {
    cases.push_back({token, kBluesteinColumns});
    cases.push_back({token, kBluesteinKernels});
  }
  cases.push_back({"real_to_real_len_30_kind_dct3_double_op_batch_3", kRealToReal});
  // With rows of 37 points, planes take a row kernel and a column kernel.
  cases.push_back({"complex_forward_len_6_10_37_single_op", k3dRtrt});
  // The data of these cases goes through the input, or through the gaps of the output.
  cases.push_back({kLines[0], kL1dCc, true});
  cases.push_back({kLines[2], kL1dCc, true});
  cases.push_back({kLines[7], kL1dTrtrt, true});
  cases.push_back({kPlanes[2], k2dRtrt, true});
  cases.push_back({kVolumes[2], k3dTrtrtr, true});
  cases.push_back({kRealLines[4], kL1dCc, true});
  return cases;
}

}  // namespace fft::testing
