// A stand-in for the HIP runtime over host memory, with the same entry points.
//
// It has two devices. Streams execute at once. A module is a text, "fake hip module" and one kernel
// name per line; kernels are the host functions of kKernels. Compiled code is a module too, whose
// kernels do nothing. Any entry point can be told to fail once. The n-th call of all can be told to
// fail, alone or with all later ones; calls that release something are not counted:
//   fake_hip_fail_next("hipMalloc", hipErrorOutOfMemory);
//   fake_hip_fail_nth(3, hipErrorOutOfMemory, /*is_lasting=*/1);

#define __HIP_DISABLE_CPP_FUNCTIONS__
#include <hip/hip_runtime_api.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace {

constexpr int kDevices = 2;
constexpr size_t kMemoryBytes = size_t{1} << 30;
constexpr char kModuleHead[] = "fake hip module";
constexpr char kElfHead[] = "\177ELF";

thread_local int current_device = 0;

struct State {
  std::mutex mutex;
  std::map<std::string, hipError_t> failures;
  int devices = kDevices;
  int live_objects = 0;
  std::map<hipStream_t, int> launches;
  int calls = 0;  // since fake_hip_fail_nth
  int fail_at = 0;
  bool is_lasting = false;
  hipError_t nth_error = hipSuccess;
};

State& TheState() {
  static State* const state = new State;
  return *state;
}

bool Releases(const std::string& entry) {
  return entry == "hipFree" || entry == "hipStreamDestroy" || entry == "hipEventDestroy" ||
         entry == "hipModuleUnload";
}

// The failure asked for, if any.
hipError_t Planned(const char* entry) {
  State& state = TheState();
  std::lock_guard lock(state.mutex);
  if (state.fail_at > 0 && !Releases(entry)) {
    const int call = ++state.calls;
    if (call == state.fail_at || (state.is_lasting && call > state.fail_at)) return state.nth_error;
  }
  const auto found = state.failures.find(entry);
  if (found == state.failures.end()) return hipSuccess;
  const hipError_t error = found->second;
  state.failures.erase(found);
  return error;
}

void Count(int change) {
  std::lock_guard lock(TheState().mutex);
  TheState().live_objects += change;
}

struct Geometry {
  unsigned grid[3];
  unsigned block[3];
  unsigned shared_bytes;
};

using FakeKernel = void (*)(const Geometry&, void** args);

// void scale(float* data, float factor, int n)
void Scale(const Geometry& geometry, void** args) {
  float* data = *static_cast<float**>(args[0]);
  const float factor = *static_cast<float*>(args[1]);
  const int n = *static_cast<int*>(args[2]);
  const int threads = static_cast<int>(geometry.grid[0] * geometry.block[0]);
  for (int i = 0; i < std::min(n, threads); ++i) data[i] *= factor;
}

// void describe(unsigned* out): the launch geometry and the device.
void Describe(const Geometry& geometry, void** args) {
  unsigned* out = *static_cast<unsigned**>(args[0]);
  std::copy(geometry.grid, geometry.grid + 3, out);
  std::copy(geometry.block, geometry.block + 3, out + 3);
  out[6] = geometry.shared_bytes;
  out[7] = static_cast<unsigned>(current_device);
}

void DoNothing(const Geometry&, void**) {}

const std::map<std::string, FakeKernel>& Kernels() {
  static const auto* const kernels =
      new std::map<std::string, FakeKernel>{{"scale", Scale}, {"describe", Describe}};
  return *kernels;
}

struct FakeModule {
  bool is_compiled = false;
  std::vector<std::string> names;  // the names in a module's text

  FakeKernel Find(const std::string& name) const {
    if (is_compiled) return DoNothing;
    const auto kernel = Kernels().find(name);
    const bool is_there = std::find(names.begin(), names.end(), name) != names.end();
    return is_there && kernel != Kernels().end() ? kernel->second : nullptr;
  }
};

struct FakeEvent {
  std::chrono::steady_clock::time_point time;
  bool recorded = false;
};

}  // namespace

#define RETURN_PLANNED_FAILURE() \
  if (const hipError_t planned = Planned(__func__)) return planned

