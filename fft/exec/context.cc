#include "fft/exec/context.h"

#include <signal.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "fft/base/float_state.h"
#include "fft/base/out_of_memory.h"
#include "fft/base/sha256.h"
#include "fft/base/status.h"
#include "fft/exec/context_state.h"
#include "fft/exec/describe_decided.h"
#include "fft/exec/kernel_build.h"
#include "fft/exec/measured_candidate.h"
#include "fft/exec/open_device.h"
#include "fft/exec/pipeline.h"
#include "fft/exec/plan.h"
#include "fft/exec/plan_report.h"
#include "fft/exec/trace.h"
#include "fft/exec/trace_dump.h"
#include "fft/exec/trace_events.h"
#include "fft/exec/tuning.h"
#include "fft/exec/wisdom.h"
#include "fft/kernels/generate.h"
#include "fft/rtc/absent_compiler.h"
#include "fft/rtc/helper/parallel_compiler.h"
#include "fft/rtc/system/blocked_signal.h"
#include "fft/rtc/system/library_location.h"

namespace fft {
namespace {

constexpr char kSystemCacheName[] = "fft_kernels.db";
constexpr size_t kMostNameBytes = 200;
constexpr int64_t kMostMebibytes = int64_t{1} << 30;

// The plan with the full report of the planner, which says why this plan was chosen.
std::shared_ptr<const PlanDescription> WithFullReport(std::shared_ptr<const PlanDescription> plan) {
  if (WasPlanned(*plan)) return plan;
  PlanDescription full = *plan;
  full.planner = FullPlannerReport(*plan);
  return std::make_shared<const PlanDescription>(std::move(full));
}

class ContextImpl final : public Context {
 public:
  ContextImpl(std::shared_ptr<ContextState> state, bool independent_rows, std::string dump_dir,
              std::string trace_dir)
      : state_(std::move(state)),
        independent_rows_(independent_rows),
        dump_dir_(std::move(dump_dir)),
        trace_dir_(std::move(trace_dir)) {}

  rtc::Device& device() override { return state_->device(); }
  const Target& target() const override { return state_->target(); }

  std::string SerializeCache() override { return state_->cache().Serialize(); }
  absl::StatusOr<int64_t> DeserializeCache(absl::string_view bytes) override {
    return CatchOutOfMemory([&] {
      return state_->cache().Deserialize(bytes, kernels::GeneratorVersion(state_->pass_limit()));
    });
  }
  rtc::CacheCounters cache_counters() const override { return state_->cache().counters(); }
  std::string cache_status() const override { return state_->cache().status(); }

  absl::StatusOr<std::shared_ptr<const Plan>> MakePlan(const Problem& problem,
                                                       const PlanOptions& options,
                                                       Trace* trace) override {
    const DefaultFloatState state;
    return CatchOutOfMemory([&] { return MakeAndDump(problem, Asked(options), trace); });
  }

  absl::StatusOr<std::shared_ptr<const Plan>> MakePlan(const PlanReport& report,
                                                       int rank) override {
    const DefaultFloatState state;
    return CatchOutOfMemory([&]() -> absl::StatusOr<std::shared_ptr<const Plan>> {
      FFT_ASSIGN_OR_RETURN(auto description, SelectPlan(report, rank));
      return MakeDescribed("report.target", std::move(description));
    });
  }

  absl::StatusOr<std::shared_ptr<const Plan>> MakePlan(
      std::shared_ptr<const PlanDescription> description) override {
    const DefaultFloatState state;
    return CatchOutOfMemory(
        [&] { return MakeDescribed("description.target", std::move(description)); });
  }

  absl::StatusOr<std::vector<MeasuredCandidate>> MeasureCandidates(const Problem& problem,
                                                                   const PlanOptions& options,
                                                                   int count) override {
    const DefaultFloatState state;
    return CatchOutOfMemory([&] { return MeasurePlans(state_, problem, Asked(options), count); });
  }

  std::string PlanWisdom(const Plan& plan) override {
    const PlanDescription& description = plan.description();
    return WisdomText({{WisdomKeyOf(*state_, description.problem, AskedOptions(description)),
                        WisdomChoiceOf(description)}});
  }
  absl::StatusOr<std::string> ExportWisdom() override {
    return CatchOutOfMemory([&]() -> absl::StatusOr<std::string> {
      FFT_ASSIGN_OR_RETURN(const WisdomChoices choices, state_->wisdom().All());
      return WisdomText(choices);
    });
  }
  absl::StatusOr<int64_t> ImportWisdom(absl::string_view text) override {
    return CatchOutOfMemory([&]() -> absl::StatusOr<int64_t> {
      FFT_ASSIGN_OR_RETURN(const WisdomChoices choices, ParseWisdom(text));
      absl::Status stored;
      for (const auto& [key, choice] : choices) {
        stored.Update(state_->wisdom().Put(key, choice));
      }
      FFT_RETURN_IF_ERROR(stored);
      return static_cast<int64_t>(choices.size());
    });
  }
  void ForgetWisdom() override { state_->wisdom().Forget(); }
  PlanOptions Asked(PlanOptions options) const override {
    options.independent_rows |= independent_rows_;
    return options;
  }

