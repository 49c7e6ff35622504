// Stands in for three members of Debian's Abseil archives in the shared library.
//
// Debian compiles the archives for programs, not for shared objects. Four members cannot be part of
// a shared object: they reach their thread_local variables at offsets that only a program has. All
// other members can, since the shared object also contains what they refer to. One of the four
// members, a pool of random numbers, is not needed here. The functions of the other three are
// defined below, so that the linker does not take these members from the archives. Their headers
// are absl/base/internal/sysinfo.h, absl/container/internal/raw_hash_set.h and
// absl/strings/internal/cordz_functions.h.
#include <sys/syscall.h>
#include <unistd.h>

#include <stdexcept>
#include <thread>

#include "absl/base/internal/sysinfo.h"
#include "absl/container/internal/raw_hash_set.h"
#include "absl/strings/internal/cordz_functions.h"

namespace absl {
ABSL_NAMESPACE_BEGIN
namespace base_internal {

// Profiles of locks, which are off, use it to convert cycles to seconds.
double NominalCPUFrequency() { return 1.0; }

int NumCPUs() {
  static const int count = static_cast<int>(std::thread::hardware_concurrency());
  return count > 0 ? count : 1;
}

pid_t GetTID() { return static_cast<pid_t>(syscall(SYS_gettid)); }

pid_t GetCachedTID() {
  static thread_local const pid_t id = GetTID();
  return id;
}

}  // namespace base_internal

namespace container_internal {

// The control bytes of a table without slots: the end, then empty ones.
alignas(16) ABSL_CONST_INIT ABSL_DLL const ctrl_t kEmptyGroup[16] = {
    ctrl_t::kSentinel, ctrl_t::kEmpty, ctrl_t::kEmpty, ctrl_t::kEmpty,
    ctrl_t::kEmpty,    ctrl_t::kEmpty, ctrl_t::kEmpty, ctrl_t::kEmpty,
    ctrl_t::kEmpty,    ctrl_t::kEmpty, ctrl_t::kEmpty, ctrl_t::kEmpty,
    ctrl_t::kEmpty,    ctrl_t::kEmpty, ctrl_t::kEmpty, ctrl_t::kEmpty};

// Both answers are right. The answer varies, so that no program relies on the order of elements.
bool ShouldInsertBackwards(size_t hash, const ctrl_t* ctrl) {
  return ((hash ^ (reinterpret_cast<uintptr_t>(ctrl) >> 12)) & 8) != 0;
}

void ConvertDeletedToEmptyAndFullToDeleted(ctrl_t* ctrl, size_t capacity) {
  for (size_t i = 0; i < capacity; ++i) {
    ctrl[i] = IsFull(ctrl[i]) ? ctrl_t::kDeleted : ctrl_t::kEmpty;
  }
  // The bytes behind the sentinel repeat the first bytes.
  for (size_t i = 0; i < NumClonedBytes(); ++i) {
    ctrl[capacity + 1 + i] = i < capacity ? ctrl[i] : ctrl_t::kEmpty;
  }
  ctrl[capacity] = ctrl_t::kSentinel;
}

template FindInfo find_first_non_full(const ctrl_t*, size_t, size_t);

void HashTableSizeOverflow() { throw std::length_error("hash table size overflow"); }

}  // namespace container_internal

namespace cord_internal {

// No cord is ever sampled.
ABSL_CONST_INIT thread_local int64_t cordz_next_sample = int64_t{1} << 62;
int32_t get_cordz_mean_interval() { return 0; }
void set_cordz_mean_interval(int32_t) {}
bool cordz_should_profile_slow() {
  cordz_next_sample = int64_t{1} << 62;
  return false;
}
void cordz_set_next_sample_for_testing(int64_t next_sample) { cordz_next_sample = next_sample; }

}  // namespace cord_internal
ABSL_NAMESPACE_END
}  // namespace absl
