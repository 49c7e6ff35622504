/* A program for FFTW, compiled against FFTW's header and library. It checks the results of the
 * library that it runs on and prints this library's version. */
#include <complex.h>
#include <fftw3.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void check(int is_fine, const char* what) {
  if (is_fine) return;
  fprintf(stderr, "FAILED: %s\n", what);
  exit(1);
}

enum { kLength = 60 };

static int is_near(double a, double b) { return fabs(a - b) < 1e-9; }

/* Checks that the spectrum of a wave with `turns` periods is one point. */
static void check_wave(fftw_plan plan, fftw_complex* in, fftw_complex* out, int turns) {
  for (int i = 0; i < kLength; ++i) in[i] = cexp(2 * acos(-1) * I * turns * i / kLength);
  fftw_execute_dft(plan, in, out);
  for (int k = 0; k < kLength; ++k) {
    check(is_near(cabs(out[k]), k == turns ? kLength : 0), "a wave is one point");
  }
}

static void check_plans(fftw_complex* a, fftw_complex* b) {
  fftw_plan plan = fftw_plan_dft_1d(kLength, a, b, FFTW_FORWARD, FFTW_ESTIMATE);
  check(plan != NULL, "a plan");
  check_wave(plan, a, b, 7);
  fftw_execute(plan);
  char* text = fftw_sprint_plan(plan);
  check(text != NULL && strlen(text) > 0, "fftw_sprint_plan");
  free(text);
  double add = 0, mul = 0, fma = -1;
  fftw_flops(plan, &add, &mul, &fma);
  check(add + fma > 0 && mul + fma > 0 && fma >= 0, "fftw_flops");
  check(fftw_cost(plan) > 0 && fftw_estimate_cost(plan) > 0, "fftw_cost");
  fftw_destroy_plan(plan);
  check(fftw_plan_dft_1d(0, a, b, FFTW_FORWARD, FFTW_ESTIMATE) == NULL, "a length of 0 is refused");
  const int n[] = {4, 5};
  check(fftw_plan_dft(-1, n, a, b, FFTW_FORWARD, FFTW_ESTIMATE) == NULL, "a rank of -1 is refused");
  plan = fftw_plan_many_dft(2, n, 0, a, NULL, 1, 20, b, NULL, 1, 20, FFTW_FORWARD, FFTW_ESTIMATE);
  check(plan != NULL, "no transforms are a plan");
  memset(b, 0, kLength * sizeof(*b));
  fftw_execute(plan);
  check(b[0] == 0, "no transforms do nothing");
  fftw_destroy_plan(plan);
}

/* Checks a plan that is made without arrays, as LAMMPS makes it, and executed in place. */
static void check_null_arrays(fftw_complex* a) {
  const int n[] = {kLength};
  fftw_plan plan = fftw_plan_many_dft(1, n, 1, NULL, NULL, 1, kLength, NULL, NULL, 1, kLength,
                                      FFTW_BACKWARD, FFTW_ESTIMATE);
  check(plan != NULL, "a plan without arrays");
  for (int i = 0; i < kLength; ++i) a[i] = 1;
  fftw_execute_dft(plan, a, a);
  check(is_near(creal(a[0]), kLength) && is_near(cabs(a[1]), 0), "a plan without arrays runs");
  fftw_destroy_plan(plan);
}

static void check_real(void) {
  double* reals = fftw_alloc_real(2 * (kLength / 2 + 1));
  fftw_complex* half = (fftw_complex*)reals;
  check(fftw_alignment_of(reals) == 0, "fftw_alloc_real is aligned");
  fftw_plan forward = fftw_plan_dft_r2c_1d(kLength, reals, half, FFTW_MEASURE);
  fftw_plan inverse = fftw_plan_dft_c2r_1d(kLength, half, reals, FFTW_MEASURE);
  check(forward != NULL && inverse != NULL, "plans of reals in place");
  for (int i = 0; i < kLength; ++i) reals[i] = i;
  fftw_execute(forward);
  check(is_near(creal(half[0]), kLength * (kLength - 1) / 2), "the sum of reals");
  fftw_execute(inverse);
  for (int i = 0; i < kLength; ++i) check(is_near(reals[i], (double)i * kLength), "there and back");
  fftw_destroy_plan(forward);
  fftw_destroy_plan(inverse);
  fftw_free(reals);
}

