/* Measures how long a new process takes to open a device and to plan each problem, and how many
 * kernels it compiles. Runs each plan on an impulse, whose spectrum is one everywhere.
 *
 *   plan_time DEVICE TOKEN ...
 *
 * The exit status is 1 if a kernel was compiled, a result is wrong or a call failed. */
#include <fft/fft_c.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void) {
  struct timespec time;
  timespec_get(&time, TIME_UTC);
  return 1e3 * (double)time.tv_sec + 1e-6 * (double)time.tv_nsec;
}

static int failed(fft_error* error) {
  if (error == NULL) return 0;
  fprintf(stderr, "%d: %s\n", fft_error_code(error), fft_error_message(error));
  return 1;
}

static double number(const void* data, int index, int is_double) {
  return is_double ? ((const double*)data)[index] : ((const float*)data)[index];
}

/* Runs the plan on an impulse. Returns whether the first output is one; for real outputs, also the
 * second. */
static int runs(fft_context* context, const fft_plan* plan, const char* token) {
  const int is_double = strstr(token, "_double_") != NULL,
            is_in_place = strstr(token, "_ip") != NULL;
  const int64_t in_bytes = fft_plan_input_bytes(plan), out_bytes = fft_plan_output_bytes(plan);
  const int64_t bytes = in_bytes > out_bytes ? in_bytes : out_bytes;
  void *in = NULL, *out = NULL, *workspace = NULL, *host = calloc(1, (size_t)bytes);
  fft_arguments arguments = {0};
  arguments.workspace_bytes = fft_plan_workspace_bytes(plan);
  if (is_double) ((double*)host)[0] = 1;
  if (!is_double) ((float*)host)[0] = 1;
  if (failed(fft_memory_allocate(context, (size_t)bytes, &out)) ||
      failed(fft_memory_allocate(context, (size_t)arguments.workspace_bytes, &workspace)) ||
      (!is_in_place && failed(fft_memory_allocate(context, (size_t)in_bytes, &in)))) {
    return 0;
  }
  arguments.in = in;
  arguments.out = out;
  arguments.workspace = workspace;
  int is_right = !failed(fft_memory_to_device(context, is_in_place ? out : in, host,
                                              (size_t)in_bytes, NULL)) &&
                 !failed(fft_plan_execute(plan, &arguments)) &&
                 !failed(fft_memory_to_host(context, host, out, (size_t)out_bytes, NULL));
  const int is_real_output = strncmp(token, "real_inverse", 12) == 0;
  is_right = is_right && fabs(number(host, 0, is_double) - 1) < 1e-5 &&
             fabs(number(host, 1, is_double) - is_real_output) < 1e-5;
  if (!is_right) fprintf(stderr, "%s: the impulse's spectrum is wrong\n", token);
  free(host);
  return !failed(fft_memory_free(context, in)) && !failed(fft_memory_free(context, out)) &&
         !failed(fft_memory_free(context, workspace)) && is_right;
}

int main(int argc, char** argv) {
  fft_context_options options = {0};
  fft_context* context = NULL;
  options.device = argv[1];
  options.cache_path = "";
  const double start = now();
  if (failed(fft_context_create(&options, &context))) return 1;
  printf("context %.2f ms\n", now() - start);
  int all_right = 1;
  for (int i = 2; i < argc; ++i) {
    fft_plan* plan = NULL;
    const double begin = now();
    if (failed(fft_plan_create(context, argv[i], &plan))) return 1;
    printf("%s: %.2f ms, %lld kernels compiled so far\n", argv[i], now() - begin,
           (long long)fft_cache_compiles(context));
    all_right = runs(context, plan, argv[i]) && all_right;
    fft_plan_destroy(plan);
  }
  const int compiled_none = fft_cache_compiles(context) == 0;
  fft_context_destroy(context);
  return all_right && compiled_none ? 0 : 1;
}
