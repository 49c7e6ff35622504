/* A transform of three dimensions over the processes of an MPI job. Each process holds slabs of the
 * input along the first axis and gets slabs of the output along the second axis.
 *
 *   mpicc slabs.c -o slabs $(pkg-config --cflags --libs fft) -lm && mpirun -np 4 ./slabs
 *
 * or, from this repository, with the shim for Debian's Open MPI as its argument:
 *
 *   bazel build //examples/mpi:slabs //fft/dist/mpi:shim_openmpi
 *   mpirun -np 4 bazel-bin/examples/mpi/slabs bazel-bin/fft/dist/mpi/openmpi/libfft_mpi.so
 *
 * The input is one wave; its spectrum has one value that is not zero. FFT_DEVICE chooses the
 * device. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "fft/fft_dist_c.h"

enum { kLength = 48 };
static const char kToken[] = "complex_forward_len_48_48_48_double_op";
/* Periods of the wave along each axis. */
static const int kWave[3] = {3, 40, 7};

typedef struct {
  double re, im;
} complex_double;

/* Ends the job if the library returned an error. */
static void check(fft_error* error) {
  if (error == NULL) return;
  fprintf(stderr, "slabs: %s\n", fft_error_message(error));
  MPI_Abort(MPI_COMM_WORLD, 1);
}

static complex_double wave(int64_t x, int64_t y, int64_t z) {
  const double turns = (double)((kWave[0] * x + kWave[1] * y + kWave[2] * z) % kLength) / kLength;
  const complex_double value = {cos(2 * acos(-1) * turns), sin(2 * acos(-1) * turns)};
  return value;
}

/* Fills a box with the wave. `box` has the three lower indices, then the three upper indices. */
static void fill(const int64_t* box, complex_double* data) {
  for (int64_t x = box[0]; x < box[3]; ++x)
    for (int64_t y = box[1]; y < box[4]; ++y)
      for (int64_t z = box[2]; z < box[5]; ++z) *data++ = wave(x, y, z);
}

/* Returns the largest difference from the wave's spectrum within a box, relative to the peak of the
 * spectrum. */
static double error_within(const int64_t* box, const complex_double* data) {
  const double peak = (double)kLength * kLength * kLength;
  double largest = 0;
  for (int64_t x = box[0]; x < box[3]; ++x)
    for (int64_t y = box[1]; y < box[4]; ++y)
      for (int64_t z = box[2]; z < box[5]; ++z, ++data) {
        const int is_peak = x == kWave[0] && y == kWave[1] && z == kWave[2];
        const double error = hypot(data->re - (is_peak ? peak : 0), data->im) / peak;
        if (!(error <= largest)) largest = error;
      }
  return largest;
}

/* Transforms this rank's part and returns the error of its box. */
static double transform_slabs(fft_context* device, fft_dist_communicator* world) {
  const int rank = fft_dist_rank(world), ranks = fft_dist_size(world);
  int64_t* in_boxes = malloc(sizeof(int64_t) * 6 * ranks);
  int64_t* out_boxes = malloc(sizeof(int64_t) * 6 * ranks);
  check(fft_dist_slabs(kToken, FFT_DIST_INPUT, 0, ranks, in_boxes, NULL));
  check(fft_dist_slabs(kToken, FFT_DIST_OUTPUT, 1, ranks, out_boxes, NULL));
  fft_dist_problem problem = {0};
  problem.token = kToken;
  problem.input_boxes = in_boxes;
  problem.output_boxes = out_boxes;
  fft_dist_transform* transform = NULL;
  check(fft_dist_create(device, world, &problem, NULL, &transform));

  const int64_t in_bytes = fft_dist_input_bytes(transform);
  const int64_t out_bytes = fft_dist_output_bytes(transform);
  complex_double* data = malloc(in_bytes > out_bytes ? in_bytes : out_bytes);
  void *in = NULL, *out = NULL;
  check(fft_memory_allocate(device, in_bytes, &in));
  check(fft_memory_allocate(device, out_bytes, &out));
  fill(in_boxes + 6 * rank, data);
  check(fft_memory_to_device(device, in, data, in_bytes, NULL));

  fft_dist_arguments arguments = {0};
  arguments.in = in;
  arguments.out = out;
  check(fft_dist_execute(transform, &arguments));
  check(fft_memory_to_host(device, data, out, out_bytes, NULL));
  const double error = error_within(out_boxes + 6 * rank, data);

  check(fft_memory_free(device, in));
  check(fft_memory_free(device, out));
  fft_dist_destroy(transform);
  free(data);
  free(in_boxes);
  free(out_boxes);
  return error;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const MPI_Comm comm = MPI_COMM_WORLD;
  fft_dist_communicator* world = NULL;
  fft_context* device = NULL;
  check(fft_dist_mpi_open(argc > 1 ? argv[1] : NULL, &comm, 60, &world));
  check(fft_context_create(NULL, &device));
  const double error = transform_slabs(device, world);
  printf("rank %d of %d: error %.1e, %s\n", fft_dist_rank(world), fft_dist_size(world), error,
         error < 1e-14 ? "right" : "WRONG");
  fft_context_destroy(device);
  fft_dist_communicator_destroy(world);
  MPI_Finalize();
  return error < 1e-14 ? 0 : 1;
}
