#include "inspector/server/runs/cache_lines.h"

#if defined(__x86_64__)
#include <emmintrin.h>
#endif

namespace fft::inspector {
namespace {

constexpr size_t kLine = 64;  // bytes; the smallest cache line of the supported processors

}  // namespace

bool EvictLines([[maybe_unused]] const void* data, [[maybe_unused]] size_t bytes) {
#if defined(__x86_64__)
  const char* const begin = static_cast<const char*>(data);
  for (size_t at = 0; at < bytes; at += kLine) _mm_clflush(begin + at);
  if (bytes > 0) _mm_clflush(begin + bytes - 1);
  _mm_mfence();
  return true;
#elif defined(__aarch64__)
  const char* const begin = static_cast<const char*>(data);
  for (size_t at = 0; at < bytes; at += kLine) {
    asm volatile("dc civac, %0" : : "r"(begin + at) : "memory");
  }
  if (bytes > 0) asm volatile("dc civac, %0" : : "r"(begin + bytes - 1) : "memory");
  asm volatile("dsb ish" : : : "memory");
  return true;
#else
  return false;
#endif
}

}  // namespace fft::inspector
