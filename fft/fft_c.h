/* The library for programs in C and for languages that call C. docs/API.md shows it by task;
 * fft.hpp is a C++17 header over it.
 *
 *   fft_context* context = NULL;
 *   fft_plan* plan = NULL;
 *   fft_error* error = fft_context_create(NULL, &context);
 *   if (!error) error = fft_plan_create(context, "complex_forward_len_1024_single_ip", &plan);
 *   if (!error) error = fft_plan_execute(plan, &(fft_arguments){.out = data});
 *   if (error) fprintf(stderr, "%s\n", fft_error_message(error));
 *
 * Errors. A function that can fail returns null for success, or an error that the caller frees with
 * fft_error_destroy. The section "errors" below lists the codes. Each function's comment names the
 * codes that it returns. Any function may also return FFT_RESOURCE_EXHAUSTED (no memory) and
 * FFT_INTERNAL (a fault of the library or of the platform; the message repeats the platform's
 * text). A null pointer or struct that is not allowed is FFT_INVALID_ARGUMENT in every function. A
 * function that fails sets its results to null or 0, unless its comment says otherwise, and changes
 * nothing else. Messages name the field at fault, its value and what is allowed.
 *
 * Objects are freed by their destroy functions, which take null. A plan keeps alive what it needs
 * of its context, so plan and context may be destroyed in either order.
 *
 * Threads. Every function may be called from any thread at any time, also for the same object. One
 * thread destroys an object after all other threads are done with it. Executions that use the
 * workspace of their plan run one after another (see fft_plan_execute).
 *
 * Time and memory. Functions that read problems, options, wisdom or kernels take time and memory in
 * proportion to the size of what they read. Functions that return text take both in proportion to
 * the text. Planning takes at most 0.1 s and 64 MiB whatever the lengths. A kernel that is in no
 * cache must be compiled. Tables take a few elements of device memory for each point of an axis.
 * fft_plan_execute takes no memory; on the host it takes the time of the transform. All other
 * functions take only the time and memory of the device's runtime. docs/reliability.md has figures.
 *
 * Structs begin with their size in bytes, so that they can grow. Set struct_size to sizeof, or zero
 * the struct and leave struct_size 0, which stands for the members of the first release. A member
 * that is zero means the default. The library copies what it is given before a function returns. */
#ifndef FFT_FFT_C_H_
#define FFT_FFT_C_H_

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define FFT_API __attribute__((visibility("default")))
#else
#define FFT_API
#endif

/* The release of this header; fft_version returns the release of the library that runs. */
#define FFT_VERSION_MAJOR 0
#define FFT_VERSION_MINOR 1
#define FFT_VERSION_PATCH 0
/* The release of the library, as "0.1.0". Never null; valid for ever. */
FFT_API const char* fft_version(void);

/* ---- errors */

typedef struct fft_error fft_error;

enum {
  FFT_OK = 0,
  FFT_INVALID_ARGUMENT = 3,    /* a field, token, text or pointer is wrong */
  FFT_DEADLINE_EXCEEDED = 4,   /* other ranks did not come in time (fft_dist_c.h) */
  FFT_NOT_FOUND = 5,           /* no such target or scheme */
  FFT_RESOURCE_EXHAUSTED = 8,  /* too little memory of host or device */
  FFT_FAILED_PRECONDITION = 9, /* bytes or text of another version of the library */
  FFT_UNIMPLEMENTED = 12,      /* no scheme plans this problem; the message holds the reasons */
  FFT_INTERNAL = 13,
  FFT_UNAVAILABLE = 14, /* no driver, runtime or compiler could be loaded or run */
  FFT_DATA_LOSS = 15    /* bytes or text that fail their digest or are cut off */
};

/* The error's text, valid as long as the error; "" for null. */
FFT_API const char* fft_error_message(const fft_error* error);
/* The error's code: one of the codes above, or another of Abseil's canonical codes; FFT_OK for
 * null. */
FFT_API int fft_error_code(const fft_error* error);
FFT_API void fft_error_destroy(fft_error* error);

/* Frees a text that a function of this header returned through char**. */
FFT_API void fft_string_free(char* text);

/* ---- context: one device with its compiler, kernel cache, loaded kernels and tables */

