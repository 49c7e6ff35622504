/* The C interface: problems, options, workspaces, callbacks, wisdom and what a plan is, from C. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fft/fft_c.h"

static int failures = 0;

#define EXPECT(condition)                                                     \
  do {                                                                        \
    if (!(condition)) {                                                       \
      fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
      ++failures;                                                             \
    }                                                                         \
  } while (0)

/* Frees the error, and tells whether it had the code and its message contained the words. */
static int is_error(fft_error* error, int code, const char* words) {
  const int matches =
      error != NULL && fft_error_code(error) == code && strstr(fft_error_message(error), words);
  if (!matches) fprintf(stderr, "%d: %s\n", fft_error_code(error), fft_error_message(error));
  fft_error_destroy(error);
  return matches;
}

static int is_ok(fft_error* error) {
  if (error != NULL) fprintf(stderr, "%s\n", fft_error_message(error));
  fft_error_destroy(error);
  return error == NULL;
}

static fft_context* host(void) {
  fft_context_options options = {0};
  fft_context* context = NULL;
  options.struct_size = sizeof options;
  options.device = "host";
  options.cache_path = "";
  EXPECT(is_ok(fft_context_create(&options, &context)));
  return context;
}

/* Frees the text, and tells whether it contained the words. */
static int says(char* text, const char* words) {
  const int found = text != NULL && strstr(text, words) != NULL;
  if (!found) fprintf(stderr, "no %s in %.400s\n", words, text == NULL ? "nothing" : text);
  fft_string_free(text);
  return found;
}

/* The DCT-II of 4 ones is 2 * 4 at element 0 and 0 elsewhere; two loops repeat it. */
static void check_kinds_and_loops(fft_context* context) {
  const int64_t lengths[] = {4};
  const fft_axis_kind kinds[] = {FFT_DCT2};
  const fft_loop loops[] = {{2, 4, 4}};
  fft_problem problem = {0};
  problem.struct_size = sizeof(problem);
  problem.lengths = lengths;
  problem.rank = 1;
  problem.transform = FFT_REAL_TO_REAL;
  problem.precision = FFT_DOUBLE;
  problem.kinds = kinds;
  problem.loops = loops;
  problem.loop_count = 1;
  fft_plan* plan = NULL;
  EXPECT(is_ok(fft_plan_create_with(context, &problem, NULL, &plan)));
  const double in[8] = {1, 1, 1, 1, 1, 1, 1, 1};
  double out[8];
  fft_arguments arguments = {0};
  arguments.in = (void*)in;
  arguments.out = out;
  EXPECT(is_ok(fft_plan_execute(plan, &arguments)));
  for (int i = 0; i < 8; ++i) EXPECT(fabs(out[i] - (i % 4 == 0 ? 8 : 0)) < 1e-14);
  fft_plan_destroy(plan);

  problem.loop_count = 17;
  EXPECT(is_error(fft_plan_create_with(context, &problem, NULL, &plan), FFT_INVALID_ARGUMENT,
                  "problem.loop_count is 17"));
  problem.loop_count = 1;
  problem.kinds = NULL;
  EXPECT(is_error(fft_plan_create_with(context, &problem, NULL, &plan), FFT_INVALID_ARGUMENT,
                  "kinds is a list of 0; allowed: 1 kinds, one per length"));
}

