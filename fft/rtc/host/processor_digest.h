// A name for this machine's processor. It distinguishes code that was compiled for it from other
// code.

#ifndef FFT_RTC_HOST_PROCESSOR_DIGEST_H_
#define FFT_RTC_HOST_PROCESSOR_DIGEST_H_

#include <string>

namespace fft::rtc {

// A digest of this processor's model and features.
std::string ProcessorDigest();

}  // namespace fft::rtc

#endif  // FFT_RTC_HOST_PROCESSOR_DIGEST_H_
