/* Where Abseil's archives read `stderr` at a fixed distance, the shared library has this copy (see
 * library.bzl). */
#include <stdio.h>

FILE* fft_standard_error = NULL;

__attribute__((constructor(101))) static void copy_standard_error(void) {
  fft_standard_error = stderr;
}
