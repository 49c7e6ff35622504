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

struct KernelBuild;        // fft/exec/kernel_build.h; fft/fft_report.h has it and the next three
struct MeasuredCandidate;  // fft/exec/measured_candidate.h
struct PlanReport;         // fft/exec/plan_report.h
struct Trace;              // fft/exec/trace.h
struct PlanDescription;    // fft/exec/pipeline.h, which is not public; see fft/exec/report.h
struct Target;             // fft/core/target.h
enum class Dialect;        // fft/core/target.h

// The arrays of one execution. Pointers are device pointers of the Context's device (host pointers
// for the host device) to element 0 of each array; the library adds the problem's offsets. An array
// is aligned to the size of its elements, and an array of reals with an even offset to two
// elements. For example, {.in = in, .out = out, .stream = stream, .workspace = w, .workspace_bytes
// = size}.
struct ExecuteArguments {
  const void* in = nullptr;  // in place: null or equal to `out`
  void* out = nullptr;
  const void* in_imag = nullptr;  // planar formats: imaginary parts
  void* out_imag = nullptr;
  void* stream = nullptr;       // hipStream_t, CUstream; null = the default stream
  void* workspace = nullptr;    // at least Plan::workspace_bytes(), 256-byte aligned
  int64_t workspace_bytes = 0;  // size of `workspace`
  // `user` of the callbacks (fft/core/callbacks.h). If the input has a window
  // (ArrayDescription::has_window), load_user is the window, aligned to two reals.
  void* load_user = nullptr;
  void* store_user = nullptr;
  bool skip_callbacks = false;  // runs a plan that was made with callbacks without them
};

class Context;

// A transform ready to run. It is immutable. Execute allocates nothing, and may be called from many
// threads and during graph capture. Each call needs its own workspace.
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
  // The bytes of workspace that each execution needs; 0 if the plan needs none or owns its
  // workspace (fft/exec/owned_workspace.h).
  virtual int64_t workspace_bytes() const = 0;

  // Enqueues the transform in arguments.stream and returns; on the host device the transform has
  // ended on return. InvalidArgument names a null or misaligned pointer, arrays that overlap, or a
  // too small workspace (with both sizes); nothing is launched then. If the device refuses a
  // launch, the error has the device's text. Earlier launches have started then, so the output is
  // undefined, and so is the input if the plan may overwrite it. If the batch or a loop is 0,
  // nothing happens, whatever the arguments. Takes no memory, and on the caller's thread the time
  // of one launch per step.
  virtual absl::Status Execute(const ExecuteArguments& arguments) const = 0;

  // The InvalidArgument that Execute returns for the arguments, or OK.
  virtual absl::Status CheckArguments(const ExecuteArguments& arguments) const = 0;

  // Runs the transform from `in` to `out` by one call on this thread and returns true, if the plan
  // has such a call and a quick check finds the arrays valid. Otherwise does nothing and returns
  // false; Execute then runs the transform or returns the error.
  virtual bool ExecuteAtOnce(const void* /*in*/, void* /*out*/) const { return false; }

  // Enqueues one step of the transform (0-based), for timing kernels apart.
  virtual absl::Status ExecuteStep(int step, const ExecuteArguments& arguments) const = 0;
};

// One device with the state that its plans share. Thread safe. Plans keep alive the state that they
// need, also after the Context is destroyed.
class Context {
 public:
  virtual ~Context() = default;

  // Opens the device that `options.device` names. By default the options come from the environment.
  // `log` receives faults that cost time but change no result, such as a kernel cache that cannot
  // be used. Takes the time in which the device's runtime opens. The host device starts a thread
  // per processor.
  static absl::StatusOr<std::shared_ptr<Context>> Create(
      const ContextOptions& options = ReadEnvironment(), LogSink log = {});

  virtual rtc::Device& device() = 0;
  virtual const Target& target() const = 0;

  // The compiled kernels that this Context holds in memory, as bytes for DeserializeCache in
  // another process (rocFFT's runtime compilation design, "User control of cache"). They are the
  // kernels that plans have used and that DeserializeCache has taken. Takes time in proportion to
  // their bytes, and memory for a few copies.
  virtual std::string SerializeCache() = 0;

