/* The C interface, used from C: plans, executes, moves the kernels to another context. */
#include "fft/fft_c.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures = 0;

#define EXPECT(condition)                                                     \
  do {                                                                        \
    if (!(condition)) {                                                       \
      fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
      ++failures;                                                             \
    }                                                                         \
  } while (0)

/* Frees the error, and tells whether it had the code and its message contained the word. */
static int is_error(fft_error* error, int code, const char* word) {
  const int matches =
      error != NULL && fft_error_code(error) == code && strstr(fft_error_message(error), word);
  if (!matches) {
    fprintf(stderr, "%d: %s\n", fft_error_code(error), fft_error_message(error));
  }
  fft_error_destroy(error);
  return matches;
}

static int is_ok(fft_error* error) {
  if (error != NULL) fprintf(stderr, "%s\n", fft_error_message(error));
  fft_error_destroy(error);
  return error == NULL;
}

static void count_message(void* data, int severity, const char* message) {
  if (severity == 1 && strlen(message) > 0) ++*(int*)data;
}

static const char* const kToken = "complex_forward_len_8_single_ip";

static void run(fft_context* context) {
  fft_plan* plan = NULL;
  float data[16];
  for (int i = 0; i < 16; ++i) data[i] = i % 2 == 0 ? 1.0f : 0.0f;
  EXPECT(is_ok(fft_plan_create(context, kToken, &plan)));
  EXPECT(fft_plan_workspace_bytes(plan) == 0);
  fft_arguments arguments = {0};
  EXPECT(is_error(fft_plan_execute(plan, &arguments), 3, "out is null"));
  arguments.out = data;
  EXPECT(is_ok(fft_plan_execute(plan, &arguments)));
  EXPECT(data[0] == 8.0f);
  for (int i = 1; i < 16; ++i) EXPECT(data[i] == 0.0f);
  fft_plan_destroy(plan);
}

/* The arrays of a plan of one kernel are checked before it runs. */
static void refuse_arrays(fft_context* context) {
  float data[64] = {0};
  fft_plan* plan = NULL;
  fft_arguments arguments = {0};
  arguments.struct_size = sizeof(arguments);
  EXPECT(is_ok(fft_plan_create(context, kToken, &plan)));
  EXPECT(is_error(fft_plan_execute(plan, &arguments), 3, "out is null"));
  arguments.out = (char*)data + 4;
  EXPECT(is_error(fft_plan_execute(plan, &arguments), 3, "aligned to 8"));
  arguments.out = data;
  arguments.in = data + 16;
  EXPECT(is_error(fft_plan_execute(plan, &arguments), 3, "in place"));
  arguments.in = data;
  EXPECT(is_ok(fft_plan_execute(plan, &arguments)));
  arguments.flags = 1u << 31;
  EXPECT(is_error(fft_plan_execute(plan, &arguments), 3, "arguments.flags"));
  fft_plan_destroy(plan);

  EXPECT(is_ok(fft_plan_create(context, "complex_forward_len_8_single_op", &plan)));
  arguments.flags = 0;
  EXPECT(is_error(fft_plan_execute(plan, &arguments), 3, "out of place"));
  arguments.in = NULL;
  EXPECT(is_error(fft_plan_execute(plan, &arguments), 3, "in is null"));
  arguments.in = data + 14;
  EXPECT(is_error(fft_plan_execute(plan, &arguments), 3, "overlapping out"));
  data[16] = 1;
  arguments.in = data + 16;
  EXPECT(is_ok(fft_plan_execute(plan, &arguments)));
  for (int i = 0; i < 16; ++i) EXPECT(data[i] == (i % 2 == 0 ? 1.0f : 0.0f));
  fft_plan_destroy(plan);
}

static void move_kernels(fft_context* from, fft_context* to) {
  void* buffer = NULL;
  size_t bytes = 0;
  int64_t kernels = 0;
  EXPECT(is_ok(fft_cache_serialize(from, &buffer, &bytes)));
  EXPECT(bytes > 100);
  unsigned char* copy = malloc(bytes);
  memcpy(copy, buffer, bytes);
  copy[bytes / 2] ^= 1;
  EXPECT(is_error(fft_cache_deserialize(to, copy, bytes, &kernels), 15, "digest"));
  EXPECT(is_error(fft_cache_deserialize(to, buffer, bytes / 2, &kernels), 15, "digest"));
  EXPECT(is_error(fft_cache_deserialize(to, "hello", 5, NULL), 3, "FFTKRNLS"));
  EXPECT(kernels == 0);
  EXPECT(is_ok(fft_cache_deserialize(to, buffer, bytes, &kernels)));
  EXPECT(kernels == 1);
  free(copy);
  fft_cache_free(buffer);
}

int main(void) {
  fft_context* first = NULL;
  fft_context* second = NULL;
  int messages = 0;
  fft_context_options options = {0};
  options.device = "host";
  options.cache_path = "/no/such/folder/kernels.db";
  options.log = count_message;
  options.log_data = &messages;
  EXPECT(is_ok(fft_context_create(&options, &first)));
  EXPECT(messages == 1);
  options.cache_path = "";
  EXPECT(is_ok(fft_context_create(&options, &second)));
  run(first);
  EXPECT(fft_cache_compiles(first) == 1);
  move_kernels(first, second);
  run(second);
  EXPECT(fft_cache_compiles(second) == 0);
  refuse_arrays(second);

  fft_plan* plan = NULL;
  EXPECT(is_error(fft_plan_create(first, "complex_forward_len_0_single_ip", &plan), 3, "lengths"));
  EXPECT(is_error(fft_plan_create(first, NULL, &plan), 3, "token is null"));
  EXPECT(is_error(fft_plan_create(NULL, kToken, &plan), 3, "context is null"));
  EXPECT(plan == NULL);
  options.device = "abacus";
  fft_context* none = NULL;
  EXPECT(is_error(fft_context_create(&options, &none), 3, "abacus"));
  EXPECT(none == NULL);
  fft_context_destroy(first);
  fft_context_destroy(second);
  fft_context_destroy(NULL);
  fft_plan_destroy(NULL);
  fft_cache_free(NULL);
  fft_error_destroy(NULL);
  if (failures == 0) printf("ok\n");
  return failures == 0 ? 0 : 1;
}
