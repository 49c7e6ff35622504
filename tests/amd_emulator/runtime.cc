// A stand-in for the HIP runtime whose one GPU is a process that executes code objects.
//
// The first hipInit starts the process by the command $FFT_AMD_EMULATOR_COMMAND. README.md has the
// protocol. Device memory is a file in memory that both processes map at the same addresses. Its
// bytes are 0xff (NaNs) at first, and an unmapped page follows each allocation. Work in streams
// executes immediately. If the process dies, every later call that needs it fails.

#define __HIP_DISABLE_CPP_FUNCTIONS__
#include <fcntl.h>
#include <hip/hip_runtime_api.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/amd_emulator/protocol.h"

extern char** environ;

namespace {

using fft::amd_emulator::kArenaBytes;
using fft::amd_emulator::kArenaStart;
using fft::amd_emulator::kMemoryDescriptor;
using fft::amd_emulator::kPageBytes;
using fft::amd_emulator::kSocketDescriptor;
using fft::amd_emulator::Request;

constexpr uint64_t kMemoryBytes = uint64_t{8} << 30;
constexpr uint64_t kAlignment = 256;

uint64_t RoundUp(uint64_t value, uint64_t unit) { return (value + unit - 1) / unit * unit; }

// A message: numbers and bytes, in the byte order of the processor.
class Message {
 public:
  Message() = default;
  explicit Message(std::string bytes) : bytes_(std::move(bytes)) {}

  template <class T>
  Message& Put(T value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof(value));
    return *this;
  }
  Message& PutBytes(std::string_view bytes) {
    bytes_.append(bytes);
    return *this;
  }
  // Returns the next number; 0 behind the end.
  uint32_t Next() {
    uint32_t value = 0;
    if (read_ + sizeof(value) > bytes_.size()) return 0;
    std::memcpy(&value, bytes_.data() + read_, sizeof(value));
    read_ += sizeof(value);
    return value;
  }
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
  size_t read_ = 0;
};

// The properties of the GPU, as the emulator reports them.
struct Properties {
  std::string arch;
  int wavefront = 0;
  int multiprocessors = 0;
  int l2_bytes = 0;
};

// The process at the other end of a socket.
class Emulator {
 public:
  // Starts the process at the first call. Returns whether it started; later calls return the same.
  bool Start() {
    std::lock_guard lock(mutex_);
    if (!was_started_) {
      was_started_ = true;
      is_alive_ = StartProcess() && AskProperties();
    }
    return is_alive_;
  }

  // Sends a request and waits for its answer.
  bool Call(Request request, const Message& message, Message* answer = nullptr) {
    std::lock_guard lock(mutex_);
    return CallLocked(request, message, answer);
  }

  const Properties& properties() const { return properties_; }
  int memory() const { return memory_; }

  std::string error() {
    std::lock_guard lock(mutex_);
    return error_;
  }

 private:
  bool StartProcess() {
    const char* command = std::getenv("FFT_AMD_EMULATOR_COMMAND");
    if (command == nullptr || *command == '\0') return Fail("FFT_AMD_EMULATOR_COMMAND is not set");
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return Fail("no socket");
    memory_ = memfd_create("amd_emulator", MFD_CLOEXEC);
    if (memory_ < 0 || ftruncate(memory_, static_cast<off_t>(kArenaBytes)) != 0) {
      return Fail("no memory to share");
    }
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    // Each descriptor is first copied to a number above both targets, so that dup2 of one does not
    // overwrite the other.
    const int socket_copy = fcntl(ends[1], F_DUPFD_CLOEXEC, kMemoryDescriptor + 1);
    const int memory_copy = fcntl(memory_, F_DUPFD_CLOEXEC, kMemoryDescriptor + 1);
    posix_spawn_file_actions_adddup2(&actions, socket_copy, kSocketDescriptor);
    posix_spawn_file_actions_adddup2(&actions, memory_copy, kMemoryDescriptor);
    const char* const args[] = {"sh", "-c", command, nullptr};
    pid_t child = 0;
    const int failed =
        posix_spawn(&child, "/bin/sh", &actions, nullptr, const_cast<char* const*>(args), environ);
    posix_spawn_file_actions_destroy(&actions);
    for (const int descriptor : {socket_copy, memory_copy, ends[1]}) close(descriptor);
    socket_ = ends[0];
    if (failed != 0) return Fail("/bin/sh does not start");
    return true;
  }

  bool AskProperties() {
    Message answer;
    is_alive_ = true;
    if (!CallLocked(Request::kDescribe, Message(), &answer)) return false;
    properties_.wavefront = static_cast<int>(answer.Next());
    properties_.multiprocessors = static_cast<int>(answer.Next());
    properties_.l2_bytes = static_cast<int>(answer.Next());
    properties_.arch = answer.bytes().substr(3 * sizeof(uint32_t));
    return true;
  }

