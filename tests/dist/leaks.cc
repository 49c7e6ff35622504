#include "tests/dist/leaks.h"

#include <dlfcn.h>
#include <malloc.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "fft/base/status.h"
#include "fft/rtc/device.h"
#include "tests/dist/dist_case.h"

namespace fft::testing {
namespace {

constexpr int kProblems = 8;
constexpr int64_t kMostHeap = 64 << 10, kMostResident = 2 << 20, kMostDevice = 2 << 20;

int EntriesOf(const char* folder) {
  // In the folder of open files, the listing itself is one of the counted files.
  return static_cast<int>(std::distance(std::filesystem::directory_iterator(folder),
                                        std::filesystem::directory_iterator()));
}

// Returns the bytes of memory in use on a CUDA device. rtc::Device has no function for it.
int64_t DeviceBytes(rtc::Device& device) {
  using GetInfo = int (*)(size_t * free, size_t * total);
  if (device.kind() != rtc::DeviceKind::kCuda || !device.MakeCurrent().ok()) return 0;
  void* const library = dlopen("libcuda.so.1", RTLD_NOW);
  const auto get = reinterpret_cast<GetInfo>(library ? dlsym(library, "cuMemGetInfo_v2") : nullptr);
  size_t free = 0, total = 0;
  if (get == nullptr || get(&free, &total) != 0) return 0;
  return static_cast<int64_t>(total - free);
}

ProcessHoldings HoldingsOfProcess(rtc::Device& device) {
  ProcessHoldings now;
  const auto heap = mallinfo2();
  now.heap_bytes = static_cast<int64_t>(heap.uordblks + heap.hblkhd);
  std::ifstream status("/proc/self/status");
  for (std::string name; status >> name; status.ignore(1000, '\n')) {
    if (name == "VmRSS:" && status >> now.resident_bytes) now.resident_bytes *= 1024;
  }
  now.device_bytes = DeviceBytes(device);
  now.files = EntriesOf("/proc/self/fd");
  now.threads = EntriesOf("/proc/self/task");
  return now;
}

absl::Status RunOne(int number, std::shared_ptr<Context> context,
                    dist::Communicator* communicator) {
  const DistCase test =
      DrawCase(1 + number % kProblems, communicator->size(), communicator->SharesMemory());
  FFT_ASSIGN_OR_RETURN(
      const auto transform,
      dist::DistTransform::Create(context, communicator, test.problem, test.options));
  const dist::DistProblem& problem = transform->plan().problem;
  const int rank = communicator->rank();
  constexpr int kMostElementBytes = 16;
  const int64_t in_bytes = problem.input[rank].volume() * kMostElementBytes,
                out_bytes = problem.output[rank].volume() * kMostElementBytes;
  rtc::Device& device = context->device();
  FFT_ASSIGN_OR_RETURN(const auto data,
                       rtc::DeviceBuffer::Allocate(device, 256 + std::max(in_bytes, out_bytes)));
  FFT_RETURN_IF_ERROR(device.Fill(data.data(), 0, data.bytes(), nullptr));
  const bool in_place = problem.problem.placement == Placement::kInPlace;
  FFT_ASSIGN_OR_RETURN(const auto out, rtc::DeviceBuffer::Allocate(device, 256 + out_bytes));
  FFT_RETURN_IF_ERROR(
      transform->Execute({.in = data.data(), .out = in_place ? data.data() : out.data()}));
  return device.Synchronize(nullptr);
}

// Measures while all ranks of the process wait.
absl::StatusOr<ProcessHoldings> Measure(dist::Communicator& communicator, rtc::Device& device) {
  FFT_RETURN_IF_ERROR(communicator.Barrier());
  const ProcessHoldings now = HoldingsOfProcess(device);
  FFT_RETURN_IF_ERROR(communicator.Barrier());
  return now;
}

}  // namespace

absl::StatusOr<ProcessHoldings> GrowthOver(int warm_up, int count, std::shared_ptr<Context> context,
                                           dist::Communicator* communicator) {
  for (int i = 0; i < warm_up; ++i) FFT_RETURN_IF_ERROR(RunOne(i, context, communicator));
  FFT_ASSIGN_OR_RETURN(const ProcessHoldings before, Measure(*communicator, context->device()));
  for (int i = 0; i < count; ++i) FFT_RETURN_IF_ERROR(RunOne(i, context, communicator));
  FFT_ASSIGN_OR_RETURN(const ProcessHoldings after, Measure(*communicator, context->device()));
  return ProcessHoldings{after.heap_bytes - before.heap_bytes,
                         after.resident_bytes - before.resident_bytes,
                         after.device_bytes - before.device_bytes, after.files - before.files,
                         after.threads - before.threads};
}

absl::Status CheckGrowth(const ProcessHoldings& growth) {
  const bool is_small = growth.heap_bytes <= kMostHeap && growth.resident_bytes <= kMostResident &&
                        growth.device_bytes <= kMostDevice;
  if (is_small && growth.files <= 0 && growth.threads <= 0) return absl::OkStatus();
  return absl::InternalError(absl::StrCat("left ", ToString(growth), "; allowed: ",
                                          ToString({kMostHeap, kMostResident, kMostDevice, 0, 0})));
}

std::string ToString(const ProcessHoldings& held) {
  return absl::StrFormat(
      "%d bytes of heap, %d KiB resident, %d KiB on the device, %d files, %d threads",
      held.heap_bytes, held.resident_bytes / 1024, held.device_bytes / 1024, held.files,
      held.threads);
}

}  // namespace fft::testing
