#include "fft/rtc/host/host_device.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "fft/base/ir_marker.h"
#include "fft/base/status.h"
#include "fft/rtc/host/host_thread_pool.h"
#include "fft/rtc/host/ir_program.h"
#include "fft/rtc/host/relocatable_object.h"
#include "fft/rtc/named_kernels.h"
#include "fft/rtc/system/subprocess.h"

namespace fft::rtc {
namespace {

constexpr size_t kAlignment = 256;
constexpr size_t kHugePage = size_t{2} << 20;
// Bytes of a second-level cache whose size the system does not tell.
constexpr int64_t kUsualCache = int64_t{1} << 20;
using Clock = std::chrono::steady_clock;

std::string ErrnoText() { return std::system_category().message(errno); }

// Allocates memory, in huge pages for large arrays if the system has them. With small pages, each
// element of a column whose elements lie a page apart would miss the translation buffer.
void* AllocateAligned(size_t bytes) {
  const bool is_large = bytes >= 2 * kHugePage;
  void* data = nullptr;
  if (posix_memalign(&data, is_large ? kHugePage : kAlignment, bytes) != 0) return nullptr;
  if (is_large) madvise(data, bytes, MADV_HUGEPAGE);
  return data;
}

// The processors this process may run on.
int AvailableProcessors() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof(set), &set) == 0) return std::max(1, CPU_COUNT(&set));
  return std::max<int>(1, static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN)));
}

std::string ProcessorName() {
  const absl::StatusOr<std::string> cpuinfo = ReadFile("/proc/cpuinfo");
  if (cpuinfo.ok()) {
    for (absl::string_view line : absl::StrSplit(*cpuinfo, '\n')) {
      if (!absl::StartsWith(line, "model name")) continue;
      const size_t colon = line.find(':');
      if (colon == absl::string_view::npos) continue;
      return std::string(absl::StripAsciiWhitespace(line.substr(colon + 1)));
    }
  }
  return "host processor";
}

DeviceProperties HostProperties() {
  DeviceProperties properties;
  // A workgroup is a loop, and its memory is ordinary memory on the stack or heap of the kernel.
  // The limits are those with which kernels for the processor are planned.
  properties.shared_bytes_per_block = 1 << 20;
  properties.wavefront = 1;
  properties.max_threads_per_block = 1 << 20;
  properties.multiprocessors = AvailableProcessors();
  properties.l2_bytes = std::max(0L, sysconf(_SC_LEVEL2_CACHE_SIZE));
  properties.piece_bytes = (properties.l2_bytes > 0 ? properties.l2_bytes : kUsualCache) / 2;
  properties.memory_bytes = int64_t{sysconf(_SC_PHYS_PAGES)} * sysconf(_SC_PAGESIZE);
  return properties;
}

// A kernel without compiled code, as a function. args[0] is its program, args[1] its arguments.
void RunProgram(void* const* args, unsigned first, unsigned end) {
  static_cast<const IrProgram*>(args[0])->Run(static_cast<void* const*>(args[1]), first, end);
}

class HostKernel final : public Kernel {
 public:
  // Runs workgroups in the calling thread.
  void RunBlocks(void* const* args, uint32_t first, uint32_t end) const {
    if (program_ != nullptr) return program_->Run(args, first, end);
    function_(args, first, end);
  }

  // `direct` is null if the kernel has no second entry point (kHostDirectEnding).
  HostKernel(std::string name, HostKernelFunction function, HostDirectFunction direct,
             HostThreadPool* pool)
      : name_(std::move(name)), function_(function), direct_(direct), pool_(pool) {}
  HostKernel(std::string name, IrProgram* program, HostThreadPool* pool)
      : name_(std::move(name)), program_(program), function_(&RunProgram), pool_(pool) {}

  const std::string& name() const override { return name_; }

  absl::Status Launch(const LaunchGeometry& geometry, Stream, void* const* args) const override {
    const std::optional<uint32_t> blocks = BlocksOf(geometry);
    if (!blocks) {
      return absl::InvalidArgumentError(absl::StrCat(
          "kernel \"", name_, "\": the grid has more than ", kMostBlocks, " workgroups"));
    }
    void* const program[] = {program_, const_cast<void**>(args)};
    pool_->Run(function_, program_ == nullptr ? args : program, *blocks, &block_time_);
    return absl::OkStatus();
  }