extern "C" {

void fake_hip_fail_next(const char* entry, int error) {
  std::lock_guard lock(TheState().mutex);
  TheState().failures[entry] = static_cast<hipError_t>(error);
}

// Fails the n-th call; 0: no more. Returns the number of calls since the last time.
int fake_hip_fail_nth(int n, int error, int is_lasting) {
  State& state = TheState();
  std::lock_guard lock(state.mutex);
  const int calls = state.calls;
  state.calls = 0;
  state.fail_at = n;
  state.is_lasting = is_lasting != 0;
  state.nth_error = static_cast<hipError_t>(error);
  return calls;
}

void fake_hip_set_device_count(int count) {
  std::lock_guard lock(TheState().mutex);
  TheState().devices = count;
}

// Allocations, streams, events and modules not yet freed.
int fake_hip_live_objects() {
  std::lock_guard lock(TheState().mutex);
  return TheState().live_objects;
}

// How many kernels the stream has launched.
int fake_hip_launches(hipStream_t stream) {
  std::lock_guard lock(TheState().mutex);
  return TheState().launches[stream];
}

hipError_t hipInit(unsigned) {
  RETURN_PLANNED_FAILURE();
  return hipSuccess;
}

const char* hipGetErrorName(hipError_t error) {
  return error == hipErrorOutOfMemory ? "hipErrorOutOfMemory" : "hipErrorOfTheStandIn";
}

const char* hipGetErrorString(hipError_t) { return "as asked for"; }

hipError_t hipGetDeviceCount(int* count) {
  RETURN_PLANNED_FAILURE();
  std::lock_guard lock(TheState().mutex);
  *count = TheState().devices;
  return *count > 0 ? hipSuccess : hipErrorNoDevice;
}

hipError_t hipGetDevice(int* device) {
  RETURN_PLANNED_FAILURE();
  *device = current_device;
  return hipSuccess;
}

hipError_t hipSetDevice(int device) {
  RETURN_PLANNED_FAILURE();
  if (device < 0 || device >= kDevices) return hipErrorInvalidDevice;
  current_device = device;
  return hipSuccess;
}

hipError_t hipGetDeviceProperties(hipDeviceProp_t* properties, int device) {
  RETURN_PLANNED_FAILURE();
  std::strcpy(properties->name, device == 0 ? "Fake GPU 0" : "Fake GPU 1");
  std::strcpy(properties->gcnArchName, "gfx90a:sramecc+:xnack-");
  return hipSuccess;
}

hipError_t hipDeviceGetAttribute(int* value, hipDeviceAttribute_t attribute, int) {
  RETURN_PLANNED_FAILURE();
  switch (attribute) {
    case hipDeviceAttributeMaxSharedMemoryPerBlock:
      *value = 65536;
      return hipSuccess;
    case hipDeviceAttributeWarpSize:
      *value = 64;
      return hipSuccess;
    case hipDeviceAttributeMaxThreadsPerBlock:
      *value = 1024;
      return hipSuccess;
    case hipDeviceAttributeMultiprocessorCount:
      *value = 104;
      return hipSuccess;
    case hipDeviceAttributeL2CacheSize:
      *value = 8 << 20;
      return hipSuccess;
    case hipDeviceAttributeClockRate:
      *value = 1700000;
      return hipSuccess;
    default:
      return hipErrorInvalidValue;
  }
}

hipError_t hipDriverGetVersion(int* version) {
  RETURN_PLANNED_FAILURE();
  *version = 50221153;
  return hipSuccess;
}

hipError_t hipDeviceTotalMem(size_t* bytes, hipDevice_t) {
  RETURN_PLANNED_FAILURE();
  *bytes = kMemoryBytes;
  return hipSuccess;
}

hipError_t hipMalloc(void** pointer, size_t bytes) {
  RETURN_PLANNED_FAILURE();
  if (bytes > kMemoryBytes) return hipErrorOutOfMemory;
  *pointer = std::aligned_alloc(256, (bytes + 255) / 256 * 256);
  Count(1);
  return hipSuccess;
}

hipError_t hipFree(void* pointer) {
  RETURN_PLANNED_FAILURE();
  std::free(pointer);
  Count(-1);
  return hipSuccess;
}

hipError_t hipDeviceEnablePeerAccess(int peer, unsigned flags) {
  RETURN_PLANNED_FAILURE();
  static std::set<std::pair<int, int>> enabled;
  std::lock_guard lock(TheState().mutex);
  if (peer < 0 || peer >= TheState().devices || peer == current_device || flags != 0) {
    return hipErrorInvalidDevice;
  }
  const bool is_new = enabled.insert({current_device, peer}).second;
  return is_new ? hipSuccess : hipErrorPeerAccessAlreadyEnabled;
}

hipError_t hipMemcpyAsync(void* to, const void* from, size_t bytes, hipMemcpyKind, hipStream_t) {
  RETURN_PLANNED_FAILURE();
  std::memmove(to, from, bytes);
  return hipSuccess;
}

hipError_t hipMemcpy(void* to, const void* from, size_t bytes, hipMemcpyKind) {
  RETURN_PLANNED_FAILURE();
  std::memmove(to, from, bytes);
  return hipSuccess;
}

hipError_t hipDeviceSynchronize() {
  RETURN_PLANNED_FAILURE();
  return hipSuccess;
}

hipError_t hipMemsetAsync(void* to, int value, size_t bytes, hipStream_t) {
  RETURN_PLANNED_FAILURE();
  std::memset(to, value, bytes);
  return hipSuccess;
}

hipError_t hipStreamCreateWithFlags(hipStream_t* stream, unsigned) {
  RETURN_PLANNED_FAILURE();
  *stream = reinterpret_cast<hipStream_t>(new char);
  Count(1);
  return hipSuccess;
}

hipError_t hipStreamDestroy(hipStream_t stream) {
  RETURN_PLANNED_FAILURE();
  delete reinterpret_cast<char*>(stream);
  Count(-1);
  return hipSuccess;
}

hipError_t hipStreamSynchronize(hipStream_t) {
  RETURN_PLANNED_FAILURE();
  return hipSuccess;
}

hipError_t hipEventCreate(hipEvent_t* event) {
  RETURN_PLANNED_FAILURE();
  *event = reinterpret_cast<hipEvent_t>(new FakeEvent);
  Count(1);
  return hipSuccess;
}

hipError_t hipEventDestroy(hipEvent_t event) {
  RETURN_PLANNED_FAILURE();
  delete reinterpret_cast<FakeEvent*>(event);
  Count(-1);
  return hipSuccess;
}

hipError_t hipEventRecord(hipEvent_t event, hipStream_t) {
  RETURN_PLANNED_FAILURE();
  *reinterpret_cast<FakeEvent*>(event) = {std::chrono::steady_clock::now(), true};
  return hipSuccess;
}

hipError_t hipStreamWaitEvent(hipStream_t, hipEvent_t, unsigned) {
  RETURN_PLANNED_FAILURE();
  return hipSuccess;
}

hipError_t hipEventSynchronize(hipEvent_t) {
  RETURN_PLANNED_FAILURE();
  return hipSuccess;
}

hipError_t hipEventElapsedTime(float* milliseconds, hipEvent_t start, hipEvent_t stop) {
  RETURN_PLANNED_FAILURE();
  const auto* first = reinterpret_cast<const FakeEvent*>(start);
  const auto* last = reinterpret_cast<const FakeEvent*>(stop);
  if (!first->recorded || !last->recorded) return hipErrorInvalidHandle;
  *milliseconds = std::chrono::duration<float, std::milli>(last->time - first->time).count();
  return hipSuccess;
}

hipError_t hipModuleLoadData(hipModule_t* module, const void* image) {
  RETURN_PLANNED_FAILURE();
  std::istringstream text(static_cast<const char*>(image));
  std::string line;
  std::getline(text, line);
  const bool is_compiled = line.rfind(kElfHead, 0) == 0;
  if (line != kModuleHead && !is_compiled) return hipErrorInvalidImage;
  auto* loaded = new FakeModule{.is_compiled = is_compiled, .names = {}};
  while (std::getline(text, line)) loaded->names.push_back(line);
  *module = reinterpret_cast<hipModule_t>(loaded);
  Count(1);
  return hipSuccess;
}

hipError_t hipModuleUnload(hipModule_t module) {
  RETURN_PLANNED_FAILURE();
  delete reinterpret_cast<FakeModule*>(module);
  Count(-1);
  return hipSuccess;
}

hipError_t hipModuleGetFunction(hipFunction_t* function, hipModule_t module, const char* name) {
  RETURN_PLANNED_FAILURE();
  const FakeKernel kernel = reinterpret_cast<FakeModule*>(module)->Find(name);
  *function = reinterpret_cast<hipFunction_t>(kernel);
  return kernel == nullptr ? hipErrorNotFound : hipSuccess;
}

hipError_t hipModuleLaunchKernel(hipFunction_t function, unsigned grid_x, unsigned grid_y,
                                 unsigned grid_z, unsigned block_x, unsigned block_y,
                                 unsigned block_z, unsigned shared_bytes, hipStream_t stream,
                                 void** args, void**) {
  RETURN_PLANNED_FAILURE();
  if (block_x * block_y * block_z > 1024) return hipErrorInvalidConfiguration;
  const Geometry geometry = {{grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, shared_bytes};
  reinterpret_cast<FakeKernel>(function)(geometry, args);
  std::lock_guard lock(TheState().mutex);
  ++TheState().launches[stream];
  return hipSuccess;
}

}  // extern "C"
