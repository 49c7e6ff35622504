#include "fft/rtc/host/host_device.h"

#include <atomic>
#include <bit>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <numeric>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "fft/rtc/host/host_compiler.h"
#include "fft/rtc/host/host_thread_pool.h"
#include "fft/rtc/testing/test_kernels.h"
#include "gtest/gtest.h"

namespace fft::rtc {
namespace {

std::string CompileHost(const std::string& kernel_name, const std::string& source) {
  auto compiler = MakeHostCompiler();
  EXPECT_TRUE(compiler.ok()) << compiler.status();
  auto object = (*compiler)->Compile({kernel_name, source, "host", {}});
  EXPECT_TRUE(object.ok()) << object.status();
  return object.ok() ? object->bytes : "";
}

class HostDeviceTest : public testing::Test {
 protected:
  void SetUp() override {
    auto device = OpenHostDevice({.threads = 3});
    ASSERT_TRUE(device.ok()) << device.status();
    device_ = *std::move(device);
  }

  std::unique_ptr<Device> device_;
};

TEST_F(HostDeviceTest, DescribesItself) {
  EXPECT_EQ(device_->kind(), DeviceKind::kHost);
  EXPECT_EQ(device_->arch(), "host");
  EXPECT_FALSE(device_->name().empty());
  EXPECT_EQ(device_->properties().multiprocessors, 3);
  EXPECT_GT(device_->properties().memory_bytes, 0);
  EXPECT_GT(device_->properties().shared_bytes_per_block, 0);
  EXPECT_GT(device_->properties().piece_bytes, 0);
  EXPECT_FALSE(OpenHostDevice({.threads = -1}).ok());
  EXPECT_FALSE(OpenHostDevice({.piece_bytes = -1}).ok());
  EXPECT_EQ((*OpenHostDevice({.piece_bytes = 0}))->properties().piece_bytes, 0);
}

TEST_F(HostDeviceTest, CompilesLoadsAndLaunches) {
  const std::string bytes = CompileHost("scale", kHostScaleSource);
  auto module = device_->LoadModule(bytes, {"scale"});
  ASSERT_TRUE(module.ok()) << module.status();
  const Kernel* kernel = *(*module)->GetKernel("scale");
  for (const uint32_t blocks : {1u, 2u, 7u, 1000u}) {
    std::vector<float> values(64 * blocks);
    std::iota(values.begin(), values.end(), 0.0f);
    const size_t size = values.size() * sizeof(float);
    auto buffer = DeviceBuffer::Allocate(*device_, size);
    ASSERT_TRUE(buffer.ok());
    ASSERT_TRUE(device_->CopyToDevice(buffer->data(), values.data(), size, nullptr).ok());
    void* data = buffer->data();
    float factor = 2;
    void* args[] = {&data, &factor};
    ASSERT_TRUE(kernel->Launch({.grid = {blocks, 1, 1}}, nullptr, args).ok());
    ASSERT_TRUE(device_->CopyToHost(values.data(), buffer->data(), size, nullptr).ok());
    for (size_t i = 0; i < values.size(); ++i) ASSERT_EQ(values[i], 2.0f * static_cast<float>(i));
  }
}

// The second kernel adds one to what the first kernel stored in the same piece.
TEST_F(HostDeviceTest, PiecesOfAKernelFollowThoseOfTheOneBefore) {
  const std::string source = R"(
    extern "C" void store(void* const* args, unsigned first, unsigned end) {
      int* values = *static_cast<int* const*>(args[0]);
      for (unsigned b = first; b < end; ++b) values[b] = static_cast<int>(b);
    }
    extern "C" void count(void* const* args, unsigned first, unsigned end) {
      int* values = *static_cast<int* const*>(args[0]);
      for (unsigned b = 2 * first; b < 2 * end; ++b) ++values[b];
    })";
  auto module = device_->LoadModule(CompileHost("store", source), {"store", "count"});
  ASSERT_TRUE(module.ok()) << module.status();
  for (const uint32_t count : {2u, 10u, 4000u}) {
    std::vector<int> values(count, -9), expected(count);
    std::iota(expected.begin(), expected.end(), 1);
    int* data = values.data();
    void* args[] = {&data};
    const PieceLaunch launches[] = {
        {*(*module)->GetKernel("store"), {.grid = {count, 1, 1}}, 4, args},
        {*(*module)->GetKernel("count"), {.grid = {count / 2, 1, 1}}, 2, args}};
    ASSERT_TRUE(device_->LaunchPieces(launches, (count + 3) / 4, nullptr).ok());
    EXPECT_EQ(values, expected);
  }
}

TEST_F(HostDeviceTest, GridsAreFlatAndBounded) {
  const std::string bytes = CompileHost("scale", kHostScaleSource);
  auto module = device_->LoadModule(bytes, {"scale"});
  ASSERT_TRUE(module.ok()) << module.status();
  const Kernel* kernel = *(*module)->GetKernel("scale");
  std::vector<float> values(64 * 24, 1.0f);
  void* data = values.data();
  float factor = 5;
  void* args[] = {&data, &factor};
  ASSERT_TRUE(kernel->Launch({.grid = {2, 3, 4}}, nullptr, args).ok());
  EXPECT_EQ(values, std::vector<float>(64 * 24, 5.0f));
  ASSERT_TRUE(kernel->Launch({.grid = {2, 0, 4}}, nullptr, args).ok());
  EXPECT_EQ(values, std::vector<float>(64 * 24, 5.0f)) << "an empty grid runs nothing";
  const absl::Status too_large = kernel->Launch({.grid = {65536, 65536, 1}}, nullptr, args);
  EXPECT_EQ(too_large.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_NE(too_large.message().find("scale"), std::string::npos);
}

TEST_F(HostDeviceTest, GridsOfOneThreadAreOneCall) {
  const std::string bytes = CompileHost("scale", std::string(kHostScaleSource) + R"(
extern "C" void scale_direct(unsigned long long data, unsigned long long factor, unsigned long long,
                             unsigned long long, const unsigned long long*, unsigned blocks) {
  void* const args[] = {&data, &factor};
  scale(args, 0, blocks);
}
)");
  const auto alone = OpenHostDevice({.threads = 1});
  ASSERT_TRUE(alone.ok()) << alone.status();
  auto module = (*alone)->LoadModule(bytes, {"scale"});
  ASSERT_TRUE(module.ok()) << module.status();
  const Kernel& kernel = **(*module)->GetKernel("scale");
  const HostDirectFunction function = DirectCall(kernel, {.grid = {2, 3, 1}});
  ASSERT_NE(function, nullptr);
  std::vector<float> values(64 * 6, 1.0f);
  const auto data = reinterpret_cast<uint64_t>(values.data());
  function(data, std::bit_cast<uint32_t>(3.0f), 0, 0, nullptr, 6);
  EXPECT_EQ(values, std::vector<float>(64 * 6, 3.0f));
  EXPECT_EQ(DirectCall(kernel, {.grid = {65536, 65536, 1}}), nullptr)
      << "Launch has an error to tell";

  const auto without = (*alone)->LoadModule(CompileHost("scale", kHostScaleSource), {"scale"});
  ASSERT_TRUE(without.ok()) << without.status();
  EXPECT_EQ(DirectCall(**(*without)->GetKernel("scale"), {.grid = {1, 1, 1}}), nullptr);

  auto shared = device_->LoadModule(bytes, {"scale"});
  ASSERT_TRUE(shared.ok()) << shared.status();
  const Kernel& of_three = **(*shared)->GetKernel("scale");
  EXPECT_EQ(DirectCall(of_three, {.grid = {2, 1, 1}}), nullptr) << "other threads may help";
  EXPECT_NE(DirectCall(of_three, {.grid = {1, 1, 1}}), nullptr);
}

TEST_F(HostDeviceTest, ManyModulesWithOneKernelNameStayApart) {
  std::vector<std::unique_ptr<Module>> modules;
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < 4; ++i) {
      // The inline static makes a unique symbol, which keeps the object from being unloaded.
      const std::string source =
          "template <int N> struct Value { static inline int value = N; };\n"
          "extern \"C\" void get(void* const* args, unsigned, unsigned) {\n"
          "  **static_cast<int* const*>(args[0]) = " +
          std::to_string(i) + " + 0 * Value<" + std::to_string(i) + ">::value; }";
      auto module = device_->LoadModule(CompileHost("get", source), {"get"});
      ASSERT_TRUE(module.ok()) << module.status();
      modules.push_back(*std::move(module));
      int result = -1;
      int* pointer = &result;
      void* args[] = {&pointer};
      ASSERT_TRUE((*modules.back()->GetKernel("get"))->Launch({}, nullptr, args).ok());
      EXPECT_EQ(result, i);
      if (i % 2 == 0) modules.pop_back();
    }
  }
}

