// Short names for contents: plan ids and ETags.
#ifndef INSPECTOR_SERVER_FINGERPRINT_H_
#define INSPECTOR_SERVER_FINGERPRINT_H_

#include <cstdint>
#include <cstdio>
#include <string>

namespace fft::inspector {

// 64-bit FNV-1a as 16 hexadecimal digits. It is not safe against forgery, so its users also compare
// the contents, or lose only a transfer if it is wrong.
inline std::string Fingerprint(const std::string& text) {
  uint64_t hash = 14695981039346656037u;
  for (unsigned char c : text) hash = (hash ^ c) * 1099511628211u;
  char digits[17];
  std::snprintf(digits, sizeof(digits), "%016llx", static_cast<unsigned long long>(hash));
  return digits;
}

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_FINGERPRINT_H_
