// Compiled kernels as one buffer, to send to other processes, to export and to import.
//
// Layout, integers little-endian:
//   "FFTKRNLS"  8 bytes
//   version     u32, 1
//   count       u32, the number of kernels
//   kernels     in strictly ascending order of their keys, each
//     kernel_name, arch, compiler_version, generator_version, log    u32 size, bytes
//     source_digest   32 bytes
//     milliseconds    IEEE 754 binary64
//     code            u64 size, bytes
//     digest          32 bytes, KernelDigest
//   digest      32 bytes, SHA-256 of everything before
// Equal sets of kernels give equal bytes. The digests find damage, but not malice. Loaded code is
// run, so take buffers only from those whose programs you would run.

#ifndef FFT_RTC_CACHE_KERNEL_BUNDLE_H_
#define FFT_RTC_CACHE_KERNEL_BUNDLE_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "fft/rtc/cache/kernel_store.h"

namespace fft::rtc {

struct BundledKernel {
  CacheKey key;
  StoredKernel kernel;
};

// The bundle of kernels, which may come in any order but must have distinct keys.
std::string PackKernels(std::vector<BundledKernel> kernels);

// Reads untrusted bytes. Errors are kInvalidArgument if the bytes are no bundle or one of another
// version, and kDataLoss if they are truncated, damaged, or not as laid out above. The message says
// where.
absl::StatusOr<std::vector<BundledKernel>> UnpackKernels(absl::string_view bytes);

}  // namespace fft::rtc

#endif  // FFT_RTC_CACHE_KERNEL_BUNDLE_H_
