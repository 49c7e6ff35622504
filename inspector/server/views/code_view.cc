#include "inspector/server/views/code_view.h"

#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "fft/base/status.h"
#include "fft/exec/source_dialect.h"
#include "fft/exec/sources.h"
#include "fft/rtc/compiler_factory.h"
#include "fft/rtc/helper/parallel_compiler.h"
#include "fft/rtc/objects/amd_code_object.h"
#include "fft/rtc/objects/code_object_stats.h"
#include "fft/rtc/objects/disassemble.h"
#include "fft/rtc/objects/elf_file.h"

namespace fft::inspector {
namespace {

constexpr size_t kMaxKept = 512;
constexpr size_t kMaxKeptBytes = 32 << 20;
constexpr size_t kMaxMachineCode = 2 << 20;  // the most bytes of one kernel's listing

Json StatisticsView(const rtc::KernelStats& stats) {
  return {{"registers", stats.registers},
          {"accumulation_registers", stats.accumulation_registers},
          {"scalar_registers", stats.scalar_registers},
          {"lds_bytes", stats.lds_bytes},
          {"spilled_registers", stats.spilled_registers},
          {"scratch_bytes", stats.scratch_bytes},
          {"max_threads", stats.max_threads}};
}

// Adds the listing of the code's instructions to the answer, or the reason why there is none.
void AddMachineCode(const std::string& code, Json* json) {
  const absl::StatusOr<rtc::Listing> listing = rtc::Disassemble(code);
  (*json)["machine_code"] = nullptr;
  (*json)["machine_code_lines"] = Json::array();
  (*json)["machine_code_reason"] = std::string(listing.status().message());
  if (!listing.ok()) return;
  if (listing->text.size() <= kMaxMachineCode) {
    (*json)["machine_code"] = listing->text;
    (*json)["machine_code_lines"] = listing->source_lines;
  } else {
    (*json)["machine_code_reason"] = absl::StrCat("it has ", listing->text.size(),
                                                  " bytes; shown are at most ", kMaxMachineCode);
  }
}

// The options with which a C++ compiler records each instruction's source line. They change no
// instruction. Code that is made from PTX or LLVM IR has no such lines.
std::vector<std::string> LineOptions(Dialect dialect) {
  const bool says_lines = dialect == Dialect::kHip || dialect == Dialect::kHostCpp;
  return says_lines ? std::vector<std::string>{"-g1"} : std::vector<std::string>();
}

// The size of an object without the sections that record source lines.
size_t BytesWithoutLines(const std::string& object) {
  size_t bytes = object.size();
  const absl::StatusOr<absl::string_view> code = rtc::UnwrapOffloadBundle(object);
  if (!code.ok()) return bytes;
  const absl::StatusOr<rtc::ElfFile> file = rtc::ParseElf(*code);
  if (!file.ok()) return bytes;
  for (const rtc::ElfSection& section : file->sections) {
    if (absl::StartsWith(section.name, ".debug")) bytes -= section.contents.size();
  }
  return bytes;
}

std::string Key(const kernels::PlannedKernel& kernel, const Target& target) {
  return absl::StrCat(target.name, " ", kernel.name);
}

}  // namespace

absl::StatusOr<rtc::Compiler*> KernelCompiler::CompilerFor(const Target& target) {
  FFT_ASSIGN_OR_RETURN(const rtc::DeviceKind kind, rtc::KindOfArch(target.name));
  std::lock_guard<std::mutex> lock(mutex_);
  std::unique_ptr<rtc::Compiler>& compiler = compilers_[kind];
  if (compiler == nullptr) {
    FFT_ASSIGN_OR_RETURN(compiler, rtc::MakeToolCompiler(target.name, environment_));
  }
  return compiler.get();
}

absl::StatusOr<Json> KernelCompiler::Compiled(const kernels::PlannedKernel& kernel,
                                              const Target& target) {
  std::lock_guard<std::mutex> lock(mutex_);
  const auto it = compiled_.find(Key(kernel, target));
  if (it != compiled_.end()) return it->second;
  return absl::NotFoundError("this kernel has not been compiled here; POST compiles it");
}

absl::StatusOr<Json> KernelCompiler::Compile(const kernels::PlannedKernel& kernel,
                                             const Target& target) {
  if (absl::StatusOr<Json> known = Compiled(kernel, target); known.ok()) return known;
  FFT_ASSIGN_OR_RETURN(rtc::Compiler* const compiler, CompilerFor(target));
  FFT_ASSIGN_OR_RETURN(SourceForm source, FormIn(SourceDialect(target, *compiler), kernel, target));
  FFT_ASSIGN_OR_RETURN(const rtc::CodeObject object,
                       compiler->Compile({kernel.name, std::move(source.text), target.name,
                                          LineOptions(source.dialect)}));
  Json json = {{"name", kernel.name},
               {"dialect", fft::ToString(source.dialect)},
               {"target", target.name},
               {"compiler", compiler->name()},
               {"version", compiler->Version()},
               {"compile_ms", object.milliseconds},
               {"code_bytes", BytesWithoutLines(object.bytes)},
               {"log", object.log},
               {"statistics", nullptr},
               {"statistics_reason", ""}};
  const absl::StatusOr<rtc::KernelStats> stats =
      rtc::ReadKernelStats(object.bytes, kernel.name, object.log);
  if (stats.ok()) {
    json["statistics"] = StatisticsView(*stats);
  } else {
    json["statistics_reason"] = std::string(stats.status().message());
  }
  AddMachineCode(object.bytes, &json);
  const size_t bytes = json["machine_code"].is_null()
                           ? 0
                           : json["machine_code"].get_ref<const std::string&>().size();
  std::lock_guard<std::mutex> lock(mutex_);
  if (compiled_.size() >= kMaxKept || kept_bytes_ + bytes > kMaxKeptBytes) {
    compiled_.clear();
    kept_bytes_ = 0;
  }
  if (compiled_.insert({Key(kernel, target), json}).second) kept_bytes_ += bytes;
  return json;
}

}  // namespace fft::inspector
