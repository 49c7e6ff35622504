// Tests that the kernels of suites compile for all GPU targets, without a GPU, in every language of
// each target, and that no registers spill.
//
// By default it compiles a few kernels that cover every kind, with --all every kernel of the
// suites. --suites=FILE,FILE names other suites.
#include <algorithm>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "fft/base/options.h"
#include "fft/exec/pipeline.h"
#include "fft/exec/source_dialect.h"
#include "fft/rtc/helper/parallel_compiler.h"
#include "fft/rtc/objects/code_object_stats.h"
#include "gtest/gtest.h"
#include "tests/compile/kernel_selection.h"
#include "tools/cli/text_table.h"
#include "tools/cli/token_list.h"

namespace fft::testing {
namespace {

bool compile_all = false;
std::vector<std::string> suites = {"tests/suites/first_light.tokens", "tests/suites/formats.tokens",
                                   "tests/suites/real.tokens"};

// A problem with a forced scheme. Its plan has kernels that the suites' own plans do not have.
struct ForcedPlan {
  SchemeKind scheme;
  const char* token;
};
constexpr ForcedPlan kForcedPlans[] = {
    {SchemeKind::kL1dTrtrt, "complex_forward_len_65536_single_op_batch_3_scale_2"},
    {SchemeKind::kL1dTrtrt, "complex_inverse_len_1048576_double_ip"},
    {SchemeKind::kL1dCc, "complex_forward_len_1048576_double_ip"},
    {SchemeKind::kL1dCr, "complex_forward_len_4194304_single_op"},
    {SchemeKind::k3dTrtrtr, "complex_forward_len_30_40_50_double_ip"},
    {SchemeKind::k2dSingle, "complex_forward_len_64_64_single_op_batch_100_scale_0.5"},
    {SchemeKind::k2dSingle, "complex_inverse_len_48_60_double_ip_batch_10"},
    {SchemeKind::k2dSingle, "complex_forward_len_8_8_double_op_batch_100"},
    {SchemeKind::k2dSingle, "complex_forward_len_13_29_single_ip_batch_100"},
    {SchemeKind::kBluesteinColumns, "complex_forward_len_100003_single_op_batch_3"},
    {SchemeKind::kBluesteinColumns, "complex_inverse_len_10007_double_ip_scale_2"},
    {SchemeKind::kBluesteinKernels, "complex_forward_len_100003_single_op_batch_3"},
    {SchemeKind::kBluesteinKernels, "complex_inverse_len_1000003_double_ip_scale_2"},
};

void AddKernels(const std::string& token, const Target& target, const PlanOptions& options,
                std::vector<kernels::PlannedKernel>* kernels) {
  auto problem = ParseToken(token);
  ASSERT_TRUE(problem.ok()) << problem.status();
  auto plan = DescribePlan(*problem, target, options);
  ASSERT_TRUE(plan.ok()) << token << ": " << plan.status();
  kernels->insert(kernels->end(), plan->kernels.begin(), plan->kernels.end());
}

// Planned once a target, since every part of the test asks for them.
const std::vector<kernels::PlannedKernel>& SuiteKernels(const Target& target) {
  static std::map<std::string, std::vector<kernels::PlannedKernel>> known;
  const auto [entry, is_new] = known.try_emplace(target.name);
  std::vector<kernels::PlannedKernel>& kernels = entry->second;
  if (!is_new) return kernels;
  for (const ForcedPlan& forced : kForcedPlans) {
    PlanOptions options;
    options.scheme = forced.scheme;
    AddKernels(forced.token, target, options, &kernels);
  }
  for (const std::string& suite : suites) {
    auto lines = cli::ReadTokenList(suite);
    EXPECT_TRUE(lines.ok()) << lines.status();
    for (const cli::TokenLine& line : *lines) {
      if (!line.must_refuse) AddKernels(line.token, target, {}, &kernels);
    }
  }
  return kernels;
}

struct Part {
  std::string arch;
  std::string cuda_language;  // the language of kernels for NVIDIA's GPUs
  int index = 0;              // of this part, which compiles every `kParts`-th kernel

