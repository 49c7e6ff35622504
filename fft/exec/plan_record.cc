#include "fft/exec/plan_record.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "fft/base/json.h"
#include "fft/rtc/system/blocked_signal.h"

namespace fft {
namespace {

constexpr int kTries = 16;

template <typename Unit>
int64_t NowIn() {
  return std::chrono::duration_cast<Unit>(std::chrono::system_clock::now().time_since_epoch())
      .count();
}

int64_t Now() { return NowIn<std::chrono::milliseconds>(); }

std::string Text(const std::string& device, const PlanDescription& plan) {
  std::error_code error;
  const std::string program =
      std::filesystem::read_symlink("/proc/self/exe", error).filename().string();
  const Json json = {{"schema", "fft.plan_record/1"},
                     {"pid", getpid()},
                     {"program", program},
                     {"device", device},
                     {"token", ToToken(plan.problem)},
                     {"target", plan.target.name},
                     {"options", ToJson(plan.options)},
                     {"candidate", plan.candidate},
                     {"predicted_us", plan.chosen().seconds * 1e6},
                     {"workspace_bytes", plan.workspace_bytes()},
                     {"made_ms", Now()}};
  return json.dump(1, ' ', true, Json::error_handler_t::replace) + "\n";
}

// Creates a new file, named by the process and the time. Returns its descriptor and sets `path`; -1
// if it fails.
int OpenNew(const std::string& folder, std::string* path) {
  for (int i = 0; i < kTries; ++i) {
    *path = absl::StrCat(folder, "/", getpid(), "-", NowIn<std::chrono::nanoseconds>(),
                         kPlanRecordSuffix);
    const int file = open(path->c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0644);
    if (file >= 0 || errno != EEXIST) return file;
  }
  return -1;
}

}  // namespace

absl::StatusOr<std::unique_ptr<const PlanRecord>> PlanRecord::Create(const std::string& folder,
                                                                     const std::string& device,
                                                                     const PlanDescription& plan) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  const rtc::BlockedSignal guard(SIGXFSZ);
  std::string path;
  const int file = OpenNew(folder, &path);
  if (file < 0) return absl::UnavailableError("cannot write a plan's record into " + folder);
  std::unique_ptr<const PlanRecord> record(new PlanRecord(file));
  // The head has its full length from the start, so counting never makes the file longer.
  const std::string text = Text(device, plan);
  if (record->WriteHead(false) && pwrite(file, text.data(), text.size(), kPlanRecordHead) ==
                                      static_cast<ssize_t>(text.size())) {
    return record;
  }
  // A record that is written only in part is removed.
  unlink(path.c_str());
  return absl::UnavailableError("cannot write a plan's record into " + folder);
}

PlanRecord::~PlanRecord() {
  WriteHead(true);
  close(file_);
}

void PlanRecord::Count(std::chrono::nanoseconds took) const {
  executions_.fetch_add(1, std::memory_order_relaxed);
  nanoseconds_.fetch_add(took.count(), std::memory_order_relaxed);
  last_milliseconds_.store(Now(), std::memory_order_relaxed);
  WriteHead(false);
}

bool PlanRecord::WriteHead(bool gone) const {
  char head[kPlanRecordHead + 1];
  const int written = std::snprintf(head, sizeof(head), "%lld %lld %lld %d",
                                    static_cast<long long>(executions_.load()),
                                    static_cast<long long>(nanoseconds_.load()),
                                    static_cast<long long>(last_milliseconds_.load()), gone);
  std::memset(head + written, ' ', kPlanRecordHead - written - 1);
  head[kPlanRecordHead - 1] = '\n';
  return pwrite(file_, head, kPlanRecordHead, 0) == kPlanRecordHead;
}

}  // namespace fft
