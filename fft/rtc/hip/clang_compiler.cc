#include "fft/rtc/hip/clang_compiler.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "fft/base/status.h"
#include "fft/rtc/compile_error.h"
#include "fft/rtc/hip/hip_prelude.h"
#include "fft/rtc/program_compiler.h"

namespace fft::rtc {
namespace {

class ClangCompiler final : public Compiler {
 public:
  ClangCompiler(const ClangOptions& options, CompilerProgram program)
      : timeout_(options.timeout), program_(std::move(program)) {}

  absl::StatusOr<CodeObject> Compile(const CompileRequest& request) override {
    FFT_RETURN_IF_ERROR(CheckRequest(request));
    const ProgramRun run = {.suffix = ".hip",
                            .source = absl::StrCat(kHipPrelude, request.source),
                            .shown_source = request.kernel_name,
                            .flags = {"-x", "hip", "--offload-device-only",
                                      absl::StrCat("--offload-arch=", request.arch), "-nogpuinc",
                                      "-nogpulib", "-O3", "-std=c++17", "--no-gpu-bundle-output"},
                            .timeout = timeout_};
    return CompileWith(program_, run, request);
  }

  std::string Version() const override {
    return absl::StrCat("clang ", Library(), ", ", program_.banner);
  }
  std::string name() const override { return "clang"; }
  std::string Library() const override { return program_.command.front(); }

 private:
  const absl::Duration timeout_;
  const CompilerProgram program_;
};

}  // namespace

std::vector<std::string> ClangNames() {
  return {"clang++-19", "clang++-18", "clang++-17", "/opt/rocm/llvm/bin/clang++"};
}

absl::StatusOr<std::unique_ptr<Compiler>> MakeClangCompiler(const ClangOptions& options) {
  std::vector<std::vector<std::string>> commands;
  for (const std::string& command : options.commands) commands.push_back({command});
  FFT_ASSIGN_OR_RETURN(CompilerProgram program, ChooseProgram("clang that compiles HIP", commands));
  return std::make_unique<ClangCompiler>(options, std::move(program));
}

}  // namespace fft::rtc
