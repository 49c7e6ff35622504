// What must hold for any bytes that arrive where a message is expected.

#ifndef FFT_RTC_HELPER_TESTING_PROTOCOL_FUZZ_H_
#define FFT_RTC_HELPER_TESTING_PROTOCOL_FUZZ_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "fft/rtc/helper/protocol.h"

namespace fft::rtc {

// One valid frame of every kind, with texts that are empty, long and binary.
std::vector<std::string> SeedFrames();

// Decodes `bytes` as a frame, and as the payload of every kind of message. Returns what is wrong,
// or an empty text: what is accepted must encode to the very bytes it was read from, so that there
// is one reading of every message.
std::string CheckFrame(absl::string_view bytes);
std::string CheckPayloads(absl::string_view bytes);

}  // namespace fft::rtc

#endif  // FFT_RTC_HELPER_TESTING_PROTOCOL_FUZZ_H_