TEST_F(HostDeviceTest, LaunchesFromManyThreads) {
  const std::string bytes = CompileHost("scale", kHostScaleSource);
  auto module = device_->LoadModule(bytes, {"scale"});
  ASSERT_TRUE(module.ok()) << module.status();
  const Kernel* kernel = *(*module)->GetKernel("scale");
  std::vector<std::vector<float>> values(4, std::vector<float>(64 * 50, 1.0f));
  std::vector<std::thread> threads;
  for (auto& mine : values) {
    threads.emplace_back([&] {
      void* data = mine.data();
      float factor = 2;
      void* args[] = {&data, &factor};
      for (int i = 0; i < 20; ++i) {
        EXPECT_TRUE(kernel->Launch({.grid = {50, 1, 1}}, nullptr, args).ok());
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const auto& mine : values) EXPECT_EQ(mine, std::vector<float>(64 * 50, 1048576.0f));
}

TEST_F(HostDeviceTest, BadModulesAreErrors) {
  EXPECT_EQ(device_->LoadModule("", {}).status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(device_->LoadModule("not an object", {}).status().code(),
            absl::StatusCode::kInvalidArgument);
  const std::string bytes = CompileHost("scale", kHostScaleSource);
  auto missing = device_->LoadModule(bytes, {"scale", "nothing"});
  EXPECT_EQ(missing.status().code(), absl::StatusCode::kNotFound);
  EXPECT_NE(missing.status().message().find("nothing"), std::string::npos);
  auto module = device_->LoadModule(bytes, {"scale"});
  ASSERT_TRUE(module.ok());
  EXPECT_EQ((*module)->GetKernel("other").status().code(), absl::StatusCode::kNotFound);
}

TEST_F(HostDeviceTest, MemoryIsAlignedAndChecked) {
  for (const size_t bytes : {size_t{1}, size_t{100}, size_t{4096}}) {
    auto buffer = DeviceBuffer::Allocate(*device_, bytes);
    ASSERT_TRUE(buffer.ok());
    EXPECT_EQ(reinterpret_cast<uintptr_t>(buffer->data()) % 256, 0u);
    EXPECT_EQ(buffer->bytes(), bytes);
    ASSERT_TRUE(device_->Fill(buffer->data(), 0xab, bytes, nullptr).ok());
    std::vector<uint8_t> back(bytes);
    ASSERT_TRUE(device_->CopyToHost(back.data(), buffer->data(), bytes, nullptr).ok());
    EXPECT_EQ(back, std::vector<uint8_t>(bytes, 0xab));
  }
  EXPECT_EQ(device_->Allocate(SIZE_MAX).status().code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(device_->Allocate(SIZE_MAX / 2).status().code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(*device_->Allocate(0), nullptr);
  char byte = 0;
  EXPECT_FALSE(device_->CopyToDevice(nullptr, &byte, 1, nullptr).ok());
  EXPECT_FALSE(device_->CopyToHost(&byte, nullptr, 1, nullptr).ok());
  EXPECT_FALSE(device_->Fill(nullptr, 0, 1, nullptr).ok());
  EXPECT_TRUE(device_->CopyOnDevice(nullptr, nullptr, 0, nullptr).ok());
}

// Large arrays begin at huge pages, if the system has them.
TEST_F(HostDeviceTest, LargeMemoryStartsAtAHugePage) {
  constexpr uintptr_t kHugePage = 2 << 20;
  for (const size_t bytes : {2 * kHugePage, 3 * kHugePage + 1}) {
    const auto data = device_->Allocate(bytes);
    ASSERT_TRUE(data.ok()) << data.status();
    EXPECT_EQ(reinterpret_cast<uintptr_t>(*data) % kHugePage, 0u);
    ASSERT_TRUE(device_->Fill(*data, 7, bytes, nullptr).ok());
    EXPECT_EQ(static_cast<const char*>(*data)[bytes - 1], 7);
    EXPECT_TRUE(device_->Free(*data).ok());
  }
}

TEST_F(HostDeviceTest, BuffersMove) {
  auto first = DeviceBuffer::Allocate(*device_, 64);
  ASSERT_TRUE(first.ok());
  void* const data = first->data();
  DeviceBuffer second = *std::move(first);
  EXPECT_EQ(second.data(), data);
  EXPECT_EQ(first->data(), nullptr);
  DeviceBuffer third;
  third = std::move(second);
  EXPECT_EQ(third.data(), data);
  EXPECT_EQ(second.data(), nullptr);
}

TEST_F(HostDeviceTest, EventsMeasureTime) {
  auto stream = ScopedStream::Create(*device_);
  auto start = ScopedEvent::Create(*device_);
  auto stop = ScopedEvent::Create(*device_);
  ASSERT_TRUE(stream.ok() && start.ok() && stop.ok());
  EXPECT_EQ(device_->ElapsedMilliseconds(start->get(), stop->get()).status().code(),
            absl::StatusCode::kFailedPrecondition);
  ASSERT_TRUE(device_->RecordEvent(start->get(), stream->get()).ok());
  std::this_thread::sleep_for(std::chrono::milliseconds(3));
  ASSERT_TRUE(device_->RecordEvent(stop->get(), stream->get()).ok());
  ASSERT_TRUE(device_->Synchronize(stream->get()).ok());
  auto elapsed = device_->ElapsedMilliseconds(start->get(), stop->get());
  ASSERT_TRUE(elapsed.ok());
  EXPECT_GE(*elapsed, 3.0);
  EXPECT_FALSE(device_->RecordEvent(nullptr, nullptr).ok());
  EXPECT_FALSE(device_->ElapsedMilliseconds(nullptr, stop->get()).ok());
}

// args: {std::vector<std::atomic<int>>*}
void CountVisits(void* const* args, unsigned first_block, unsigned end_block) {
  auto& visits = *static_cast<std::vector<std::atomic<int>>*>(args[0]);
  for (unsigned block = first_block; block < end_block; ++block) ++visits[block];
}

TEST(HostThreadPool, VisitsEveryBlockOnce) {
  for (const int threads : {1, 2, 5}) {
    HostThreadPool pool(threads);
    for (const uint32_t blocks : {0u, 1u, 2u, 5u, 17u, 1000u, 12345u}) {
      std::vector<std::atomic<int>> visits(blocks);
      void* args[] = {&visits};
      pool.Run(CountVisits, args, blocks);
      for (const auto& count : visits) ASSERT_EQ(count, 1);
    }
  }
}

// The grids end before workers wake, and in the pauses workers fall asleep.
TEST(HostThreadPool, ManySmallGridsInARow) {
  HostThreadPool pool(4);
  std::vector<std::atomic<int>> visits(7);
  void* args[] = {&visits};
  for (int round = 1; round <= 5000; ++round) {
    pool.Run(CountVisits, args, 7);
    for (const auto& count : visits) ASSERT_EQ(count, round);
    if (round % 1000 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

// args: {std::set<std::thread::id>*, std::mutex*, milliseconds*}
void NoteThread(void* const* args, unsigned first_block, unsigned end_block) {
  const int milliseconds = *static_cast<int*>(args[2]);
  for (unsigned block = first_block; block < end_block; ++block) {
    if (milliseconds > 0) std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
  }
  const std::lock_guard lock(*static_cast<std::mutex*>(args[1]));
  static_cast<std::set<std::thread::id>*>(args[0])->insert(std::this_thread::get_id());
}

// A grid that would end before others could help stays in the calling thread. A grid that takes
// long is shared.
TEST(HostThreadPool, ShortGridsWakeNobody) {
  HostThreadPool pool(4);
  std::set<std::thread::id> threads;
  std::mutex mutex;
  int milliseconds = 0;
  void* args[] = {&threads, &mutex, &milliseconds};
  HostThreadPool::BlockTime time = 1.0f;  // a nanosecond each
  pool.Run(NoteThread, args, 8, &time);
  EXPECT_EQ(threads, std::set<std::thread::id>{std::this_thread::get_id()});
  EXPECT_GT(time.load(), 0.0f);
  // The blocks have become slow. The next run still uses one thread and measures the new time;
  // later runs use several threads.
  milliseconds = 2;
  time = 1.0f;
  pool.Run(NoteThread, args, 8, &time);
  EXPECT_GT(time.load(), 1e6f);
  EXPECT_EQ(threads.size(), 1u);
  pool.Run(NoteThread, args, 8, &time);
  EXPECT_GT(threads.size(), 1u);
}

TEST(HostThreadPool, PoolsWithoutWorkEnd) {
  for (int round = 0; round < 50; ++round) {
    HostThreadPool pool(3);
    std::vector<std::atomic<int>> visits(2);
    void* args[] = {&visits};
    if (round % 2 == 0) pool.Run(CountVisits, args, 2);
    EXPECT_EQ(visits[0], round % 2 == 0 ? 1 : 0);
  }
}

}  // namespace
}  // namespace fft::rtc