 private:
  // `field` names the description's target.
  absl::StatusOr<std::shared_ptr<const Plan>> MakeDescribed(
      const char* field, std::shared_ptr<const PlanDescription> description) {
    if (description->target != target()) {
      const std::string& made_for = description->target.name;
      return InvalidField(field, made_for,
                          made_for == target().name
                              ? absl::StrCat(made_for, " as Context::target() describes it")
                              : target().name);
    }
    const CancelToken cancel = description->options.cancel;
    return PlanImpl::Create(state_, std::move(description), cancel, trace_dir_);
  }

  absl::StatusOr<std::shared_ptr<const Plan>> MakeAndDump(const Problem& problem,
                                                          const PlanOptions& options,
                                                          Trace* trace) {
    if (dump_dir_.empty()) return Make(problem, options, trace);
    Trace own;
    if (trace == nullptr) trace = &own;
    absl::StatusOr<std::shared_ptr<const Plan>> plan = Make(problem, options, trace);
    const rtc::BlockedSignal guard(SIGXFSZ);
    const absl::Status dumped = WriteDump(EventsOf(*trace), DumpFolder(problem));
    if (!dumped.ok()) {
      LogWarning(state_->log(), std::string(dumped.message()));
    }
    return plan;
  }

  absl::StatusOr<std::shared_ptr<const Plan>> Make(const Problem& problem,
                                                   const PlanOptions& options, Trace* trace) {
    if (trace == nullptr) return MakeTraced(problem, options, nullptr);
    *trace = {};
    absl::StatusOr<std::shared_ptr<const Plan>> plan = MakeTraced(problem, options, trace);
    trace->status = plan.status();
    if (plan.ok()) trace->builds = (*plan)->builds();
    return plan;
  }

  absl::StatusOr<std::shared_ptr<const Plan>> MakeTraced(const Problem& problem,
                                                         const PlanOptions& options, Trace* trace) {
    FFT_ASSIGN_OR_RETURN(const Problem wanted, ProblemToPlan(problem, options));
    if (trace != nullptr) {
      trace->problem = wanted;
      trace->target = target();
    }
    TuningReport* const tuning = trace == nullptr ? nullptr : &trace->tuning;
    FFT_ASSIGN_OR_RETURN(auto description, options.rigor == Rigor::kMeasure
                                               ? ChooseByTiming(state_, wanted, options, tuning)
                                               : state_->Describe(wanted, options));
    if (trace != nullptr) {
      trace->plan = WithFullReport(description);
      FFT_RETURN_IF_ERROR(ReportSources(*description, state_->pass_limit(), &trace->sources));
    }
    return PlanImpl::Create(state_, std::move(description), options.cancel, trace_dir_);
  }

  // The folder of a dump. Each problem and target has its own folder, and so has each limit of AST
  // passes.
  std::string DumpFolder(const Problem& problem) const {
    const absl::StatusOr<Problem> completed = CompleteProblem(problem);
    const std::string token = completed.ok() ? ToToken(*completed) : "illegal";
    std::string name = absl::StrCat(target().name, "_", token);
    if (name.size() > kMostNameBytes) {
      name = absl::StrCat(name.substr(0, kMostNameBytes), "_", Sha256Hex(token).substr(0, 16));
    }
    const int limit = state_->pass_limit();
    if (limit != codegen::kAllPasses) absl::StrAppend(&name, "_passes_", limit);
    return absl::StrCat(dump_dir_, "/", name);
  }

