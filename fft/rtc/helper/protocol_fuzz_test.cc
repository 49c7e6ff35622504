// Mutates messages. By default a fixed number with fixed seeds; FUZZ_SECONDS makes it run for that
// time, with a new seed every time.

#include "fft/rtc/helper/testing/protocol_fuzz.h"

#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "fft/rtc/testing/mutator.h"
#include "gtest/gtest.h"

namespace fft::rtc {
namespace {

#ifdef FUZZ_SECONDS
constexpr absl::Duration kTime = absl::Seconds(FUZZ_SECONDS);
const uint64_t kSeed = std::random_device()();
#else
constexpr absl::Duration kTime = absl::ZeroDuration();
constexpr uint64_t kSeed = 1;
#endif
constexpr int kLeast = 40000;

TEST(ProtocolFuzz, SeedsAreAccepted) {
  for (const std::string& frame : SeedFrames()) {
    const auto header = DecodeHeader(frame.substr(0, kHeaderBytes));
    ASSERT_TRUE(header.ok()) << header.status();
    EXPECT_TRUE(CheckPayload(*header, frame.substr(kHeaderBytes)).ok());
    EXPECT_EQ(CheckFrame(frame) + CheckPayloads(frame.substr(kHeaderBytes)), "");
  }
}

TEST(ProtocolFuzz, WhateverIsAcceptedHasOneReading) {
  const std::vector<std::string> seeds = SeedFrames();
  Mutator mutator(kSeed);
  const absl::Time end = absl::Now() + kTime;
  int accepted = 0, tried = 0;
  while (tried < kLeast || absl::Now() < end) {
    ++tried;
    const std::string& seed = seeds[mutator.Below(seeds.size())];
    std::string frame = seed, payload = seed.substr(kHeaderBytes);
    mutator.Mutate(frame);
    mutator.Mutate(payload);
    const std::string wrong = CheckFrame(frame) + CheckPayloads(payload);
    ASSERT_EQ(wrong, "") << "seed " << kSeed << ", frame " << absl::CEscape(frame) << ", payload "
                         << absl::CEscape(payload);
    accepted += DecodeCompile(payload).ok();
  }
  // The mutations are not so wild that nothing behind the first check is ever reached.
  EXPECT_GT(accepted, tried / 1000);
}

}  // namespace
}  // namespace fft::rtc
