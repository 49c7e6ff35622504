// `fft kernels`: prints the kernels of a plan: launches, sources, and the figures of compilers.
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "fft/base/json.h"
#include "fft/base/options.h"
#include "fft/base/status.h"
#include "fft/exec/report.h"
#include "fft/exec/source_dialect.h"
#include "fft/exec/sources.h"
#include "fft/kernels/stockham/device_header.h"
#include "fft/rtc/helper/parallel_compiler.h"
#include "tools/cli/commands.h"
#include "tools/cli/kernel_stats.h"
#include "tools/cli/plan_text.h"
#include "tools/cli/system_text.h"
#include "tools/cli/target_choice.h"
#include "tools/cli/text_table.h"
#include "tools/cli/written.h"

namespace fft::cli {
namespace {

struct Compiled {
  std::string name;
  std::string language;
  rtc::CodeObject object;
};

absl::StatusOr<std::vector<Compiled>> CompileKernels(
    const std::vector<kernels::PlannedKernel>& kernels, const Target& target,
    rtc::Compiler* compiler) {
  const Dialect dialect = SourceDialect(target, *compiler);
  std::vector<Compiled> compiled;
  for (const kernels::PlannedKernel& kernel : kernels) {
    FFT_ASSIGN_OR_RETURN(std::string source, SourceOf(kernel, dialect));
    FFT_ASSIGN_OR_RETURN(rtc::CodeObject object,
                         compiler->Compile({kernel.name, source, target.name, {}}));
    compiled.push_back({kernel.name, LanguageOf(source), std::move(object)});
  }
  return compiled;
}

absl::Status EmitSource(const PlanDescription& plan, Dialect dialect, std::ostream& out) {
  for (const kernels::PlannedKernel& kernel : plan.kernels) {
    FFT_ASSIGN_OR_RETURN(const std::string source, SourceOf(kernel, dialect));
    out << "// " << kernel.name << " (" << ToString(dialect) << ")\n" << source << "\n";
  }
  for (const PlannedRelay& relay : plan.relays) {
    FFT_ASSIGN_OR_RETURN(const std::string source, SourceOf(relay, dialect));
    out << "// " << relay.name << " (" << ToString(dialect) << ")\n" << source << "\n";
  }
  return absl::OkStatus();
}

// Writes the kernel of a plan with one kernel as a device function, to the file `path` or, if that
// is empty, to `out`.
absl::Status EmitDevice(const PlanDescription& plan, const std::string& path, std::ostream& out) {
  if (plan.kernels.size() != 1) {
    return InvalidField("kernels", std::to_string(plan.kernels.size()),
                        "1: the transform of --emit device");
  }
  if (plan.problem.has_callbacks) {
    return InvalidField("callbacks", "on", "off: --emit device has none");
  }
  FFT_ASSIGN_OR_RETURN(const std::string header,
                       kernels::DeviceHeader(plan.kernels.front(), plan.target.dialect));
  if (path.empty()) {
    out << header;
    return absl::OkStatus();
  }
  std::ofstream file(path, std::ios::binary);
  file << header;
  return CheckWritten(path, &file);
}

absl::Status EmitSpec(const PlanDescription& plan, std::ostream& out) {
  Json kernels = Json::array();
  for (const kernels::PlannedKernel& kernel : plan.kernels) kernels.push_back(ToJson(kernel));
  out << kernels.dump(2) << "\n";
  return absl::OkStatus();
}

// Writes a line for each kernel and, if the compiler has figures, a line for each kind of kernel.
// For a list of problems it writes only the lines of the kinds.
absl::Status EmitStats(const TargetKernels& planned, bool is_list, std::ostream& out) {
  FFT_ASSIGN_OR_RETURN(const std::unique_ptr<rtc::Compiler> compiler,
                       rtc::MakeToolCompiler(planned.target.name, ReadEnvironment()));
  FFT_ASSIGN_OR_RETURN(const std::vector<Compiled> compiled,
                       CompileKernels(planned.kernels, planned.target, compiler.get()));
  std::vector<CompiledKernel> rows;
  std::vector<KernelFigures> figures;
  for (size_t i = 0; i < compiled.size(); ++i) {
    const rtc::CodeObject& object = compiled[i].object;
    CompiledKernel row{compiled[i].name, std::nullopt, planned.kernels[i].lds_bytes,
                       static_cast<int64_t>(object.bytes.size()), object.milliseconds};
    absl::StatusOr<rtc::KernelStats> stats =
        rtc::ReadKernelStats(object.bytes, row.name, object.log);
    if (stats.ok()) {
      figures.push_back({planned.kernels[i], *stats});
      row.stats = *std::move(stats);
    } else if (!absl::IsUnimplemented(stats.status())) {
      return stats.status();
    }
    rows.push_back(std::move(row));
  }
  if (!is_list || figures.empty()) out << StatsText(rows);
  if (!figures.empty()) out << (is_list ? "" : "\n") << KindsText(figures, planned.target);
  std::map<std::string, int> languages;
  for (const Compiled& kernel : compiled) ++languages[kernel.language];
  for (const auto& [language, count] : languages) {
    out << "\ncompiled from " << language << " by " << compiler->name() << ": " << count;
  }
  out << "\n";
  return absl::OkStatus();
}

absl::Status EmitObjects(const PlanDescription& plan, const std::string& folder,
                         std::ostream& out) {
  FFT_ASSIGN_OR_RETURN(const std::unique_ptr<rtc::Compiler> compiler,
                       rtc::MakeToolCompiler(plan.target.name, ReadEnvironment()));
  FFT_ASSIGN_OR_RETURN(const std::vector<Compiled> compiled,
                       CompileKernels(plan.kernels, plan.target, compiler.get()));
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    return absl::UnavailableError(absl::StrCat("cannot make ", folder, ": ", error.message()));
  }
  TextTable table({"file", "size"});
  for (const Compiled& kernel : compiled) {
    const std::string path = absl::StrCat(folder, "/", kernel.name, ".", plan.target.name, ".o");
    std::ofstream file(path, std::ios::binary);
    file << kernel.object.bytes;
    file.close();
    if (!file) return absl::NotFoundError(absl::StrCat("cannot write ", path));
    table.Add({path, FormatBytes(static_cast<int64_t>(kernel.object.bytes.size()))});
  }
  out << table.ToString();
  return absl::OkStatus();
}

}  // namespace

