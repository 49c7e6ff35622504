#include "fft/rtc/helper/llvm_trial.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "fft/base/log.h"
#include "fft/base/status.h"
#include "fft/rtc/cache/kernel_cache.h"

namespace fft::rtc {
namespace {

constexpr char kLoopName[] = "trial";
constexpr char kLoop[] = R"(; LLVM IR
define void @trial(ptr %args, i32 %first, i32 %end) {
entry:
  %at = load ptr, ptr %args
  %data = load ptr, ptr %at
  br label %loop
loop:
  %i = phi i32 [ %first, %entry ], [ %next, %loop ]
  %p = getelementptr inbounds float, ptr %data, i32 %i
  %x = load <8 x float>, ptr %p, align 4
  %y = fmul <8 x float> %x, %x
  store <8 x float> %y, ptr %p, align 4
  %next = add i32 %i, 8
  %more = icmp slt i32 %next, %end
  br i1 %more, label %loop, label %done
done:
  ret void
}
)";

absl::StatusOr<CompileRequest> KernelOf(const LlvmProofs& proofs) {
  if (proofs.kernel) return proofs.kernel();
  return CompileRequest{kLoopName, kLoop, "host", {}, {}};
}

absl::Status CompileInHelper(const LlvmTrialOptions& options, const std::string& library,
                             const CompileRequest& request, const CacheKey& key) {
  OpenMessage open;
  open.host = options.host;
  open.host_language = HostLanguage::kLlvm;
  open.llvm = options.llvm;
  open.llvm.library = library;
  FFT_ASSIGN_OR_RETURN(const std::unique_ptr<HelperCompiler> helper,
                       HelperCompiler::Create(open, "", options.helper));
  if (options.proofs->cache == nullptr) return helper->Compile(request).status();
  return options.proofs->cache
      ->GetOrCompile(
          key, [&] { return request; }, *helper)
      .status();
}

absl::Status Try(const LlvmTrialOptions& options, const std::string& library,
                 const std::string& version) {
  const LlvmProofs& proofs = *options.proofs;
  FFT_ASSIGN_OR_RETURN(const CompileRequest request, KernelOf(proofs));
  const CacheKey key = {request.kernel_name, request.arch, version, proofs.generator_version};
  if (proofs.cache != nullptr && proofs.cache->Lookup(key)) return absl::OkStatus();
  const absl::Status outcome = CompileInHelper(options, library, request, key);
  if (outcome.ok()) return outcome;
  const std::string message = absl::StrCat(
      library, " is not used in this process, as it fails its trial: ", outcome.message());
  LogWarning(options.helper.log, message);
  return absl::UnavailableError(message);
}

}  // namespace

std::function<absl::Status(const std::string& library, const std::string& version)> LlvmTrial(
    LlvmTrialOptions options) {
  if (options.proofs == nullptr) options.proofs = std::make_shared<LlvmProofs>();
  return [options = std::move(options)](const std::string& library, const std::string& version) {
    return Try(options, library, version);
  };
}

}  // namespace fft::rtc
