// Context: one device with its compiler, kernel cache, loaded modules and twiddle tables.
// Plan: an immutable transform ready to run.
//
//   fft::Problem problem;
//   problem.lengths = {336, 336, 56};  // slowest dimension first
//   problem.precision = fft::Precision::kDouble;
//   absl::StatusOr<std::shared_ptr<fft::Context>> context = fft::Context::Create();
//   absl::StatusOr<std::shared_ptr<const fft::Plan>> plan = (*context)->MakePlan(problem);
//   absl::Status status = (*plan)->Execute({.in = in, .out = out, .stream = stream});
#ifndef FFT_EXEC_CONTEXT_H_
#define FFT_EXEC_CONTEXT_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "fft/base/log.h"
#include "fft/base/options.h"
#include "fft/core/problem.h"
#include "fft/plan/plan_options.h"
#include "fft/rtc/cache/cache_counters.h"
#include "fft/rtc/device.h"

namespace fft {

struct KernelBuild;        // fft/exec/kernel_build.h, in fft/fft_report.h like the next three
struct MeasuredCandidate;  // fft/exec/measured_candidate.h
struct PlanReport;         // fft/exec/plan_report.h
struct Trace;              // fft/exec/trace.h
struct PlanDescription;    // fft/exec/pipeline.h, of the library; fft/exec/report.h tells what it
                           // holds
struct Target;             // fft/core/target.h
enum class Dialect;        // the same

// The arrays of one execution. Pointers are device pointers of the Context's device (host pointers
// for the host device) to element 0 of each array: the problem's offsets are added by the library.
// Arrays are aligned to their elements, arrays of reals to two of them. For example, {.in = in,
// .out = out, .stream = stream, .workspace = w, .workspace_bytes = size}.
struct ExecuteArguments {
  const void* in = nullptr;  // not used for in-place problems (may equal `out` or be null)
  void* out = nullptr;
  const void* in_imag = nullptr;  // planar formats: imaginary parts
  void* out_imag = nullptr;
  void* stream = nullptr;       // hipStream_t, CUstream; null = the default stream
  void* workspace = nullptr;    // at least Plan::workspace_bytes(), 256-byte aligned
  int64_t workspace_bytes = 0;  // size of `workspace`
  // `user` of the callbacks (fft/core/callbacks.h); load_user is the window, where the input has
  // one (ArrayDescription::has_window), aligned to two reals.
  void* load_user = nullptr;
  void* store_user = nullptr;
  bool skip_callbacks = false;  // runs a plan that was made with callbacks without them
};

class Context;

// A transform ready to run. It is immutable: Execute is const, allocates nothing, and may be called
// from many threads and during graph capture, each call with a workspace of its own.
class Plan {
 public:
  virtual ~Plan() = default;

  // The problem, completed.
  const Problem& problem() const;
  // The results of all stages before the launch.
  virtual const PlanDescription& description() const = 0;
  virtual const std::vector<KernelBuild>& builds() const = 0;
  // The dialect in which the Context's compiler takes kernels. May open the compiler's library.
  virtual Dialect source_dialect() const = 0;
  // Bytes of the workspace that each execution needs; 0 where the plan needs none or owns one
  // (fft/exec/owned_workspace.h).
  virtual int64_t workspace_bytes() const = 0;

  // Enqueues the transform in arguments.stream and returns; on the host device it has run on
  // return. InvalidArgument names a null or misaligned pointer, arrays that overlap, or a too small
  // workspace (with both sizes); nothing is launched then. A launch that the device refuses fails
  // with the device's words. Earlier launches run on then: the output is undefined, the input too
  // if the plan may overwrite it. Where the batch or a loop is 0 nothing happens, whatever the
  // arguments. Takes no memory; on the caller's thread one launch per step.
  virtual absl::Status Execute(const ExecuteArguments& arguments) const = 0;

  // Runs the transform with these `in` and `out` and returns true where that takes one call on the
  // calling thread and the arrays are plainly valid. Otherwise returns false without doing
  // anything; Execute then runs the transform or says what is wrong.
  virtual bool ExecuteAtOnce(const void* /*in*/, void* /*out*/) const { return false; }

  // Enqueues one step of the transform (0-based), for timing kernels apart.
  virtual absl::Status ExecuteStep(int step, const ExecuteArguments& arguments) const = 0;
};

// One device with all that plans for it share. Thread safe. Plans keep the state they need alive,
// also beyond the Context's own lifetime.
class Context {
 public:
  virtual ~Context() = default;

