/* Two threads as ranks: a wave over a plane has one peak in its spectrum. */
#include "fft/fft_dist_c.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                            \
  do {                                                                              \
    if (!(condition)) {                                                             \
      fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition); \
      exit(1);                                                                      \
    }                                                                               \
  } while (0)

enum { kRows = 8, kColumns = 12, kRanks = 2 };

static void MustSucceed(fft_error* error) {
  if (error == NULL) return;
  fprintf(stderr, "%s\n", fft_error_message(error));
  exit(1);
}

static void* RunRank(void* data) {
  fft_dist_communicator* world = data;
  const int rank = fft_dist_rank(world);
  CHECK(fft_dist_size(world) == kRanks);
  fft_context_options options = {sizeof(options), "host", "", "none", NULL, NULL};
  fft_context* context = NULL;
  MustSucceed(fft_context_create(&options, &context));
  /* Halves of the rows, then halves of the columns. */
  const int64_t in[] = {0, 0, 4, 12, 4, 0, 8, 12}, out[] = {0, 0, 8, 6, 0, 6, 8, 12};
  fft_dist_problem problem = {
      sizeof(problem), "complex_forward_len_8_12_double_op", in, out, NULL, 0, 0};
  fft_dist_transform* transform = NULL;
  /* One rank's error is both ranks' error. */
  problem.link = rank == 1 ? "string" : NULL;
  fft_error* error = fft_dist_create(context, world, &problem, &transform);
  CHECK(error != NULL && transform == NULL);
  CHECK(fft_error_code(error) == FFT_INVALID_ARGUMENT);
  CHECK(strstr(fft_error_message(error), "rank 1: link model is \"string\"") != NULL);
  fft_error_destroy(error);

  problem.link = NULL;
  MustSucceed(fft_dist_create(context, world, &problem, &transform));
  double rows[4 * kColumns][2], columns[kRows * 6][2];
  for (int i = 0; i < 4 * kColumns; ++i) {
    const int y = 4 * rank + i / kColumns, x = i % kColumns;
    const double angle = 2 * 3.14159265358979323846 * (3.0 * y / kRows + 7.0 * x / kColumns);
    rows[i][0] = cos(angle);
    rows[i][1] = sin(angle);
  }
  MustSucceed(fft_dist_execute(transform, rows, columns, NULL));
  for (int i = 0; i < kRows * 6; ++i) {
    const int y = i / 6, x = 6 * rank + i % 6;
    const double expected = y == 3 && x == 7 ? kRows * kColumns : 0;
    CHECK(fabs(columns[i][0] - expected) < 1e-10 && fabs(columns[i][1]) < 1e-10);
  }
  char* json = NULL;
  MustSucceed(fft_dist_description(transform, &json));
  CHECK(strstr(json, "\"fft.dist_plan/1\"") != NULL);
  fft_string_free(json);
  fft_dist_destroy(transform);
  fft_context_destroy(context);
  return NULL;
}

int main(void) {
  fft_dist_communicator* world[kRanks];
  fft_error* error = fft_dist_threads_open(0, world);
  CHECK(fft_error_code(error) == FFT_INVALID_ARGUMENT);
  fft_error_destroy(error);
  error = fft_dist_mpi_open("/no/such/shim.so", NULL, 1, world);
  CHECK(fft_error_code(error) == FFT_UNAVAILABLE);
  fft_error_destroy(error);
  MustSucceed(fft_dist_threads_open(kRanks, world));
  pthread_t threads[kRanks];
  for (int i = 0; i < kRanks; ++i) CHECK(pthread_create(&threads[i], NULL, RunRank, world[i]) == 0);
  for (int i = 0; i < kRanks; ++i) CHECK(pthread_join(threads[i], NULL) == 0);
  for (int i = 0; i < kRanks; ++i) fft_dist_communicator_destroy(world[i]);
  return 0;
}
