// Devices: memory, streams, events, modules and launches behind one interface.
//
// One implementation per kind (hip_device.h, cuda_device.h, host_device.h); device_registry.h
// chooses among them. All classes are thread-safe. Streams are the platform's own handles
// (hipStream_t, CUstream) as void*, so callers may pass streams, pointers and events that they made
// with the platform's API. A null stream is the platform's default.
//
//   auto device = OpenDevice("auto");
//   auto buffer = DeviceBuffer::Allocate(**device, bytes);
//   auto module = (*device)->LoadModule(code_object.bytes, {"kernel"});
//   auto kernel = (*module)->GetKernel("kernel");
//   void* pointer = buffer->data();
//   void* args[] = {&pointer};
//   (*kernel)->Launch({.grid = {64, 1, 1}, .block = {256, 1, 1}}, stream, args);

#ifndef FFT_RTC_DEVICE_H_
#define FFT_RTC_DEVICE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "fft/rtc/device_kind.h"

namespace fft::rtc {

// hipStream_t, CUstream, or a HostDevice's own stream.
using Stream = void*;
// hipEvent_t, CUevent, or a HostDevice's own event.
using Event = void*;

// What a device says about itself. For example, an H200 has a wavefront of 32 and 132
// multiprocessors.
struct DeviceProperties {
  // The most LDS or shared memory that one workgroup can have, in bytes, opt-in sizes included.
  int64_t shared_bytes_per_block = 0;
  int wavefront = 0;
  int max_threads_per_block = 0;
  int multiprocessors = 0;
  int threads_per_multiprocessor = 0;  // threads that one multiprocessor holds at once; 0: not told
  // Multiprocessors as plans count them (Target::compute_units); 0: not told.
  int compute_units = 0;
  int64_t l2_bytes = 0;
  double bandwidth_gbs = 0;  // the bandwidth of the device's memory, in GB/s; 0: not told
  int64_t memory_bytes = 0;
  // Bytes that a processor's cache keeps from one kernel of a plan to the next if both run piece by
  // piece (LaunchPieces). 0 means that pieces gain nothing on this device.
  int64_t piece_bytes = 0;
  int64_t clock_khz = 0;  // the clock of the fastest processor, in kHz; 0: not told
  std::string driver;     // the version of the device's driver; empty: none, or not told
};

// Workgroups per grid and threads per workgroup, x first, and the dynamic LDS of one workgroup.
struct LaunchGeometry {
  std::array<uint32_t, 3> grid = {1, 1, 1};
  std::array<uint32_t, 3> block = {1, 1, 1};
  uint32_t shared_bytes = 0;
  // Whether the kernel itself waits for the end of the kernel before it in the stream, so that it
  // may be launched while that kernel runs. A device without early launches launches it after that
  // kernel.
  bool launches_early = false;
};

// Rows of `row_bytes` each, `to_pitch` and `from_pitch` bytes apart. For example, row_bytes 64,
// rows 4, to_pitch 64 and from_pitch 256 pack four rows of a larger matrix.
struct RowCopy {
  void* to = nullptr;
  const void* from = nullptr;
  size_t row_bytes = 0;
  size_t rows = 0;
  size_t to_pitch = 0;
  size_t from_pitch = 0;
};

// A function of a loaded module. It is valid as long as its module.
class Kernel {
 public:
  virtual ~Kernel() = default;
  virtual const std::string& name() const = 0;

  // Enqueues the kernel. args[i] points to the value of the i-th parameter; values are read before
  // Launch returns. Allocates nothing on success and may be captured into a graph. Errors name the
  // kernel.
  virtual absl::Status Launch(const LaunchGeometry& geometry, Stream stream,
                              void* const* args) const = 0;
};

// A kernel that runs piece by piece: piece p is its workgroups p * piece_blocks up to
// (p + 1) * piece_blocks - 1. `args` is what Launch takes.
struct PieceLaunch {
  const Kernel* kernel = nullptr;
  LaunchGeometry geometry;  // the geometry of all pieces together, one-dimensional
  uint32_t piece_blocks = 1;
  void* const* args = nullptr;
};

// Loaded code. Must not outlive its device; must not be destroyed while its kernels run.
class Module {
 public:
  virtual ~Module() = default;

  // The kernel of a name. kNotFound if it was not among the names given to LoadModule.
  virtual absl::StatusOr<const Kernel*> GetKernel(absl::string_view name) const = 0;
};

// One GPU, or the host's processors. Every error names the platform call that failed and has the
// platform's error text.
class Device {
 public:
  virtual ~Device() = default;

  virtual DeviceKind kind() const = 0;
  // The product's name, for people.
  virtual const std::string& name() const = 0;
  // The architecture that kernels are compiled for: "gfx90a", "sm_90", "host".
  virtual const std::string& arch() const = 0;
  virtual const DeviceProperties& properties() const = 0;

