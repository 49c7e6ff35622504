#include "fft/rtc/system/library_location.h"

#include <filesystem>

#include "gtest/gtest.h"

namespace fft::rtc {
namespace {

TEST(LibraryLocation, IsTheFolderOfThisProgram) {
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe");
  EXPECT_EQ(LibraryFolder(), program.parent_path());
  EXPECT_EQ(FindBesideLibrary(program.filename().string()), program);
}

TEST(LibraryLocation, DoesNotDependOnTheWorkingFolder) {
  const auto before = std::filesystem::current_path();
  const std::string folder = LibraryFolder();
  std::filesystem::current_path("/");
  EXPECT_EQ(LibraryFolder(), folder);
  std::filesystem::current_path(before);
}

TEST(LibraryLocation, MissingFilesAreEmpty) { EXPECT_EQ(FindBesideLibrary("no such file"), ""); }

}  // namespace
}  // namespace fft::rtc
