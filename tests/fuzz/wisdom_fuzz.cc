// Fuzz target: wisdom as text.
#include "absl/strings/string_view.h"
#include "fft/base/status.h"
#include "fft/exec/wisdom.h"
#include "fft/rtc/testing/fuzz_target.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto choices = fft::ParseWisdom({reinterpret_cast<const char*>(data), size});
  if (!choices.ok()) {
    FFT_CHECK(absl::IsInvalidArgument(choices.status()) && !choices.status().message().empty());
    return 0;
  }
  const auto again = fft::ParseWisdom(fft::WisdomText(*choices));
  FFT_CHECK(again.ok() && *again == *choices);
  return 0;
}

namespace fft::rtc {

std::vector<std::string> FuzzSeeds() {
  const auto text = [](int count) {
    WisdomChoices choices;
    for (int i = 0; i < count; ++i) {
      choices[{"problem " + std::to_string(i), "a device", "versions"}] = "choice \"\\\n\x01";
    }
    return WisdomText(choices);
  };
  return {text(0), text(1), text(3), "{}", R"({"schema": "fft.wisdom/2", "choices": []})"};
}

}  // namespace fft::rtc
