/* A copy of `stderr` in the shared library, for Abseil's archives, which read it at a fixed
 * distance (see library.bzl). */
#include <stdio.h>

FILE* fft_standard_error = NULL;

__attribute__((constructor(101))) static void copy_standard_error(void) {
  fft_standard_error = stderr;
}
