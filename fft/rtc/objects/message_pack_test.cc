#include "fft/rtc/objects/message_pack.h"

#include <random>
#include <string>

#include "gtest/gtest.h"

namespace fft::rtc {
namespace {

std::string Bytes(std::initializer_list<int> values) {
  std::string text;
  for (const int value : values) text.push_back(static_cast<char>(value));
  return text;
}

TEST(MessagePack, Integers) {
  const std::pair<std::string, int64_t> cases[] = {
      {Bytes({0x00}), 0},
      {Bytes({0x7f}), 127},
      {Bytes({0xff}), -1},
      {Bytes({0xe0}), -32},
      {Bytes({0xcc, 0xff}), 255},
      {Bytes({0xcd, 0x01, 0x00}), 256},
      {Bytes({0xce, 0xff, 0xff, 0xff, 0xff}), 4294967295},
      {Bytes({0xcf, 0, 0, 0, 1, 0, 0, 0, 0}), 4294967296},
      {Bytes({0xd0, 0x80}), -128},
      {Bytes({0xd1, 0x80, 0x00}), -32768},
      {Bytes({0xd2, 0x80, 0, 0, 0}), -2147483648LL},
      {Bytes({0xd3, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfe}), -2},
  };
  for (const auto& [bytes, value] : cases) {
    EXPECT_EQ(MessagePackReader(bytes).ReadInteger(), value);
    for (size_t n = 0; n < bytes.size(); ++n) {
      EXPECT_EQ(MessagePackReader(absl::string_view(bytes).substr(0, n)).ReadInteger(),
                std::nullopt);
    }
  }
  const std::string too_big = Bytes({0xcf, 0xff, 0, 0, 0, 0, 0, 0, 0});
  EXPECT_EQ(MessagePackReader(too_big).ReadInteger(), std::nullopt);
  EXPECT_TRUE(MessagePackReader(too_big).Skip());
}

TEST(MessagePack, TextArraysAndMaps) {
  EXPECT_EQ(MessagePackReader(Bytes({0xa0})).ReadText(), "");
  EXPECT_EQ(MessagePackReader(Bytes({0xa2}) + "ab").ReadText(), "ab");
  EXPECT_EQ(MessagePackReader(Bytes({0xd9, 2}) + "ab").ReadText(), "ab");
  EXPECT_EQ(MessagePackReader(Bytes({0xda, 0, 2}) + "ab").ReadText(), "ab");
  EXPECT_EQ(MessagePackReader(Bytes({0xdb, 0, 0, 0, 2}) + "ab").ReadText(), "ab");
  EXPECT_EQ(MessagePackReader(Bytes({0xd9, 3}) + "ab").ReadText(), std::nullopt);
  EXPECT_EQ(MessagePackReader(Bytes({0x93})).ReadArraySize(), 3u);
  EXPECT_EQ(MessagePackReader(Bytes({0xdc, 1, 0})).ReadArraySize(), 256u);
  EXPECT_EQ(MessagePackReader(Bytes({0xdd, 0, 1, 0, 0})).ReadArraySize(), 65536u);
  EXPECT_EQ(MessagePackReader(Bytes({0x82})).ReadMapSize(), 2u);
  EXPECT_EQ(MessagePackReader(Bytes({0xde, 1, 0})).ReadMapSize(), 256u);
  EXPECT_EQ(MessagePackReader(Bytes({0xdf, 0, 1, 0, 0})).ReadMapSize(), 65536u);
}

TEST(MessagePack, AReadOfAnotherKindLeavesTheCursor) {
  const std::string bytes = Bytes({0xa1}) + "x" + Bytes({5});
  MessagePackReader reader(bytes);
  EXPECT_EQ(reader.ReadInteger(), std::nullopt);
  EXPECT_EQ(reader.ReadMapSize(), std::nullopt);
  EXPECT_EQ(reader.ReadArraySize(), std::nullopt);
  EXPECT_EQ(reader.ReadText(), "x");
  EXPECT_EQ(reader.ReadText(), std::nullopt);
  EXPECT_EQ(reader.ReadInteger(), 5);
  EXPECT_FALSE(reader.Skip());
}

TEST(MessagePack, SkipsEveryKind) {
  const std::string values[] = {
      Bytes({0xc0}),                                          // nil
      Bytes({0xc3}),                                          // true
      Bytes({0xca, 1, 2, 3, 4}),                              // float
      Bytes({0xcb, 1, 2, 3, 4, 5, 6, 7, 8}),                  // double
      Bytes({0xc4, 2, 9, 9}),                                 // bin
      Bytes({0xc7, 2, 1, 9, 9}),                              // ext
      Bytes({0xd5, 1, 9, 9}),                                 // fixext 2
      Bytes({0x82, 0xa1}) + "k" + Bytes({1, 2, 0x91, 0xc0}),  // {"k": 1, 2: [nil]}
  };
  for (const std::string& value : values) {
    const std::string with_end = value + Bytes({42});
    MessagePackReader reader(with_end);
    EXPECT_TRUE(reader.Skip());
    EXPECT_EQ(reader.ReadInteger(), 42);
    for (size_t n = 0; n < value.size(); ++n) {
      EXPECT_FALSE(MessagePackReader(absl::string_view(value).substr(0, n)).Skip());
    }
  }
}

TEST(MessagePack, DeepNestingIsRefused) {
  EXPECT_TRUE(MessagePackReader(std::string(60, '\x91') + "\x01").Skip());
  EXPECT_FALSE(MessagePackReader(std::string(1 << 20, '\x91') + "\x01").Skip());
}

TEST(MessagePack, RandomBytesNeverOverrun) {
  std::mt19937 random(1);
  int skipped = 0;
  for (int round = 0; round < 20000; ++round) {
    std::string bytes(random() % 40, '\0');
    for (char& byte : bytes) byte = static_cast<char>(random());
    MessagePackReader reader(bytes);
    int values = 0;
    while (reader.Skip()) ++values;
    EXPECT_LE(values, static_cast<int>(bytes.size()));
    skipped += values;
  }
  EXPECT_GT(skipped, 0);
}

}  // namespace
}  // namespace fft::rtc
