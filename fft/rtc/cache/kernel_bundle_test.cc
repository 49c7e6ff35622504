#include "fft/rtc/cache/kernel_bundle.h"

#include <limits>
#include <string>
#include <vector>

#include "fft/rtc/testing/mutator.h"
#include "gtest/gtest.h"

namespace fft::rtc {
namespace {

BundledKernel Make(const std::string& name, const std::string& code) {
  return {.key = {name, "gfx90a", "compiler 1", "generator 1"},
          .kernel = {.object = {.bytes = code, .log = "a log", .milliseconds = 12.5},
                     .source_digest = Sha256("source of " + name)}};
}

std::vector<BundledKernel> Three() {
  return {Make("b", std::string("co\0de", 5)), Make("a", ""), Make("c", std::string(300, 'c'))};
}

std::string WithDigest(std::string bytes) {
  if (bytes.size() < 32) return bytes;
  bytes.resize(bytes.size() - 32);
  const Sha256Digest digest = Sha256(bytes);
  bytes.append(digest.begin(), digest.end());
  return bytes;
}

TEST(KernelBundle, UnpacksWhatWasPacked) {
  const auto kernels = UnpackKernels(PackKernels(Three()));
  ASSERT_TRUE(kernels.ok()) << kernels.status();
  ASSERT_EQ(kernels->size(), 3u);
  const std::vector<BundledKernel> sorted = {Three()[1], Three()[0], Three()[2]};
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ((*kernels)[i].key, sorted[i].key);
    EXPECT_EQ((*kernels)[i].kernel.object.bytes, sorted[i].kernel.object.bytes);
    EXPECT_EQ((*kernels)[i].kernel.object.log, "a log");
    EXPECT_EQ((*kernels)[i].kernel.object.milliseconds, 12.5);
    EXPECT_EQ((*kernels)[i].kernel.source_digest, sorted[i].kernel.source_digest);
  }
}

TEST(KernelBundle, EqualSetsGiveEqualBytes) {
  const std::vector<BundledKernel> kernels = Three();
  EXPECT_EQ(PackKernels(kernels), PackKernels({kernels[2], kernels[1], kernels[0]}));
}

TEST(KernelBundle, MayBeEmpty) {
  const auto kernels = UnpackKernels(PackKernels({}));
  ASSERT_TRUE(kernels.ok()) << kernels.status();
  EXPECT_TRUE(kernels->empty());
}

void ExpectRefused(const std::string& bytes, absl::StatusCode code, const std::string& word) {
  const auto kernels = UnpackKernels(bytes);
  EXPECT_EQ(kernels.status().code(), code) << kernels.status();
  EXPECT_NE(kernels.status().message().find(word), std::string::npos) << kernels.status();
}

TEST(KernelBundle, ErrorsSayWhatIsWrong) {
  const std::string bundle = PackKernels(Three());
  constexpr auto kInvalid = absl::StatusCode::kInvalidArgument;
  constexpr auto kDamaged = absl::StatusCode::kDataLoss;
  ExpectRefused("", kInvalid, "FFTKRNLS");
  ExpectRefused("SQLite format 3", kInvalid, "FFTKRNLS");
  ExpectRefused(bundle.substr(0, 20), kDamaged, "cut off");
  std::string changed = bundle;
  changed[8] = 2;
  ExpectRefused(WithDigest(changed), kInvalid, "version of the bundle is 2; allowed: 1");
  changed = bundle;
  changed[100] ^= 1;
  ExpectRefused(changed, kDamaged, "the whole fails its digest");
  ExpectRefused(WithDigest(changed), kDamaged, "fails its digest");
  changed = bundle;
  changed[12] = 4;
  ExpectRefused(WithDigest(changed), kDamaged, "cut off");
  changed[12] = 2;
  ExpectRefused(WithDigest(changed), kDamaged, "bytes after the last kernel");
}

TEST(KernelBundle, KernelsOutOfOrderAreRefused) {
  ExpectRefused(PackKernels({Make("a", "1"), Make("a", "2")}), absl::StatusCode::kDataLoss,
                "out of order");
}

TEST(KernelBundle, CompileTimesAreNumbers) {
  for (const double time :
       {-1.0, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    BundledKernel kernel = Make("a", "code");
    kernel.kernel.object.milliseconds = time;
    ExpectRefused(PackKernels({kernel}), absl::StatusCode::kDataLoss, "compile time");
  }
}

TEST(KernelBundle, EveryTruncationIsRefused) {
  const std::string bundle = PackKernels(Three());
  for (size_t size = 0; size < bundle.size(); ++size) {
    EXPECT_FALSE(UnpackKernels(bundle.substr(0, size)).ok()) << size;
    EXPECT_FALSE(UnpackKernels(WithDigest(bundle.substr(0, size))).ok()) << size;
  }
}

// Bytes that are accepted are the only bytes for their kernels.
TEST(KernelBundle, MutatedBundlesAreRefusedOrReproduced) {
  const std::string bundle = PackKernels(Three());
  Mutator mutator(1);
  int refused = 0;
  for (int round = 0; round < 20000; ++round) {
    std::string bytes = bundle;
    mutator.Mutate(bytes);
    if (round % 2 == 1) bytes = WithDigest(bytes);
    const auto kernels = UnpackKernels(bytes);
    if (kernels.ok()) {
      EXPECT_EQ(PackKernels(*kernels), bytes) << round;
    } else {
      ++refused;
    }
  }
  EXPECT_GT(refused, 10000);
}

}  // namespace
}  // namespace fft::rtc