  // Opens the device that `options.device` names. The environment is read by the default argument.
  // Faults that cost time but change no result, such as a kernel cache that cannot be used, are
  // told to `log`. Takes the time in which the device's runtime opens, and a thread per processor
  // for the host device.
  static absl::StatusOr<std::shared_ptr<Context>> Create(
      const ContextOptions& options = ReadEnvironment(), LogSink log = {});

  virtual rtc::Device& device() = 0;
  virtual const Target& target() const = 0;

  // The compiled kernels that this Context's plans have used, as bytes for DeserializeCache in
  // another process (rocFFT's runtime compilation design, "User control of cache"). Takes time by
  // their bytes, and memory for a few copies of them.
  virtual std::string SerializeCache() = 0;

  // Takes the kernels of another Context's SerializeCache, so that plans made from now on need not
  // compile them. It takes all or none, and checks them: kInvalidArgument or kDataLoss says what is
  // wrong with the bytes, kFailedPrecondition that another version of this library made them. Code
  // that is loaded is code that runs: take bytes only from whom you would take programs. Returns
  // the number of kernels. Time and memory grow with the bytes, which are read twice and copied.
  virtual absl::StatusOr<int64_t> DeserializeCache(absl::string_view bytes) = 0;

  // How many look-ups of kernels ended in which way since the Context was made.
  virtual rtc::CacheCounters cache_counters() const = 0;
  // "ok", or the first fault of a kernel cache that was stepped around.
  virtual std::string cache_status() const = 0;

  // Plans, compiles and uploads tables, and blocks until that is done. Planning takes at most 0.1 s
  // and 64 MiB on one processor whatever the lengths; each kernel that no cache has takes a
  // compilation besides. Tables take a few elements of device memory for each point of each axis,
  // and are shared by plans. The problem need not be completed. With `options.callbacks`, kernels
  // with and without them are compiled; a problem that says it has callbacks needs them there. A
  // trace records every stage.
  //
  // `options.cancel` ends it within 0.1 s with Cancelled: compilers and helpers that run for it are
  // killed; a compilation in this process (hipRTC, NVRTC) is waited for, and its code is kept.
  // InvalidArgument names the member of problem or options that is wrong, Unimplemented says why no
  // scheme takes the problem, ResourceExhausted that host or device memory ran out, Unavailable
  // that there is no compiler; nothing is left over then.
  virtual absl::StatusOr<std::shared_ptr<const Plan>> MakePlan(const Problem& problem,
                                                               const PlanOptions& options = {},
                                                               Trace* trace = nullptr) = 0;

  // The plan of report.ranked[rank], which is a candidate of one of the report's trees: nothing is
  // planned again. InvalidArgument where there is none of that number, or where the report was made
  // for another target. Otherwise as the other MakePlan, without the time of planning.
  virtual absl::StatusOr<std::shared_ptr<const Plan>> MakePlan(const PlanReport& report,
                                                               int rank) = 0;

  // The plan that a description tells of (fft/exec/pipeline.h): nothing is planned again.
  // InvalidArgument where it was made for another target. Otherwise as the others.
  virtual absl::StatusOr<std::shared_ptr<const Plan>> MakePlan(
      std::shared_ptr<const PlanDescription> description) = 0;

  // Times the first `count` candidate assignments of the problem (all, if there are fewer) on the
  // device, on zeros in buffers of its own; in the order of their ranks. Takes a compilation for
  // each kernel in no cache, a fixed number of executions of each candidate, and device memory for
  // the arrays and the largest workspace.
  virtual absl::StatusOr<std::vector<MeasuredCandidate>> MeasureCandidates(
      const Problem& problem, const PlanOptions& options, int count) = 0;

  // Wisdom as text (fft/exec/wisdom.h). PlanWisdom has tree and assignment of one plan of this
  // Context, measured or not. ExportWisdom has every choice of Rigor::kMeasure, with those of the
  // kernel cache's file. After ImportWisdom kMeasure need not time what the text holds. It takes
  // all choices or none and returns their number; Unavailable when they could not be stored in the
  // file, though this Context knows them. Time and memory grow with the text and with the choices
  // known.
  virtual std::string PlanWisdom(const Plan& plan) = 0;
  virtual absl::StatusOr<std::string> ExportWisdom() = 0;
  virtual absl::StatusOr<int64_t> ImportWisdom(absl::string_view text) = 0;
  // Forgets every choice; the file keeps its own, but this Context no longer reads them. What
  // kMeasure chooses from now on is kept as before.
  virtual void ForgetWisdom() = 0;

  // The options of a plan, with those set that hold for every plan of the Context (ContextOptions).
  virtual PlanOptions Asked(PlanOptions options) const = 0;
};

}  // namespace fft

#endif  // FFT_EXEC_CONTEXT_H_
