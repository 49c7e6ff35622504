// Example problems by name.
export const kPresets: [string, string][] = [
  ["1D 2^20", "complex_forward_len_1048576_single_op"],
  ["2D 4096 × 262144 in place: padding", "complex_forward_len_4096_262144_single_ip"],
  ["1D 4096, batch 1000", "complex_forward_len_4096_single_op_batch_1000"],
  ["1D 2^24 in place", "complex_forward_len_16777216_single_ip"],
  ["2D 1024 × 1024", "complex_forward_len_1024_1024_single_op"],
  ["2D real 1024 × 1024", "real_forward_len_1024_1024_single_op"],
  ["3D 336 × 336 × 56", "complex_forward_len_336_336_56_double_op"],
  ["3D 128³ inverse, scaled", "complex_inverse_len_128_128_128_double_ip_scale_4.76837158203125e-07"],
  ["2D with row gaps", "complex_forward_len_256_256_single_op_istride_320_1_CI_ostride_256_1_CI"],
  ["1D prime 1009", "complex_forward_len_1009_single_op_batch_100"],
  ["1D prime 7919", "complex_forward_len_7919_single_op"],
  ["1D 31 · 29 · 23", "complex_forward_len_20677_double_op"],
  ["Convolutions of rows of 2048", "real_convolve_len_2048_single_op_batch_64"],
  ["1D 65536, half precision", "complex_forward_len_65536_half_op_batch_16"],
];