typedef struct fft_context fft_context;

/* Receives the messages of a context. `data` is fft_context_options::log_data, and `severity` is 0
 * for information and 1 for a warning. The function is called from any thread, also from several at
 * a time, and must not call back into the context. `message` is valid during the call. */
typedef void (*fft_log_function)(void* data, int severity, const char* message);

/* How to open a device. A null text takes the environment's value (`fft env` lists the variables).
 * For example, {.device = "host:4", .cache_path = "kernels.db"}. */
typedef struct fft_context_options {
  size_t struct_size;
  const char* device;            /* "auto", "hip[:n]", "cuda[:n]", "host[:threads]" */
  const char* cache_path;        /* read-write kernel cache; "" = only in memory */
  const char* system_cache_path; /* read-only kernel cache; "none" = none */
  fft_log_function log;          /* null drops messages */
  void* log_data;
} fft_context_options;

/* Opens a device. `options` may be null. A cache that cannot be used is logged and is no error.
 * Errors: FFT_INVALID_ARGUMENT (an option, a variable of the environment, or a number that no
 * device has), FFT_NOT_FOUND (the library does not know the device's architecture),
 * FFT_UNAVAILABLE (no driver, no device, or no compiler for the host). On an error *context is
 * null. */
FFT_API fft_error* fft_context_create(const fft_context_options* options, fft_context** context);
FFT_API void fft_context_destroy(fft_context* context);
/* Describes the device and what the kernel cache has done, as JSON: {"kind", "name", "arch",
 * "target", "cache": {...}}. fft_string_free frees *json. Errors: none of its own; *json is null on
 * an error. */
FFT_API fft_error* fft_context_description(fft_context* context, char** json);

/* ---- memory and streams of the context's device. Pointers and streams of the platform's own
 * interface (hipMalloc, cuMemAlloc, hipStream_t, CUstream) may be used instead. */

/* Allocates `bytes` bytes of device memory, aligned to at least 256 bytes; *pointer is null for 0
 * bytes. Errors: FFT_RESOURCE_EXHAUSTED. */
FFT_API fft_error* fft_memory_allocate(fft_context* context, size_t bytes, void** pointer);
/* Frees memory of fft_memory_allocate; null is allowed. Work that uses the memory must have ended.
 * Errors: none of its own. */
FFT_API fft_error* fft_memory_free(fft_context* context, void* pointer);
/* Copy `bytes` bytes to or from the device, after the work already in `stream` (null: the default
 * stream). They block until the copy has ended, and return the errors of the copy and of that work.
 * `to` and `from` may be null if `bytes` is 0. */
FFT_API fft_error* fft_memory_to_device(fft_context* context, void* to, const void* from,
                                        size_t bytes, void* stream);
FFT_API fft_error* fft_memory_to_host(fft_context* context, void* to, const void* from,
                                      size_t bytes, void* stream);
/* Makes a stream; *stream is null on an error. Errors: none of its own. */
FFT_API fft_error* fft_stream_create(fft_context* context, void** stream);
/* Blocks until the stream's work has ended, frees the stream, and returns the errors of that work.
 * A null `stream` is allowed. */
FFT_API fft_error* fft_stream_destroy(fft_context* context, void* stream);
/* Blocks until all work enqueued in `stream` (null: the default stream) has ended, and returns the
 * errors of this work. */
FFT_API fft_error* fft_stream_synchronize(fft_context* context, void* stream);

/* ---- problem: what to compute */

typedef int32_t fft_transform;
enum {
  FFT_COMPLEX_FORWARD = 0,
  FFT_COMPLEX_INVERSE = 1,
  FFT_REAL_FORWARD = 2,
  FFT_REAL_INVERSE = 3,
  FFT_REAL_TO_REAL = 4 /* by the kinds of fft_problem */
};

/* The transform of a dimension of n elements x[0] .. x[n-1] into elements k = 0 .. n-1, without a
 * factor of normalisation. Sums run over j = 0 .. n-1 unless they say otherwise. X is the result of
 * FFT_AXIS_FORWARD. The kinds from reals to reals are those of FFTW. */