static void problems(fft_context* context) {
  const int64_t lengths[] = {4, 6};
  const int64_t strides[] = {8, 1};
  fft_problem problem = {0};
  fft_plan* plan = NULL;
  char* json = NULL;
  problem.lengths = lengths;
  problem.rank = 2;
  problem.transform = FFT_REAL_FORWARD;
  problem.precision = FFT_DOUBLE;
  problem.batch = 2;
  problem.scale = 0.25;
  problem.input.strides = strides;
  problem.input.offsets[0] = 3;
  EXPECT(is_ok(fft_plan_create_with(context, &problem, NULL, &plan)));
  EXPECT(is_ok(fft_plan_description(plan, &json)));
  EXPECT(says(json, "real_forward_len_4_6_double_op_batch_2_istride_8_1_R_ostride_4_1_HI"));
  /* The last element lies at offset 3, batch 1 (4 rows of 8), row 3, column 5. */
  EXPECT(fft_plan_input_bytes(plan) == (3 + 32 + 3 * 8 + 5 + 1) * 8);
  EXPECT(fft_plan_output_bytes(plan) == 2 * 4 * 4 * 16);
  double in[65] = {0}, out[64];
  for (int i = 3; i < 65; ++i) in[i] = 1;
  fft_arguments arguments = {0};
  arguments.in = in;
  arguments.out = out;
  EXPECT(is_ok(fft_plan_execute(plan, &arguments)));
  EXPECT(out[0] == 6 && out[32] == 6 && fabs(out[2]) < 1e-14);
  fft_plan_destroy(plan);

  check_kinds_and_loops(context);

  problem.rank = 17;
  EXPECT(is_error(fft_plan_create_with(context, &problem, NULL, &plan), FFT_INVALID_ARGUMENT,
                  "problem.rank is 17; allowed: 1 to 16"));
  EXPECT(plan == NULL);
  problem.rank = 2;
  problem.transform = 9;
  EXPECT(is_error(fft_plan_create_with(context, &problem, NULL, &plan), FFT_INVALID_ARGUMENT,
                  "problem.transform is 9; allowed: 0 to 4"));
  problem.transform = FFT_COMPLEX_FORWARD;
  problem.output.format = FFT_REAL;
  EXPECT(is_error(fft_plan_create_with(context, &problem, NULL, &plan), FFT_INVALID_ARGUMENT,
                  "output.format"));
  problem.output.format = 6;
  EXPECT(is_error(fft_plan_create_with(context, &problem, NULL, &plan), FFT_INVALID_ARGUMENT,
                  "problem.output.format is 6; allowed: 0 to 5"));
  problem.output.format = INT32_MIN;
  EXPECT(is_error(fft_plan_create_with(context, &problem, NULL, &plan), FFT_INVALID_ARGUMENT,
                  "problem.output.format is -2147483648"));
  problem.output.format = FFT_FORMAT_DEFAULT;
  problem.input.precision = 5;
  EXPECT(is_error(fft_plan_create_with(context, &problem, NULL, &plan), FFT_INVALID_ARGUMENT,
                  "problem.input.precision is 5; allowed: 0 to 4"));
  problem.input.precision = FFT_PRECISION_DEFAULT;
  const fft_range ranges[] = {{1, 2}, {0, 7}};
  problem.struct_size = sizeof problem; /* 0 stands for the first release's, which had no ranges */
  problem.input_ranges = ranges;
  EXPECT(is_error(fft_plan_create_with(context, &problem, NULL, &plan), FFT_INVALID_ARGUMENT,
                  "input.ranges[1].count is 7; allowed: 1 to 6"));
  problem.input_ranges = NULL;
  problem.struct_size = 0;
  problem.lengths = NULL;
  EXPECT(is_error(fft_plan_create_with(context, &problem, NULL, &plan), FFT_INVALID_ARGUMENT,
                  "problem.lengths is null"));
  EXPECT(is_error(fft_plan_create_with(context, NULL, NULL, &plan), FFT_INVALID_ARGUMENT,
                  "problem is null"));
}

