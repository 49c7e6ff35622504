/* A program that opens the library at run time, uses it, closes it and opens it again. Threads that
 * used the library end after the library is closed. */
#include <dlfcn.h>
#include <fft/fft_dist_c.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define BIND(name) __typeof__(&name) name##_ = (__typeof__(&name))dlsym(library, #name)

static int use(const char* path) {
  void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    fprintf(stderr, "%s\n", dlerror());
    return 1;
  }
  BIND(fft_context_create);
  BIND(fft_context_destroy);
  BIND(fft_plan_create);
  BIND(fft_plan_destroy);
  BIND(fft_plan_execute);
  BIND(fft_error_message);
  BIND(fft_error_destroy);
  if (!fft_context_create_ || !fft_plan_execute_) return 2;
  fft_context_options options = {0};
  options.device = "host";
  fft_context* context = NULL;
  fft_plan* plan = NULL;
  fft_error* error = fft_context_create_(&options, &context);
  if (error == NULL) error = fft_plan_create_(context, "real_forward_len_16_double_op", &plan);
  double in[16], out[18];
  for (int i = 0; i < 16; ++i) in[i] = 1;
  fft_arguments arguments = {0};
  arguments.in = in;
  arguments.out = out;
  if (error == NULL) error = fft_plan_execute_(plan, &arguments);
  if (error != NULL) {
    fprintf(stderr, "%s\n", fft_error_message_(error));
    return 3;
  }
  /* The library makes this error and the program frees it. */
  error = fft_plan_create_(context, "nonsense", &plan);
  if (error == NULL || strstr(fft_error_message_(error), "nonsense") == NULL) return 4;
  fft_error_destroy_(error);
  fft_context_destroy_(context);
  dlclose(library);
  return out[0] == 16 ? 0 : 5;
}

static struct {
  void* library;
  fft_context* context;
  fft_dist_communicator* worlds[2];
  pthread_barrier_t barrier;
} shared;

static void* run_rank(void* data) {
  const long rank = (long)data;
  void* library = shared.library;
  BIND(fft_context_destroy);
  BIND(fft_dist_create);
  BIND(fft_dist_destroy);
  BIND(fft_dist_communicator_destroy);
  const int64_t boxes[] = {0, 4, 4, 8};
  fft_dist_problem problem = {0};
  problem.token = "complex_forward_len_8_single_op";
  problem.input_boxes = problem.output_boxes = boxes;
  fft_dist_transform* transform = NULL;
  const int failed =
      fft_dist_create_(shared.context, shared.worlds[rank], &problem, NULL, &transform) != NULL;
  fft_dist_destroy_(transform);
  pthread_barrier_wait(&shared.barrier);
  fft_dist_communicator_destroy_(shared.worlds[rank]);
  pthread_barrier_wait(&shared.barrier);
  if (rank == 0) {
    fft_context_destroy_(shared.context);
    dlclose(library);
  }
  pthread_barrier_wait(&shared.barrier);
  return failed ? &shared : NULL; /* the thread ends without the library */
}

static int use_from_threads(const char* path) {
  void* library = shared.library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return 6;
  BIND(fft_context_create);
  BIND(fft_dist_threads_open);
  fft_context_options options = {0};
  options.device = "host";
  if (fft_context_create_(&options, &shared.context) != NULL) return 7;
  if (fft_dist_threads_open_(2, 60, shared.worlds) != NULL) return 8;
  pthread_barrier_init(&shared.barrier, NULL, 2);
  pthread_t threads[2];
  void* failed[2];
  for (long i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, run_rank, (void*)i);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], &failed[i]);
  return failed[0] == NULL && failed[1] == NULL ? 0 : 9;
}

int main(int argc, char** argv) {
  (void)argc;
  for (int i = 0; i < 2; ++i) {
    const int failed = use(argv[1]);
    if (failed != 0) return failed;
  }
  const int failed = use_from_threads(argv[1]);
  if (failed != 0) return failed;
  puts("ok");
  return 0;
}
