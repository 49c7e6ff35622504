/* The library for programs in C and for languages that call C.
 *
 * Functions that can fail return null for success or an error that the caller frees. Objects are
 * freed by their destroy functions, which accept null. Everything is thread-safe; a plan keeps
 * alive what it needs of its context.
 *
 *   fft_context* context = NULL;
 *   fft_plan* plan = NULL;
 *   fft_error* error = fft_context_create(NULL, &context);
 *   if (!error) error = fft_plan_create(context, "complex_forward_len_1024_single_ip", &plan);
 *   if (!error) error = fft_plan_execute(plan, &(fft_arguments){.out = data});
 *   if (error) fprintf(stderr, "%s\n", fft_error_message(error));
 */
#ifndef FFT_FFT_C_H_
#define FFT_FFT_C_H_

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct fft_error fft_error;
typedef struct fft_context fft_context;
typedef struct fft_plan fft_plan;

/* Names the field at fault, its value and what is allowed. Valid as long as the error. */
const char* fft_error_message(const fft_error* error);
/* Abseil's canonical code, e.g. 3 = invalid argument, 9 = failed precondition, 15 = data loss. */
int fft_error_code(const fft_error* error);
void fft_error_destroy(fft_error* error);

/* Severities are Abseil's: 0 = information, 1 = warning. Called from any thread. */
typedef void (*fft_log_function)(void* data, int severity, const char* message);

/* A null text takes the environment's value (`fft env` lists the variables). */
typedef struct fft_context_options {
  const char* device;            /* "auto", "hip[:n]", "cuda[:n]" or "host" */
  const char* cache_path;        /* read-write kernel cache */
  const char* system_cache_path; /* read-only kernel cache */
  fft_log_function log;          /* null drops messages */
  void* log_data;
} fft_context_options;

/* `options` may be null. */
fft_error* fft_context_create(const fft_context_options* options, fft_context** context);
void fft_context_destroy(fft_context* context);

/* A plan of the problem that a token names; compiles what is in no cache. */
fft_error* fft_plan_create(fft_context* context, const char* token, fft_plan** plan);
void fft_plan_destroy(fft_plan* plan);
int64_t fft_plan_workspace_bytes(const fft_plan* plan);

/* Pointers to the device's memory, as in ExecuteArguments (fft/exec/context.h). */
typedef struct fft_arguments {
  const void* in;
  void* out;
  const void* in_imag;
  void* out_imag;
  void* stream;
  void* workspace;
  int64_t workspace_bytes;
} fft_arguments;
fft_error* fft_plan_execute(const fft_plan* plan, const fft_arguments* arguments);

/* The compiled kernels that the context's plans have used, in a buffer that the library allocates
 * and fft_cache_free frees. */
fft_error* fft_cache_serialize(fft_context* context, void** buffer, size_t* bytes);
void fft_cache_free(void* buffer);

/* Takes the kernels of such a buffer, so that plans made from now on need not compile them. The
 * buffer is validated and taken whole or not at all; the caller keeps it. Code that is loaded is
 * code that runs: take buffers only from whom you would take programs. `kernels` receives their
 * number and may be null. */
fft_error* fft_cache_deserialize(fft_context* context, const void* buffer, size_t bytes,
                                 int64_t* kernels);

/* How many kernels this context has compiled. */
int64_t fft_cache_compiles(const fft_context* context);

#ifdef __cplusplus
}
#endif

#endif /* FFT_FFT_C_H_ */