absl::Status RunKernels(const Flags& flags, std::ostream& out) {
  FFT_ASSIGN_OR_RETURN(const std::string emit,
                       flags.GetChoice("emit", {"table", "source", "ptx", "spec", "stats", "object",
                                                "json", "device"}));
  const std::string output = flags.Has("output") ? UserPath(flags.Get("output")) : "";
  if (flags.Has("output") && emit != "object" && emit != "device") {
    return InvalidField("--emit", emit, "object or device with --output");
  }
  if (emit == "stats") {
    FFT_ASSIGN_OR_RETURN(const TargetKernels planned, PlanKernels(flags));
    return EmitStats(planned, flags.Has("tokens"), out);
  }
  if (flags.Has("tokens")) return InvalidField("--emit", emit, "stats with --tokens");
  FFT_ASSIGN_OR_RETURN(const PlanDescription plan, PlanToken(flags));
  if (emit == "source") return EmitSource(plan, plan.target.dialect, out);
  if (emit == "ptx") {
    if (plan.target.dialect == Dialect::kCuda) return EmitSource(plan, Dialect::kCudaPtx, out);
    return InvalidField("--emit", emit, "ptx with a target of NVIDIA's");
  }
  if (emit == "json") {
    FFT_ASSIGN_OR_RETURN(const std::string json, SourcesJson(plan));
    out << json << "\n";
    return absl::OkStatus();
  }
  if (emit == "spec") return EmitSpec(plan, out);
  if (emit == "device") return EmitDevice(plan, output, out);
  if (emit == "object") return EmitObjects(plan, output.empty() ? UserPath(".") : output, out);
  out << KernelsText(plan.kernels) << RelaysText(plan);
  return absl::OkStatus();
}

}  // namespace fft::cli
