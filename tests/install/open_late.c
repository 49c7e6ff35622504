/* A program that opens the library while it runs, uses it, closes it and opens it again. */
#include <dlfcn.h>
#include <fft/fft_c.h>
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
  /* An error made and freed across the border. */
  error = fft_plan_create_(context, "nonsense", &plan);
  if (error == NULL || strstr(fft_error_message_(error), "nonsense") == NULL) return 4;
  fft_error_destroy_(error);
  fft_context_destroy_(context);
  dlclose(library);
  return out[0] == 16 ? 0 : 5;
}

int main(int argc, char** argv) {
  (void)argc;
  for (int i = 0; i < 2; ++i) {
    const int failed = use(argv[1]);
    if (failed != 0) return failed;
  }
  puts("ok");
  return 0;
}
