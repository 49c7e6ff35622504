// Programs that start faulty_helper in one of its modes.

#ifndef FFT_RTC_HELPER_TESTING_HELPER_SCRIPT_H_
#define FFT_RTC_HELPER_TESTING_HELPER_SCRIPT_H_

#include <filesystem>
#include <string>

#include "absl/strings/str_cat.h"
#include "fft/rtc/system/subprocess.h"

namespace fft::rtc {

class HelperScript {
 public:
  // `mode` with its arguments; the test's data must name faulty_helper.
  explicit HelperScript(const std::string& mode) : folder_(*TemporaryFolder::Create("")) {
    const std::string helper =
        std::filesystem::absolute("fft/rtc/helper/testing/faulty_helper").string();
    const absl::Status written =
        WriteFile(path(), absl::StrCat("#!/bin/sh\nexec ", helper, " ", mode, "\n"));
    if (written.ok()) {
      std::filesystem::permissions(path(), std::filesystem::perms::owner_all);
    }
  }

  std::string path() const { return folder_.path() + "/helper"; }

 private:
  TemporaryFolder folder_;
};

}  // namespace fft::rtc

#endif  // FFT_RTC_HELPER_TESTING_HELPER_SCRIPT_H_
