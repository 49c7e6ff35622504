// The functions that a fuzz target defines.

#ifndef FFT_RTC_TESTING_FUZZ_TARGET_H_
#define FFT_RTC_TESTING_FUZZ_TARGET_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

// Reads the bytes and aborts if the result is wrong (libFuzzer's interface). Returns 0.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace fft::rtc {

// Inputs to start from, at least one; not used by libFuzzer, which starts from files.
std::vector<std::string> FuzzSeeds();

}  // namespace fft::rtc

#endif  // FFT_RTC_TESTING_FUZZ_TARGET_H_
