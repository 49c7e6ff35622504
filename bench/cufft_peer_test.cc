#include "bench/cufft_peer.h"

#include "gtest/gtest.h"

namespace fft::bench {
namespace {

TEST(CufftLayoutTest, PackedRowsBecomeTheirLengths) {
  const ArrayDescription array{.strides = {512, 32, 1}, .distance = 8192};
  EXPECT_EQ(ToCufftLayout(array, {16, 16, 32}).value(), (CufftLayout{1, 8192, {16, 16, 32}}));
}

TEST(CufftLayoutTest, PaddedAndStridedRows) {
  const ArrayDescription array{.strides = {102, 2}, .distance = 5000};
  EXPECT_EQ(ToCufftLayout(array, {40, 48}).value(), (CufftLayout{2, 5000, {40, 51}}));
}

TEST(CufftLayoutTest, WhatCannotBeExpressedIsRefused) {
  EXPECT_TRUE(absl::IsUnimplemented(
      ToCufftLayout({.strides = {1, 48}, .distance = 2400}, {48, 50}).status()));
  EXPECT_TRUE(absl::IsUnimplemented(
      ToCufftLayout({.strides = {51, 2}, .distance = 2400}, {48, 20}).status()));
}

}  // namespace
}  // namespace fft::bench