  // See ::DirectCall.
  HostDirectFunction DirectCall(const LaunchGeometry& geometry) const {
    const std::optional<uint32_t> blocks = BlocksOf(geometry);
    return blocks && pool_->RunsInCaller(*blocks) ? direct_ : nullptr;
  }

 private:
  static constexpr uint64_t kMostBlocks = std::numeric_limits<uint32_t>::max();

  // The number of workgroups; none if it does not fit 32 bits.
  static std::optional<uint32_t> BlocksOf(const LaunchGeometry& geometry) {
    uint64_t blocks = 1;
    for (const uint32_t extent : geometry.grid) {
      blocks *= extent;  // both below 2^32
      if (blocks > kMostBlocks) return std::nullopt;
    }
    return static_cast<uint32_t>(blocks);
  }

  const std::string name_;
  IrProgram* const program_ = nullptr;  // null: compiled
  const HostKernelFunction function_;
  const HostDirectFunction direct_ = nullptr;
  HostThreadPool* const pool_;
  mutable HostThreadPool::BlockTime block_time_ = 0;
};

// Runs pieces `first` .. `end` - 1 of the launches in `args`, as a kernel whose workgroups are
// pieces.
void RunPieces(void* const* args, unsigned first, unsigned end) {
  const auto& launches = *static_cast<const absl::Span<const PieceLaunch>*>(args[0]);
  for (uint64_t piece = first; piece < end; ++piece) {
    for (const PieceLaunch& launch : launches) {
      const uint64_t blocks = launch.geometry.grid[0];
      const uint64_t from = std::min(piece * launch.piece_blocks, blocks);
      const uint64_t to = std::min(from + launch.piece_blocks, blocks);
      if (from == to) continue;
      static_cast<const HostKernel*>(launch.kernel)
          ->RunBlocks(launch.args, static_cast<uint32_t>(from), static_cast<uint32_t>(to));
    }
  }
}

// A shared object loaded from an anonymous file. The file stays open, because the loader recognises
// objects by name and this object is named by its descriptor.
class LoadedObject {
 public:
  static absl::StatusOr<LoadedObject> Load(const std::string& bytes) {
    const int fd = memfd_create("fft_kernel", MFD_CLOEXEC);
    if (fd < 0) return absl::UnavailableError(absl::StrCat("memfd_create: ", ErrnoText()));
    LoadedObject object(fd);
    for (size_t at = 0; at < bytes.size();) {
      const ssize_t wrote = write(fd, bytes.data() + at, bytes.size() - at);
      if (wrote < 0 && errno != EINTR) {
        return absl::ResourceExhaustedError(
            absl::StrCat("writing the code object to memory: ", ErrnoText()));
      }
      at += std::max<ssize_t>(wrote, 0);
    }
    FFT_RETURN_IF_ERROR(object.Open());
    return object;
  }

  LoadedObject(LoadedObject&& other) noexcept
      : fd_(std::exchange(other.fd_, -1)), handle_(std::exchange(other.handle_, nullptr)) {}
  LoadedObject& operator=(LoadedObject&&) = delete;
  ~LoadedObject() {
    if (handle_ != nullptr) dlclose(handle_);
    if (fd_ >= 0) close(fd_);
  }

  void* Symbol(const std::string& name) const { return dlsym(handle_, name.c_str()); }

 private:
  explicit LoadedObject(int fd) : fd_(fd) {}

  absl::Status Open() {
    std::string path = absl::StrCat("/proc/self/fd/", fd_);
    // An object that cannot be unloaded (it has unique symbols) keeps its name after its descriptor
    // is closed. In that case another descriptor is taken.
    while (void* stale = dlopen(path.c_str(), RTLD_NOW | RTLD_NOLOAD)) {
      dlclose(stale);
      const int other = fcntl(fd_, F_DUPFD_CLOEXEC, fd_ + 1);
      if (other < 0) return absl::UnavailableError(absl::StrCat("dup: ", ErrnoText()));
      close(std::exchange(fd_, other));
      path = absl::StrCat("/proc/self/fd/", fd_);
    }
    handle_ = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle_ == nullptr) {
      const char* error = dlerror();
      return absl::InvalidArgumentError(
          absl::StrCat("the host cannot load the code object: ", error == nullptr ? "" : error));
    }
    return absl::OkStatus();
  }

  int fd_ = -1;
  void* handle_ = nullptr;
};

