/* A C program on an installed library. It transforms a pure tone and checks its spectrum. */
#include <fft/fft_c.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define LENGTH 1000
#define TONE 7

/* Ends the program with the error's text, if there is one. */
static void must(fft_error* error) {
  if (error == NULL) return;
  fprintf(stderr, "%d: %s\n", fft_error_code(error), fft_error_message(error));
  fft_error_destroy(error);
  exit(1);
}

int main(void) {
  static float data[2 * LENGTH];
  for (int n = 0; n < LENGTH; ++n) {
    const double angle = 2 * 3.14159265358979323846 * TONE * n / LENGTH;
    data[2 * n] = (float)cos(angle);
    data[2 * n + 1] = (float)sin(angle);
  }
  fft_context_options host = {0};
  fft_context* context = NULL;
  fft_plan* plan = NULL;
  const int64_t length = LENGTH;
  fft_problem problem = {0};
  problem.struct_size = sizeof problem;
  problem.rank = 1;
  problem.lengths = &length;
  problem.placement = FFT_IN_PLACE;
  host.device = "host";
  must(fft_context_create(&host, &context));
  must(fft_plan_create_with(context, &problem, NULL, &plan));
  fft_arguments arguments = {0};
  arguments.out = data;
  must(fft_plan_execute(plan, &arguments));
  fft_plan_destroy(plan);
  fft_context_destroy(context);
  float largest = 0;
  for (int k = 0; k < LENGTH; ++k) {
    const float expected = k == TONE ? LENGTH : 0;
    largest = fmaxf(largest, hypotf(data[2 * k] - expected, data[2 * k + 1]));
  }
  printf("fft %s, largest error %g\n", fft_version(), largest);
  return largest < 1e-2f ? 0 : 1;
}
