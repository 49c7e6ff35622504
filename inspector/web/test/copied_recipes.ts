// The plans whose copied programs copied_programs_test.cc compiles and runs.
import type { Recipe } from "../src/state/repro.ts";

const kHost = { target: "host", dialect: "host", options: {}, candidate: 0 };

export const kRecipes: Recipe[] = [
  { ...kHost, token: "complex_forward_len_16_single_op" },
  { ...kHost, token: "complex_inverse_len_64_48_double_ip_batch_3_scale_0.5" },
  { ...kHost, token: "real_forward_len_240_half_op" },
  { ...kHost, token: "real_inverse_len_16_12_single_op" },
  { ...kHost, token: "complex_forward_len_16_16_single_op_istride_40_2_CI_ostride_16_1_CI" },
  { ...kHost, token: "complex_forward_len_32_double_op_istride_1_CP_ostride_1_CP" },
  { ...kHost, token: "complex_forward_len_4096_single_op", options: { scheme: "L1D_TRTRT", factors: [64, 64] } },
  { ...kHost, token: "complex_forward_len_4096_single_op_batch_2", options: { scheme: "L1D_CRT", factors: [8, 512], shapes: "512:factors=8x8x8" }, candidate: 1 },
  { ...kHost, token: "complex_forward_len_32_16_24_double_ip", options: { strategy: "fewest_buffers" } },
  {
    ...kHost,
    token: "complex_forward_len_64_64_single_op",
    options: { strategy: "most_fusion", allow_input_overwrite: true, allow_gap_overwrite: true },
  },
];