template <typename Object>
class HostModule final : public Module {
 public:
  HostModule(Object object, NamedKernels kernels)
      : object_(std::move(object)), kernels_(std::move(kernels)) {}

  absl::StatusOr<const Kernel*> GetKernel(absl::string_view name) const override {
    return kernels_.Find(name);
  }

 private:
  const Object object_;
  const NamedKernels kernels_;
};

// The host as a device. Streams are opaque tokens, since every call has finished when it returns.
// Events are time points.
class HostDevice final : public Device {
 public:
  HostDevice(int threads, std::optional<int64_t> piece_bytes)
      : name_(ProcessorName()), pool_(threads) {
    properties_.multiprocessors = threads;
    if (piece_bytes) properties_.piece_bytes = *piece_bytes;
  }

  DeviceKind kind() const override { return DeviceKind::kHost; }
  const std::string& name() const override { return name_; }
  const std::string& arch() const override { return arch_; }
  const DeviceProperties& properties() const override { return properties_; }

  absl::StatusOr<void*> Allocate(size_t bytes) override {
    if (bytes == 0) return static_cast<void*>(nullptr);
    // If asked for more memory than there is, the system would return a pointer, and would end the
    // process when the memory is used.
    const bool possible = bytes <= static_cast<uint64_t>(properties_.memory_bytes);
    const size_t rounded = (bytes + kAlignment - 1) / kAlignment * kAlignment;
    void* data = possible ? AllocateAligned(rounded) : nullptr;
    if (data == nullptr) {
      return absl::ResourceExhaustedError(
          absl::StrCat("the host cannot allocate ", bytes, " bytes"));
    }
    return data;
  }

  absl::Status Free(void* pointer) override {
    std::free(pointer);
    return absl::OkStatus();
  }

  absl::Status CopyToDevice(void* to, const void* from, size_t bytes, Stream) override {
    return Copy(to, from, bytes);
  }
  absl::Status CopyToHost(void* to, const void* from, size_t bytes, Stream) override {
    return Copy(to, from, bytes);
  }
  absl::Status CopyOnDevice(void* to, const void* from, size_t bytes, Stream) override {
    return Copy(to, from, bytes);
  }

  absl::Status Fill(void* to, uint8_t value, size_t bytes, Stream) override {
    FFT_RETURN_IF_ERROR(CheckRange("to", to, bytes));
    if (bytes > 0) std::memset(to, value, bytes);
    return absl::OkStatus();
  }

  absl::Status CopyRows(const RowCopy& copy, Stream) override {
    auto* to = static_cast<char*>(copy.to);
    const auto* from = static_cast<const char*>(copy.from);
    for (size_t row = 0; row < copy.rows; ++row) {
      std::memcpy(to + row * copy.to_pitch, from + row * copy.from_pitch, copy.row_bytes);
    }
    return absl::OkStatus();
  }

  absl::Status AllowAccess(const Device& peer) override {
    return peer.kind() == kind() ? absl::OkStatus() : Device::AllowAccess(peer);
  }

  absl::Status LaunchPieces(absl::Span<const PieceLaunch> launches, uint32_t pieces,
                            Stream) override {
    void* const args[] = {&launches};
    pool_.Run(&RunPieces, args, pieces);
    return absl::OkStatus();
  }

  absl::StatusOr<Stream> CreateStream() override { return static_cast<Stream>(new char); }
  absl::Status DestroyStream(Stream stream) override {
    delete static_cast<char*>(stream);
    return absl::OkStatus();
  }
  absl::Status Synchronize(Stream) override { return absl::OkStatus(); }

