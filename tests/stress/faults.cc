#include "tests/stress/faults.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <spawn.h>
#include <stdarg.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <new>

namespace fft::testing {
namespace {

// The kind of call that fails; -1 if no kind is armed.
std::atomic<int> armed = -1;
std::atomic<int64_t> calls = 0;
std::atomic<int64_t> first = 0;
std::atomic<bool> is_lasting = false;
std::atomic<time_t> seconds_ahead = 0;
std::atomic<time_t> seconds_set_back = 0;

// Whether this call of the kind is to fail.
bool Fails(FaultKind kind) {
  if (armed.load(std::memory_order_relaxed) != static_cast<int>(kind)) return false;
  const int64_t call = ++calls;
  return call == first || (is_lasting && call > first);
}

bool FailsWith(FaultKind kind, int error) {
  if (!Fails(kind)) return false;
  errno = error;
  return true;
}

bool IoFails(int error) { return FailsWith(FaultKind::kIo, error); }
// Whether this call on a file of a database is to fail. With FaultKind::kFileServer it fails with
// `of_server`.
bool FileFails(int error, int of_server = ESTALE) {
  return IoFails(error) || FailsWith(FaultKind::kFileServer, of_server);
}

}  // namespace

const char* FaultKindName(FaultKind kind) {
  switch (kind) {
    case FaultKind::kIo:
      return "I/O call";
    case FaultKind::kThread:
      return "thread start";
    case FaultKind::kChild:
      return "child start";
    case FaultKind::kAllocation:
      return "allocation";
    case FaultKind::kClock:
      return "reading of the clock";
    case FaultKind::kTimeOfDay:
      return "reading of the time of day";
    case FaultKind::kFileServer:
      return "call of a file server";
  }
  return "?";
}

void Arm(FaultKind kind, int64_t n, FaultSpan span) {
  calls = 0;
  first = n;
  is_lasting = span == FaultSpan::kFromThenOn;
  armed = static_cast<int>(kind);
}

int64_t Disarm() {
  armed = -1;
  return calls;
}

}  // namespace fft::testing

using fft::testing::FailsWith;
using fft::testing::FaultKind;
using fft::testing::FileFails;
using fft::testing::IoFails;
using fft::testing::seconds_ahead;
using fft::testing::seconds_set_back;