typedef int32_t fft_axis_kind;
enum {
  FFT_AXIS_FORWARD = 0, /* sum x[j] exp(-2 pi i j k / n) */
  FFT_AXIS_INVERSE = 1, /* sum x[j] exp(+2 pi i j k / n) */
  FFT_R2HC = 2,         /* y[k] = Re X[k], k <= n/2; y[n-k] = Im X[k], 0 < k < n/2 */
  FFT_HC2R = 3,         /* the inverse transform of the X that such y stand for */
  FFT_DHT = 4,          /* sum x[j] (cos(2 pi j k / n) + sin(2 pi j k / n)) */
  FFT_DCT1 = 5,         /* x[0] + (-1)^k x[n-1] + 2 sum_(0<j<n-1) x[j] cos(pi j k / (n-1)); n > 1 */
  FFT_DCT2 = 6,         /* 2 sum x[j] cos(pi (j + 1/2) k / n) */
  FFT_DCT3 = 7,         /* x[0] + 2 sum_(j>0) x[j] cos(pi j (k + 1/2) / n) */
  FFT_DCT4 = 8,         /* 2 sum x[j] cos(pi (j + 1/2) (k + 1/2) / n) */
  FFT_DST1 = 9,         /* 2 sum x[j] sin(pi (j + 1) (k + 1) / (n + 1)) */
  FFT_DST2 = 10,        /* 2 sum x[j] sin(pi (j + 1/2) (k + 1) / n) */
  FFT_DST3 = 11,        /* (-1)^k x[n-1] + 2 sum_(j<n-1) x[j] sin(pi (j + 1) (k + 1/2) / n) */
  FFT_DST4 = 12         /* 2 sum x[j] sin(pi (j + 1/2) (k + 1/2) / n) */
};

/* One more batch dimension. The transforms repeat `length` times; in_stride and out_stride are the
 * elements from one repetition to the next. A length of 0 leaves nothing to do. An in_stride of 0
 * transforms the same data again. For example, {.length = 3, .in_stride = 64, .out_stride = 64}. */
typedef struct fft_loop {
  int64_t length;
  int64_t in_stride;
  int64_t out_stride;
} fft_loop;

typedef int32_t fft_precision;
enum { FFT_SINGLE = 0, FFT_DOUBLE = 1, FFT_HALF = 2, FFT_BFLOAT16 = 3 };

/* The precision of an array's numbers. Kernels compute with halves, bfloat16 and single numbers in
 * single precision, so these may be mixed; in place both arrays have one precision. */
typedef int32_t fft_array_precision;
enum {
  FFT_PRECISION_DEFAULT = 0, /* the problem's; the others are 1 more than those of fft_precision */
  FFT_ARRAY_SINGLE = FFT_SINGLE + 1,
  FFT_ARRAY_DOUBLE = FFT_DOUBLE + 1,
  FFT_ARRAY_HALF = FFT_HALF + 1,
  FFT_ARRAY_BFLOAT16 = FFT_BFLOAT16 + 1
};

typedef int32_t fft_placement;
enum { FFT_OUT_OF_PLACE = 0, FFT_IN_PLACE = 1 };

typedef int32_t fft_format;
enum {
  FFT_FORMAT_DEFAULT = 0, /* interleaved, real or Hermitian interleaved as the transform says */
  FFT_COMPLEX_INTERLEAVED = 1, /* re, im, re, im, ... */
  FFT_COMPLEX_PLANAR = 2,      /* two arrays: real parts, imaginary parts */
  FFT_REAL = 3,
  FFT_HERMITIAN_INTERLEAVED = 4, /* the last length n stored as n/2 + 1 */
  FFT_HERMITIAN_PLANAR = 5
};

/* Where the input or the output of a problem lies. Strides, distance and offsets count elements of
 * the format: complex numbers, or reals for FFT_REAL. With a negative stride the elements lie
 * before the offset, but none may lie before the array. An input stride of 0 repeats one element.
 * For example, {.strides = (int64_t[]){1024, 1}, .distance = 1048576} has rows of up to 1024
 * elements. */
typedef struct fft_array {
  fft_format format;
  fft_array_precision precision;
  const int64_t* strides; /* rank of them, slowest dimension first; null = packed */
  int64_t distance;       /* between the transforms of a batch; 0 = packed */
  int64_t offsets[2];     /* of the first element; [1]: in the array of imaginary parts */
} fft_array;