static void check_wisdom(fftw_complex* a, fftw_complex* b) {
  const unsigned only = FFTW_ESTIMATE | FFTW_WISDOM_ONLY;
  fftw_forget_wisdom();
  check(fftw_plan_dft_1d(30, a, b, FFTW_FORWARD, only) == NULL, "no plan without wisdom");
  fftw_plan plan = fftw_plan_dft_1d(30, a, b, FFTW_FORWARD, FFTW_MEASURE);
  char* wisdom = fftw_export_wisdom_to_string();
  check(plan != NULL && wisdom != NULL, "wisdom as text");
  fftw_destroy_plan(plan);
  fftw_forget_wisdom();
  check(fftw_plan_dft_1d(30, a, b, FFTW_FORWARD, only) == NULL, "wisdom is forgotten");
  check(!fftw_import_wisdom_from_string("(nonsense)"), "nonsense is no wisdom");
  check(fftw_import_wisdom_from_string(wisdom), "wisdom is taken");
  plan = fftw_plan_dft_1d(30, a, b, FFTW_FORWARD, only);
  check(plan != NULL, "a plan by wisdom");
  fftw_destroy_plan(plan);
  plan = fftw_plan_dft_1d(30, a, b, FFTW_FORWARD, FFTW_PATIENT | FFTW_WISDOM_ONLY);
  check(plan == NULL, "wisdom of less rigor is none");
  free(wisdom);
  FILE* file = tmpfile();
  check(file != NULL, "a file");
  fftw_export_wisdom_to_file(file);
  rewind(file);
  check(fftw_import_wisdom_from_file(file), "the wisdom of a file");
  fclose(file);
}

/* Returns the least seconds of making a plan with FFTW_MEASURE, of five tries that forget the
 * wisdom of earlier plans. */
static double seconds_to_measure(double* reals, fftw_complex* out) {
  double least = 1e9;
  for (int i = 0; i < 5; ++i) {
    struct timespec from, to;
    fftw_forget_wisdom();
    timespec_get(&from, TIME_UTC);
    fftw_plan plan = fftw_plan_dft_r2c_1d(2000, reals, out, FFTW_MEASURE);
    timespec_get(&to, TIME_UTC);
    check(plan != NULL, "a measured plan");
    fftw_destroy_plan(plan);
    const double seconds =
        (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec);
    if (seconds < least) least = seconds;
  }
  return least;
}

static void check_time_limit(void) {
  double* reals = fftw_alloc_real(2000);
  fftw_complex* out = fftw_alloc_complex(1001);
  const double unlimited = seconds_to_measure(reals, out);
  fftw_set_timelimit(unlimited / 8);
  check(seconds_to_measure(reals, out) < unlimited / 4, "the time limit of a plan");
  fftw_set_timelimit(FFTW_NO_TIMELIMIT);
  fftw_free(reals);
  fftw_free(out);
}

static int jobs_run = 0;

static void run_jobs(void* (*work)(char*), char* jobs, size_t size, int count, void* data) {
  check(data == &jobs_run, "the callback's data");
  for (int i = 0; i < count; ++i) work(jobs + size * (size_t)i);
  jobs_run += count;
}

static void check_threads(fftw_complex* a, fftw_complex* b) {
  check(fftw_init_threads(), "fftw_init_threads");
  fftw_make_planner_thread_safe();
  fftw_plan_with_nthreads(2);
  check(fftw_planner_nthreads() == 2, "fftw_planner_nthreads");
  fftw_plan plan = fftw_plan_dft_1d(kLength, a, b, FFTW_FORWARD, FFTW_ESTIMATE);
  check_wave(plan, a, b, 11);
  fftw_destroy_plan(plan);
  fftw_threads_set_callback(run_jobs, &jobs_run);
  const int n[] = {kLength / 4};
  plan = fftw_plan_many_dft(1, n, 4, a, NULL, 1, kLength / 4, b, NULL, 1, kLength / 4,
                            FFTW_FORWARD, FFTW_ESTIMATE);
  for (int i = 0; i < kLength; ++i) a[i] = 1 + i / (kLength / 4);
  fftw_execute(plan);
  for (int i = 0; i < 4; ++i) {
    check(is_near(creal(b[i * kLength / 4]), (1 + i) * kLength / 4), "parts of a batch");
  }
  fftw_destroy_plan(plan);
  fftw_threads_set_callback(NULL, NULL);
  fftw_set_timelimit(FFTW_NO_TIMELIMIT);
}

int main(void) {
  fftw_complex* a = fftw_alloc_complex(kLength);
  fftw_complex* b = fftw_alloc_complex(kLength);
  for (int i = 0; i < kLength; ++i) a[i] = b[i] = 0;
  check_plans(a, b);
  check_null_arrays(a);
  check_real();
  check_wisdom(a, b);
  check_time_limit();
  check_threads(a, b);
  fftw_free(a);
  fftw_free(b);
  fftw_cleanup_threads();
  fftw_cleanup();
  puts(fftw_version);
  return 0;
}