/* Checks a token with two loops around a batch (FFTW's howmany dimensions). */
static void loops(fft_context* context) {
  fft_plan* plan = NULL;
  float in[2 * 126] = {0}, out[2 * 120];
  EXPECT(is_ok(fft_plan_create(context,
                               "complex_forward_len_5_single_op_batch_4_istride_4_CI_ostride_1_CI"
                               "_idist_1_odist_5_loop_2_63_60_loop_3_21_20",
                               &plan)));
  EXPECT(fft_plan_input_bytes(plan) == (63 + 2 * 21 + 3 + 4 * 4 + 1) * 8);
  EXPECT(fft_plan_output_bytes(plan) == 120 * 8);
  /* Transform i has one impulse, whose value is i. */
  for (int i = 0; i < 24; ++i) {
    in[2 * (i / 12 * 63 + i / 4 % 3 * 21 + i % 4)] = (float)i;
  }
  fft_arguments arguments = {0};
  arguments.in = in;
  arguments.out = out;
  EXPECT(is_ok(fft_plan_execute(plan, &arguments)));
  for (int i = 0; i < 120; ++i) EXPECT(out[2 * i] == (float)(i / 5) && out[2 * i + 1] == 0);
  fft_plan_destroy(plan);
}

/* Checks what a program of a later release gets. Its struct has a member that this library does not
 * know. */
static void later_releases(fft_context* context) {
  struct {
    fft_problem known;
    int64_t later;
  } problem = {{0}, 0};
  fft_plan* plan = NULL;
  fft_problem small = {0};
  fft_plan_options options = {0};
  small.token = "complex_forward_len_8_single_ip";
  problem.known.struct_size = sizeof problem;
  problem.known.token = "complex_forward_len_8_single_ip";
  EXPECT(is_ok(fft_plan_create_with(context, &problem.known, NULL, &plan)));
  fft_plan_destroy(plan);
  problem.later = 1;
  EXPECT(is_error(fft_plan_create_with(context, &problem.known, NULL, &plan), FFT_INVALID_ARGUMENT,
                  "older than the program's header"));
  problem.known.struct_size = 8;
  EXPECT(is_error(fft_plan_create_with(context, &problem.known, NULL, &plan), FFT_INVALID_ARGUMENT,
                  "problem.struct_size is 8"));
  /* A struct that ends within a pointer does not hold that pointer. */
  options.struct_size = sizeof options - sizeof options.shapes / 2;
  options.shapes = "8:threads=1";
  EXPECT(is_error(fft_plan_create_with(context, &small, &options, &plan), FFT_INVALID_ARGUMENT,
                  "options.struct_size is"));
}

static void options(fft_context* context) {
  fft_problem problem = {0};
  fft_plan_options options = {0};
  fft_plan* plan = NULL;
  const int64_t factors[] = {16, 16};
  char* json = NULL;
  float data[512];
  fft_arguments arguments = {0};
  problem.token = "complex_forward_len_256_single_ip";
  options.struct_size = sizeof options;
  options.scheme = "L1D_CR";
  options.factors = factors;
  options.factor_count = 2;
  arguments.out = data;
  for (int i = 0; i < 512; ++i) data[i] = i % 2 == 0;
  options.shapes = "16:factors=2x3";
  EXPECT(is_error(fft_plan_create_with(context, &problem, &options, &plan), FFT_INVALID_ARGUMENT,
                  "options.shapes[0].factors is 2x3"));
  options.shapes = "16:factors=4x4";
  EXPECT(is_ok(fft_plan_create_with(context, &problem, &options, &plan)));
  EXPECT(fft_plan_workspace_bytes(plan) > 0);
  EXPECT(is_error(fft_plan_execute(plan, &arguments), FFT_INVALID_ARGUMENT, "workspace is null"));
  EXPECT(data[2] == 1);
  arguments.flags = 8;
  EXPECT(
      is_error(fft_plan_execute(plan, &arguments), FFT_INVALID_ARGUMENT, "arguments.flags is 8"));
  arguments.flags = 0;
  arguments.reserved = 1;
  EXPECT(is_error(fft_plan_execute(plan, &arguments), FFT_INVALID_ARGUMENT,
                  "arguments.reserved is 1"));
  arguments.reserved = 0;
  void* workspace = NULL;
  EXPECT(is_ok(fft_memory_allocate(context, (size_t)fft_plan_workspace_bytes(plan), &workspace)));
  arguments.workspace = workspace;
  arguments.workspace_bytes = fft_plan_workspace_bytes(plan);
  EXPECT(is_ok(fft_plan_execute(plan, &arguments)));
  EXPECT(data[0] == 256 && fabsf(data[2]) < 1e-4f);
  EXPECT(is_ok(fft_memory_free(context, workspace)));
  EXPECT(is_ok(fft_plan_candidates(plan, 1, &json)));
  EXPECT(says(json, "\"total\""));
  EXPECT(is_error(fft_plan_candidates(plan, -1, &json), FFT_INVALID_ARGUMENT, "limit is -1"));
  fft_plan_destroy(plan);

  options.flags = FFT_OWN_WORKSPACE;
  arguments.workspace = NULL;
  EXPECT(is_ok(fft_plan_create_with(context, &problem, &options, &plan)));
  EXPECT(fft_plan_workspace_bytes(plan) == 0);
  EXPECT(is_ok(fft_plan_execute(plan, &arguments)));
  fft_plan_destroy(plan);
}