  bool CallLocked(Request request, const Message& message, Message* answer) {
    if (!is_alive_) return false;
    const uint32_t head[2] = {static_cast<uint32_t>(request),
                              static_cast<uint32_t>(message.bytes().size())};
    uint32_t reply[2] = {};
    if (!Write(head, sizeof(head)) || !Write(message.bytes().data(), message.bytes().size()) ||
        !Read(reply, sizeof(reply))) {
      return Die();
    }
    std::string bytes(reply[1], '\0');
    if (!Read(bytes.data(), bytes.size())) return Die();
    if (reply[0] != 0) return Fail(bytes);
    if (answer != nullptr) *answer = Message(std::move(bytes));
    return true;
  }

  bool Fail(std::string error) {
    error_ = std::move(error);
    return false;
  }
  bool Die() {
    is_alive_ = false;
    return Fail("the emulator's process has ended");
  }

  bool Write(const void* data, size_t bytes) {
    const char* from = static_cast<const char*>(data);
    while (bytes > 0) {
      const ssize_t sent = send(socket_, from, bytes, MSG_NOSIGNAL);
      if (sent < 0 && errno == EINTR) continue;
      if (sent <= 0) return false;
      from += sent;
      bytes -= static_cast<size_t>(sent);
    }
    return true;
  }
  bool Read(void* data, size_t bytes) {
    char* to = static_cast<char*>(data);
    while (bytes > 0) {
      const ssize_t got = read(socket_, to, bytes);
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) return false;
      to += got;
      bytes -= static_cast<size_t>(got);
    }
    return true;
  }

  std::mutex mutex_;
  bool was_started_ = false;
  bool is_alive_ = false;
  int socket_ = -1;
  int memory_ = -1;
  Properties properties_;
  std::string error_ = "none";
};

Emulator& TheEmulator() {
  static Emulator* const emulator = new Emulator;
  return *emulator;
}

// The allocations of device memory. No address is used twice, so a stale pointer points to no
// memory.
class Arena {
 public:
  hipError_t Allocate(void** pointer, uint64_t bytes) {
    std::lock_guard lock(mutex_);
    const uint64_t data_bytes = RoundUp(bytes, kAlignment);
    const uint64_t map_bytes = RoundUp(data_bytes, kPageBytes);
    if (used_ + map_bytes > kMemoryBytes || next_ + map_bytes + kPageBytes > kArenaBytes) {
      return hipErrorOutOfMemory;
    }
    const Mapping mapping = {next_, map_bytes};
    if (mmap(Address(mapping.offset), map_bytes, PROT_READ | PROT_WRITE,
             MAP_SHARED | MAP_FIXED_NOREPLACE, TheEmulator().memory(),
             static_cast<off_t>(mapping.offset)) == MAP_FAILED) {
      return hipErrorOutOfMemory;
    }
    std::memset(Address(mapping.offset), 0xff, map_bytes);
    if (!TheEmulator().Call(Request::kMap, Describe(mapping))) {
      munmap(Address(mapping.offset), map_bytes);
      return hipErrorUnknown;
    }
    next_ += map_bytes + kPageBytes;
    used_ += map_bytes;
    // The data end at the end of the mapping, so the unmapped page behind is a guard.
    *pointer = Address(mapping.offset + map_bytes - data_bytes);
    mappings_[*pointer] = mapping;
    return hipSuccess;
  }

