/* fftw_mpi: times FFTW's own transforms over several ranks. They are complex, in double or single
 * precision, from slabs of the first axis to slabs of the second axis. It prints one line of CSV in
 * the form of fft_dist_bench's lines.
 *
 *   mpirun -np 2 fftw_mpi 256 double estimate|measure [REPEATS]
 */
#include <fftw3-mpi.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kMostRepeats = 100, kMostCalls = 100 };

static int Ascending(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return x < y ? -1 : x > y;
}

typedef struct Transform {
  int is_double;
  fftw_plan plan;
  fftwf_plan planf;
} Transform;

static Transform Plan(ptrdiff_t n, int is_double, unsigned flags) {
  Transform transform = {is_double, NULL, NULL};
  ptrdiff_t rows, first, out_rows, out_first;
  const ptrdiff_t bytes_each = is_double ? sizeof(fftw_complex) : sizeof(fftwf_complex);
  const ptrdiff_t size = fftw_mpi_local_size_3d_transposed(n, n, n, MPI_COMM_WORLD, &rows, &first,
                                                           &out_rows, &out_first);
  char* in = fftw_malloc((size_t)(size * bytes_each));
  char* out = fftw_malloc((size_t)(size * bytes_each));
  flags |= FFTW_MPI_TRANSPOSED_OUT;
  if (is_double) {
    transform.plan = fftw_mpi_plan_dft_3d(n, n, n, (fftw_complex*)in, (fftw_complex*)out,
                                          MPI_COMM_WORLD, FFTW_FORWARD, flags);
  } else {
    transform.planf = fftwf_mpi_plan_dft_3d(n, n, n, (fftwf_complex*)in, (fftwf_complex*)out,
                                            MPI_COMM_WORLD, FFTW_FORWARD, flags);
  }
  for (ptrdiff_t i = 0; i < size * 2; ++i) {
    const double value = (double)rand() / RAND_MAX - 0.5;
    if (is_double) ((double*)in)[i] = value;
    if (!is_double) ((float*)in)[i] = (float)value;
  }
  return transform;
}

static double Time(const Transform* transform, int calls) {
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = MPI_Wtime();
  for (int i = 0; i < calls; ++i) {
    if (transform->is_double) fftw_execute(transform->plan);
    if (!transform->is_double) fftwf_execute(transform->planf);
  }
  double mine = (MPI_Wtime() - start) / calls * 1e3, slowest = 0;
  MPI_Allreduce(&mine, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return slowest;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  fftw_mpi_init();
  fftwf_mpi_init();
  int rank = 0, ranks = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (argc < 4) {
    fprintf(stderr, "usage: fftw_mpi LENGTH single|double estimate|measure [REPEATS]\n");
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  const ptrdiff_t n = atoi(argv[1]);
  const int is_double = strcmp(argv[2], "double") == 0;
  const unsigned flags = strcmp(argv[3], "measure") == 0 ? FFTW_MEASURE : FFTW_ESTIMATE;
  const Transform transform = Plan(n, is_double, flags);
  const double warm = Time(&transform, 2);
  int calls = (int)(200 / warm);
  calls = calls < 1 ? 1 : calls > kMostCalls ? kMostCalls : calls;
  int repeats = argc > 4 ? atoi(argv[4]) : 10;
  repeats = repeats < 1 ? 1 : repeats > kMostRepeats ? kMostRepeats : repeats;
  double samples[kMostRepeats];
  for (int i = 0; i < repeats; ++i) samples[i] = Time(&transform, calls);
  qsort(samples, (size_t)repeats, sizeof(samples[0]), Ascending);
  if (rank == 0) {
    printf("fftw_mpi,%s,%d,%s,%d,%.4f,%.4f\n", argv[1], ranks, argv[2], calls,
           (samples[(repeats - 1) / 2] + samples[repeats / 2]) / 2, samples[0]);
  }
  MPI_Finalize();
  return 0;
}