/* The part of an axis that an array holds. Element i of the array is element (first + i) mod n of
 * the axis. n is the number of elements that the axis has in the input or in the output: its length
 * N, but N/2 + 1 for the last axis in a Hermitian format. For example, {.first = 0, .count = 100}.
 */
typedef struct fft_range {
  int64_t first; /* 0 to n - 1 */
  int64_t count; /* 1 to n */
} fft_range;

/* What to compute. A forward transform computes X[k] = sum_n x[n] exp(-2 pi i n k / N) along every
 * dimension of length N; an inverse transform has exp(+2 pi i n k / N). The result of all
 * dimensions is multiplied by `scale` once. A forward and an inverse transform give back the input
 * if one of them has a scale of 1 divided by the product of the lengths. For example, {.lengths =
 * (int64_t[]){336, 336}, .rank = 2, .transform = FFT_REAL_FORWARD, .batch = 4}. */
typedef struct fft_problem {
  size_t struct_size;
  const char* token;      /* the whole problem as text (docs/TOKENS.md); the rest is ignored then */
  const int64_t* lengths; /* rank of them, slowest dimension first, at least 1 each */
  int32_t rank;           /* 1 to 16 */
  fft_transform transform;
  fft_precision precision;
  fft_placement placement;
  int64_t batch; /* 0 = 1 */
  double scale;  /* finite; 0 = 1 */
  fft_array input;
  fft_array output;
  /* The kind of each dimension; null = as `transform` says. FFT_REAL_TO_REAL needs kinds. In other
   * transforms they may give each dimension a sign of its own. */
  const fft_axis_kind* kinds;
  const fft_loop* loops; /* loop_count of them around the batch, slowest first; null = none */
  int32_t loop_count;    /* 0 to 16 */
  int32_t reserved;      /* 0 */
  /* The part of each dimension that the arrays hold, slowest dimension first; null = whole axes.
   * Ranges need FFT_OUT_OF_PLACE. The transform reads zeros outside the input's ranges and stores
   * nothing outside the output's ranges. An array holds only its ranges, so packed strides and
   * distances follow from the counts. */
  const fft_range* input_ranges;
  const fft_range* output_ranges;
} fft_problem;

/* ---- plan: a transform, planned, compiled, ready to run any number of times */

typedef struct fft_plan fft_plan;

typedef int32_t fft_strategy;
enum { FFT_BALANCED = 0, FFT_FEWEST_BUFFERS = 1, FFT_MOST_FUSION = 2, FFT_FASTEST = 3 };

typedef int32_t fft_rigor;
enum {
  FFT_ESTIMATE = 0, /* the best buffer assignment by its scores */
  FFT_MEASURE = 1   /* the fastest of the best ones and of other plan trees, timed on the device, or
                     * known from wisdom */
};

/* Flags of fft_plan_options. */
#define FFT_OVERWRITE_INPUT                                                                     \
  UINT32_C(1)                          /* the input of an out-of-place transform may be scratch \
                                        */
#define FFT_OVERWRITE_GAPS UINT32_C(2) /* so may memory between the elements of the arrays */
#define FFT_OWN_WORKSPACE                                                 \
  UINT32_C(4) /* the plan allocates its workspace: executions may omit it \
               */
#define FFT_INDEPENDENT_ROWS                                                  \
  UINT32_C(8) /* what comes of a transform depends on its input alone, not on \
                 its neighbours in the batch */

/* How to plan. For example, {.flags = FFT_OWN_WORKSPACE, .rigor = FFT_MEASURE, .measure_seconds =
 * 5}. */
