#include "fft/exec/context_state.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "fft/base/out_of_memory.h"
#include "fft/base/status.h"
#include "fft/exec/kernel_build.h"
#include "fft/exec/source_dialect.h"
#include "fft/kernels/generate.h"

namespace fft {
namespace {

// The PlanKernel of a plan that uses a kernel which is loaded already.
PlanKernel Share(const std::string& name, std::shared_ptr<const LoadedKernel> loaded) {
  KernelBuild build{name, rtc::CodeOriginName(rtc::CodeOrigin::kMemory), 0, loaded->code_bytes,
                    loaded->log};
  return {std::move(loaded), std::move(build)};
}

// Whether the options differ at most in `candidate`.
bool DifferInCandidate(const PlanOptions& a, PlanOptions b) {
  b.candidate = a.candidate;
  return a == b;
}

template <typename Spec>
auto SourceMaker(const Spec& spec) {
  return [spec](Dialect dialect, int pass_limit) {
    return kernels::GenerateSource(spec, dialect, nullptr, pass_limit);
  };
}

// The error of a kernel that does not compile or load. For a kernel with text of the program, which
// may be wrong, InvalidArgument stays. For other kernels it becomes Internal, because the library
// wrote their text.
absl::Status KernelFault(const KernelToLoad& kernel, const absl::Status& status) {
  if (!absl::IsInvalidArgument(status) || kernel.has_text) return status;
  return absl::InternalError(status.message());
}

}  // namespace

KernelToLoad ToLoad(const kernels::PlannedKernel& kernel) {
  const kernels::KernelSpec& spec = kernel.spec;
  const bool has_text = !spec.load_callback.text.empty() || !spec.store_callback.text.empty();
  return {kernel.name, SourceMaker(spec), has_text, {}};
}

KernelToLoad ToLoad(const PlannedRelay& relay) {
  return {.name = relay.name, .source = SourceMaker(relay.spec)};
}

absl::StatusOr<std::shared_ptr<const PlanDescription>> ContextState::Describe(
    const Problem& problem, const PlanOptions& options) {
  FFT_ASSIGN_OR_RETURN(const Problem wanted, ProblemToPlan(problem, options));
  const std::string token = ToToken(wanted);
  std::shared_ptr<const PlanDescription> known;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    known = descriptions_.Find(token);
  }
  const bool is_same_plan =
      known != nullptr && known->problem == wanted && DifferInCandidate(known->options, options);
  if (is_same_plan && known->options == options) return known;
  FFT_ASSIGN_OR_RETURN(PlanDescription made, is_same_plan ? CatchOutOfMemory([&] {
                         return WithCandidate(*known, options.candidate);
                       })
                                                          : decisions_.Describe(wanted, options));
  auto description = std::make_shared<const PlanDescription>(std::move(made));
  std::lock_guard<std::mutex> lock(mutex_);
  descriptions_.Keep(token, description);
  return description;
}

Dialect ContextState::source_dialect() const { return SourceDialect(target_, *compiler_); }

rtc::CompileJob ContextState::MakeJob(const KernelToLoad& kernel) const {
  rtc::CompileJob job;
  job.key = {kernel.name, device_->arch(), compiler_->Version(),
             kernels::GeneratorVersion(pass_limit_)};
  job.request = [this, make = kernel.source, objects = kernel.objects,
                 key = job.key]() -> absl::StatusOr<rtc::CompileRequest> {
    FFT_ASSIGN_OR_RETURN(std::string source, make(source_dialect(), pass_limit_));
    return rtc::CompileRequest{key.kernel_name, std::move(source), key.arch, {}, objects};
  };
  return job;
}

absl::StatusOr<std::vector<PlanKernel>> ContextState::LoadKernels(
    const std::vector<KernelToLoad>& kernels, const CancelToken& cancel) {
  std::vector<PlanKernel> result(kernels.size());
  // The modules of newly compiled code. Caches keep a kernel only after the device has loaded it.
  std::vector<std::shared_ptr<const LoadedKernel>> accepted(kernels.size());
  std::vector<rtc::CompileJob> jobs;
  std::vector<size_t> job_of(kernels.size());
  {
    std::lock_guard<std::mutex> lock(mutex_);
    for (size_t i = 0; i < kernels.size(); ++i) {
      const std::string& name = kernels[i].name;
      if (auto known = kernels_.Find(name)) result[i] = Share(name, std::move(known));
      if (result[i].loaded != nullptr) continue;
      job_of[i] = jobs.size();
      jobs.push_back(MakeJob(kernels[i]));
      jobs.back().cancel = cancel;
      jobs.back().accept = [this, name, &slot = accepted[i]](const rtc::CodeObject& object) {
        auto loaded = LoadCode(name, object);
        if (loaded.ok()) slot = *std::move(loaded);
        return loaded.status();
      };
    }
  }
  const auto compiled = scheduler_.CompileAll(jobs, *cache_, *compiler_);
  for (size_t i = 0; i < kernels.size(); ++i) {
    if (result[i].loaded != nullptr) continue;
    const absl::StatusOr<rtc::CachedKernel>& cached = compiled[job_of[i]];
    if (!cached.ok()) return KernelFault(kernels[i], cached.status());
    auto loaded = LoadOrRecompile(jobs[job_of[i]], *cached);
    if (!loaded.ok()) return KernelFault(kernels[i], loaded.status());
    result[i] = *std::move(loaded);
  }
  const auto is_new = [](const auto& kernel) { return kernel.ok() && IsCompiled(kernel->origin); };
  if (std::any_of(compiled.begin(), compiled.end(), is_new)) decisions_.Write();
  return result;
}