/* With independent rows, a NaN in one row does not change the spectrum of the next row. */
static void independent_rows(fft_context* context) {
  fft_problem problem = {0};
  fft_plan_options options = {0};
  fft_arguments arguments = {0};
  fft_plan* plan = NULL;
  float in[2 * 9], out[2 * 10];
  problem.token = "real_forward_len_9_single_op_batch_2";
  options.struct_size = sizeof(options);
  options.flags = FFT_INDEPENDENT_ROWS | FFT_OWN_WORKSPACE;
  for (int i = 0; i < 18; ++i) in[i] = 1;
  in[3] = NAN;
  arguments.struct_size = sizeof(arguments);
  arguments.in = in;
  arguments.out = out;
  EXPECT(is_ok(fft_plan_create_with(context, &problem, &options, &plan)));
  EXPECT(is_ok(fft_plan_execute(plan, &arguments)));
  EXPECT(isnan(out[0]) && out[10] == 9);
  fft_plan_destroy(plan);
}

static void wrong_options(fft_context* context) {
  fft_problem problem = {0};
  fft_plan_options options = {0};
  fft_plan* plan = NULL;
  const int64_t factors[] = {16, 16};
  problem.token = "complex_forward_len_256_single_ip";
  /* A size of zero stands for all members of this release. */
  options.shapes = "16:factors=2x3";
  EXPECT(is_error(fft_plan_create_with(context, &problem, &options, &plan), FFT_INVALID_ARGUMENT,
                  "options.shapes[0]"));
  options.shapes = NULL;
  options.struct_size = sizeof options;
  options.factors = factors;
  options.flags = 64;
  EXPECT(is_error(fft_plan_create_with(context, &problem, &options, &plan), FFT_INVALID_ARGUMENT,
                  "options.flags is 64"));
  options.flags = 0;
  options.scheme = "FASTEST";
  EXPECT(is_error(fft_plan_create_with(context, &problem, &options, &plan), FFT_NOT_FOUND,
                  "options.scheme is FASTEST; allowed: "));
  options.scheme = NULL;
  /* No length has this many factors, so the factors are not read. */
  options.factor_count = INT32_MAX;
  EXPECT(is_error(fft_plan_create_with(context, &problem, &options, &plan), FFT_INVALID_ARGUMENT,
                  "options.factor_count is 2147483647"));
  options.factor_count = 0;
  options.reserved = 1;
  EXPECT(is_error(fft_plan_create_with(context, &problem, &options, &plan), FFT_INVALID_ARGUMENT,
                  "options.reserved is 1"));
  options.reserved = 0;
  options.strategy = FFT_FASTEST + 1;
  EXPECT(is_error(fft_plan_create_with(context, &problem, &options, &plan), FFT_INVALID_ARGUMENT,
                  "options.strategy is 4"));
  options.strategy = FFT_FEWEST_BUFFERS;
  options.candidate = 1 << 20;
  EXPECT(is_error(fft_plan_create_with(context, &problem, &options, &plan), FFT_INVALID_ARGUMENT,
                  "options.candidate"));
}

