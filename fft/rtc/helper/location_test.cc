#include "fft/rtc/helper/location.h"

#include "absl/strings/match.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace fft::rtc {
namespace {

TEST(Location, LooksBesideTheLibraryAndInItsPrefix) {
  EXPECT_THAT(HelperCandidates("/opt/fft/lib"),
              testing::ElementsAre("/opt/fft/lib/fft_rtc_helper", "/opt/fft/lib/fft/fft_rtc_helper",
                                   "/opt/fft/lib/fft/fft_rtc_helper",
                                   "/opt/fft/libexec/fft/fft_rtc_helper"));
}

TEST(Location, LooksInTheBazelTreeAndInNoOtherFolderAbove) {
  const auto candidates = HelperCandidates("/x/execroot/fft/bazel-out/k8-fastbuild/bin/tools/cli");
  EXPECT_THAT(candidates,
              testing::Contains(
                  "/x/execroot/fft/bazel-out/k8-fastbuild/bin/fft/rtc/helper/fft_rtc_helper"));
  for (const std::string& candidate : HelperCandidates("/tmp/some/where/bin")) {
    EXPECT_TRUE(absl::StartsWith(candidate, "/tmp/some/where/")) << candidate;
  }
  EXPECT_TRUE(HelperCandidates("").empty());
}

TEST(Location, FindsTheHelperOfThisBuild) {
  const auto found = FindHelper("");
  ASSERT_TRUE(found.ok()) << found.status();
  EXPECT_TRUE(absl::EndsWith(*found, "/fft_rtc_helper"));
}

TEST(Location, AGivenPathIsTheOnlyOne) {
  EXPECT_EQ(FindHelper("/no/such/helper").status().code(), absl::StatusCode::kUnavailable);
  EXPECT_FALSE(FindHelper("/etc/passwd").ok());
  EXPECT_FALSE(FindHelper("/tmp").ok());
  EXPECT_EQ(*FindHelper("/bin/sh"), "/bin/sh");
}

}  // namespace
}  // namespace fft::rtc
