#ifndef FFT_RTC_TESTING_FUZZ_HASH_H_
#define FFT_RTC_TESTING_FUZZ_HASH_H_

#include <cstdint>

#include "absl/strings/string_view.h"

// Chooses the inputs that get a slow check. If a bit of the input chose them, the fuzzer would look
// for inputs with that bit.
inline uint32_t FuzzHash(absl::string_view bytes) {
  uint32_t hash = 2166136261u;
  for (char byte : bytes) hash = (hash ^ static_cast<uint8_t>(byte)) * 16777619u;
  return hash ^ hash >> 15;
}

#endif  // FFT_RTC_TESTING_FUZZ_HASH_H_
