/* The functions of a shared library that is timed beside this one: `fft_bench --vs plugin:FILE.so`.
 *
 * The library has five functions. One thread calls them, and only one plan exists at a time. No
 * exception may leave a function. */
#ifndef BENCH_PLUGIN_PEER_PLUGIN_H_
#define BENCH_PLUGIN_PEER_PLUGIN_H_

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { FFT_PEER_MOST_LENGTHS = 3 };

enum { FFT_PEER_HALF = 0, FFT_PEER_SINGLE = 1, FFT_PEER_DOUBLE = 2 };

enum {
  FFT_PEER_COMPLEX_FORWARD = 0,
  FFT_PEER_COMPLEX_INVERSE = 1,
  FFT_PEER_REAL_FORWARD = 2, /* reals to the first half of their spectrum */
  FFT_PEER_REAL_INVERSE = 3
};

/* A problem. Complex numbers are interleaved; strides and distances count elements. For example, 64
 * rows of 1024 numbers have rank 1, lengths {1024}, in_strides {1} and in_distance 1024. */
typedef struct fft_peer_problem {
  int32_t rank;
  int32_t precision;
  int32_t transform;
  int32_t in_place;
  int64_t lengths[FFT_PEER_MOST_LENGTHS]; /* slowest first, of the reals where there are any */
  int64_t in_strides[FFT_PEER_MOST_LENGTHS];
  int64_t out_strides[FFT_PEER_MOST_LENGTHS];
  int64_t batch;
  int64_t in_distance;
  int64_t out_distance;
} fft_peer_problem;

/* Returns the library's name, its version and how it plans. The text lives as long as the
 * library. */
const char* fft_peer_name(void);

/* Makes a plan for these arrays and others of equal alignment. May overwrite the arrays. Returns
 * null after it stored the plan in *plan; else returns the reason why there is no plan, as a text
 * that lives as long as the library.
 */
const char* fft_peer_plan(const fft_peer_problem* problem, void* in, void* out, void** plan);

/* Executes the plan. On a device, enqueues it in `stream`; on the host, `stream` is null. Returns 0
 * for success.
 */
int fft_peer_execute(void* plan, void* in, void* out, void* stream);

/* Returns the bytes of device memory that the plan holds in addition to the arrays. */
int64_t fft_peer_workspace_bytes(void* plan);

void fft_peer_destroy(void* plan);

#ifdef __cplusplus
}
#endif

#endif /* BENCH_PLUGIN_PEER_PLUGIN_H_ */