static void callbacks(fft_context* context) {
  fft_problem problem = {0};
  fft_plan_options options = {0};
  fft_plan* plan = NULL;
  char* json = NULL;
  float factor = 3, other = 5, data[16];
  fft_arguments arguments = {0};
  problem.token = "complex_forward_len_8_single_ip";
  options.load_callback =
      "__device__ float2 load(const float2* data, size_t offset, void* user) {\n"
      "  float2 value = data[offset];\n"
      "  value.x *= *static_cast<const float*>(user);\n"
      "  return value;\n"
      "}\n";
  options.load_user = &factor;
  arguments.out = data;
  EXPECT(is_ok(fft_plan_create_with(context, &problem, &options, &plan)));
  for (int i = 0; i < 16; ++i) data[i] = i % 2 == 0;
  EXPECT(is_ok(fft_plan_execute(plan, &arguments)));
  EXPECT(data[0] == 24);
  for (int i = 0; i < 16; ++i) data[i] = i % 2 == 0;
  arguments.load_user = &other;
  EXPECT(is_ok(fft_plan_execute(plan, &arguments)));
  EXPECT(data[0] == 40);
  for (int i = 0; i < 16; ++i) data[i] = i % 2 == 0;
  arguments.flags = FFT_SKIP_CALLBACKS;
  EXPECT(is_ok(fft_plan_execute(plan, &arguments)));
  EXPECT(data[0] == 8);
  EXPECT(is_ok(fft_plan_sources(plan, &json)));
  EXPECT(says(json, "static_cast<const float*>(user)"));
  fft_plan_destroy(plan);
  options.load_callback = "this is no program";
  EXPECT(is_error(fft_plan_create_with(context, &problem, &options, &plan), FFT_INVALID_ARGUMENT,
                  "error"));
  EXPECT(plan == NULL);
}

static void wisdom(fft_context* context) {
  fft_problem problem = {0};
  fft_plan_options options = {0};
  fft_plan *measured = NULL, *known = NULL;
  fft_context* other = host();
  char *text = NULL, *json = NULL;
  int64_t entries = -1;
  problem.token = "complex_forward_len_64_single_op_batch_2";
  options.scheme = "L1D_CR";
  options.rigor = FFT_MEASURE;
  options.measured_candidates = 2;
  options.struct_size = sizeof options;
  options.measured_trees = -2;
  EXPECT(is_error(fft_plan_create_with(context, &problem, &options, &measured),
                  FFT_INVALID_ARGUMENT, "options.measured_trees is -2; allowed: -1 or more"));
  options.measured_trees = 2;
  options.measure_seconds = -1;
  EXPECT(is_error(fft_plan_create_with(context, &problem, &options, &measured),
                  FFT_INVALID_ARGUMENT, "options.measure_seconds is -1; allowed: 0 or more"));
  options.measure_seconds = 30;
  EXPECT(is_ok(fft_plan_create_with(context, &problem, &options, &measured)));
  EXPECT(is_ok(fft_wisdom_export(context, &text)));
  EXPECT(is_ok(fft_wisdom_import(other, text, &entries)));
  EXPECT(entries == 1);
  fft_string_free(text);
  EXPECT(is_error(fft_plan_wisdom(measured, NULL), FFT_INVALID_ARGUMENT, "text is null"));
  EXPECT(is_ok(fft_plan_wisdom(measured, &text)));
  EXPECT(is_error(fft_wisdom_import(other, "rubbish", &entries), FFT_INVALID_ARGUMENT, "wisdom"));
  EXPECT(entries == 0);
  EXPECT(is_ok(fft_wisdom_forget(other)));
  EXPECT(is_ok(fft_wisdom_export(other, &json)));
  EXPECT(says(json, "\"choices\": []"));
  EXPECT(is_error(fft_wisdom_forget(NULL), FFT_INVALID_ARGUMENT, "context"));
  fft_context_destroy(other);

  /* With the plan's wisdom nothing is timed, so only the kernels of one plan are compiled. */
  other = host();
  options.rigor = FFT_ESTIMATE;
  options.wisdom = text;
  EXPECT(is_ok(fft_plan_create_with(other, &problem, &options, &known)));
  const int64_t compiled = fft_cache_compiles(other);
  EXPECT(compiled > 0 && compiled <= 2);
  fft_plan_destroy(known);
  options.wisdom = "rubbish";
  EXPECT(is_error(fft_plan_create_with(other, &problem, &options, &known), FFT_INVALID_ARGUMENT,
                  "wisdom"));
  fft_string_free(text);
  EXPECT(is_ok(fft_context_description(other, &json)));
  EXPECT(says(json, "\"compiles\""));
  fft_plan_destroy(measured);
  fft_context_destroy(other);
}