  absl::StatusOr<Event> CreateEvent() override {
    return static_cast<Event>(new Clock::time_point());
  }
  absl::Status DestroyEvent(Event event) override {
    delete static_cast<Clock::time_point*>(event);
    return absl::OkStatus();
  }
  absl::Status RecordEvent(Event event, Stream) override {
    if (event == nullptr) return InvalidField("event", "null", "an event of CreateEvent");
    *static_cast<Clock::time_point*>(event) = Clock::now();
    return absl::OkStatus();
  }
  absl::Status WaitEvent(Stream, Event event) override {
    if (event == nullptr) return InvalidField("event", "null", "an event of CreateEvent");
    return absl::OkStatus();
  }
  absl::StatusOr<double> ElapsedMilliseconds(Event start, Event stop) override {
    if (start == nullptr) return InvalidField("start", "null", "a recorded event");
    if (stop == nullptr) return InvalidField("stop", "null", "a recorded event");
    const auto begin = *static_cast<Clock::time_point*>(start);
    const auto end = *static_cast<Clock::time_point*>(stop);
    for (const auto& point : {begin, end}) {
      if (point == Clock::time_point()) {
        return absl::FailedPreconditionError("an event was not recorded");
      }
    }
    return std::chrono::duration<double, std::milli>(end - begin).count();
  }

  absl::StatusOr<std::unique_ptr<Module>> LoadModule(
      const std::string& code_object, const std::vector<std::string>& kernel_names) override {
    if (IsLlvmIr(code_object)) {
      FFT_ASSIGN_OR_RETURN(IrProgram program, IrProgram::Parse(code_object));
      return MakeModule(std::make_unique<IrProgram>(std::move(program)), kernel_names);
    }
    if (IsRelocatableObject(code_object)) {
      FFT_ASSIGN_OR_RETURN(RelocatableObject object, RelocatableObject::Load(code_object));
      return MakeModule(std::move(object), kernel_names);
    }
    FFT_ASSIGN_OR_RETURN(LoadedObject object, LoadedObject::Load(code_object));
    return MakeModule(std::move(object), kernel_names);
  }

 private:
  // Makes the module of a text, which has one kernel.
  std::unique_ptr<Module> MakeModule(std::unique_ptr<IrProgram> program,
                                     const std::vector<std::string>& kernel_names) {
    NamedKernels kernels;
    for (const std::string& name : kernel_names) {
      kernels.Add(std::make_unique<HostKernel>(name, program.get(), &pool_));
    }
    return std::make_unique<HostModule<std::unique_ptr<IrProgram>>>(std::move(program),
                                                                    std::move(kernels));
  }

  template <typename Object>
  absl::StatusOr<std::unique_ptr<Module>> MakeModule(Object object,
                                                     const std::vector<std::string>& kernel_names) {
    NamedKernels kernels;
    for (const std::string& name : kernel_names) {
      auto* function = reinterpret_cast<HostKernelFunction>(object.Symbol(name));
      if (function == nullptr) {
        return absl::NotFoundError(absl::StrCat("the code object has no kernel \"", name, "\""));
      }
      auto* direct = reinterpret_cast<HostDirectFunction>(object.Symbol(name + kHostDirectEnding));
      kernels.Add(std::make_unique<HostKernel>(name, function, direct, &pool_));
    }
    return std::make_unique<HostModule<Object>>(std::move(object), std::move(kernels));
  }

  static absl::Status CheckRange(const std::string& field, const void* pointer, size_t bytes) {
    if (pointer != nullptr || bytes == 0) return absl::OkStatus();
    return InvalidField(field, "null", absl::StrCat("a pointer to ", bytes, " bytes"));
  }

  static absl::Status Copy(void* to, const void* from, size_t bytes) {
    FFT_RETURN_IF_ERROR(CheckRange("to", to, bytes));
    FFT_RETURN_IF_ERROR(CheckRange("from", from, bytes));
    if (bytes > 0) std::memmove(to, from, bytes);
    return absl::OkStatus();
  }

  const std::string name_;
  const std::string arch_ = "host";
  DeviceProperties properties_ = HostProperties();
  HostThreadPool pool_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<Device>> OpenHostDevice(const HostDeviceOptions& options) {
  if (options.threads < 0 || options.threads > 4096) {
    return InvalidField("threads", absl::StrCat(options.threads), "0 to 4096");
  }
  if (options.piece_bytes && *options.piece_bytes < 0) {
    return InvalidField("piece_bytes", absl::StrCat(*options.piece_bytes), "0 or more");
  }
  return std::make_unique<HostDevice>(
      options.threads == 0 ? AvailableProcessors() : options.threads, options.piece_bytes);
}

HostDirectFunction DirectCall(const Kernel& kernel, const LaunchGeometry& geometry) {
  const auto* const host = dynamic_cast<const HostKernel*>(&kernel);
  return host == nullptr ? nullptr : host->DirectCall(geometry);
}

}  // namespace fft::rtc
