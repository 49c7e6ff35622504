/* Two threads are the ranks: a wave over a plane has one peak in its spectrum. tests/install also
 * compiles this test on the installed library. */
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

static void MustFail(fft_error* error, int code, const char* message) {
  CHECK(error != NULL);
  if (fft_error_code(error) != code || strstr(fft_error_message(error), message) == NULL) {
    fprintf(stderr, "%d: %s\nexpected %d: %s\n", fft_error_code(error), fft_error_message(error),
            code, message);
    exit(1);
  }
  fft_error_destroy(error);
}

/* An error of one rank becomes the error of every rank. */
static void Refuse(fft_context* context, fft_dist_communicator* world,
                   const fft_dist_problem* good) {
  fft_dist_transform* transform = NULL;
  fft_dist_options options = {0};
  if (fft_dist_rank(world) == 1) options.link = "string";
  MustFail(fft_dist_create(context, world, good, &options, &transform), FFT_INVALID_ARGUMENT,
           "rank 1: link model is \"string\"");
  CHECK(transform == NULL);
  static const char* const kTokens[] = {
      "complex_forward_len_8_12_double_op_batch_1_istride_12_1_CP_ostride_12_1_CI",
      "complex_forward_len_8_12_double_op_batch_1_istride_13_1_CI_ostride_12_1_CI",
      "complex_forward_len_8_12_double_op_CB",
      NULL,
  };
  for (int i = 0; i < 4; ++i) {
    fft_dist_problem bad = *good;
    bad.token = kTokens[i];
    MustFail(fft_dist_create(context, world, &bad, NULL, &transform), FFT_INVALID_ARGUMENT,
             "rank 0: problem.token");
  }
  fft_dist_problem bad = *good;
  bad.box_axes = 4;
  MustFail(fft_dist_create(context, world, &bad, NULL, &transform), FFT_INVALID_ARGUMENT,
           "problem.box_axes is 4; allowed: 0, 2, or 3");
  options.link = NULL;
  options.transport = 7;
  MustFail(fft_dist_create(context, world, good, &options, &transform), FFT_INVALID_ARGUMENT,
           "options.transport");
  options.transport = FFT_DIST_MESSAGES;
  options.reserved = 1;
  MustFail(fft_dist_create(context, world, good, &options, &transform), FFT_INVALID_ARGUMENT,
           "rank 0: options.reserved is 1; allowed: 0");
  MustFail(fft_dist_create(context, world, NULL, NULL, &transform), FFT_INVALID_ARGUMENT,
           "problem is null");
  /* A rank that leaves a call out does not keep the others waiting. */
  const int is_1 = fft_dist_rank(world) == 1;
  MustFail(fft_dist_create(context, world, is_1 ? NULL : good, NULL, &transform),
           FFT_INVALID_ARGUMENT, "rank 1: problem is null");
  MustFail(fft_dist_create(is_1 ? NULL : context, world, good, NULL, &transform),
           FFT_INVALID_ARGUMENT, "rank 1: context is null");
  MustFail(fft_dist_create(context, world, good, NULL, is_1 ? NULL : &transform),
           FFT_INVALID_ARGUMENT, "rank 1: transform is null");
  fft_dist_communicator* nccl = world;
  MustFail(fft_dist_nccl_open("/no/such/nccl.so", world, context, &nccl), FFT_UNAVAILABLE,
           "rank 0: ");
  CHECK(nccl == NULL);
  MustFail(fft_dist_nccl_open(NULL, world, is_1 ? NULL : context, &nccl), FFT_INVALID_ARGUMENT,
           "rank 1: context is null");
  MustFail(fft_dist_nccl_open(NULL, world, context, is_1 ? NULL : &nccl), FFT_INVALID_ARGUMENT,
           "rank 1: communicator is null");
  MustSucceed(fft_dist_allow_access(context, context));
  MustFail(fft_dist_allow_access(context, NULL), FFT_INVALID_ARGUMENT, "peer is null");
}

