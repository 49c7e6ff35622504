#include "fft/exec/resources.h"

#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "fft/base/status.h"
#include "fft/codegen/generate.h"

namespace fft {
namespace {

rtc::CompileJob MakeJob(const codegen::PlannedKernel& kernel, const rtc::Device& device,
                        const rtc::Compiler& compiler, Dialect dialect) {
  rtc::CompileJob job;
  job.key = {kernel.name, device.arch(), compiler.Version(), codegen::GeneratorVersion()};
  job.request = [spec = kernel.spec, key = job.key,
                 dialect]() -> absl::StatusOr<rtc::CompileRequest> {
    FFT_ASSIGN_OR_RETURN(std::string source, codegen::GenerateSource(spec, dialect, nullptr));
    return rtc::CompileRequest{key.kernel_name, std::move(source), key.arch, {}};
  };
  return job;
}

void RecordBuild(Trace* trace, const std::string& name, const LoadedKernel& kernel) {
  if (trace == nullptr) return;
  trace->Add("rtc", name,
             {{"origin", kernel.origin},
              {"milliseconds", kernel.milliseconds},
              {"code_bytes", kernel.code_bytes},
              {"log", kernel.log}});
}

}  // namespace

absl::StatusOr<std::vector<std::shared_ptr<const LoadedKernel>>> Resources::LoadKernels(
    const std::vector<codegen::PlannedKernel>& kernels, Trace* trace) {
  std::vector<std::shared_ptr<const LoadedKernel>> loaded(kernels.size());
  std::vector<rtc::CompileJob> jobs;
  std::vector<size_t> job_of(kernels.size());
  {
    absl::MutexLock lock(&mutex_);
    for (size_t i = 0; i < kernels.size(); ++i) {
      auto it = kernels_.find(kernels[i].name);
      if (it != kernels_.end()) loaded[i] = it->second.lock();
      if (loaded[i] != nullptr) continue;
      job_of[i] = jobs.size();
      jobs.push_back(MakeJob(kernels[i], *device_, *compiler_, target_.dialect));
    }
  }
  const auto results = scheduler_.CompileAll(jobs, *cache_, *compiler_);
  for (size_t i = 0; i < kernels.size(); ++i) {
    if (loaded[i] == nullptr) {
      const absl::StatusOr<rtc::CachedKernel>& cached = results[job_of[i]];
      if (!cached.ok()) return cached.status();
      FFT_ASSIGN_OR_RETURN(loaded[i], Load(kernels[i].name, *cached));
    }
    RecordBuild(trace, kernels[i].name, *loaded[i]);
  }
  return loaded;
}

absl::StatusOr<std::shared_ptr<const LoadedKernel>> Resources::Load(
    const std::string& name, const rtc::CachedKernel& cached) {
  absl::MutexLock lock(&mutex_);
  std::weak_ptr<const LoadedKernel>& slot = kernels_[name];
  if (std::shared_ptr<const LoadedKernel> known = slot.lock()) return known;
  auto kernel = std::make_shared<LoadedKernel>();
  FFT_ASSIGN_OR_RETURN(kernel->module, device_->LoadModule(cached.object.bytes, {name}));
  FFT_ASSIGN_OR_RETURN(kernel->kernel, kernel->module->GetKernel(name));
  kernel->origin = rtc::CodeOriginName(cached.origin);
  kernel->log = cached.object.log;
  kernel->milliseconds =
      cached.origin == rtc::CodeOrigin::kCompiled ? cached.object.milliseconds : 0;
  kernel->code_bytes = static_cast<int64_t>(cached.object.bytes.size());
  slot = kernel;
  return std::shared_ptr<const LoadedKernel>(std::move(kernel));
}

absl::StatusOr<std::shared_ptr<const rtc::DeviceBuffer>> Resources::LoadTable(
    const codegen::TwiddleTable& table) {
  absl::MutexLock lock(&mutex_);
  std::weak_ptr<const rtc::DeviceBuffer>& slot = tables_[codegen::TableKey(table)];
  if (std::shared_ptr<const rtc::DeviceBuffer> known = slot.lock()) return known;
  const std::string bytes = codegen::TableBytes(table);
  FFT_ASSIGN_OR_RETURN(rtc::DeviceBuffer buffer,
                       rtc::DeviceBuffer::Allocate(*device_, bytes.size()));
  FFT_RETURN_IF_ERROR(device_->CopyToDevice(buffer.data(), bytes.data(), bytes.size(), nullptr));
  auto shared = std::make_shared<const rtc::DeviceBuffer>(std::move(buffer));
  slot = shared;
  return shared;
}

}  // namespace fft