absl::StatusOr<PlanKernel> ContextState::LoadOrRecompile(const rtc::CompileJob& job,
                                                         const rtc::CachedKernel& cached) {
  absl::StatusOr<PlanKernel> loaded = Load(job.key.kernel_name, cached);
  if (loaded.ok() || rtc::IsCompiled(cached.origin)) return loaded;
  // The code is undamaged, but it was made for another driver. Both drivers have the same version
  // text, so the cache did not notice.
  LogWarning(log_, absl::StrCat("the device rejects the code of ", job.key.kernel_name, " from ",
                                rtc::CodeOriginName(cached.origin),
                                ", which is compiled anew: ", loaded.status().message()));
  FFT_ASSIGN_OR_RETURN(const rtc::CachedKernel compiled,
                       cache_->Recompile(job.key, job.request, *compiler_, job.accept, job.cancel));
  return Load(job.key.kernel_name, compiled);
}

absl::StatusOr<std::shared_ptr<const LoadedKernel>> ContextState::LoadCode(
    const std::string& name, const rtc::CodeObject& object) {
  std::lock_guard<std::mutex> lock(mutex_);
  if (auto known = kernels_.Find(name)) return known;
  auto kernel = std::make_shared<LoadedKernel>();
  auto module = device_->LoadModule(object.bytes, {name});
  if (!module.ok()) {
    return absl::Status(module.status().code(),
                        absl::StrCat("kernel \"", name, "\": ", module.status().message()));
  }
  kernel->module = *std::move(module);
  FFT_ASSIGN_OR_RETURN(kernel->kernel, kernel->module->GetKernel(name));
  kernel->log = object.log;
  kernel->code_bytes = static_cast<int64_t>(object.bytes.size());
  kernels_.Keep(name, kernel);
  return std::shared_ptr<const LoadedKernel>(std::move(kernel));
}

absl::StatusOr<PlanKernel> ContextState::Load(const std::string& name,
                                              const rtc::CachedKernel& cached) {
  FFT_ASSIGN_OR_RETURN(std::shared_ptr<const LoadedKernel> loaded, LoadCode(name, cached.object));
  // The build says where the code of this plan came from, also if another plan has loaded the same
  // code first.
  PlanKernel result = Share(name, std::move(loaded));
  result.build.origin = rtc::CodeOriginName(cached.origin);
  if (rtc::IsCompiled(cached.origin)) result.build.milliseconds = cached.object.milliseconds;
  return result;
}

absl::StatusOr<std::shared_ptr<const rtc::DeviceBuffer>> ContextState::LoadTable(
    const kernels::TwiddleTable& table) {
  const std::string key = kernels::TableKey(table);
  {
    std::lock_guard<std::mutex> lock(mutex_);
    if (auto known = tables_.Find(key)) return known;
  }
  // The lock is not held here, because the filter of a long convolution takes a second to compute.
  FFT_ASSIGN_OR_RETURN(rtc::DeviceBuffer buffer,
                       rtc::DeviceBuffer::Allocate(*device_, kernels::TableSize(table)));
  if (device_->kind() == rtc::DeviceKind::kHost) {
    kernels::WriteTable(table, buffer.data());
  } else {
    const std::string bytes = kernels::TableBytes(table);
    // The copy has its own stream. A copy in the default stream would wait for the program's
    // streams and end their captures.
    FFT_ASSIGN_OR_RETURN(const rtc::ScopedStream stream, rtc::ScopedStream::Create(*device_));
    FFT_RETURN_IF_ERROR(
        device_->CopyToDevice(buffer.data(), bytes.data(), bytes.size(), stream.get()));
  }
  std::lock_guard<std::mutex> lock(mutex_);
  if (auto known = tables_.Find(key)) return known;
  auto shared = std::make_shared<const rtc::DeviceBuffer>(std::move(buffer));
  tables_.Keep(key, shared);
  return shared;
}

}  // namespace fft
