/* A library that forwards its calls to another one, and makes the n-th of them fail.
 *
 * FAILING_CALLS names a file with a line FAILING_CALL(symbol, kind) for each entry point. Each line
 * becomes a function `symbol`. It passes all arguments as they are to the function of the same name
 * in the library behind, or returns an error without calling it. So this file needs no types of the
 * library behind. Functions that release something never fail, since a failing one would leave a
 * leak that the program cannot prevent. */
#if !defined(__x86_64__)
#error "the forwarding functions are written for x86-64"
#endif

#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define EXPORT __attribute__((visibility("default")))

/* How a call is treated. kCounted: it counts. kMakes: it also makes something that has to be
 * released. kReleases: it also releases something. kEnds: it counts, ends something and has no
 * arguments; the library behind is called even if the call fails. kPolls: it comes any number of
 * times, so it does not count, and it fails if all later calls fail. kPassed: it never fails. */
enum Kind { kCounted, kMakes, kReleases, kEnds, kPolls, kPassed };

struct Call {
  void* function; /* of the library behind; the functions below know that it comes first */
  const char* name;
  enum Kind kind;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void* behind = NULL;
static int calls = 0, fail_at = 0, is_lasting = 0, result = 0, live = 0;

/* Forwards calls to the library at `path`. Returns whether there is one. */
EXPORT int failing_calls_forward_to(const char* path) {
  behind = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  return behind != NULL;
}

/* In another process, environment variables take the place of calls of the functions above and
 * below. */
__attribute__((constructor)) static void ReadEnvironment(void) {
  const char* path = getenv("FFT_FAILING_CALLS_BEHIND");
  const char* nth = getenv("FFT_FAILING_CALLS_NTH");
  if (path != NULL) failing_calls_forward_to(path);
  if (nth != NULL) {
    fail_at = atoi(nth);
    result = 1;
  }
}

/* Makes the n-th call from now on return `error`, and with `lasts` all later calls too. With n 0 no
 * call fails. Returns the number of calls since the last time. */
EXPORT int failing_calls_fail_nth(int n, int error, int lasts) {
  pthread_mutex_lock(&mutex);
  const int seen = calls;
  calls = 0;
  fail_at = n;
  result = error;
  is_lasting = lasts;
  pthread_mutex_unlock(&mutex);
  return seen;
}

/* The number of things that were made and not released. */
EXPORT int failing_calls_live(void) {
  pthread_mutex_lock(&mutex);
  const int left = live;
  pthread_mutex_unlock(&mutex);
  return left;
}

/* A call that is under way: where it returns to, and the error that replaces its result. */
struct Frame {
  const struct Call* call;
  void* returns_to;
  int error;
};
enum { kMostFrames = 16 };
static __thread struct Frame frames[kMostFrames];
static __thread int depth = 0;

/* The error that a call returns at once; 0 if it goes on to call->function. */
__attribute__((used, noinline)) static int Enter(struct Call* call, void* returns_to) {
  pthread_mutex_lock(&mutex);
  int error = 0;
  if (call->kind == kReleases) --live;
  if (call->kind == kCounted || call->kind == kMakes || call->kind == kEnds) {
    ++calls;
    if (fail_at > 0 && (calls == fail_at || (is_lasting && calls > fail_at))) error = result;
  }
  if (call->kind == kPolls && is_lasting && fail_at > 0 && calls >= fail_at) error = result;
  if (call->function == NULL && behind != NULL) call->function = dlsym(behind, call->name);
  pthread_mutex_unlock(&mutex);
  if (call->function == NULL || depth == kMostFrames) {
    fprintf(stderr, "the library behind has no %s\n", call->name);
    abort();
  }
  if (error != 0 && call->kind != kEnds) return error;
  frames[depth++] = (struct Frame){call, returns_to, error};
  return 0;
}

/* The result of a call that has ended, and the address that it returns to. */
struct Left {
  void* returns_to;
  long value;
};
__attribute__((used, noinline)) static struct Left Leave(long value) {
  const struct Frame frame = frames[--depth];
  if (frame.call->kind == kMakes && (int)value == 0) {
    pthread_mutex_lock(&mutex);
    ++live;
    pthread_mutex_unlock(&mutex);
  }
  return (struct Left){frame.returns_to, frame.error != 0 ? frame.error : value};
}

/* The function behind `symbol` while no library is given: for MPI its function's second name, else
 * none. */
#if defined(FAILING_CALLS_OF_MPI)
#define BEHIND(symbol) (void*)P##symbol
#define DECLARE_BEHIND(symbol) extern int P##symbol();
#else
#define BEHIND(symbol) NULL
#define DECLARE_BEHIND(symbol)
#endif

/* Saves the registers that may hold arguments while Enter runs. The call to the library behind
 * replaces the call that came here, so that arguments on the stack stay where they are. */
#define FAILING_CALL(symbol, kind)                                                         \
  DECLARE_BEHIND(symbol)                                                                   \
  __attribute__((used)) static struct Call call_##symbol = {BEHIND(symbol), #symbol, kind}; \
  __asm__(".text\n.globl " #symbol "\n.type " #symbol ",@function\n" #symbol ":\n"         \
          "  pushq %rbp\n  movq %rsp, %rbp\n  subq $192, %rsp\n"                           \
          "  movups %xmm0, (%rsp)\n  movups %xmm1, 16(%rsp)\n"                             \
          "  movups %xmm2, 32(%rsp)\n  movups %xmm3, 48(%rsp)\n"                           \
          "  movups %xmm4, 64(%rsp)\n  movups %xmm5, 80(%rsp)\n"                           \
          "  movups %xmm6, 96(%rsp)\n  movups %xmm7, 112(%rsp)\n"                          \
          "  movq %rdi, 128(%rsp)\n  movq %rsi, 136(%rsp)\n  movq %rdx, 144(%rsp)\n"       \
          "  movq %rcx, 152(%rsp)\n  movq %r8, 160(%rsp)\n  movq %r9, 168(%rsp)\n"         \
          "  movq %rax, 176(%rsp)\n"                                                       \
          "  leaq call_" #symbol "(%rip), %rdi\n  movq 8(%rbp), %rsi\n  call Enter\n"          \
          "  movl %eax, %r11d\n"                                                           \
          "  movups (%rsp), %xmm0\n  movups 16(%rsp), %xmm1\n"                             \
          "  movups 32(%rsp), %xmm2\n  movups 48(%rsp), %xmm3\n"                           \
          "  movups 64(%rsp), %xmm4\n  movups 80(%rsp), %xmm5\n"                           \
          "  movups 96(%rsp), %xmm6\n  movups 112(%rsp), %xmm7\n"                          \
          "  movq 128(%rsp), %rdi\n  movq 136(%rsp), %rsi\n  movq 144(%rsp), %rdx\n"       \
          "  movq 152(%rsp), %rcx\n  movq 160(%rsp), %r8\n  movq 168(%rsp), %r9\n"         \
          "  movq 176(%rsp), %rax\n  leave\n"                                              \
          "  testl %r11d, %r11d\n  jne 1f\n"                                              \
          "  addq $8, %rsp\n  callq *call_" #symbol "(%rip)\n"                              \
          "  movq %rax, %rdi\n  call Leave\n"                                             \
          "  pushq %rax\n  movq %rdx, %rax\n  ret\n"                                      \
          "1:\n  movl %r11d, %eax\n  ret\n.size " #symbol ", .-" #symbol "\n");
#include FAILING_CALLS
