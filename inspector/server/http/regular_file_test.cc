#include "inspector/server/http/regular_file.h"

#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "gtest/gtest.h"

namespace fft::inspector {
namespace {

TEST(ReadRegularFile, TakesNothingElseAndNeverWaits) {
  const std::filesystem::path folder =
      std::filesystem::path(::testing::TempDir()) / "regular_file_test";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  const std::string file = folder / "file", fifo = folder / "fifo", link = folder / "link";
  std::ofstream(file) << "12345";
  ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
  std::filesystem::create_symlink(file, link);
  EXPECT_EQ(*ReadRegularFile(file, 5), "12345");
  EXPECT_EQ(ReadRegularFile(file, 4).status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(ReadRegularFile(folder / "none", 4).status().code(), absl::StatusCode::kNotFound);
  for (const std::string& other : {fifo, link, folder.string(), std::string("/dev/zero")}) {
    EXPECT_EQ(ReadRegularFile(other, 100).status().code(), absl::StatusCode::kFailedPrecondition)
        << other;
  }
}

}  // namespace
}  // namespace fft::inspector