  hipError_t Free(void* pointer) {
    std::lock_guard lock(mutex_);
    const auto found = mappings_.find(pointer);
    if (found == mappings_.end()) return hipErrorInvalidValue;
    const Mapping mapping = found->second;
    mappings_.erase(found);
    used_ -= mapping.bytes;
    munmap(Address(mapping.offset), mapping.bytes);
    const bool is_told = TheEmulator().Call(Request::kUnmap, Describe(mapping));
    (void)fallocate(TheEmulator().memory(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                    static_cast<off_t>(mapping.offset), static_cast<off_t>(mapping.bytes));
    return is_told ? hipSuccess : hipErrorUnknown;
  }

 private:
  struct Mapping {
    uint64_t offset;
    uint64_t bytes;
  };

  static void* Address(uint64_t offset) { return reinterpret_cast<void*>(kArenaStart + offset); }
  static Message Describe(const Mapping& mapping) {
    Message message;
    message.Put(mapping.offset).Put(mapping.bytes);
    return message;
  }

  std::mutex mutex_;
  uint64_t next_ = kPageBytes;
  uint64_t used_ = 0;
  std::map<void*, Mapping> mappings_;
};

Arena& TheArena() {
  static Arena* const arena = new Arena;
  return *arena;
}

// A kernel's number, and the offsets of its arguments.
struct Function {
  struct Argument {
    uint32_t offset;
    uint32_t bytes;
  };
  uint32_t number;
  uint32_t argument_bytes;
  std::vector<Argument> arguments;
};

struct LoadedModule {
  uint32_t number;
  std::vector<std::unique_ptr<Function>> functions;
};

using Clock = std::chrono::steady_clock;

constexpr char kBundleHead[] = "__CLANG_OFFLOAD_BUNDLE__";

// Returns the ELF file in an image, which may be a bundle; empty if it holds no ELF file.
std::string_view ElfOf(const char* image) {
  if (std::memcmp(image, kBundleHead, sizeof(kBundleHead) - 1) == 0) {
    const char* read = image + sizeof(kBundleHead) - 1;
    const auto next = [&read] {
      uint64_t value;
      std::memcpy(&value, read, sizeof(value));
      read += sizeof(value);
      return value;
    };
    const uint64_t entries = next();
    for (uint64_t i = 0; i < entries; ++i) {
      const uint64_t offset = next(), bytes = next(), name_bytes = next();
      const std::string_view name(read, name_bytes);
      read += name_bytes;
      if (name.find("amdgcn") != std::string_view::npos) return {image + offset, bytes};
    }
    return {};
  }
  if (std::memcmp(image, "\177ELF", 4) != 0) return {};
  // The section headers come last.
  uint64_t sections;
  uint16_t section_bytes, count;
  std::memcpy(&sections, image + 0x28, sizeof(sections));
  std::memcpy(&section_bytes, image + 0x3a, sizeof(section_bytes));
  std::memcpy(&count, image + 0x3c, sizeof(count));
  return {image, sections + uint64_t{section_bytes} * count};
}

}  // namespace

