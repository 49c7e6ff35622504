/* Prints every struct of the C headers with its size, and every member with its offset. Compiled
 * programs depend on them. abi_test.sh compares the output with packaging/abi.txt. */
#include <stddef.h>
#include <stdio.h>

#include "fft/fft_c.h"
#include "fft/fft_dist_c.h"

#define STRUCT(type) printf(#type " %zu\n", sizeof(type))
#define MEMBER(type, member) \
  printf("  " #member " %zu %zu\n", offsetof(type, member), sizeof(((type*)0)->member))

int main(void) {
  STRUCT(fft_context_options);
  MEMBER(fft_context_options, struct_size);
  MEMBER(fft_context_options, device);
  MEMBER(fft_context_options, cache_path);
  MEMBER(fft_context_options, system_cache_path);
  MEMBER(fft_context_options, log);
  MEMBER(fft_context_options, log_data);
  STRUCT(fft_array);
  MEMBER(fft_array, format);
  MEMBER(fft_array, precision);
  MEMBER(fft_array, strides);
  MEMBER(fft_array, distance);
  MEMBER(fft_array, offsets);
  STRUCT(fft_loop);
  MEMBER(fft_loop, length);
  MEMBER(fft_loop, in_stride);
  MEMBER(fft_loop, out_stride);
  STRUCT(fft_range);
  MEMBER(fft_range, first);
  MEMBER(fft_range, count);
  STRUCT(fft_problem);
  MEMBER(fft_problem, struct_size);
  MEMBER(fft_problem, token);
  MEMBER(fft_problem, lengths);
  MEMBER(fft_problem, rank);
  MEMBER(fft_problem, transform);
  MEMBER(fft_problem, precision);
  MEMBER(fft_problem, placement);
  MEMBER(fft_problem, batch);
  MEMBER(fft_problem, scale);
  MEMBER(fft_problem, input);
  MEMBER(fft_problem, output);
  MEMBER(fft_problem, kinds);
  MEMBER(fft_problem, loops);
  MEMBER(fft_problem, loop_count);
  MEMBER(fft_problem, reserved);
  MEMBER(fft_problem, input_ranges);
  MEMBER(fft_problem, output_ranges);
  STRUCT(fft_plan_options);
  MEMBER(fft_plan_options, struct_size);
  MEMBER(fft_plan_options, flags);
  MEMBER(fft_plan_options, strategy);
  MEMBER(fft_plan_options, rigor);
  MEMBER(fft_plan_options, measured_candidates);
  MEMBER(fft_plan_options, candidate);
  MEMBER(fft_plan_options, factor_count);
  MEMBER(fft_plan_options, factors);
  MEMBER(fft_plan_options, scheme);
  MEMBER(fft_plan_options, load_callback);
  MEMBER(fft_plan_options, store_callback);
  MEMBER(fft_plan_options, load_user);
  MEMBER(fft_plan_options, store_user);
  MEMBER(fft_plan_options, stream);
  MEMBER(fft_plan_options, wisdom);
  MEMBER(fft_plan_options, max_candidates);
  MEMBER(fft_plan_options, shapes);
  MEMBER(fft_plan_options, measured_trees);
  MEMBER(fft_plan_options, reserved);
  MEMBER(fft_plan_options, measure_seconds);
  MEMBER(fft_plan_options, spectrum_callback);
  STRUCT(fft_long_convolution);
  MEMBER(fft_long_convolution, struct_size);
  MEMBER(fft_long_convolution, length);
  MEMBER(fft_long_convolution, taps);
  MEMBER(fft_long_convolution, output);
  MEMBER(fft_long_convolution, rows);
  MEMBER(fft_long_convolution, precision);
  MEMBER(fft_long_convolution, is_complex);
  STRUCT(fft_arguments);
  MEMBER(fft_arguments, struct_size);
  MEMBER(fft_arguments, in);
  MEMBER(fft_arguments, out);
  MEMBER(fft_arguments, in_imag);
  MEMBER(fft_arguments, out_imag);
  MEMBER(fft_arguments, stream);
  MEMBER(fft_arguments, workspace);
  MEMBER(fft_arguments, workspace_bytes);
  MEMBER(fft_arguments, load_user);
  MEMBER(fft_arguments, store_user);
  MEMBER(fft_arguments, flags);
  MEMBER(fft_arguments, reserved);
  STRUCT(fft_dist_problem);
  MEMBER(fft_dist_problem, struct_size);
  MEMBER(fft_dist_problem, token);
  MEMBER(fft_dist_problem, input_boxes);
  MEMBER(fft_dist_problem, output_boxes);
  MEMBER(fft_dist_problem, input_order);
  MEMBER(fft_dist_problem, output_order);
  MEMBER(fft_dist_problem, box_axes);
  MEMBER(fft_dist_problem, order_axes);
  STRUCT(fft_dist_options);
  MEMBER(fft_dist_options, struct_size);
  MEMBER(fft_dist_options, link);
  MEMBER(fft_dist_options, transport);
  MEMBER(fft_dist_options, peer_store);
  MEMBER(fft_dist_options, candidate);
  MEMBER(fft_dist_options, pieces);
  MEMBER(fft_dist_options, groups);
  MEMBER(fft_dist_options, reserved);
  STRUCT(fft_dist_arguments);
  MEMBER(fft_dist_arguments, struct_size);
  MEMBER(fft_dist_arguments, in);
  MEMBER(fft_dist_arguments, out);
  MEMBER(fft_dist_arguments, stream);
  printf("codes %d %d %d %d %d %d %d %d %d %d\n", FFT_OK, FFT_INVALID_ARGUMENT,
         FFT_DEADLINE_EXCEEDED, FFT_NOT_FOUND, FFT_RESOURCE_EXHAUSTED, FFT_FAILED_PRECONDITION,
         FFT_UNIMPLEMENTED, FFT_INTERNAL, FFT_UNAVAILABLE, FFT_DATA_LOSS);
  printf("transforms %d %d %d %d\n", FFT_COMPLEX_FORWARD, FFT_COMPLEX_INVERSE, FFT_REAL_FORWARD,
         FFT_REAL_INVERSE);
  printf("precisions %d %d %d %d\n", FFT_SINGLE, FFT_DOUBLE, FFT_HALF, FFT_BFLOAT16);
  printf("array precisions %d %d %d %d %d\n", FFT_PRECISION_DEFAULT, FFT_ARRAY_SINGLE,
         FFT_ARRAY_DOUBLE, FFT_ARRAY_HALF, FFT_ARRAY_BFLOAT16);
  printf("placements %d %d\n", FFT_OUT_OF_PLACE, FFT_IN_PLACE);
  printf("formats %d %d %d %d %d %d\n", FFT_FORMAT_DEFAULT, FFT_COMPLEX_INTERLEAVED,
         FFT_COMPLEX_PLANAR, FFT_REAL, FFT_HERMITIAN_INTERLEAVED, FFT_HERMITIAN_PLANAR);
  printf("strategies %d %d %d %d\n", FFT_BALANCED, FFT_FEWEST_BUFFERS, FFT_MOST_FUSION,
         FFT_FASTEST);
  printf("rigors %d %d\n", FFT_ESTIMATE, FFT_MEASURE);
  printf("flags %d %d %d %d %d\n", (int)FFT_OVERWRITE_INPUT, (int)FFT_OVERWRITE_GAPS,
         (int)FFT_OWN_WORKSPACE, (int)FFT_INDEPENDENT_ROWS, (int)FFT_SKIP_CALLBACKS);
  printf("sides %d %d\n", FFT_DIST_INPUT, FFT_DIST_OUTPUT);
  printf("transports %d %d\n", FFT_DIST_MESSAGES, FFT_DIST_DIRECT);
  printf("peer stores %d %d %d\n", FFT_DIST_STORE_AUTO, FFT_DIST_STORE_KERNELS,
         FFT_DIST_STORE_COPIES);
  return 0;
}
