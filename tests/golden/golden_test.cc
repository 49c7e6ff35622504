// Compares generated kernels with the goldens, which are small kernels of every kind. The AST
// interpreter also runs each kernel.
//
// bazel run //tests/golden:update rewrites the goldens.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/golden/kernel_files.h"
#include "tests/interpreter/expect_right.h"

namespace fft::testing {
namespace {

using ::testing::HasSubstr;

const std::vector<ListedProblem>& Problems() {
  static const auto* const kProblems =
      new std::vector<ListedProblem>(ReadProblems("tests/golden/golden.problems").value());
  return *kProblems;
}

// Returns the first line in which two texts differ.
std::string FirstDifference(const std::string& a, const std::string& b) {
  const size_t at = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin();
  const size_t start = a.rfind('\n', at) + 1;
  return "line " + std::to_string(1 + std::count(a.begin(), a.begin() + at, '\n')) + ": " +
         a.substr(start, a.find('\n', start) - start);
}

TEST(GoldenTest, KernelsAreAsTheyWere) {
  const auto made = MakeKernelFiles(Problems());
  ASSERT_TRUE(made.ok()) << made.status();
  const auto golden = ReadKernelFiles("tests/golden/golden");
  ASSERT_TRUE(golden.ok()) << golden.status();
  int differences = 0;
  for (const auto& [name, text] : *made) {
    const auto it = golden->find(name);
    if (it == golden->end()) {
      ADD_FAILURE() << name << " has no golden";
    } else if (it->second != text && ++differences <= 3) {
      ADD_FAILURE() << name << " differs in " << FirstDifference(text, it->second);
    }
  }
  EXPECT_EQ(differences, 0);
  for (const auto& [name, text] : *golden) {
    EXPECT_EQ(made->count(name), 1u) << name << " is not made any more";
  }
  if (HasFailure()) std::cout << "bazel run //tests/golden:update rewrites the goldens\n";
}

TEST(GoldenTest, KernelsComputeTheTransform) {
  for (const ListedProblem& listed : Problems()) {
    SCOPED_TRACE(listed.text);
    const auto plans = DescribeListed(listed);
    ASSERT_TRUE(plans.ok()) << plans.status();
    if (listed.chain) {
      ExpectRight({*listed.chain, *plans});
    } else {
      ExpectRight(plans->front(), 0);
    }
  }
}

constexpr absl::string_view kKernelKinds[] = {
#define KERNEL_KIND(id, name, explanation) name,
#include "fft/tree/kernel_kinds.def"
#undef KERNEL_KIND
};

TEST(GoldenTest, CoversEveryKindInEveryDialect) {
  std::set<std::string> seen;
  for (const ListedProblem& listed : Problems()) {
    const auto plans = DescribeListed(listed);
    ASSERT_TRUE(plans.ok()) << plans.status();
    const std::string dialect = ToString(listed.target.dialect) + " ";
    for (const PlanDescription& plan : *plans) {
      for (const kernels::PlannedKernel& kernel : plan.kernels) {
        seen.insert(dialect + ToString(kernel.spec.kind));
        seen.insert(dialect + ToString(kernel.spec.tiling));
        seen.insert(dialect + ToString(kernel.spec.precision));
        seen.insert(dialect + ToString(kernel.spec.in_format));
        if (kernel.spec.large_twiddle.steps > 0) seen.insert(dialect + "large twiddle");
      }
      if (!plan.callback_kernels.empty()) seen.insert(dialect + "callbacks");
    }
  }
  for (const Dialect dialect : {Dialect::kHip, Dialect::kCuda, Dialect::kHostCpp}) {
    for (const char* kind : {"sbrr", "sbcc", "sbrc", "sbcr", "half", "single", "double", "CI", "CP",
                             "large twiddle", "callbacks"}) {
      EXPECT_EQ(seen.count(ToString(dialect) + " " + kind), 1u) << ToString(dialect) << kind;
    }
    for (absl::string_view kind : kKernelKinds) {
      // Plans of small problems fuse their transposes with other kernels.
      if (kind == "transpose") continue;
      EXPECT_EQ(seen.count(absl::StrCat(ToString(dialect), " ", kind)), 1u)
          << ToString(dialect) << kind;
    }
  }
}

TEST(KernelFilesTest, WritesWhatItReads) {
  const std::string folder = ::testing::TempDir() + "/kernel_files";
  const KernelFiles files = {{"plans.txt", "p\n"}, {"host/k.txt", "source\n"}};
  ASSERT_TRUE(WriteKernelFiles({{"host/old.txt", "old"}}, folder).ok());
  ASSERT_TRUE(WriteKernelFiles(files, folder).ok());
  const auto read = ReadKernelFiles(folder);
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(*read, files);
}

TEST(KernelFilesTest, ErrorsNameTheLine) {
  const std::string path = ::testing::TempDir() + "/bad.problems";
  const std::pair<const char*, const char*> kCases[] = {
      {"# comment\nhost\n", "line 2: line is host; allowed: TARGET TOKEN [SCHEME]"},
      {"host complex_forward_len_x\n", "line 1: "},
      {"nowhere complex_forward_len_8_single_op\n", "nowhere"},
      {"host complex_forward_len_8_single_op NOTHING\n", "scheme is NOTHING; allowed: STOCKHAM, "},
  };
  for (const auto& [text, message] : kCases) {
    std::ofstream(path) << text;
    const auto problems = ReadProblems(path);
    EXPECT_FALSE(problems.ok());
    EXPECT_THAT(std::string(problems.status().message()), HasSubstr(message));
  }
}

}  // namespace
}  // namespace fft::testing
