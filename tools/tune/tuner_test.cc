#include "tools/tune/tuner.h"

#include <algorithm>

#include "fft/base/status.h"
#include "fft/kernels/generate.h"
#include "fft/rtc/compiler_factory.h"
#include "fft/rtc/device_registry.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tools/tune/key_list.h"
#include "tools/tune/tune_kernel.h"
#include "tools/tune/tune_runner.h"

namespace fft::tune {
namespace {

constexpr int64_t kBytes = int64_t{1} << 22;

// A host device that fails after a number of modules were loaded, like a GPU after a kernel's
// fault.
class MortalDevice final : public rtc::Device {
 public:
  MortalDevice(rtc::Device* device, int modules) : device_(device), modules_left_(modules) {}

  rtc::DeviceKind kind() const override { return device_->kind(); }
  const std::string& name() const override { return device_->name(); }
  const std::string& arch() const override { return device_->arch(); }
  const rtc::DeviceProperties& properties() const override { return device_->properties(); }
  absl::StatusOr<void*> Allocate(size_t bytes) override { return device_->Allocate(bytes); }
  absl::Status Free(void* pointer) override { return device_->Free(pointer); }
  absl::Status CopyToDevice(void* to, const void* from, size_t bytes, rtc::Stream s) override {
    return Alive(device_->CopyToDevice(to, from, bytes, s));
  }
  absl::Status CopyToHost(void* to, const void* from, size_t bytes, rtc::Stream s) override {
    return Alive(device_->CopyToHost(to, from, bytes, s));
  }
  absl::Status CopyOnDevice(void* to, const void* from, size_t bytes, rtc::Stream s) override {
    return Alive(device_->CopyOnDevice(to, from, bytes, s));
  }
  absl::Status Fill(void* to, uint8_t value, size_t bytes, rtc::Stream s) override {
    return Alive(device_->Fill(to, value, bytes, s));
  }
  absl::StatusOr<rtc::Stream> CreateStream() override { return device_->CreateStream(); }
  absl::Status DestroyStream(rtc::Stream s) override { return device_->DestroyStream(s); }
  absl::Status Synchronize(rtc::Stream s) override { return Alive(device_->Synchronize(s)); }
  absl::StatusOr<rtc::Event> CreateEvent() override { return device_->CreateEvent(); }
  absl::Status DestroyEvent(rtc::Event event) override { return device_->DestroyEvent(event); }
  absl::Status RecordEvent(rtc::Event event, rtc::Stream s) override {
    return Alive(device_->RecordEvent(event, s));
  }
  absl::Status WaitEvent(rtc::Stream s, rtc::Event event) override {
    return Alive(device_->WaitEvent(s, event));
  }
  absl::StatusOr<double> ElapsedMilliseconds(rtc::Event start, rtc::Event stop) override {
    return device_->ElapsedMilliseconds(start, stop);
  }
  absl::StatusOr<std::unique_ptr<rtc::Module>> LoadModule(
      const std::string& code, const std::vector<std::string>& names) override {
    --modules_left_;
    FFT_RETURN_IF_ERROR(Alive(absl::OkStatus()));
    return device_->LoadModule(code, names);
  }

 private:
  absl::Status Alive(const absl::Status& status) const {
    return modules_left_ < 0 ? absl::InternalError("an illegal address was met") : status;
  }