static void* RunRank(void* data) {
  fft_dist_communicator* world = data;
  const int rank = fft_dist_rank(world);
  CHECK(fft_dist_size(world) == kRanks);
  fft_context_options options = {sizeof(options), "host", "", "none", NULL, NULL};
  fft_context* context = NULL;
  MustSucceed(fft_context_create(&options, &context));
  static const char kToken[] = "complex_forward_len_8_12_double_op";
  int64_t in[4 * kRanks], out[4 * kRanks];
  int axes = 0;
  MustSucceed(fft_dist_slabs(kToken, FFT_DIST_INPUT, 0, kRanks, in, &axes));
  MustSucceed(fft_dist_slabs(kToken, FFT_DIST_OUTPUT, 1, kRanks, out, NULL));
  /* Rank 0 and rank 1 hold halves of the rows before, and halves of the columns after. */
  const int64_t rows_of_1[] = {4, 0, 8, 12}, columns_of_1[] = {0, 6, 8, 12};
  CHECK(axes == 2 && memcmp(in + 4, rows_of_1, sizeof(rows_of_1)) == 0 &&
        memcmp(out + 4, columns_of_1, sizeof(columns_of_1)) == 0);
  fft_dist_problem problem = {0};
  problem.struct_size = sizeof(problem);
  problem.token = kToken;
  problem.input_boxes = in;
  problem.output_boxes = out;
  Refuse(context, world, &problem);

  /* The spectrum is stored by columns: axis 2 is the slowest. */
  static const int32_t kOrder[] = {0, 2, 1};
  problem.output_order = kOrder;
  problem.order_axes = 3;
  fft_dist_options how = {0};
  how.transport = FFT_DIST_DIRECT;
  fft_dist_transform* transform = NULL;
  MustSucceed(fft_dist_create(context, world, &problem, &how, &transform));
  CHECK(fft_dist_input_bytes(transform) == 4 * 12 * 16);
  CHECK(fft_dist_output_bytes(transform) == 8 * 6 * 16);
  double rows[4 * kColumns][2], columns[kRows * 6][2];
  for (int i = 0; i < 4 * kColumns; ++i) {
    const int y = 4 * rank + i / kColumns, x = i % kColumns;
    const double angle = 2 * 3.14159265358979323846 * (3.0 * y / kRows + 7.0 * x / kColumns);
    rows[i][0] = cos(angle);
    rows[i][1] = sin(angle);
  }
  fft_dist_arguments arguments = {0};
  arguments.out = columns;
  MustFail(fft_dist_execute(transform, &arguments), FFT_INVALID_ARGUMENT, "rank 0: in is null");
  arguments.in = columns[kRows * 6 - 1];
  MustFail(fft_dist_execute(transform, &arguments), FFT_INVALID_ARGUMENT,
           "in is overlapping out; allowed: memory that shares no element with out");
  arguments.in = rows;
  MustFail(fft_dist_execute(transform, rank == 1 ? NULL : &arguments), FFT_INVALID_ARGUMENT,
           "rank 1: arguments is null");
  arguments.struct_size = rank == 1 ? 3 : sizeof(arguments);
  MustFail(fft_dist_execute(transform, &arguments), FFT_INVALID_ARGUMENT,
           "rank 1: arguments.struct_size is 3");
  arguments.struct_size = sizeof(arguments);
  MustSucceed(fft_dist_execute(transform, &arguments));
  for (int i = 0; i < kRows * 6; ++i) {
    const int y = i % kRows, x = 6 * rank + i / kRows;
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
  MustFail(fft_dist_threads_open(0, 0, world), FFT_INVALID_ARGUMENT, "1 to 1024");
  MustFail(fft_dist_mpi_open("/no/such/shim.so", NULL, 1, world), FFT_UNAVAILABLE,
           "given by name or found by the loader");
  CHECK(world[0] == NULL);
  MustFail(fft_dist_threads_open(kRanks, -1, world), FFT_INVALID_ARGUMENT,
           "timeout_seconds is -1; allowed: 0 or more");
  MustFail(fft_dist_mpi_open("/no/such/shim.so", NULL, NAN, world), FFT_INVALID_ARGUMENT,
           "timeout_seconds is nan");
  int64_t boxes[4];
  MustFail(fft_dist_slabs("complex_forward_len_8_single_op", FFT_DIST_INPUT, 1, 2, boxes, NULL),
           FFT_INVALID_ARGUMENT, "axis is 1; allowed: 0 to 0");
  /* The spectrum of n reals has n/2 + 1 numbers. */
  MustSucceed(fft_dist_slabs("real_forward_len_8_single_op", FFT_DIST_OUTPUT, 0, 2, boxes, NULL));
  CHECK(boxes[0] == 0 && boxes[1] == 2 && boxes[2] == 2 && boxes[3] == 5);
  CHECK(fft_dist_size(NULL) == 0 && fft_dist_output_bytes(NULL) == 0);
  MustSucceed(fft_dist_threads_open(kRanks, 60, world));
  pthread_t threads[kRanks];
  for (int i = 0; i < kRanks; ++i) CHECK(pthread_create(&threads[i], NULL, RunRank, world[i]) == 0);
  for (int i = 0; i < kRanks; ++i) CHECK(pthread_join(threads[i], NULL) == 0);
  for (int i = 0; i < kRanks; ++i) fft_dist_communicator_destroy(world[i]);
  return 0;
}