// The next definition of the function with this name: the system's or a sanitizer's.
#define REAL(name)                                                                       \
  ([] {                                                                                  \
    static const auto real = reinterpret_cast<decltype(&name)>(dlsym(RTLD_NEXT, #name)); \
    return real;                                                                         \
  }())

#define FAILING(fails, type, name, parameters, arguments, error) \
  extern "C" type name parameters {                              \
    if (fails(error)) return static_cast<type>(-1);              \
    return REAL(name) arguments;                                 \
  }

FAILING(IoFails, ssize_t, read, (int fd, void* data, size_t size), (fd, data, size), EIO)
FAILING(IoFails, ssize_t, write, (int fd, const void* data, size_t size), (fd, data, size), ENOSPC)
FAILING(FileFails, ssize_t, pread64, (int fd, void* data, size_t size, off64_t at),
        (fd, data, size, at), EIO)
FAILING(FileFails, ssize_t, pwrite64, (int fd, const void* data, size_t size, off64_t at),
        (fd, data, size, at), ENOSPC)
FAILING(FileFails, int, fsync, (int fd), (fd), EIO)
FAILING(FileFails, int, fdatasync, (int fd), (fd), EIO)
FAILING(FileFails, int, ftruncate, (int fd, off_t size), (fd, size), ENOSPC)
FAILING(FileFails, int, ftruncate64, (int fd, off64_t size), (fd, size), ENOSPC)
FAILING(FileFails, int, unlink, (const char* path), (path), EIO)
FAILING(FileFails, int, rename, (const char* from, const char* to), (from, to), EIO)
extern "C" int flock(int fd, int operation) {
  if (FileFails(ENOLCK, ENOLCK)) return -1;
  return REAL(flock)(fd, operation);
}
FAILING(IoFails, int, memfd_create, (const char* name, unsigned flags), (name, flags), EMFILE)
FAILING(IoFails, int, pipe2, (int* ends, int flags), (ends, flags), EMFILE)

extern "C" char* mkdtemp(char* path) {
  if (IoFails(ENOSPC)) return nullptr;
  return REAL(mkdtemp)(path);
}

extern "C" void* dlopen(const char* path, int flags) {
  // A call that only asks whether a library is loaded does not count.
  if ((flags & RTLD_NOLOAD) == 0 && IoFails(EIO)) return nullptr;
  return REAL(dlopen)(path, flags);
}

extern "C" FILE* fopen64(const char* path, const char* mode) {
  if (IoFails(EMFILE)) return nullptr;
  return REAL(fopen64)(path, mode);
}

#define FAILING_OPEN(name)                                \
  extern "C" int name(const char* path, int flags, ...) { \
    va_list rest;                                         \
    va_start(rest, flags);                                \
    const mode_t mode = va_arg(rest, mode_t);             \
    va_end(rest);                                         \
    if (FileFails(EMFILE)) return -1;                     \
    return REAL(name)(path, flags, mode);                 \
  }

FAILING_OPEN(open)
FAILING_OPEN(open64)

// SQLite retries after ENOLCK, as after another process's lock, but not after EIO.
#define FAILING_FCNTL(name)                                            \
  extern "C" int name(int fd, int command, ...) {                      \
    va_list rest;                                                      \
    va_start(rest, command);                                           \
    void* const argument = va_arg(rest, void*);                        \
    va_end(rest);                                                      \
    const bool is_lock = command == F_SETLK || command == F_OFD_SETLK; \
    if (is_lock && FileFails(EIO, ENOLCK)) return -1;                  \
    if (command == F_DUPFD_CLOEXEC && IoFails(EMFILE)) return -1;      \
    return REAL(name)(fd, command, argument);                          \
  }

FAILING_FCNTL(fcntl)
FAILING_FCNTL(fcntl64)

extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                              void* (*start)(void*), void* argument) {
  if (FailsWith(FaultKind::kThread, EAGAIN)) return EAGAIN;
  return REAL(pthread_create)(thread, attributes, start, argument);
}

extern "C" int posix_spawnp(pid_t* pid, const char* file, const posix_spawn_file_actions_t* actions,
                            const posix_spawnattr_t* attributes, char* const argv[],
                            char* const environment[]) {
  if (FailsWith(FaultKind::kChild, EAGAIN)) return EAGAIN;
  return REAL(posix_spawnp)(pid, file, actions, attributes, argv, environment);
}

// After its jump the clock stays ahead. Timed waits end when it reaches their deadlines. Abseil
// reads the system's time of day from time to time (absl/base/internal/cycleclock.h).
extern "C" int clock_gettime(clockid_t clock, timespec* time) noexcept {
  const int result = REAL(clock_gettime)(clock, time);
  if (clock == CLOCK_REALTIME) {
    if (FailsWith(FaultKind::kTimeOfDay, 0)) seconds_set_back += 24 * 3600;
    time->tv_sec -= seconds_set_back;
  }
  if (clock != CLOCK_MONOTONIC) return result;
  if (FailsWith(FaultKind::kClock, 0)) seconds_ahead += 3600;
  time->tv_sec += seconds_ahead;
  return result;
}

extern "C" int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex,
                                      clockid_t clock, const timespec* until) {
  timespec time = *until;
  if (clock == CLOCK_MONOTONIC) time.tv_sec -= seconds_ahead;
  return REAL(pthread_cond_clockwait)(condition, mutex, clock, &time);
}

void* operator new(size_t size) {
  if (FailsWith(FaultKind::kAllocation, ENOMEM)) throw std::bad_alloc();
  void* const data = std::malloc(size == 0 ? 1 : size);
  if (data == nullptr) throw std::bad_alloc();
  return data;
}
void* operator new[](size_t size) { return operator new(size); }
// Algorithms of the standard library call this form. If it returns null, they work without the
// memory.
void* operator new(size_t size, const std::nothrow_t&) noexcept {
  return FailsWith(FaultKind::kAllocation, ENOMEM) ? nullptr : std::malloc(size == 0 ? 1 : size);
}
void* operator new[](size_t size, const std::nothrow_t& none) noexcept {
  return operator new(size, none);
}
void operator delete(void* data) noexcept { std::free(data); }
void operator delete[](void* data) noexcept { std::free(data); }
void operator delete(void* data, size_t) noexcept { std::free(data); }
void operator delete[](void* data, size_t) noexcept { std::free(data); }