  const std::shared_ptr<ContextState> state_;
  const bool independent_rows_;
  const std::string dump_dir_;   // empty: no dumps
  const std::string trace_dir_;  // empty: no records of plans
};

absl::StatusOr<bool> IndependentRows(const ContextOptions& environment) {
  const std::string& text = environment.independent_rows;
  if (text.empty() || text == "0") return false;
  if (text == "1") return true;
  return InvalidField("independent_rows", text, "1 or 0");
}

absl::StatusOr<int> PassLimit(const ContextOptions& environment) {
  if (environment.pass_limit.empty()) return codegen::kAllPasses;
  int limit = 0;
  if (!absl::SimpleAtoi(environment.pass_limit, &limit) || limit < 0) {
    return InvalidField("pass_limit", environment.pass_limit,
                        absl::StrCat("0 to ", codegen::kAllPasses));
  }
  return limit;
}

// The absolute path, which stays valid if the program changes to another folder.
std::string Absolute(const std::string& path) {
  std::error_code error;
  const std::filesystem::path absolute = std::filesystem::absolute(path, error);
  return path.empty() || error ? path : absolute.string();
}

absl::StatusOr<rtc::KernelCacheOptions> CacheOptions(const ContextOptions& environment,
                                                     const LogSink& log) {
  rtc::KernelCacheOptions options;
  options.user_path = Absolute(environment.cache_path);
  options.system_path = environment.system_cache_path.empty()
                            ? rtc::FindBesideLibrary(kSystemCacheName)
                            : environment.system_cache_path;
  if (options.system_path == "none") options.system_path.clear();
  options.system_path = Absolute(options.system_path);
  options.log = log;
  const std::string& limit = environment.cache_limit_mib;
  if (!limit.empty()) {
    int64_t mebibytes = 0;
    if (!absl::SimpleAtoi(limit, &mebibytes) || mebibytes < 0 || mebibytes > kMostMebibytes) {
      return InvalidField("cache_limit_mib", limit, absl::StrCat("0 to ", kMostMebibytes));
    }
    options.user_limit_bytes = mebibytes << 20;
  }
  return options;
}

// Opens the compiler of a device, and sets which code of caches is used. Code for the host is made
// for one processor, which the compiler's version names, so the version must match. A GPU may take
// code of another version of the compiler, because its driver refuses code that does not fit. If a
// GPU has no compiler, its kernels must come from caches.
absl::StatusOr<std::unique_ptr<rtc::Compiler>> OpenCompiler(
    rtc::DeviceKind kind, const rtc::ParallelCompilerOptions& options,
    rtc::KernelCacheOptions* cache) {
  auto compiler = rtc::MakeParallelCompiler(kind, options);
  if (kind == rtc::DeviceKind::kHost) return compiler;
  cache->match_shipped = rtc::CompilerMatch::kAny;
  if (!absl::IsUnavailable(compiler.status())) return compiler;
  cache->match_kept = rtc::CompilerMatch::kAny;
  return rtc::MakeAbsentCompiler(compiler.status());
}

// A kernel that a libLLVM must compile correctly before it is used, if the tests do not cover its
// version. The kernel has loops over lanes with a rest, exchange through memory, butterflies and
// twiddles.
absl::StatusOr<rtc::CompileRequest> TrialKernel() {
  FFT_ASSIGN_OR_RETURN(const Problem problem, ParseToken("complex_forward_len_100_100_single_op"));
  FFT_ASSIGN_OR_RETURN(const Target target, FindTarget("host"));
  FFT_ASSIGN_OR_RETURN(const PlanDescription plan, DescribePlan(problem, target, {}));
  const kernels::PlannedKernel& kernel = plan.kernels.front();
  FFT_ASSIGN_OR_RETURN(std::string source,
                       kernels::GenerateSource(kernel.spec, IrDialect(target.dialect), nullptr));
  return rtc::CompileRequest{kernel.name, std::move(source), "host", {}, {}};
}

absl::StatusOr<std::shared_ptr<Context>> CreateContext(const ContextOptions& options,
                                                       const LogSink& log) {
  FFT_ASSIGN_OR_RETURN(rtc::KernelCacheOptions cache_options, CacheOptions(options, log));
  FFT_ASSIGN_OR_RETURN(const int pass_limit, PassLimit(options));
  FFT_ASSIGN_OR_RETURN(const bool independent_rows, IndependentRows(options));
  FFT_ASSIGN_OR_RETURN(OpenedDevice opened, OpenDeviceFor(options));
  FFT_ASSIGN_OR_RETURN(rtc::ParallelCompilerOptions compiler_options,
                       rtc::CompilerOptionsFrom(options, log));
  const auto proofs = std::make_shared<rtc::LlvmProofs>();
  compiler_options.proofs = proofs;
  FFT_ASSIGN_OR_RETURN(std::unique_ptr<rtc::Compiler> compiler,
                       OpenCompiler(opened.device->kind(), compiler_options, &cache_options));
  auto cache = rtc::KernelCache::Open(cache_options);
  *proofs = {cache.get(), kernels::GeneratorVersion(pass_limit), TrialKernel};
  auto state = std::make_shared<ContextState>(std::move(opened.device), std::move(compiler),
                                              Stores{std::move(cache), cache_options.user_path},
                                              std::move(opened.target), log, pass_limit);
  return std::shared_ptr<Context>(std::make_shared<ContextImpl>(
      std::move(state), independent_rows, Absolute(options.dump_dir), Absolute(options.trace_dir)));
}

}  // namespace

const Problem& Plan::problem() const { return description().problem; }

absl::StatusOr<std::shared_ptr<Context>> Context::Create(const ContextOptions& options,
                                                         LogSink log) {
  const DefaultFloatState state;
  return CatchOutOfMemory([&] { return CreateContext(options, log); });
}

}  // namespace fft