typedef struct fft_plan_options {
  size_t struct_size;
  uint32_t flags;
  fft_strategy strategy;
  fft_rigor rigor;
  int32_t measured_candidates; /* with FFT_MEASURE: how many of a tree are timed; 0 = 8 */
  int32_t candidate;           /* with FFT_ESTIMATE: rank of the buffer assignment; 0 = the best */
  int32_t factor_count;
  const int64_t* factors; /* with a scheme of large 1D transforms: how it splits lengths */
  const char* scheme;     /* forces a scheme by name ("L1D_CC", ...; of chains also "FILTER", one
                           * kernel); null = the planner's choice */
  /* Functions between the transform and the arrays, as source text (docs/API.md, "Callbacks"); null
   * = none. The text becomes code: take it only from the program itself. */
  const char* load_callback;
  const char* store_callback;
  void* load_user; /* `user` of the callbacks where fft_arguments gives none */
  void* store_user;
  void* stream; /* where fft_arguments gives none; null = the default stream */
  /* Text of fft_plan_wisdom or fft_wisdom_export; null = none. It is imported before planning, also
   * if planning then fails. Wisdom implies FFT_MEASURE: choices that it does not hold are timed. */
  const char* wisdom;
  int64_t max_candidates; /* how many the search keeps; 0 = 1000 */
  /* Shapes of kernels by length, for example "1920:factors=16x8x15,threads=128" (docs/TOKENS.md,
   * "Shapes of kernels"); null = the planner's choice. */
  const char* shapes;
  /* With FFT_MEASURE: how many other plan trees are timed; -1 = none, 0 = 3. */
  int32_t measured_trees;
  int32_t reserved; /* 0 */
  /* With FFT_MEASURE: a limit in seconds on planning, compiling and timing together. After it no
   * further candidate is begun; 0 = 10. */
  double measure_seconds;
  /* Only for chains: the function by which kernels read the array of spectra, as source text
   * (docs/convolution.md, "Functions of frequency"); null = plain loads. */
  const char* spectrum_callback;
} fft_plan_options;

/* Plans the problem of a token (docs/TOKENS.md) with default options. Errors: as
 * fft_plan_create_with. On an error *plan is null. */
FFT_API fft_error* fft_plan_create(fft_context* context, const char* token, fft_plan** plan);

/* Plans, compiles the kernels that are in no cache, and uploads tables; blocks until all is done.
 * `options` may be null. Errors: FFT_INVALID_ARGUMENT (a field of problem or options, or callbacks
 * that do not compile), FFT_NOT_FOUND (unknown scheme), FFT_UNIMPLEMENTED, FFT_RESOURCE_EXHAUSTED,
 * FFT_UNAVAILABLE (a kernel must be compiled and there is no compiler), and the errors of
 * fft_wisdom_import. On an error *plan is null. */
FFT_API fft_error* fft_plan_create_with(fft_context* context, const fft_problem* problem,
                                        const fft_plan_options* options, fft_plan** plan);
/* Frees the plan, whose executions must have ended. */
FFT_API void fft_plan_destroy(fft_plan* plan);

/* Returns the bytes of workspace that each execution needs. 0 means that none is needed, that the
 * plan owns it, or that `plan` is null. */
FFT_API int64_t fft_plan_workspace_bytes(const fft_plan* plan);

/* Return the bytes from the pointer given to an execution to the end of the array's last element,
 * with offset, strides and batch; 0 for null. In planar formats this is the number of the array
 * that needs more bytes. In place the array must hold the larger of the input's and output's
 * bytes. */
FFT_API int64_t fft_plan_input_bytes(const fft_plan* plan);
FFT_API int64_t fft_plan_output_bytes(const fft_plan* plan);

/* Flags of fft_arguments. */
#define FFT_SKIP_CALLBACKS UINT32_C(1) /* runs a plan with callbacks without them */

/* The arrays of one execution. Pointers are to device memory (host memory for the host device) and
 * to element 0 of each array; the library adds the problem's offsets. An array is aligned to the
 * size of its elements, and an array of reals with an even offset to two elements. For example,
 * {.in = in, .out = out, .stream = stream}. */
typedef struct fft_arguments {
  size_t struct_size;
  const void* in; /* in place: null or equal to out */
  void* out;
  const void* in_imag; /* planar formats: imaginary parts */
  void* out_imag;
  void* stream;            /* null = the plan's */
  void* workspace;         /* aligned to 256 bytes */
  int64_t workspace_bytes; /* size of `workspace`, at least fft_plan_workspace_bytes */
  void* load_user;         /* null = the plan's; the window of a problem that has one */
  void* store_user;
  uint32_t flags;
  uint32_t reserved; /* 0 */
} fft_arguments;

