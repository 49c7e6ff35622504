// Tests of the environment variables FFT_DUMP_DIR and FFT_PASS_LIMIT.
#include <algorithm>
#include <complex>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "fft/fft.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace fft {
namespace {

using ::testing::HasSubstr;

ContextOptions HostOptions(const std::string& folder) {
  ContextOptions options = ReadEnvironment();
  options.device = "host";
  options.dump_dir = ::testing::TempDir() + "/" + folder;
  std::filesystem::remove_all(options.dump_dir);
  return options;
}

// Returns the folders and files below `path`, sorted.
std::vector<std::filesystem::path> Entries(const std::filesystem::path& path) {
  std::vector<std::filesystem::path> entries;
  for (const auto& entry : std::filesystem::directory_iterator(path)) entries.push_back(entry);
  std::sort(entries.begin(), entries.end());
  return entries;
}

std::string Text(const std::filesystem::path& path) {
  std::ifstream file(path);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

// Returns the text of the first file with `part` in its name.
std::string TextOf(const std::filesystem::path& folder, const std::string& part) {
  for (const std::filesystem::path& entry : Entries(folder)) {
    if (entry.filename().string().find(part) != std::string::npos) return Text(entry);
  }
  return "";
}

TEST(DumpTest, HoldsEveryStageOfAPlanInOrder) {
  const ContextOptions options = HostOptions("stages");
  const auto context = Context::Create(options);
  ASSERT_TRUE(context.ok()) << context.status();
  const Problem problem = ParseToken("complex_forward_len_12_8_half_op_batch_2").value();
  ASSERT_TRUE((*context)->MakePlan(problem).ok());
  const std::vector<std::filesystem::path> folders = Entries(options.dump_dir);
  ASSERT_EQ(folders.size(), 1u);
  EXPECT_EQ(folders[0].filename(), "host_" + ToToken(problem));
  std::string names;
  for (const std::filesystem::path& file : Entries(folders[0])) {
    names += file.filename().string() + "\n";
  }
  size_t at = 0;
  for (const char* stage :
       {"000_problem.txt", "_target", "_plan_", "_tree", "_assign_", "_candidates", "_lower_fft_",
        "_codegen_generate_fft_", "_codegen_store_half_fft_", "_codegen_lower_to_host_fft_",
        "_source_fft_", "_rtc_fft_"}) {
    const size_t found = names.find(stage, at);
    ASSERT_NE(found, std::string::npos) << stage << " is not after position " << at << " of\n"
                                        << names;
    at = found;
  }
  EXPECT_THAT(TextOf(folders[0], "_problem"), HasSubstr(ToToken(problem)));
  EXPECT_THAT(TextOf(folders[0], "_source_"), HasSubstr("extern \"C\" void fft_"));
}

TEST(DumpTest, SaysWhyThereIsNoPlan) {
  const ContextOptions options = HostOptions("failure");
  const auto context = Context::Create(options);
  ASSERT_TRUE(context.ok()) << context.status();
  PlanOptions plan_options;
  plan_options.callbacks.load = "T load(const T* data, size_t, void*) { return datum[0]; }";
  EXPECT_FALSE((*context)
                   ->MakePlan(ParseToken("complex_forward_len_4_single_op").value(), plan_options)
                   .ok());
  const std::vector<std::filesystem::path> folders = Entries(options.dump_dir);
  ASSERT_EQ(folders.size(), 1u);
  EXPECT_THAT(TextOf(folders[0], "_error"), HasSubstr("datum"));
}

TEST(DumpTest, AFolderThatCannotBeWrittenIsReportedAndThePlanStands) {
  ContextOptions options = HostOptions("no_folder");
  std::ofstream(options.dump_dir) << "a file";
  std::vector<std::string> messages;
  const auto context = Context::Create(
      options, [&](absl::LogSeverity, const std::string& message) { messages.push_back(message); });
  ASSERT_TRUE(context.ok()) << context.status();
  EXPECT_TRUE((*context)->MakePlan(ParseToken("complex_forward_len_4_single_op").value()).ok());
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_THAT(messages[0], HasSubstr("cannot write " + options.dump_dir));
}

TEST(PassLimitTest, LeavesOutTheLastOptionalPasses) {
  const Problem problem = ParseToken("complex_forward_len_60_double_op").value();
  std::vector<std::complex<double>> in(60), results[2];
  for (int i = 0; i < 60; ++i) in[i] = {i * 0.25, 1.0 - i};
  std::string sources[2];
  for (const int limit : {0, 1}) {
    ContextOptions options = HostOptions("limit");
    options.pass_limit = std::to_string(limit);
    const auto context = Context::Create(options);
    ASSERT_TRUE(context.ok()) << context.status();
    const auto plan = (*context)->MakePlan(problem);
    ASSERT_TRUE(plan.ok()) << plan.status();
    results[limit].resize(60);
    ASSERT_TRUE((*plan)->Execute({.in = in.data(), .out = results[limit].data()}).ok());
    const std::vector<std::filesystem::path> folders = Entries(options.dump_dir);
    EXPECT_THAT(folders[0].string(), HasSubstr("_passes_" + std::to_string(limit)));
    sources[limit] = TextOf(folders[0], "_source_");
    EXPECT_EQ(TextOf(folders[0], "_remove_unused_lets_"), "");
    EXPECT_EQ(TextOf(folders[0], "_propagate_copies_").empty(), limit == 0);
  }
  EXPECT_NE(sources[0], sources[1]);
  EXPECT_EQ(results[0], results[1]);
}

TEST(PassLimitTest, IsACount) {
  ContextOptions options = HostOptions("count");
  options.pass_limit = "few";
  const auto context = Context::Create(options);
  EXPECT_EQ(context.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(context.status().message(), HasSubstr("pass_limit is few"));
}

}  // namespace
}  // namespace fft
