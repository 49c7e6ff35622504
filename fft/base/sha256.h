// SHA-256 (FIPS 180-4).

#ifndef FFT_BASE_SHA256_H_
#define FFT_BASE_SHA256_H_

#include <array>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace fft {

using Sha256Digest = std::array<uint8_t, 32>;

Sha256Digest Sha256(absl::string_view bytes);

// Returns the digest as 64 lower-case hexadecimal digits.
std::string Sha256Hex(absl::string_view bytes);

}  // namespace fft

#endif  // FFT_BASE_SHA256_H_