  rtc::Device* const device_;
  int modules_left_;
};

// Every tiling and use is timed and checked. Each becomes a measured kernel of the table, and the
// table's text parses to the same table.
TEST(TunerTest, TimesEveryUseOnTheHost) {
  const auto device = rtc::OpenDevice("host");
  ASSERT_TRUE(device.ok()) << device.status();
  const auto compiler = rtc::MakeCompiler(rtc::DeviceKind::kHost, {});
  ASSERT_TRUE(compiler.ok()) << compiler.status();
  const auto keys = ParseKeyList(
      "30 single sbrr plain,convolving\n16 double sbcr twiddled\n12 single sbcc,sbrc plain\n"
      "15 single sbrr converting\n8 double sbrr converting\n"
      "15 single sbrr restoring\n8 double sbrr restoring\n9 double sbrr restoring");
  ASSERT_TRUE(keys.ok()) << keys.status();
  ASSERT_EQ(keys->size(), 10u);
  TuneOptions options;
  options.repeats = 2;
  options.array_bytes = kBytes;
  int64_t seen = 0;
  const auto summary = Tune(*keys, *FindTarget("host"), options, device->get(), compiler->get(),
                            [&seen](const TuneResult& result) {
                              ++seen;
                              EXPECT_EQ(result.refusal, "");
                              EXPECT_GT(result.ms, 0);
                            });
  ASSERT_TRUE(summary.ok()) << summary.status();
  EXPECT_EQ(summary->table.size(), keys->size());
  EXPECT_EQ(summary->timed, seen);
  EXPECT_EQ(summary->keys_left, 0);
  std::string text;
  for (const auto& [key, tuned] : summary->table) text += ToRow(key, tuned);
  const auto read = ParseShapeTable(text);
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->size(), summary->table.size());
}

// Timings from before the device's failure are kept, and nothing runs on the device after it.
TEST(TunerTest, ADeadDeviceEndsTheRunWithItsTable) {
  const auto host = rtc::OpenDevice("host");
  const auto compiler = rtc::MakeCompiler(rtc::DeviceKind::kHost, {});
  ASSERT_TRUE(host.ok() && compiler.ok());
  constexpr int kModules = 3;
  MortalDevice device(host->get(), kModules);
  const auto keys = ParseKeyList("12,15,16,18,20,24,30,32 single sbrr plain");
  ASSERT_TRUE(keys.ok());
  TuneOptions options;
  options.repeats = 1;
  options.shapes = 1;
  options.array_bytes = kBytes;
  int64_t seen = 0;
  std::string last;
  const auto summary = Tune(*keys, *FindTarget("host"), options, &device, compiler->get(),
                            [&](const TuneResult& result) {
                              ++seen;
                              last = result.refusal;
                            });
  ASSERT_TRUE(summary.ok()) << summary.status();
  EXPECT_EQ(summary->device.message(), "an illegal address was met");
  EXPECT_EQ(last, "an illegal address was met");
  EXPECT_EQ(summary->timed, kModules);
  EXPECT_EQ(summary->refused, 1);
  EXPECT_EQ(seen, kModules + 1);
  EXPECT_EQ(std::ssize(summary->table) + summary->keys_left, std::ssize(*keys));
  EXPECT_GE(std::ssize(summary->table), 1);
}

TEST(TunerTest, RowsHaveAFieldForEveryColumn) {
  TuneResult result;
  result.key = {39, Precision::kDouble, Tiling::kRowRow, ShapeUse::kPlain};
  result.shape.factors = {3, 13};
  result.shape.is_persistent = true;
  result.few = 64;
  result.refusal = "a, b";
  const std::string row = ToCsv(result), header = ResultHeader();
  EXPECT_EQ(std::count(row.begin(), row.end(), ','), std::count(header.begin(), header.end(), ','));
  EXPECT_THAT(header, testing::EndsWith(",staged,persistent,few\n"));
  EXPECT_THAT(row, testing::EndsWith(",a  b,0,1,64\n"));
}

// A kernel with wrong results has no time.
TEST(TunerTest, WrongResultsAreRefused) {
  const auto device = rtc::OpenDevice("host");
  const auto compiler = rtc::MakeCompiler(rtc::DeviceKind::kHost, {});
  ASSERT_TRUE(device.ok() && compiler.ok());
  const Target target = *FindTarget("host");
  const ShapeKey key = {12, Precision::kSingle, Tiling::kRowRow, ShapeUse::kPlain};
  const auto wanted = MakeCase(key, kBytes / 8);
  ASSERT_TRUE(wanted.ok());
  const auto kernel = MakeKernel(*wanted, *ModelKernelShape(RequestOf(key), target), target);
  const auto source = kernels::GenerateSource(kernel.spec, target.dialect, nullptr);
  ASSERT_TRUE(source.ok());
  const auto object = (*compiler)->Compile({kernel.name, *source, "host", {}});
  ASSERT_TRUE(object.ok()) << object.status();
  const TuneInput input;
  Expected expected = ExpectedOf(*wanted, input);
  const auto runner = TuneRunner::Create(device->get(), input, kBytes);
  ASSERT_TRUE(runner.ok());
  EXPECT_TRUE((*runner)->Run(kernel, object->bytes, *wanted, expected, {2}).ok());
  expected.transforms.back().values[5] += 0.01;
  const auto wrong = (*runner)->Run(kernel, object->bytes, *wanted, expected, {2});
  EXPECT_EQ(wrong.status().code(), absl::StatusCode::kDataLoss);
}

TEST(KeyListTest, RangesAndFaults) {
  const auto lengths = ParseLengths("64,10-20/3");
  ASSERT_TRUE(lengths.ok());
  EXPECT_EQ(*lengths, (std::vector<int64_t>{64, 12, 16, 18}));
  const auto message = [](const char* text) {
    return std::string(ParseKeyList(text).status().message());
  };
  EXPECT_THAT(message("64 single sbrr"), testing::HasSubstr("four words"));
  EXPECT_THAT(message("64 quad sbrr plain"), testing::HasSubstr("quad"));
  EXPECT_THAT(message("1-9 single sbrr plain"), testing::HasSubstr("length"));
  const auto lines = ParseKeyList("10*100,64 single sbrr convolving");
  ASSERT_TRUE(lines.ok()) << lines.status();
  ASSERT_EQ(lines->size(), 2u);
  EXPECT_EQ(lines->front().lines_per_transform, 10);
  EXPECT_EQ(lines->front().length, 100);
  EXPECT_THAT(message("10*100 single sbrr plain"), testing::HasSubstr("convolving"));
  EXPECT_THAT(message("67*100 single sbrr convolving"), testing::HasSubstr("lines"));
  EXPECT_THAT(message("2*99999 single sbrr convolving"), testing::HasSubstr("length"));
  EXPECT_THAT(message("10*101 single sbrr convolving"),
              testing::HasSubstr("length is 10*101; allowed: R*M, M + 1 a prime above 31"));
  EXPECT_THAT(message("10*30 single sbrr convolving"), testing::HasSubstr("above 31"));
  EXPECT_THAT(message("64-16/7 single sbrr plain"), testing::HasSubstr("with a length in it"));
  EXPECT_THAT(message("-1 single sbrr plain"), testing::HasSubstr("length is empty"));
  EXPECT_EQ(ParseKeyList("64 single sbrr plain # again\n64 single sbrr plain")->size(), 1u);
}

}  // namespace
}  // namespace fft::tune
