#include "inspector/server/views/programs_view.h"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "absl/strings/str_cat.h"
#include "fft/exec/plan_record.h"
#include "gtest/gtest.h"

namespace fft::inspector {
namespace {

std::string NewFolder(const char* name) {
  const std::string folder = absl::StrCat(testing::TempDir(), "/", name);
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  return folder;
}

void Write(const std::string& path, std::string head, const Json& json) {
  head.resize(kPlanRecordHead - 1, ' ');
  std::ofstream(path) << head << "\n" << json.dump();
}

Json Record(int64_t pid, int64_t made) {
  return {{"pid", pid},     {"program", "app"},  {"device", "host"},
          {"token", "t"},   {"target", "host"},  {"options", Json::object()},
          {"candidate", 0}, {"predicted_us", 2}, {"workspace_bytes", 0},
          {"made_ms", made}};
}

TEST(ProgramsViewTest, TheLastUsedComesFirst) {
  const std::string folder = NewFolder("programs");
  Write(folder + "/1-0.fftplan", "4 8000 500 0", Record(getpid(), 100));
  Write(folder + "/1-1.fftplan", "0 0 0 0", Record(getpid(), 900));
  Write(folder + "/1-2.fftplan", "1 1000 200 1", Record(getpid(), 100));
  Write(folder + "/1-3.fftplan", "1 1000 100 0", Record(int64_t{1} << 40, 50));
  const Json view = ProgramsView(folder);
  ASSERT_EQ(view["plans"].size(), 4u) << view;
  EXPECT_EQ(view["plans"][0]["made_ms"], 900);
  EXPECT_TRUE(view["plans"][0]["call_us"].is_null());
  EXPECT_EQ(view["plans"][1]["executions"], 4);
  EXPECT_EQ(view["plans"][1]["call_us"], 2.0);
  EXPECT_EQ(view["plans"][1]["running"], true);
  EXPECT_EQ(view["plans"][2]["running"], false) << "its plan is gone";
  EXPECT_EQ(view["plans"][3]["running"], false) << "its program is gone";
}

TEST(ProgramsViewTest, WhatIsNoRecordIsLeftOut) {
  const std::string folder = NewFolder("broken");
  Write(folder + "/a.fftplan", "1 2 3", Record(1, 1));
  Write(folder + "/b.fftplan", "1 2 3 0", {{"pid", "one"}});
  Write(folder + "/c.txt", "1 2 3 0", Record(1, 1));
  std::ofstream(folder + "/d.fftplan") << "short";
  std::ofstream(folder + "/e.fftplan") << std::string(100 << 10, ' ');
  std::filesystem::create_directory(folder + "/f.fftplan");
  // A FIFO, whose reader would wait for a writer.
  ASSERT_EQ(mkfifo((folder + "/g.fftplan").c_str(), 0600), 0);
  EXPECT_EQ(ProgramsView(folder)["plans"], Json::array());
  EXPECT_EQ(ProgramsView("/no/such/folder")["plans"], Json::array());
  EXPECT_EQ(ProgramsView("")["plans"], Json::array());
}

TEST(ProgramsViewTest, ThereIsALimit) {
  const std::string folder = NewFolder("many");
  for (int i = 0; i < 503; ++i) {
    Write(absl::StrCat(folder, "/1-", i, ".fftplan"), "0 0 0 0", Record(1, i));
  }
  const Json view = ProgramsView(folder);
  EXPECT_EQ(view["plans"].size(), 500u);
  EXPECT_EQ(view["left_out"], 3);
  EXPECT_EQ(view["plans"][0]["made_ms"], 502);
}

}  // namespace
}  // namespace fft::inspector