static void without_a_device(void) {
  fft_problem problem = {0};
  char* json = NULL;
  problem.token = "complex_forward_len_1048576_single_op";
  EXPECT(is_ok(fft_describe("gfx90a", &problem, NULL, &json)));
  EXPECT(says(json, "\"assignment\""));
  EXPECT(is_ok(fft_describe_candidates("gfx90a", &problem, NULL, 2, &json)));
  EXPECT(says(json, "\"in_strides\""));
  EXPECT(is_error(fft_describe_candidates("gfx90a", &problem, NULL, -1, &json),
                  FFT_INVALID_ARGUMENT, "limit is -1"));
  EXPECT(json == NULL);
  EXPECT(is_ok(fft_describe_sources("sm_90", &problem, NULL, &json)));
  EXPECT(says(json, "\"dialect\": \"cuda_ptx\""));
  EXPECT(is_error(fft_describe("abacus", &problem, NULL, &json), FFT_NOT_FOUND, "abacus"));
  EXPECT(json == NULL);
  EXPECT(
      is_error(fft_describe("host", &problem, NULL, NULL), FFT_INVALID_ARGUMENT, "json is null"));
}

static void memory_and_streams(fft_context* context) {
  void *pointer = NULL, *stream = NULL;
  float there[4] = {1, 2, 3, 4}, back[4] = {0};
  EXPECT(is_ok(fft_stream_create(context, &stream)));
  EXPECT(is_ok(fft_memory_allocate(context, sizeof there, &pointer)));
  EXPECT(is_ok(fft_memory_to_device(context, pointer, there, sizeof there, stream)));
  EXPECT(is_ok(fft_memory_to_host(context, back, pointer, sizeof back, stream)));
  EXPECT(memcmp(there, back, sizeof there) == 0);
  EXPECT(is_ok(fft_stream_synchronize(context, stream)));
  EXPECT(is_error(fft_memory_to_host(context, NULL, pointer, 4, NULL), FFT_INVALID_ARGUMENT,
                  "to is null"));
  EXPECT(is_error(fft_memory_allocate(NULL, 4, &pointer), FFT_INVALID_ARGUMENT, "context is null"));
  EXPECT(pointer == NULL);
  EXPECT(is_ok(fft_stream_destroy(context, stream)));
}