  std::string Name() const {
    return absl::StrCat(arch, cuda_language == "ptx" ? "_ptx" : "", "_part", index + 1);
  }
};
constexpr int kParts = 8;

std::ostream& operator<<(std::ostream& out, const Part& part) { return out << part.Name(); }

// Returns the bytes of scratch that a kernel may use. In PTX, `fft tune` measures one variant of
// each shape, which spills nothing. Other variants of the shape may lack one or two registers.
int64_t AllowedScratch(const std::string& cuda_language) { return cuda_language == "ptx" ? 8 : 0; }

class CompileTest : public ::testing::TestWithParam<Part> {};

TEST_P(CompileTest, NothingSpills) {
  const auto& [arch, language, part] = GetParam();
  ContextOptions environment = ReadEnvironment();
  environment.cuda_language = language;
  auto compiler = rtc::MakeToolCompiler(arch, environment);
  if (!compiler.ok()) {
    std::cout << "NOT TESTED: " << arch << ": " << compiler.status() << std::endl;
    GTEST_SKIP() << compiler.status();
  }
  auto target = FindTarget(arch);
  ASSERT_TRUE(target.ok()) << target.status();
  const std::vector<kernels::PlannedKernel>& suite = SuiteKernels(*target);
  const auto kernels = compile_all ? DistinctKernels(suite) : CoveringSubset(suite);
  ASSERT_FALSE(kernels.empty());
  cli::TextTable table({"VGPRs", "SGPRs", "LDS", "spills", "scratch", "ms", "kernel"});
  for (size_t i = part; i < kernels.size(); i += kParts) {
    const kernels::PlannedKernel& kernel = kernels[i];
    const auto source = SourceOf(kernel, SourceDialect(*target, **compiler));
    ASSERT_TRUE(source.ok()) << kernel.name << ": " << source.status();
    const auto object = (*compiler)->Compile({kernel.name, *source, arch, {}});
    ASSERT_TRUE(object.ok()) << kernel.name << ": " << object.status();
    const auto stats = rtc::ReadKernelStats(object->bytes, kernel.name, object->log);
    ASSERT_TRUE(stats.ok()) << kernel.name << ": " << stats.status();
    table.Add({absl::StrCat(stats->registers), absl::StrCat(stats->scalar_registers),
               cli::FormatBytes(std::max(stats->lds_bytes, kernel.lds_bytes)),
               absl::StrCat(stats->spilled_registers), cli::FormatBytes(stats->scratch_bytes),
               absl::StrCat(static_cast<int>(object->milliseconds)), kernel.name});
    EXPECT_LE(stats->scratch_bytes, AllowedScratch(language)) << kernel.name;
    EXPECT_LE(4 * stats->spilled_registers, AllowedScratch(language)) << kernel.name;
    EXPECT_LE(stats->lds_bytes, target->lds_bytes) << kernel.name;
    EXPECT_GT(stats->registers, 0) << kernel.name;
  }
  std::cout << arch << ", " << kernels.size() << " of " << DistinctKernels(suite).size()
            << " kernels, part " << part + 1 << " of " << kParts << "\n"
            << table.ToString(2) << std::flush;
}

std::vector<Part> Parts() {
  std::vector<Part> parts;
  for (const char* arch : {"gfx90a", "gfx1030", "sm_90"}) {
    for (int i = 0; i < kParts; ++i) parts.push_back({arch, "c++", i});
  }
  for (int i = 0; i < kParts; ++i) parts.push_back({"sm_90", "ptx", i});
  return parts;
}

INSTANTIATE_TEST_SUITE_P(Suite, CompileTest, ::testing::ValuesIn(Parts()),
                         [](const ::testing::TestParamInfo<Part>& info) {
                           return info.param.Name();
                         });

}  // namespace
}  // namespace fft::testing

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  for (int i = 1; i < argc; ++i) {
    absl::string_view argument = argv[i];
    if (argument == "--all") fft::testing::compile_all = true;
    if (absl::ConsumePrefix(&argument, "--suites=")) {
      fft::testing::suites = absl::StrSplit(argument, ',');
    }
  }
  return RUN_ALL_TESTS();
}