extern "C" {

hipError_t hipInit(unsigned) { return TheEmulator().Start() ? hipSuccess : hipErrorNoDevice; }

const char* hipGetErrorName(hipError_t error) {
  return error == hipErrorOutOfMemory ? "hipErrorOutOfMemory" : "hipErrorOfTheEmulator";
}

const char* hipGetErrorString(hipError_t) {
  thread_local std::string error;
  error = TheEmulator().error();
  return error.c_str();
}

hipError_t hipDriverGetVersion(int* version) {
  *version = 50221153;
  return hipSuccess;
}

hipError_t hipGetDeviceCount(int* count) {
  *count = 1;
  return hipSuccess;
}

hipError_t hipGetDevice(int* device) {
  *device = 0;
  return hipSuccess;
}

hipError_t hipSetDevice(int device) { return device == 0 ? hipSuccess : hipErrorInvalidDevice; }

hipError_t hipGetDeviceProperties(hipDeviceProp_t* properties, int) {
  const std::string& arch = TheEmulator().properties().arch;
  if (arch.empty() || arch.size() + sizeof("emulated ") > sizeof(properties->name)) {
    return hipErrorInvalidValue;
  }
  std::strcpy(properties->name, ("emulated " + arch).c_str());
  std::strcpy(properties->gcnArchName, arch.c_str());
  return hipSuccess;
}

hipError_t hipDeviceGetAttribute(int* value, hipDeviceAttribute_t attribute, int) {
  const Properties& properties = TheEmulator().properties();
  switch (attribute) {
    case hipDeviceAttributeMaxSharedMemoryPerBlock:
      *value = 65536;
      return hipSuccess;
    case hipDeviceAttributeWarpSize:
      *value = properties.wavefront;
      return hipSuccess;
    case hipDeviceAttributeMaxThreadsPerBlock:
      *value = 1024;
      return hipSuccess;
    case hipDeviceAttributeMultiprocessorCount:
      *value = properties.multiprocessors;
      return hipSuccess;
    case hipDeviceAttributeL2CacheSize:
      *value = properties.l2_bytes;
      return hipSuccess;
    default:
      return hipErrorInvalidValue;
  }
}

hipError_t hipDeviceTotalMem(size_t* bytes, hipDevice_t) {
  *bytes = kMemoryBytes;
  return hipSuccess;
}

hipError_t hipDeviceEnablePeerAccess(int, unsigned) { return hipErrorInvalidDevice; }

hipError_t hipMalloc(void** pointer, size_t bytes) { return TheArena().Allocate(pointer, bytes); }

hipError_t hipFree(void* pointer) { return TheArena().Free(pointer); }

hipError_t hipMemcpyAsync(void* to, const void* from, size_t bytes, hipMemcpyKind, hipStream_t) {
  std::memmove(to, from, bytes);
  return hipSuccess;
}

hipError_t hipMemsetAsync(void* to, int value, size_t bytes, hipStream_t) {
  std::memset(to, value, bytes);
  return hipSuccess;
}

hipError_t hipStreamCreateWithFlags(hipStream_t* stream, unsigned) {
  *stream = reinterpret_cast<hipStream_t>(new char);
  return hipSuccess;
}

hipError_t hipStreamDestroy(hipStream_t stream) {
  delete reinterpret_cast<char*>(stream);
  return hipSuccess;
}

hipError_t hipStreamSynchronize(hipStream_t) { return hipSuccess; }

hipError_t hipStreamWaitEvent(hipStream_t, hipEvent_t, unsigned) { return hipSuccess; }

hipError_t hipEventCreate(hipEvent_t* event) {
  *event = reinterpret_cast<hipEvent_t>(new Clock::time_point(Clock::now()));
  return hipSuccess;
}

hipError_t hipEventDestroy(hipEvent_t event) {
  delete reinterpret_cast<Clock::time_point*>(event);
  return hipSuccess;
}

hipError_t hipEventRecord(hipEvent_t event, hipStream_t) {
  *reinterpret_cast<Clock::time_point*>(event) = Clock::now();
  return hipSuccess;
}

hipError_t hipEventSynchronize(hipEvent_t) { return hipSuccess; }

hipError_t hipEventElapsedTime(float* milliseconds, hipEvent_t start, hipEvent_t stop) {
  const auto time = [](hipEvent_t event) { return *reinterpret_cast<Clock::time_point*>(event); };
  *milliseconds = std::chrono::duration<float, std::milli>(time(stop) - time(start)).count();
  return hipSuccess;
}

hipError_t hipModuleLoadData(hipModule_t* module, const void* image) {
  const std::string_view elf = ElfOf(static_cast<const char*>(image));
  if (elf.empty()) return hipErrorInvalidImage;
  Message answer;
  if (!TheEmulator().Call(Request::kLoad, Message(std::string(elf)), &answer)) {
    return hipErrorInvalidImage;
  }
  *module = reinterpret_cast<hipModule_t>(new LoadedModule{answer.Next(), {}});
  return hipSuccess;
}

hipError_t hipModuleUnload(hipModule_t module) {
  const std::unique_ptr<LoadedModule> loaded(reinterpret_cast<LoadedModule*>(module));
  Message message;
  message.Put(loaded->number);
  return TheEmulator().Call(Request::kUnload, message) ? hipSuccess : hipErrorUnknown;
}

hipError_t hipModuleGetFunction(hipFunction_t* function, hipModule_t module, const char* name) {
  auto* loaded = reinterpret_cast<LoadedModule*>(module);
  Message message, answer;
  message.Put(loaded->number).PutBytes(name);
  if (!TheEmulator().Call(Request::kFind, message, &answer)) return hipErrorNotFound;
  auto found = std::make_unique<Function>();
  found->number = answer.Next();
  found->argument_bytes = answer.Next();
  const uint32_t count = answer.Next();
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t offset = answer.Next(), bytes = answer.Next();
    if (uint64_t{offset} + bytes > found->argument_bytes) return hipErrorInvalidImage;
    found->arguments.push_back({offset, bytes});
  }
  *function = reinterpret_cast<hipFunction_t>(found.get());
  loaded->functions.push_back(std::move(found));
  return hipSuccess;
}

hipError_t hipModuleLaunchKernel(hipFunction_t function, unsigned grid_x, unsigned grid_y,
                                 unsigned grid_z, unsigned block_x, unsigned block_y,
                                 unsigned block_z, unsigned shared_bytes, hipStream_t, void** args,
                                 void**) {
  const auto& kernel = *reinterpret_cast<const Function*>(function);
  if (uint64_t{block_x} * block_y * block_z > 1024) return hipErrorInvalidConfiguration;
  std::string arguments(kernel.argument_bytes, '\0');
  for (size_t i = 0; i < kernel.arguments.size(); ++i) {
    const auto [offset, bytes] = kernel.arguments[i];
    std::memcpy(arguments.data() + offset, args[i], bytes);
  }
  Message message;
  message.Put(kernel.number);
  for (const unsigned size : {grid_x, grid_y, grid_z, block_x, block_y, block_z, shared_bytes}) {
    message.Put(uint32_t{size});
  }
  message.PutBytes(arguments);
  return TheEmulator().Call(Request::kLaunch, message) ? hipSuccess : hipErrorLaunchFailure;
}

}  // extern "C"