/* A chain with one filter sums three neighbours in each of two rows. */
static void chains(fft_context* context) {
  const char* const token = "real_convolve_len_8_double_op_batch_2_irange_0_6_orange_2_4";
  const double in[12] = {1, 2, 3, 4, 5, 6, 0, 0, 1, 0, 0, 0};
  const double expected[8] = {6, 9, 12, 15, 1, 1, 1, 0};
  const double taps[4] = {1, 1, 1, 0};
  const fft_range range = {0, 3};
  double spectrum[10], out[8];
  fft_chain* chain = NULL;
  fft_plan* filter = NULL;
  fft_arguments arguments = {0};
  int i;
  EXPECT(is_ok(fft_chain_create(context, token, NULL, &chain)));
  EXPECT(fft_chain_spectra_bytes(chain) == (int64_t)sizeof spectrum);
  EXPECT(fft_chain_workspace_bytes(chain) == 0);
  EXPECT(is_ok(fft_chain_filter(chain, &range, &filter)));
  arguments.struct_size = sizeof arguments;
  arguments.in = taps;
  arguments.out = spectrum;
  EXPECT(is_ok(fft_plan_execute(filter, &arguments)));
  arguments.in = in;
  arguments.out = out;
  EXPECT(is_ok(fft_chain_execute(chain, spectrum, &arguments)));
  for (i = 0; i < 8; ++i) EXPECT(fabs(out[i] - expected[i]) < 1e-14);
  EXPECT(is_error(fft_chain_execute(chain, NULL, &arguments), FFT_INVALID_ARGUMENT, "spectra"));
  EXPECT(is_error(fft_chain_execute(chain, spectrum, NULL), FFT_INVALID_ARGUMENT, "arguments"));
  fft_plan_destroy(filter);
  fft_chain_destroy(chain);
  EXPECT(is_error(fft_chain_create(context, "real_convolve_len_0_double_op", NULL, &chain),
                  FFT_INVALID_ARGUMENT, "length"));
  EXPECT(chain == NULL);
  EXPECT(is_error(fft_chain_create(context, NULL, NULL, &chain), FFT_INVALID_ARGUMENT, "token"));
  EXPECT(is_error(fft_chain_filter(NULL, NULL, &filter), FFT_INVALID_ARGUMENT, "chain"));
  EXPECT(fft_chain_spectra_bytes(NULL) == 0 && fft_chain_workspace_bytes(NULL) == 0);
  fft_chain_destroy(NULL);
}

/* Sums three neighbours in each of two rows of 1000, where all three exist. */
static void long_convolution(fft_context* context) {
  enum { LENGTH = 1000, STORED = LENGTH - 2 };
  static double in[2 * LENGTH], out[2 * STORED];
  const double taps[3] = {1, 1, 1};
  const fft_range range = {0, 3};
  fft_long_convolution convolution = {0};
  fft_arguments arguments = {0};
  fft_chain* chain = NULL;
  fft_plan* filter = NULL;
  void* spectrum;
  unsigned char* workspace;
  int i;
  convolution.struct_size = sizeof convolution;
  convolution.length = LENGTH;
  convolution.taps = 3;
  convolution.output.first = 2;
  convolution.output.count = STORED;
  convolution.rows = 2;
  convolution.precision = FFT_DOUBLE;
  EXPECT(is_ok(fft_chain_create_long(context, &convolution, NULL, &chain)));
  EXPECT(is_error(fft_chain_filter(chain, &range, &filter), FFT_INVALID_ARGUMENT, "taps"));
  EXPECT(is_ok(fft_chain_filter(chain, NULL, &filter)));
  spectrum = malloc((size_t)fft_chain_spectra_bytes(chain));
  workspace = malloc((size_t)fft_chain_workspace_bytes(chain) + 256);
  arguments.struct_size = sizeof arguments;
  arguments.in = taps;
  arguments.out = spectrum;
  EXPECT(is_ok(fft_plan_execute(filter, &arguments)));
  for (i = 0; i < 2 * LENGTH; ++i) in[i] = i % 7;
  arguments.in = in;
  arguments.out = out;
  arguments.workspace = workspace + (256 - (uintptr_t)workspace % 256);
  arguments.workspace_bytes = fft_chain_workspace_bytes(chain);
  EXPECT(is_ok(fft_chain_execute(chain, spectrum, &arguments)));
  for (i = 0; i < 2 * STORED; ++i) {
    const double* x = in + i / STORED * LENGTH + i % STORED;
    EXPECT(fabs(out[i] - (x[0] + x[1] + x[2])) < 1e-12);
  }
  free(spectrum);
  free(workspace);
  fft_plan_destroy(filter);
  fft_chain_destroy(chain);
  EXPECT(is_error(fft_chain_create_long(context, NULL, NULL, &chain), FFT_INVALID_ARGUMENT,
                  "convolution"));
  convolution.taps = 0;
  EXPECT(is_error(fft_chain_create_long(context, &convolution, NULL, &chain), FFT_INVALID_ARGUMENT,
                  "taps is 0"));
  convolution.is_complex = 2;
  EXPECT(is_error(fft_chain_create_long(context, &convolution, NULL, &chain), FFT_INVALID_ARGUMENT,
                  "convolution.is_complex is 2; allowed: 0 or 1"));
  EXPECT(chain == NULL);
}

