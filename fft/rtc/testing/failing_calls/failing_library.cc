#include "fft/rtc/testing/failing_calls/failing_library.h"

#include <filesystem>
#include <iterator>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "fft/base/status.h"
#include "fft/rtc/system/dynamic_library.h"

namespace fft::rtc {
namespace {

// The number of this process's descriptors or threads, which are the entries of `folder`.
int EntriesOf(const char* folder) {
  std::error_code ignored;
  return static_cast<int>(std::distance(std::filesystem::directory_iterator(folder, ignored), {}));
}

struct Held {
  int objects, descriptors, threads;
};

Held HeldNow(const FailingLibrary& library) {
  return {library.live(), EntriesOf("/proc/self/fd"), EntriesOf("/proc/self/task")};
}

absl::Status CompareHeld(const Held& before, const Held& after) {
  if (after.objects == before.objects && after.descriptors <= before.descriptors &&
      after.threads <= before.threads) {
    return absl::OkStatus();
  }
  return absl::InternalError(
      absl::StrCat("objects, descriptors, threads left: ", after.objects - before.objects, ", ",
                   after.descriptors - before.descriptors, ", ", after.threads - before.threads));
}

}  // namespace

absl::StatusOr<FailingLibrary> FailingLibrary::Open(const std::string& name,
                                                    const std::string& behind) {
  const std::string path = absl::StrCat("fft/rtc/testing/failing_calls/libfailing_", name, ".so");
  FFT_ASSIGN_OR_RETURN(const DynamicLibrary library, DynamicLibrary::Open(path, {path}));
  FailingLibrary failing;
  failing.path_ = path;
  FFT_RETURN_IF_ERROR(library.Bind("failing_calls_fail_nth", &failing.fail_nth_));
  FFT_RETURN_IF_ERROR(library.Bind("failing_calls_live", &failing.live_));
  int (*forward_to)(const char*) = nullptr;
  FFT_RETURN_IF_ERROR(library.Bind("failing_calls_forward_to", &forward_to));
  if (forward_to(behind.c_str()) == 0) {
    return absl::UnavailableError(absl::StrCat(behind, " does not load"));
  }
  return failing;
}

absl::StatusOr<int> FailEveryCall(const FailingLibrary& library, int error, absl::string_view named,
                                  const FaultCycle& cycle) {
  FFT_RETURN_IF_ERROR(cycle());
  int most = 0;
  for (const bool is_lasting : {false, true}) {
    int n = 0, calls = 0;
    do {
      ++n;
      const Held before = HeldNow(library);
      library.FailNth(n, error, is_lasting);
      absl::Status status = cycle();
      calls = library.FailNth(0);
      const absl::Status held = CompareHeld(before, HeldNow(library));
      const auto wrong = [&](absl::string_view what) {
        return absl::InternalError(absl::StrCat(what, " when call ", n,
                                                is_lasting ? " and later" : "", " of ", calls,
                                                " fails: ", status.ToString()));
      };
      if (!held.ok()) return wrong(held.message());
      if (calls < n && !status.ok()) return wrong("an error without a fault");
      if (!status.ok() && !absl::StrContains(status.message(), named)) {
        return wrong(absl::StrCat("no \"", named, "\" in the error"));
      }
      status = cycle();
      if (!status.ok()) return wrong("the next cycle fails");
    } while (calls >= n);
    most = n - 1;
  }
  return most;
}

}  // namespace fft::rtc