/* Enqueues the transform in the stream and returns. On the host device the transform has ended on
 * return. The call allocates nothing and may be captured into a graph. Executions that use the
 * workspace of their plan run one after another, whatever their threads and streams. In graphs the
 * program must order them. Executions that are to run at the same time need a workspace each.
 * Errors: FFT_INVALID_ARGUMENT (a member of `arguments`); nothing is enqueued then. On
 * FFT_INTERNAL (the device refuses a launch) the output is undefined. */
FFT_API fft_error* fft_plan_execute(const fft_plan* plan, const fft_arguments* arguments);

/* ---- chains: transform, multiply by a spectrum, transform back (docs/convolution.md).
 * Chains also invert short-time transforms (docs/spectrograms.md). */

/* A chain ready to run. Like a plan it keeps alive what it needs of its context. */
typedef struct fft_chain fft_chain;

/* Plans the chain of a token (docs/TOKENS.md), for example
 * "real_convolve_len_2048_single_op_batch_64_irange_0_1024". `options` may be null. Load and store
 * callbacks are refused; candidate, rigor, wisdom and FFT_OWN_WORKSPACE change nothing. Errors: as
 * fft_plan_create_with. On an error *chain is null. */
FFT_API fft_error* fft_chain_create(fft_context* context, const char* token,
                                    const fft_plan_options* options, fft_chain** chain);
/* The convolution of long rows with one filter (docs/convolution.md, "Long signals"). Rows, taps
 * and results are packed. For example, {.length = 1 << 20, .taps = 500} are reals in single
 * precision.
 */
typedef struct fft_long_convolution {
  size_t struct_size;
  int64_t length;   /* elements of a row */
  int64_t taps;     /* elements of the filter */
  fft_range output; /* the elements that are stored, of length + taps - 1; a count of 0: all */
  int64_t rows;     /* 0 = 1 */
  fft_precision precision;
  int32_t is_complex; /* 0 = reals, 1 = complex numbers */
} fft_long_convolution;

/* Plans a long convolution as a chain of blocks that overlap. Predicted times choose the length of
 * the blocks. The functions below take the chain; `taps` of fft_chain_filter is null. `options` may
 * be null. Errors: as fft_chain_create, and FFT_INVALID_ARGUMENT (a member of `convolution`). On an
 * error *chain is null. */
FFT_API fft_error* fft_chain_create_long(fft_context* context,
                                         const fft_long_convolution* convolution,
                                         const fft_plan_options* options, fft_chain** chain);
/* Frees the chain, whose executions must have ended. */
FFT_API void fft_chain_destroy(fft_chain* chain);

/* Return the bytes of workspace that each execution needs, and the bytes of the array of spectra; 0
 * for null. */
FFT_API int64_t fft_chain_workspace_bytes(const fft_chain* chain);
FFT_API int64_t fft_chain_spectra_bytes(const fft_chain* chain);

/* Makes the plan that transforms the chain's filters into its array of spectra. The plan owns its
 * workspace. `taps` has one range for each length, the part of the axis that the filters' array
 * holds; null = whole axes. Errors: as fft_plan_create_with, and FFT_INVALID_ARGUMENT for a chain
 * that takes matrices or a window in place of spectra. On an error *plan is null. */
FFT_API fft_error* fft_chain_filter(const fft_chain* chain, const fft_range* taps, fft_plan** plan);

/* Enqueues the chain, as fft_plan_execute does a transform. `spectra` is the array that the plan of
 * fft_chain_filter has written, other spectra in the same order, the matrices of a layer, or the
 * window of frames that are added. With a spectrum callback it is what that function takes, which
 * may be null. The chain uses only the members in, out, stream, workspace and
 * workspace_bytes of `arguments`. Errors: FFT_INVALID_ARGUMENT (a pointer or the workspace). On an
 * error the output and the workspace are undefined. */
FFT_API fft_error* fft_chain_execute(const fft_chain* chain, const void* spectra,
                                     const fft_arguments* arguments);

/* ---- what a plan is, as JSON (schemas: docs/plan-json.md). fft_string_free frees *json. The
 * functions have no errors of their own unless they name some; on an error *json is null. */

/* Describes problem, target, tree, chosen assignment and kernels, and where the kernels' code came
 * from. */
