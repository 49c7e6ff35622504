#include "fft/rtc/device.h"

#include <utility>

#include "fft/base/status.h"

namespace fft::rtc {

absl::Status Device::CopyRows(const RowCopy& copy, Stream stream) {
  for (size_t row = 0; row < copy.rows; ++row) {
    FFT_RETURN_IF_ERROR(CopyOnDevice(static_cast<char*>(copy.to) + row * copy.to_pitch,
                                     static_cast<const char*>(copy.from) + row * copy.from_pitch,
                                     copy.row_bytes, stream));
  }
  return absl::OkStatus();
}

absl::Status Device::LaunchPieces(absl::Span<const PieceLaunch> launches, uint32_t, Stream stream) {
  for (const PieceLaunch& launch : launches) {
    FFT_RETURN_IF_ERROR(launch.kernel->Launch(launch.geometry, stream, launch.args));
  }
  return absl::OkStatus();
}

absl::Status Device::AllowAccess(const Device& peer) {
  if (&peer == this) return absl::OkStatus();
  return absl::UnimplementedError("kernels of " + name() + " use the memory of no other device");
}

absl::StatusOr<DeviceBuffer> DeviceBuffer::Allocate(Device& device, size_t bytes) {
  FFT_ASSIGN_OR_RETURN(void* const data, device.Allocate(bytes));
  return DeviceBuffer(&device, data, bytes);
}

DeviceBuffer::DeviceBuffer(DeviceBuffer&& other) noexcept
    : device_(std::exchange(other.device_, nullptr)),
      data_(std::exchange(other.data_, nullptr)),
      bytes_(std::exchange(other.bytes_, 0)) {}

DeviceBuffer& DeviceBuffer::operator=(DeviceBuffer&& other) noexcept {
  std::swap(device_, other.device_);
  std::swap(data_, other.data_);
  std::swap(bytes_, other.bytes_);
  return *this;
}

// A destructor cannot report an error. If the device is broken, its next call reports that.
DeviceBuffer::~DeviceBuffer() {
  if (device_ != nullptr) device_->Free(data_).IgnoreError();
}

absl::StatusOr<ScopedStream> ScopedStream::Create(Device& device) {
  FFT_ASSIGN_OR_RETURN(const Stream stream, device.CreateStream());
  return ScopedStream(&device, stream);
}

ScopedStream::ScopedStream(ScopedStream&& other) noexcept
    : device_(std::exchange(other.device_, nullptr)),
      stream_(std::exchange(other.stream_, nullptr)) {}

ScopedStream& ScopedStream::operator=(ScopedStream&& other) noexcept {
  std::swap(device_, other.device_);
  std::swap(stream_, other.stream_);
  return *this;
}

ScopedStream::~ScopedStream() {
  if (device_ != nullptr) device_->DestroyStream(stream_).IgnoreError();
}

absl::StatusOr<ScopedEvent> ScopedEvent::Create(Device& device) {
  FFT_ASSIGN_OR_RETURN(const Event event, device.CreateEvent());
  return ScopedEvent(&device, event);
}

ScopedEvent::ScopedEvent(ScopedEvent&& other) noexcept
    : device_(std::exchange(other.device_, nullptr)),
      event_(std::exchange(other.event_, nullptr)) {}

ScopedEvent& ScopedEvent::operator=(ScopedEvent&& other) noexcept {
  std::swap(device_, other.device_);
  std::swap(event_, other.event_);
  return *this;
}

ScopedEvent::~ScopedEvent() {
  if (device_ != nullptr) device_->DestroyEvent(event_).IgnoreError();
}

}  // namespace fft::rtc
