// fft build: makes a plan on this machine's device and says where its kernels came from.
#include <memory>
#include <mutex>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "fft/base/json.h"
#include "fft/base/options.h"
#include "fft/base/status.h"
#include "fft/exec/context.h"
#include "fft/exec/kernel_build.h"
#include "tools/cli/commands.h"
#include "tools/cli/target_choice.h"
#include "tools/cli/text_table.h"

namespace fft::cli {
namespace {

std::string BuildsText(const std::vector<KernelBuild>& builds) {
  TextTable table({"from", "compiled in", "code", "kernel"});
  for (const KernelBuild& build : builds) {
    table.Add({build.origin, build.milliseconds > 0 ? FormatMilliseconds(build.milliseconds) : "-",
               FormatBytes(build.code_bytes), build.name});
  }
  return table.ToString();
}

Json ToJson(const KernelBuild& build) {
  return {{"kernel", build.name},
          {"origin", build.origin},
          {"milliseconds", build.milliseconds},
          {"code_bytes", build.code_bytes}};
}

}  // namespace

absl::Status RunBuild(const Flags& flags, std::ostream& out) {
  ContextOptions environment = ReadEnvironment();
  environment.device = flags.Get("device", environment.device);
  if (flags.Has("path")) environment.cache_path = UserPath(flags.Get("path"));
  FFT_ASSIGN_OR_RETURN(const Problem problem, ReadProblem(flags.positional()[0]));
  std::mutex mutex;
  std::vector<std::string> warnings;
  FFT_ASSIGN_OR_RETURN(
      const std::shared_ptr<Context> context,
      Context::Create(environment, [&](absl::LogSeverity, const std::string& message) {
        const std::lock_guard lock(mutex);
        warnings.push_back(message);
      }));
  const absl::Time start = absl::Now();
  FFT_ASSIGN_OR_RETURN(const std::shared_ptr<const Plan> plan, context->MakePlan(problem));
  const double milliseconds = absl::ToDoubleMilliseconds(absl::Now() - start);
  if (flags.Has("json")) {
    Json builds = Json::array();
    for (const KernelBuild& build : plan->builds()) builds.push_back(ToJson(build));
    out << Json({{"device", context->device().name()},
                 {"milliseconds", milliseconds},
                 {"cache_status", context->cache_status()},
                 {"kernels", builds}})
               .dump(2)
        << "\n";
    return absl::OkStatus();
  }
  for (const std::string& warning : warnings) out << "warning: " << warning << "\n";
  out << "planned on " << context->device().name() << " in " << FormatMilliseconds(milliseconds)
      << "\n\n"
      << BuildsText(plan->builds());
  return absl::OkStatus();
}

}  // namespace fft::cli