FFT_API fft_error* fft_plan_description(const fft_plan* plan, char** json);
/* Describes the best `limit` buffer assignments with their scores; 0 = all that the search kept.
 * Errors: FFT_INVALID_ARGUMENT (`limit` below 0). */
FFT_API fft_error* fft_plan_candidates(const fft_plan* plan, int64_t limit, char** json);
/* Lists the source text of every kernel, in each dialect of the device. */
FFT_API fft_error* fft_plan_sources(const fft_plan* plan, char** json);
/* Describes the plan of a problem for a target by name ("gfx90a", "sm_90", "host"; docs/API.md),
 * without a device. Nothing is compiled, timed or imported. `options` may be null. Errors:
 * FFT_INVALID_ARGUMENT (a field of problem or options), FFT_NOT_FOUND (unknown target or scheme),
 * FFT_UNIMPLEMENTED. */
FFT_API fft_error* fft_describe(const char* target, const fft_problem* problem,
                                const fft_plan_options* options, char** json);
/* The same as fft_plan_candidates and fft_plan_sources, for the plan of fft_describe. Errors: as
 * fft_describe, and FFT_INVALID_ARGUMENT (`limit` below 0). */
FFT_API fft_error* fft_describe_candidates(const char* target, const fft_problem* problem,
                                           const fft_plan_options* options, int64_t limit,
                                           char** json);
FFT_API fft_error* fft_describe_sources(const char* target, const fft_problem* problem,
                                        const fft_plan_options* options, char** json);

/* ---- wisdom: text that says which assignment was the fastest, by problem, device and version */

/* Writes the choice of one plan, measured or not. fft_string_free frees *text. Errors: none of its
 * own. */
FFT_API fft_error* fft_plan_wisdom(const fft_plan* plan, char** text);
/* Writes every choice that this context has measured or imported, and those of its read-write
 * cache. fft_string_free frees *text. Errors if the cache's file cannot be read: FFT_UNAVAILABLE
 * (another process has locked it), FFT_FAILED_PRECONDITION (it is no kernel cache, or others may
 * write it), FFT_DATA_LOSS (damaged). */
FFT_API fft_error* fft_wisdom_export(fft_context* context, char** text);
/* Imports all choices of a text of fft_plan_wisdom or fft_wisdom_export, or none. `entries`
 * receives their number and may be null. Choices of other devices and versions are kept but not
 * used. A read-write cache stores the choices too. Errors: FFT_INVALID_ARGUMENT (not a text of
 * wisdom), and those of fft_wisdom_export if the cache's file cannot be written; the context has
 * imported the choices nevertheless. */
FFT_API fft_error* fft_wisdom_import(fft_context* context, const char* text, int64_t* entries);
/* Forgets all choices, so FFT_MEASURE times again. The read-write cache keeps its choices for other
 * contexts, but this context does not read them again. Errors: none of its own. */
FFT_API fft_error* fft_wisdom_forget(fft_context* context);

/* ---- compiled kernels */

/* Writes the compiled kernels that the context holds in memory into a buffer of *bytes bytes. They
 * are the kernels that plans have used and that fft_cache_deserialize has imported. The context
 * holds at most 256 MiB; the kernels that were unused for the longest time are dropped.
 * fft_cache_free frees the buffer. Errors: none of its own. */
FFT_API fft_error* fft_cache_serialize(fft_context* context, void** buffer, size_t* bytes);
FFT_API void fft_cache_free(void* buffer);

/* Imports all kernels of a buffer of fft_cache_serialize, or none, so that later plans need not
 * compile them. The caller keeps the buffer. The kernels run as code: take buffers only from
 * sources that you would take programs from. `kernels` receives their number and may be null.
 * Errors: FFT_INVALID_ARGUMENT, FFT_DATA_LOSS (damaged), FFT_FAILED_PRECONDITION (from another
 * version). */
FFT_API fft_error* fft_cache_deserialize(fft_context* context, const void* buffer, size_t bytes,
                                         int64_t* kernels);

/* Returns how many kernels this context has compiled; 0 for null. */
FFT_API int64_t fft_cache_compiles(const fft_context* context);

#ifdef __cplusplus
}
#endif

#endif /* FFT_FFT_C_H_ */