/* A low-pass filter given as a function of frequency keeps the mean of a row. */
static void spectrum_callback(fft_context* context) {
  const double in[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  double out[8];
  fft_plan_options options = {0};
  fft_arguments arguments = {0};
  fft_chain* chain = NULL;
  int i;
  options.struct_size = sizeof options;
  options.spectrum_callback =
      "__device__ T spectrum(const T* data, size_t element) {\n"
      "  T value;\n  value.x = element == 0;\n  value.y = 0;\n  return value;\n}\n";
  EXPECT(is_ok(fft_chain_create(context, "real_convolve_len_8_double_op", &options, &chain)));
  arguments.struct_size = sizeof arguments;
  arguments.in = in;
  arguments.out = out;
  EXPECT(is_ok(fft_chain_execute(chain, NULL, &arguments)));
  for (i = 0; i < 8; ++i) EXPECT(fabs(out[i] - 4.5) < 1e-14);
  fft_chain_destroy(chain);
}

/* Adds the frames (1, 2) and (3, 4), one sample apart, times the window (1, 2). */
static void overlap_add(fft_context* context) {
  const char* token = "real_overlap_add_len_2_double_op_batch_2_odist_1_normalized";
  const double in[8] = {3, 0, -1, 0, 7, 0, -1, 0}, window[2] = {1, 2};
  const double expected[3] = {1, 7.0 / 5, 2};
  double out[3];
  unsigned char memory[4096];
  fft_chain* chain = NULL;
  fft_plan* filter = NULL;
  fft_arguments arguments = {0};
  int i;
  EXPECT(is_ok(fft_chain_create(context, token, NULL, &chain)));
  EXPECT(fft_chain_spectra_bytes(chain) == (int64_t)sizeof window);
  EXPECT(fft_chain_workspace_bytes(chain) > 0 && fft_chain_workspace_bytes(chain) <= 3840);
  EXPECT(is_error(fft_chain_filter(chain, NULL, &filter), FFT_INVALID_ARGUMENT, "window"));
  arguments.struct_size = sizeof arguments;
  arguments.in = in;
  arguments.out = out;
  EXPECT(is_error(fft_chain_execute(chain, window, &arguments), FFT_INVALID_ARGUMENT, "workspace"));
  arguments.workspace = memory + (256 - (uintptr_t)memory % 256);
  arguments.workspace_bytes = fft_chain_workspace_bytes(chain);
  EXPECT(is_ok(fft_chain_execute(chain, window, &arguments)));
  for (i = 0; i < 3; ++i) EXPECT(fabs(out[i] - expected[i]) < 1e-14);
  fft_chain_destroy(chain);
  EXPECT(is_error(
      fft_chain_create(context, "real_overlap_add_len_2_double_op_batch_2_odist_3", NULL, &chain),
      FFT_INVALID_ARGUMENT, "arrays.output.distance is 3"));
}

int main(void) {
  fft_context* context = host();
  problems(context);
  loops(context);
  later_releases(context);
  options(context);
  independent_rows(context);
  wrong_options(context);
  callbacks(context);
  chains(context);
  long_convolution(context);
  spectrum_callback(context);
  overlap_add(context);
  wisdom(context);
  without_a_device();
  memory_and_streams(context);
  fft_context_destroy(context);
  EXPECT(strcmp(fft_version(), "0.1.0") == 0);
  if (failures == 0) printf("ok\n");
  return failures == 0 ? 0 : 1;
}
