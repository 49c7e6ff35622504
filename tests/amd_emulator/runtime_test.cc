// Tests of the stand-in HIP runtime with the process of echo_process.cc, which returns what it
// receives.
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "fft/rtc/device.h"
#include "fft/rtc/hip/hip_device.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace fft::rtc {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr char kLibrary[] = "./tests/amd_emulator/libamd_emulator.so";
constexpr char kProcess[] = "exec tests/amd_emulator/echo_process";
constexpr size_t kElfHeadBytes = 64;

// Returns an ELF file that has a header but no sections.
std::string EmptyElf() {
  std::string elf(kElfHeadBytes, '\0');
  elf.replace(0, 4, "\177ELF");
  elf[0x28] = kElfHeadBytes;
  return elf;
}

// Returns a bundle as hipRTC makes it: an empty part for the host and an ELF file for a GPU.
std::string Bundle() {
  const auto number = [](uint64_t value) {
    return std::string(reinterpret_cast<const char*>(&value), sizeof(value));
  };
  const std::string host = "host-x86_64", gpu = "hipv4-amdgcn-amd-amdhsa--gfx90a";
  const size_t start = 24 + 8 + 2 * 24 + host.size() + gpu.size();
  return "__CLANG_OFFLOAD_BUNDLE__" + number(2) + number(start) + number(0) + number(host.size()) +
         host + number(start) + number(kElfHeadBytes) + number(gpu.size()) + gpu + EmptyElf();
}

class AmdEmulatorRuntimeTest : public testing::Test {
 protected:
  void SetUp() override {
    setenv("FFT_AMD_EMULATOR_COMMAND", kProcess, 1);
    auto device = OpenHipDevice(0, {.library = kLibrary});
    ASSERT_TRUE(device.ok()) << device.status();
    device_ = *std::move(device);
    auto module = device_->LoadModule(EmptyElf(), {"echo", "reach", "end"});
    ASSERT_TRUE(module.ok()) << module.status();
    module_ = *std::move(module);
  }

  absl::Status Launch(const char* kernel, void* pointer) {
    void* args[] = {&pointer, &number_, &wide_};
    return (*module_->GetKernel(kernel))
        ->Launch({.grid = {5, 6, 7}, .block = {8, 4, 2}, .shared_bytes = 96}, nullptr, args);
  }

  std::unique_ptr<Device> device_;
  std::unique_ptr<Module> module_;
  uint32_t number_ = 0x01020304;
  uint64_t wide_ = 0x1122334455667788;
};

TEST_F(AmdEmulatorRuntimeTest, TheDeviceIsWhatTheProcessSays) {
  EXPECT_EQ(device_->name(), "emulated gfx90a");
  EXPECT_EQ(device_->arch(), "gfx90a");
  EXPECT_EQ(device_->properties().wavefront, 64);
  EXPECT_EQ(device_->properties().multiprocessors, 104);
  EXPECT_EQ(device_->properties().l2_bytes, 8 << 20);
}

TEST_F(AmdEmulatorRuntimeTest, MemoryBeginsAsNaNsAndEndsAtAGuardPage) {
  for (const size_t bytes : {size_t{256}, size_t{4096}, size_t{10240}}) {
    auto buffer = DeviceBuffer::Allocate(*device_, bytes);
    ASSERT_TRUE(buffer.ok()) << buffer.status();
    char* const data = static_cast<char*>(buffer->data());
    std::vector<unsigned char> seen(bytes);
    ASSERT_TRUE(device_->CopyToHost(seen.data(), data, bytes, nullptr).ok());
    EXPECT_THAT(seen, Each(0xff));
    EXPECT_TRUE(Launch("reach", data).ok());
    EXPECT_TRUE(Launch("reach", data + bytes - 1).ok());
    EXPECT_THAT(Launch("reach", data + bytes).message(), HasSubstr("no memory there"));
  }
}

TEST_F(AmdEmulatorRuntimeTest, FreedMemoryIsNobodys) {
  void* stale = nullptr;
  {
    auto buffer = DeviceBuffer::Allocate(*device_, 4096);
    ASSERT_TRUE(buffer.ok()) << buffer.status();
    stale = buffer->data();
    ASSERT_TRUE(Launch("reach", stale).ok());
  }
  EXPECT_FALSE(Launch("reach", stale).ok());
  auto next = DeviceBuffer::Allocate(*device_, 4096);
  ASSERT_TRUE(next.ok()) << next.status();
  EXPECT_NE(next->data(), stale);
}

TEST_F(AmdEmulatorRuntimeTest, LaunchesArriveByteByByte) {
  auto buffer = DeviceBuffer::Allocate(*device_, 256);
  ASSERT_TRUE(buffer.ok()) << buffer.status();
  ASSERT_TRUE(Launch("echo", buffer->data()).ok());
  std::vector<uint32_t> words(64);
  ASSERT_TRUE(device_->CopyToHost(words.data(), buffer->data(), 256, nullptr).ok());
  EXPECT_THAT(std::vector<uint32_t>(words.begin() + 1, words.begin() + 8),
              ElementsAre(5, 6, 7, 8, 4, 2, 96));
  uint64_t pointer, wide;
  std::memcpy(&pointer, &words[8], sizeof(pointer));
  std::memcpy(&wide, &words[12], sizeof(wide));
  EXPECT_EQ(pointer, reinterpret_cast<uint64_t>(buffer->data()));
  EXPECT_EQ(words[10], number_);
  EXPECT_EQ(words[11], 0u) << "the gap before an aligned argument";
  EXPECT_EQ(wide, wide_);
  EXPECT_EQ(words[14], 0xffffffffu) << "nothing comes after the arguments";
}

TEST_F(AmdEmulatorRuntimeTest, ImagesAreElfFilesOrBundles) {
  EXPECT_TRUE(device_->LoadModule(Bundle(), {"echo"}).ok());
  EXPECT_FALSE(device_->LoadModule("no image at all, though long enough", {"echo"}).ok());
  EXPECT_THAT(device_->LoadModule(EmptyElf(), {"other"}).status().message(),
              HasSubstr("no kernel other"));
}

// This is the last test, since all tests share the process that it ends.
TEST_F(AmdEmulatorRuntimeTest, TheProcessMayEnd) {
  auto buffer = DeviceBuffer::Allocate(*device_, 256);
  ASSERT_TRUE(buffer.ok()) << buffer.status();
  for (const char* kernel : {"end", "reach"}) {
    EXPECT_THAT(Launch(kernel, buffer->data()).message(), HasSubstr("process has ended"));
  }
  EXPECT_FALSE(DeviceBuffer::Allocate(*device_, 256).ok());
  EXPECT_THAT(OpenHipDevice(0, {.library = kLibrary}).status().message(),
              HasSubstr("process has ended"));
}

}  // namespace
}  // namespace fft::rtc