  // Takes all kernels of another Context's SerializeCache, or none, so that later plans need not
  // compile them. Returns their number. kInvalidArgument or kDataLoss says what is wrong with the
  // bytes. kFailedPrecondition says that another version of this library made the bytes. The
  // kernels run as code: take bytes only from sources that you would take programs from. Time and
  // memory grow with the bytes, which are read twice and copied.
  virtual absl::StatusOr<int64_t> DeserializeCache(absl::string_view bytes) = 0;

  // Counts the look-ups of kernels since the Context was made, by their result.
  virtual rtc::CacheCounters cache_counters() const = 0;
  // "ok", or the first fault for which a kernel cache was not used.
  virtual std::string cache_status() const = 0;

  // Plans, compiles and uploads tables, and blocks until all is done. The problem need not be
  // completed. Planning takes at most 0.1 s and 64 MiB on one processor whatever the lengths. Each
  // kernel that is in no cache must be compiled. Tables take a few elements of device memory for
  // each point of each axis, and plans share them. With `options.callbacks`, kernels with and
  // without the callbacks are compiled. A problem with has_callbacks needs `options.callbacks`. A
  // trace, if given, records every stage.
  //
  // `options.cancel` ends the call within 0.1 s with Cancelled. Compilers and helpers that run for
  // it are killed. A compilation in this process (hipRTC, NVRTC) is waited for, and its code is
  // kept. InvalidArgument names the wrong member of problem or options. Unimplemented says why no
  // scheme takes the problem. ResourceExhausted means that host or device memory ran out, and
  // Unavailable that there is no compiler. After an error no memory is left allocated.
  virtual absl::StatusOr<std::shared_ptr<const Plan>> MakePlan(const Problem& problem,
                                                               const PlanOptions& options = {},
                                                               Trace* trace = nullptr) = 0;

  // Makes the plan of report.ranked[rank], a candidate of one of the report's trees, without
  // planning again. InvalidArgument if there is no such rank, or if the report was made for another
  // target. Other errors are those of the first MakePlan.
  virtual absl::StatusOr<std::shared_ptr<const Plan>> MakePlan(const PlanReport& report,
                                                               int rank) = 0;

  // Makes the plan of a description (fft/exec/pipeline.h), without planning again. InvalidArgument
  // if the description was made for another target. Other errors are those of the first MakePlan.
  virtual absl::StatusOr<std::shared_ptr<const Plan>> MakePlan(
      std::shared_ptr<const PlanDescription> description) = 0;

  // Times the first `count` candidate assignments of the problem (all, if there are fewer) on the
  // device, on zeros in its own buffers. Returns them in the order of their ranks. Compiles each
  // kernel that is in no cache, executes each candidate a fixed number of times, and takes device
  // memory for the arrays and the largest workspace.
  virtual absl::StatusOr<std::vector<MeasuredCandidate>> MeasureCandidates(
      const Problem& problem, const PlanOptions& options, int count) = 0;

  // Wisdom as text (fft/exec/wisdom.h). PlanWisdom returns the tree and the assignment of one plan
  // of this Context, measured or not. ExportWisdom returns all choices of Rigor::kMeasure,
  // including the choices in the kernel cache's file. ImportWisdom takes all choices of a text or
  // none and returns their number; kMeasure then need not time them. Both have the same errors of
  // the file. If the choices could not be stored in the file, this Context knows them nevertheless.
  // Time and memory grow with the text and with the number of choices.
  virtual std::string PlanWisdom(const Plan& plan) = 0;
  virtual absl::StatusOr<std::string> ExportWisdom() = 0;
  virtual absl::StatusOr<int64_t> ImportWisdom(absl::string_view text) = 0;
  // Forgets every choice. The file keeps its choices, but this Context does not read them again.
  // Later choices of kMeasure are kept.
  virtual void ForgetWisdom() = 0;

  // Returns `options` with the options added that hold for every plan of the Context
  // (ContextOptions).
  virtual PlanOptions Asked(PlanOptions options) const = 0;
};

}  // namespace fft

#endif  // FFT_EXEC_CONTEXT_H_
