#include "fft/rtc/helper/helper_compiler.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"
#include "fft/base/status.h"
#include "fft/rtc/compile_error.h"
#include "fft/rtc/helper/location.h"
#include "fft/rtc/system/cancellable_wait.h"

namespace fft::rtc {
namespace {

// The number of faults after which helpers are given up.
constexpr int kMostFaults = 3;

}  // namespace

int HelperCount(const HelperOptions& options) {
  const int cores = static_cast<int>(std::thread::hardware_concurrency());
  return options.most > 0 ? options.most : std::clamp(cores, 1, kMostHelpers);
}

absl::StatusOr<std::unique_ptr<HelperCompiler>> HelperCompiler::Create(
    const OpenMessage& open, const std::string& version, const HelperOptions& options) {
  std::unique_ptr<HelperCompiler> compiler(new HelperCompiler(open, version, options));
  if (version.empty()) {
    FFT_ASSIGN_OR_RETURN(std::unique_ptr<HelperProcess> helper, compiler->Borrow({}));
    compiler->GiveBack(std::move(helper));
  }
  return compiler;
}

HelperCompiler::HelperCompiler(OpenMessage open, std::string version, HelperOptions options)
    : open_(std::move(open)),
      options_(std::move(options)),
      most_(HelperCount(options_)),
      version_(std::move(version)) {}

HelperCompiler::~HelperCompiler() = default;

std::string HelperCompiler::name() const {
  switch (open_.kind) {
    case DeviceKind::kHip:
      return "hiprtc";
    case DeviceKind::kCuda:
      return "nvrtc";
    case DeviceKind::kHost:
      return "host";
  }
  return "unknown";
}

bool HelperCompiler::IsUsable() const {
  std::lock_guard lock(mutex_);
  return broken_.empty();
}

absl::StatusOr<CodeObject> HelperCompiler::Compile(const CompileRequest& request) {
  FFT_RETURN_IF_ERROR(CheckRequest(request, Linking::kObjects));
  HelperFault fault = HelperFault::kNone;
  absl::StatusOr<CodeObject> result = TryOnce(request, fault);
  // The next helper may succeed: the fault may have passed, such as a kill for lack of memory, or
  // an idle helper had only ended.
  if (fault == HelperFault::kIdleExit || fault == HelperFault::kCrashed ||
      fault == HelperFault::kEnded) {
    result = TryOnce(request, fault);
  }
  if (fault == HelperFault::kNone) return result;
  if (fault == HelperFault::kCancelled) return CompileCancelled();
  if (fault == HelperFault::kCrashed) return ExplainCrash(request, result.status());
  CountFault(result.status(), /*is_fatal=*/false);
  return CompileError(absl::StatusCode::kUnavailable, request, result.status().message());
}

absl::StatusOr<CodeObject> HelperCompiler::TryOnce(const CompileRequest& request,
                                                   HelperFault& fault) {
  fault = HelperFault::kNone;
  absl::StatusOr<std::unique_ptr<HelperProcess>> borrowed = Borrow(request.cancel);
  if (absl::IsCancelled(borrowed.status())) return borrowed.status();
  if (!borrowed.ok()) {
    return CompileError(borrowed.status().code(), request, borrowed.status().message());
  }
  std::unique_ptr<HelperProcess> helper = *std::move(borrowed);
  const absl::StatusOr<std::string> answer =
      helper->Exchange(MessageType::kCompile, EncodeCompile(request), MessageType::kCompiled,
                       Deadline(options_.compile_timeout, request.cancel));
  fault = helper->fault();
  GiveBack(std::move(helper));
  if (!answer.ok()) return answer.status();
  absl::StatusOr<CodeObject> object = DecodeCompiled(*answer);
  if (absl::IsDataLoss(object.status())) fault = HelperFault::kGarbage;
  return object;
}

// Says what a crash means. The helper itself was sound, since it had loaded its compiler and
// answered, so the compiler crashed.
absl::Status HelperCompiler::ExplainCrash(const CompileRequest& request,
                                          const absl::Status& crash) {
  HelperFault fault = HelperFault::kNone;
  const bool knows_arch = TryOnce(ProbeRequest(request.arch), fault).ok();
  if (!knows_arch && fault == HelperFault::kCrashed) {
    return CompileError(absl::StatusCode::kInvalidArgument, request,
                        absl::StrCat(version_, " does not support the architecture ", request.arch,
                                     ": it crashes (", crash.message(), ")"));
  }
  return CompileError(absl::StatusCode::kInternal, request,
                      absl::StrCat(version_, " crashes: ", crash.message()));
}

absl::StatusOr<std::unique_ptr<HelperProcess>> HelperCompiler::AwaitTurn(
    const CancelToken& cancel) {
  std::unique_lock lock(mutex_);
  FFT_RETURN_IF_ERROR(WaitUnlessCancelled(returned_, lock, cancel,
                                          [&] { return borrowed_ < most_ || !broken_.empty(); }));
  if (!broken_.empty()) return absl::UnavailableError(broken_);
  ++borrowed_;
  std::erase_if(idle_, [](const auto& helper) { return !helper->is_ours() || helper->HasEnded(); });
  if (idle_.empty()) return std::unique_ptr<HelperProcess>();
  std::unique_ptr<HelperProcess> helper = std::move(idle_.back());
  idle_.pop_back();
  return helper;
}

absl::StatusOr<std::unique_ptr<HelperProcess>> HelperCompiler::Borrow(const CancelToken& cancel) {
  FFT_ASSIGN_OR_RETURN(std::unique_ptr<HelperProcess> helper, AwaitTurn(cancel));
  if (helper != nullptr) return helper;
  absl::StatusOr<std::unique_ptr<HelperProcess>> started = StartOne();
  if (!started.ok()) {
    CountFault(started.status(), /*is_fatal=*/true);
    GiveBack(nullptr);
  }
  return started;
}

absl::StatusOr<std::unique_ptr<HelperProcess>> HelperCompiler::StartOne() {
  FFT_ASSIGN_OR_RETURN(const std::string path, FindHelper(options_.path));
  FFT_ASSIGN_OR_RETURN(std::unique_ptr<HelperProcess> helper, HelperProcess::Start(path));
  absl::StatusOr<std::string> answer =
      helper->Exchange(MessageType::kOpen, EncodeOpen(open_), MessageType::kOpened,
                       Deadline(options_.start_timeout));
  if (!answer.ok()) {
    return absl::UnavailableError(absl::StrCat(path, ": ", answer.status().message()));
  }
  FFT_ASSIGN_OR_RETURN(const std::string version, DecodeOpened(*answer));
  if (version_.empty()) version_ = version;
  if (version != version_) {
    return absl::UnavailableError(
        absl::StrCat(path, " compiles with ", version, "; wanted is ", version_));
  }
  return helper;
}

void HelperCompiler::GiveBack(std::unique_ptr<HelperProcess> helper) {
  const bool is_sound = helper != nullptr && helper->fault() == HelperFault::kNone;
  {
    std::lock_guard lock(mutex_);
    --borrowed_;
    if (is_sound) idle_.push_back(std::move(helper));
  }
  returned_.notify_one();
}

void HelperCompiler::CountFault(const absl::Status& error, bool is_fatal) {
  bool is_first = false;
  {
    std::lock_guard lock(mutex_);
    is_first = ++faults_ == 1;
    if (is_fatal || faults_ >= kMostFaults) {
      broken_ = absl::StrCat("no helper is tried any more: ", error.message());
    }
  }
  returned_.notify_all();
  if (is_first) {
    LogWarning(options_.log, absl::StrCat("compiling without a helper: ", error.message()));
  }
}

}  // namespace fft::rtc
