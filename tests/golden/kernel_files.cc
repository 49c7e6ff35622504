#include "tests/golden/kernel_files.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "fft/base/status.h"
#include "fft/exec/describe_chain.h"
#include "fft/plan/scheme.h"
#include "tests/support/test_callbacks.h"

namespace fft::testing {
namespace {

namespace fs = std::filesystem;

constexpr char kPtxSuffix[] = ".ptx";

absl::StatusOr<ListedProblem> ParseProblem(const std::vector<std::string>& words) {
  ListedProblem listed;
  listed.text = absl::StrJoin(words, " ");
  if (words.size() < 2 || words.size() > 3) {
    return InvalidField("line", listed.text, "TARGET TOKEN [SCHEME]");
  }
  absl::string_view name = words[0];
  const bool is_ptx = absl::ConsumeSuffix(&name, kPtxSuffix);
  FFT_ASSIGN_OR_RETURN(listed.target, FindTarget(std::string(name)));
  if (is_ptx && listed.target.dialect != Dialect::kCuda) {
    return InvalidField("target", words[0], "one of NVIDIA's with .ptx");
  }
  listed.dialect = is_ptx ? Dialect::kCudaPtx : listed.target.dialect;
  if (IsChainToken(words[1])) {
    FFT_ASSIGN_OR_RETURN(listed.chain, ParseChainToken(words[1]));
  } else {
    FFT_ASSIGN_OR_RETURN(listed.problem, ParseToken(words[1]));
    if (listed.problem.has_callbacks) listed.options.callbacks = ScalingCallbacks(listed.problem);
  }
  if (words.size() == 3) {
    FFT_ASSIGN_OR_RETURN(listed.options.scheme, listed.chain ? ParseChainScheme("scheme", words[2])
                                                             : ParseScheme("scheme", words[2]));
  }
  return listed;
}

std::string LaunchLine(const kernels::PlannedKernel& kernel) {
  return absl::StrCat("  ", kernel.name, ": ", kernel.blocks, " x ", kernel.threads, " threads, ",
                      kernel.lds_bytes, " bytes of LDS, ", kernel.bytes_moved, " bytes moved, ",
                      kernel.flops, " flops\n");
}

// Adds the files of a plan's kernels and returns the lines about their launches.
absl::StatusOr<std::string> AddKernels(const PlanDescription& plan, Dialect dialect,
                                       KernelFiles* files) {
  const char* suffix = dialect == Dialect::kCudaPtx ? kPtxSuffix : "";
  std::string lines;
  for (const auto* kernels : {&plan.kernels, &plan.callback_kernels}) {
    for (const kernels::PlannedKernel& kernel : *kernels) {
      absl::StrAppend(&lines, LaunchLine(kernel));
      FFT_ASSIGN_OR_RETURN(std::string source, SourceOf(kernel, dialect));
      (*files)[absl::StrCat(plan.target.name, suffix, "/", kernel.name, ".txt")] =
          std::move(source);
    }
  }
  return lines;
}

absl::Status CannotWrite(const fs::path& path) {
  return absl::UnavailableError(absl::StrCat("cannot write ", path.string()));
}

}  // namespace

absl::StatusOr<std::vector<ListedProblem>> ReadProblems(const std::string& path) {
  std::ifstream file(path);
  if (!file) return absl::NotFoundError(absl::StrCat("cannot read ", path));
  std::vector<ListedProblem> problems;
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    const std::vector<std::string> words =
        absl::StrSplit(line.substr(0, line.find('#')), ' ', absl::SkipWhitespace());
    if (words.empty()) continue;
    const bool all = words[0] == "all";
    for (const char* target : {"gfx90a", "sm_90", "host"}) {
      std::vector<std::string> one = words;
      if (all) one[0] = target;
      absl::StatusOr<ListedProblem> problem = ParseProblem(one);
      if (!problem.ok()) {
        return absl::Status(problem.status().code(), absl::StrCat(path, ", line ", number, ": ",
                                                                  problem.status().message()));
      }
      problems.push_back(*std::move(problem));
      if (!all) break;
    }
  }
  return problems;
}

absl::StatusOr<PlanDescription> DescribeListed(const ListedProblem& listed) {
  if (!listed.chain) return DescribePlan(listed.problem, listed.target, listed.options);
  FFT_ASSIGN_OR_RETURN(ChainDescription made,
                       DescribeChain(*listed.chain, listed.target, listed.options));
  if (made.is_whole()) return std::move(made.parts.front());
  return absl::UnimplementedError(absl::StrCat(listed.text, " is two plans"));
}

absl::StatusOr<KernelFiles> MakeKernelFiles(const std::vector<ListedProblem>& problems) {
  KernelFiles files;
  std::string plans;
  for (const ListedProblem& listed : problems) {
    absl::StrAppend(&plans, listed.text, "\n");
    const auto plan = DescribeListed(listed);
    if (!plan.ok()) {
      absl::StrAppend(&plans, "  no plan: ", plan.status().message(), "\n");
      continue;
    }
    FFT_ASSIGN_OR_RETURN(const std::string lines, AddKernels(*plan, listed.dialect, &files));
    plans += lines;
  }
  files["plans.txt"] = plans;
  return files;
}

absl::StatusOr<KernelFiles> ReadKernelFiles(const std::string& folder) {
  KernelFiles files;
  std::error_code error;
  fs::recursive_directory_iterator entries(folder, error);
  if (error) return absl::NotFoundError(absl::StrCat("cannot read ", folder));
  for (const auto& entry : entries) {
    if (entry.path().extension() != ".txt") continue;
    std::ifstream file(entry.path(), std::ios::binary);
    files[entry.path().lexically_relative(folder).string()] =
        std::string(std::istreambuf_iterator<char>(file), {});
  }
  return files;
}

absl::Status WriteKernelFiles(const KernelFiles& files, const std::string& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return CannotWrite(folder);
  FFT_ASSIGN_OR_RETURN(const KernelFiles old, ReadKernelFiles(folder));
  for (const auto& [name, text] : old) {
    if (!files.contains(name)) fs::remove(fs::path(folder) / name, error);
  }
  for (const auto& [name, text] : files) {
    const fs::path path = fs::path(folder) / name;
    fs::create_directories(path.parent_path(), error);
    std::ofstream file(path, std::ios::binary);
    file << text;
    file.close();
    if (!file) return CannotWrite(path);
  }
  return absl::OkStatus();
}

}  // namespace fft::testing
