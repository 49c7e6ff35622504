/* Solves a periodic Poisson equation as particle codes do. It plans without arrays, transforms many
 * lines at a time, and executes in place on its own memory. It is written for FFTW and does not
 * know this library.
 *
 *   cc poisson.c -o poisson -lfftw3 -lm
 *   ./poisson                 on FFTW
 *   fft-run ./poisson         on this library */
#include <fftw3.h>
#include <math.h>
#include <stdio.h>

enum { NX = 24, NY = 20, NZ = 16, POINTS = NX * NY * NZ };

/* Transforms all lines along an axis. Along axis 1 it executes once for each plane, along axes 0
 * and 2 once for all lines. */
static void transform(fftw_complex* data, int axis, int sign) {
  const int length[] = {axis == 0 ? NX : axis == 1 ? NY : NZ};
  const int stride = axis == 0 ? NY * NZ : axis == 1 ? NZ : 1;
  const int lines = axis == 2 ? NX * NY : stride;
  const int distance = axis == 2 ? NZ : 1;
  fftw_plan plan = fftw_plan_many_dft(1, length, lines, NULL, NULL, stride, distance, NULL, NULL,
                                      stride, distance, sign, FFTW_ESTIMATE);
  for (int plane = 0; plane < (axis == 1 ? NX : 1); plane++) {
    fftw_execute_dft(plan, data + plane * NY * NZ, data + plane * NY * NZ);
  }
  fftw_destroy_plan(plan);
}

static double squared_frequency(int k, int n) {
  const double pi = acos(-1.0);
  const double wave = 2 * pi * (k <= n / 2 ? k : k - n);
  return wave * wave;
}

static double solution(int x, int y, int z) {
  const double pi = acos(-1.0);
  return cos(2 * pi * x / NX) * sin(4 * pi * y / NY) * cos(2 * pi * (3.0 * z / NZ));
}

int main(void) {
  const double pi = acos(-1.0);
  const double factor = 4 * pi * pi * (1 + 4 + 9);
  fftw_complex* data = fftw_alloc_complex(POINTS);
  for (int i = 0; i < POINTS; i++) {
    data[i][0] = factor * solution(i / (NY * NZ), i / NZ % NY, i % NZ);
    data[i][1] = 0;
  }
  for (int axis = 2; axis >= 0; axis--) transform(data, axis, FFTW_FORWARD);
  for (int i = 0; i < POINTS; i++) {
    const double k = squared_frequency(i / (NY * NZ), NX) + squared_frequency(i / NZ % NY, NY) +
                     squared_frequency(i % NZ, NZ);
    data[i][0] *= i == 0 ? 0 : 1 / (k * POINTS);
    data[i][1] *= i == 0 ? 0 : 1 / (k * POINTS);
  }
  for (int axis = 0; axis < 3; axis++) transform(data, axis, FFTW_BACKWARD);
  double error = 0;
  for (int i = 0; i < POINTS; i++) {
    error = fmax(error, fabs(data[i][0] - solution(i / (NY * NZ), i / NZ % NY, i % NZ)));
  }
  fftw_free(data);
  printf("%s: error %.1e\n", fftw_version, error);
  return error < 1e-12 ? 0 : 1;
}
