#include "fft/exec/trace_dump.h"

#include <filesystem>
#include <fstream>
#include <iterator>

#include "gtest/gtest.h"

namespace fft {
namespace {

std::vector<TraceEvent> Example() {
  return {{"problem", "", {{"token", "t"}}, "", ""},
          {"plan", "refused", {{"scheme", "a"}}, "", ""},
          {"codegen", "kernel", {{"pass", "one"}, {"ast", "first"}}, "one", "first"},
          {"plan", "refused", {{"scheme", "b"}}, "", ""},
          {"codegen", "kernel", {{"pass", "one"}, {"ast", "second"}}, "one", "second"}};
}

TEST(TraceDumpTest, FilesStandInTheOrderOfTheEvents) {
  const std::vector<DumpFile> expected = {
      {"000_problem.txt", "{\n  \"token\": \"t\"\n}\n"},
      {"001_plan_refused.txt", "{\n  \"scheme\": \"a\"\n}\n{\n  \"scheme\": \"b\"\n}\n"},
      {"002_codegen_one_kernel.txt", "first\n"},
      {"003_codegen_one_kernel.txt", "second\n"},
  };
  EXPECT_EQ(DumpFiles(Example()), expected);
}

TEST(TraceDumpTest, WritesAFolderAndReplacesAnEarlierDump) {
  const std::filesystem::path folder = std::filesystem::path(::testing::TempDir()) / "dump" / "one";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "099_old.txt") << "old";
  std::ofstream(folder / "keep.json") << "other";
  ASSERT_TRUE(WriteDump(Example(), folder.string()).ok());
  EXPECT_FALSE(std::filesystem::exists(folder / "099_old.txt"));
  EXPECT_TRUE(std::filesystem::exists(folder / "keep.json"));
  std::ifstream file(folder / "002_codegen_one_kernel.txt");
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), "first\n");
}

TEST(TraceDumpTest, NamesThePathItCannotWrite) {
  const std::string path = ::testing::TempDir() + "/a_file";
  std::ofstream(path) << "x";
  const absl::Status status = WriteDump(Example(), path + "/below");
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  EXPECT_EQ(status.message(), "cannot write " + path + "/below");
}

}  // namespace
}  // namespace fft