  // Allocates memory aligned to at least 256 bytes. Zero bytes give a null pointer.
  // kResourceExhausted if there is too little.
  virtual absl::StatusOr<void*> Allocate(size_t bytes) = 0;
  // Frees memory; null is allowed. Work that uses the memory must have ended.
  virtual absl::Status Free(void* pointer) = 0;

  // Blocking copies, ordered after the work already in `stream`; on return the data has arrived.
  virtual absl::Status CopyToDevice(void* to, const void* from, size_t bytes, Stream stream) = 0;
  virtual absl::Status CopyToHost(void* to, const void* from, size_t bytes, Stream stream) = 0;
  // The next functions enqueue work in `stream` and may return before it is done.
  virtual absl::Status CopyOnDevice(void* to, const void* from, size_t bytes, Stream stream) = 0;
  virtual absl::Status Fill(void* to, uint8_t value, size_t bytes, Stream stream) = 0;
  // Copies rows, enqueued in `stream`. It makes one copy per row if the platform has nothing
  // better.
  virtual absl::Status CopyRows(const RowCopy& copy, Stream stream);

  // Lets kernels and copies of this device use the memory of `peer`. kUnimplemented if the platform
  // or this library cannot do so; Ok if they can use it already.
  virtual absl::Status AllowAccess(const Device& peer);

  virtual absl::StatusOr<Stream> CreateStream() = 0;
  // Waits for the stream's work, then frees the stream. Null is allowed.
  virtual absl::Status DestroyStream(Stream stream) = 0;
  // Waits until all work enqueued in `stream` has ended, and reports the errors of that work.
  virtual absl::Status Synchronize(Stream stream) = 0;

  virtual absl::StatusOr<Event> CreateEvent() = 0;
  virtual absl::Status DestroyEvent(Event event) = 0;
  virtual absl::Status RecordEvent(Event event, Stream stream) = 0;
  // Makes `stream` wait: work that is enqueued in it from now on starts after the work that came
  // before the recording of `event`, on this or another device of the same kind.
  virtual absl::Status WaitEvent(Stream stream, Event event) = 0;
  // Waits for `stop`, then returns the milliseconds between two recorded events.
  virtual absl::StatusOr<double> ElapsedMilliseconds(Event start, Event stop) = 0;

  // Launches kernels of this device piece by piece. A piece of one kernel runs before the same
  // piece of the next kernel; different pieces run in any order and at once. Runs one kernel after
  // the other if pieces gain nothing on the platform. Allocates nothing on success.
  virtual absl::Status LaunchPieces(absl::Span<const PieceLaunch> launches, uint32_t pieces,
                                    Stream stream);

  // Makes this the calling thread's device, for libraries that ask the platform for it.
  virtual absl::Status MakeCurrent() { return absl::OkStatus(); }

  // Loads a code object (rtc/compiler.h) and resolves the named kernels. Raises their limit of
  // dynamic shared memory to the device's if the platform asks for that. kInvalidArgument if the
  // platform rejects the bytes; kNotFound if a name is missing.
  virtual absl::StatusOr<std::unique_ptr<Module>> LoadModule(
      const std::string& code_object, const std::vector<std::string>& kernel_names) = 0;
};

// Owns device memory. Movable; must not outlive the device.
class DeviceBuffer {
 public:
  static absl::StatusOr<DeviceBuffer> Allocate(Device& device, size_t bytes);

  DeviceBuffer() = default;
  DeviceBuffer(DeviceBuffer&& other) noexcept;
  DeviceBuffer& operator=(DeviceBuffer&& other) noexcept;
  ~DeviceBuffer();

  void* data() const { return data_; }
  size_t bytes() const { return bytes_; }

 private:
  DeviceBuffer(Device* device, void* data, size_t bytes)
      : device_(device), data_(data), bytes_(bytes) {}

  Device* device_ = nullptr;
  void* data_ = nullptr;
  size_t bytes_ = 0;
};

// Owns a stream. Movable; must not outlive the device.
class ScopedStream {
 public:
  static absl::StatusOr<ScopedStream> Create(Device& device);

  ScopedStream() = default;
  ScopedStream(ScopedStream&& other) noexcept;
  ScopedStream& operator=(ScopedStream&& other) noexcept;
  ~ScopedStream();

  Stream get() const { return stream_; }

 private:
  ScopedStream(Device* device, Stream stream) : device_(device), stream_(stream) {}

  Device* device_ = nullptr;
  Stream stream_ = nullptr;
};

// Owns an event. Movable; must not outlive the device.
class ScopedEvent {
 public:
  static absl::StatusOr<ScopedEvent> Create(Device& device);

  ScopedEvent() = default;
  ScopedEvent(ScopedEvent&& other) noexcept;
  ScopedEvent& operator=(ScopedEvent&& other) noexcept;
  ~ScopedEvent();

  Event get() const { return event_; }

 private:
  ScopedEvent(Device* device, Event event) : device_(device), event_(event) {}

  Device* device_ = nullptr;
  Event event_ = nullptr;
};

}  // namespace fft::rtc

#endif  // FFT_RTC_DEVICE_H_
