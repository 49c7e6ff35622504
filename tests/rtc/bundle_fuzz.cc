// Fuzz target: the reader of bundles, which reads bytes of other processes.
#include "fft/base/status.h"
#include "fft/rtc/cache/kernel_bundle.h"
#include "fft/rtc/testing/fuzz_target.h"

namespace {

// Checks that an accepted bundle is written with the same bytes.
void Check(const std::string& bytes) {
  const auto kernels = fft::rtc::UnpackKernels(bytes);
  if (kernels.ok()) FFT_CHECK(fft::rtc::PackKernels(*kernels) == bytes);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string bytes(reinterpret_cast<const char*>(data), size);
  Check(bytes);
  // The digest of the whole bundle is corrected, so that the kernels inside are read too.
  if (size < sizeof(fft::Sha256Digest)) return 0;
  bytes.resize(size - sizeof(fft::Sha256Digest));
  const fft::Sha256Digest digest = fft::Sha256(bytes);
  bytes.append(digest.begin(), digest.end());
  Check(bytes);
  return 0;
}

namespace fft::rtc {

std::vector<std::string> FuzzSeeds() {
  const auto make = [](const std::string& name, const std::string& code) {
    return BundledKernel{.key = {name, "gfx90a", "compiler 1", "generator 1"},
                         .kernel = {.object = {.bytes = code, .log = "a log", .milliseconds = 12.5},
                                    .source_digest = Sha256(name)}};
  };
  return {PackKernels({}), PackKernels({make("a", "code")}),
          PackKernels({make("a", ""), make("b", std::string(300, 'b')), make("c", "code")})};
}

}  // namespace fft::rtc
