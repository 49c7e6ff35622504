// A Compiler that compiles in helper processes, several at once. It keeps a crash of the compiler
// out of the caller's process. It also makes hipRTC, which compiles one kernel at a time per
// process, compile in parallel.
//
// Helpers are started when they are needed and kept for the next compile. They end by themselves
// after a while without a compile.

#ifndef FFT_RTC_HELPER_HELPER_COMPILER_H_
#define FFT_RTC_HELPER_HELPER_COMPILER_H_

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "fft/base/log.h"
#include "fft/rtc/compiler.h"
#include "fft/rtc/helper/helper_process.h"
#include "fft/rtc/helper/protocol.h"

namespace fft::rtc {

struct HelperOptions {
  // The helper program; an empty path is searched for (FindHelper).
  std::string path;
  // The most helpers at once; 0 takes one per processor, at most kMostHelpers.
  int most = 0;
  // The time from the start of a helper until it has loaded its compiler.
  absl::Duration start_timeout = absl::Seconds(30);
  absl::Duration compile_timeout = absl::Seconds(120);
  // Receives the first fault of a helper.
  LogSink log;
};

inline constexpr int kMostHelpers = 16;

// The most helpers at once that `options` allow.
int HelperCount(const HelperOptions& options);

class HelperCompiler final : public Compiler {
 public:
  // Makes the compiler. `open` tells the helpers which compiler to make, whose version must be
  // `version`. If `version` is empty, a helper is started at once and asked for its version;
  // kUnavailable if that fails.
  static absl::StatusOr<std::unique_ptr<HelperCompiler>> Create(const OpenMessage& open,
                                                                const std::string& version,
                                                                const HelperOptions& options);
  ~HelperCompiler() override;

  // Compiles in a helper. It has two more errors than Compiler:
  // - The compiler itself crashes twice: kInvalidArgument if it crashes for any kernel of the
  //   architecture, else kInternal.
  // - The helper fails: kUnavailable if it is missing, hung, killed, answers garbage, or has
  //   another compiler. IsUsable() tells whether to try again. A hung helper is not tried twice.
  absl::StatusOr<CodeObject> Compile(const CompileRequest& request) override;

  std::string Version() const override { return version_; }
  std::string name() const override;
  std::string Library() const override { return open_.library; }
  bool TakesIr() override { return open_.host_language == HostLanguage::kLlvm; }

  // False once a helper has failed to start, or after several faults. Every further compile is then
  // kUnavailable at once.
  bool IsUsable() const;

 private:
  HelperCompiler(OpenMessage open, std::string version, HelperOptions options);

  // A helper for the caller's use until it is given back or dropped. Waits while too many helpers
  // are in use.
  absl::StatusOr<std::unique_ptr<HelperProcess>> Borrow(const CancelToken& cancel);
  // Waits for an idle helper and returns it. Null gives the right to start one.
  absl::StatusOr<std::unique_ptr<HelperProcess>> AwaitTurn(const CancelToken& cancel);
  absl::StatusOr<std::unique_ptr<HelperProcess>> StartOne();
  void GiveBack(std::unique_ptr<HelperProcess> helper);
  // One attempt. `fault` tells a fault of the helper from an error of the compiler.
  absl::StatusOr<CodeObject> TryOnce(const CompileRequest& request, HelperFault& fault);
  absl::Status ExplainCrash(const CompileRequest& request, const absl::Status& crash);
  void CountFault(const absl::Status& error, bool is_fatal);

  const OpenMessage open_;
  const HelperOptions options_;
  const int most_;
  std::string version_;  // set before any other thread knows this object

  mutable std::mutex mutex_;
  std::condition_variable returned_;
  std::vector<std::unique_ptr<HelperProcess>> idle_;  // guarded by mutex_
  int borrowed_ = 0;                                  // guarded by mutex_
  int faults_ = 0;                                    // guarded by mutex_
  std::string broken_;  // guarded by mutex_; the reason why no helper is tried, or empty
};

}  // namespace fft::rtc

#endif  // FFT_RTC_HELPER_HELPER_COMPILER_H_
