/* How long a process that has just started takes to plan each problem, and how many kernels it compiles.
 *
 *   plan_time DEVICE TOKEN ...
 *
 * Ends with 1 if anything was compiled or failed. */
#include <fft/fft_c.h>
#include <stdio.h>
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

int main(int argc, char** argv) {
  fft_context_options options = {0};
  fft_context* context = NULL;
  options.device = argv[1];
  options.cache_path = "";
  const double start = now();
  if (failed(fft_context_create(&options, &context))) return 1;
  printf("context %.2f ms\n", now() - start);
  for (int i = 2; i < argc; ++i) {
    fft_plan* plan = NULL;
    const double begin = now();
    if (failed(fft_plan_create(context, argv[i], &plan))) return 1;
    printf("%s: %.2f ms, %lld kernels compiled so far\n", argv[i], now() - begin,
           (long long)fft_cache_compiles(context));
    fft_plan_destroy(plan);
  }
  return fft_cache_compiles(context) == 0 ? 0 : 1;
}
