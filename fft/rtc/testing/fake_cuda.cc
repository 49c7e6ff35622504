// A stand-in for the CUDA driver over host memory, with the same entry points: its one GPU runs PTX
// (ptx_machine.h), and its compiler checks it (ptx_module.h).
//
// Streams execute at once. A compiled module is a text, "fake cubin sm_N" and the PTX, which only a
// device of that architecture loads. A launch that goes wrong is an error of that launch, and what
// went wrong is written to standard error. Any entry point can be told to fail once. The n-th call
// of all can be told to fail, alone or with all later ones; calls that release something or change
// the current context are not counted:
//   fake_cuda_fail_next("cuLinkCreate_v2", 221);
//   fake_cuda_fail_nth(3, 2, /*is_lasting=*/1);
// After fake_cuda_capture(1), until fake_cuda_capture(0), the driver refuses what it does not allow
// while some stream is captured.

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "fft/rtc/cuda/cuda_api.h"
#include "fft/rtc/testing/ptx_machine.h"
#include "fft/rtc/testing/ptx_module.h"

namespace fft::rtc {
namespace {

constexpr int kArchitecture = 90;
constexpr int kOldest = 75;
constexpr size_t kAlignment = 256;
constexpr int kSharedBytes = 232448;
constexpr int kStaticSharedBytes = 49152;
constexpr CuResult kInvalidValue = 1, kOutOfMemory = 2, kNotInitialized = 3, kInvalidImage = 200,
                   kInvalidContext = 201, kNoBinary = 209, kInvalidPtx = 218, kNotFound = 500,
                   kLaunchFailed = 719, kCaptureUnsupported = 900, kCaptureImplicit = 906;
constexpr char kCubin[] = "fake cubin sm_";

struct State {
  std::mutex mutex;
  std::map<std::string, CuResult> failures;
  std::map<uint64_t, size_t> memory;  // bytes by address
  bool is_initialized = false;
  int contexts = 0;  // retained
  int objects = 0;   // streams, events, links and modules
  bool is_capturing = false;
  int calls = 0;  // since fake_cuda_fail_nth
  int fail_at = 0;
  bool is_lasting = false;
  CuResult nth_result = 0;
};

State& TheState() {
  static State* const state = new State;
  return *state;
}

// The object that handles of the context point to, and a thread's contexts, the current one last.
int the_context = 0;
thread_local std::vector<CuContext> current_contexts;
thread_local int capture_mode = 0;

CuContext TheContext() { return reinterpret_cast<CuContext>(&the_context); }

void Count(int change) {
  std::lock_guard lock(TheState().mutex);
  TheState().objects += change;
}

// Returns the failure that a test has planned, the calling thread's fault, or success.
CuResult Begin(const char* entry, bool needs_context = true) {
  State& state = TheState();
  std::lock_guard lock(state.mutex);
  if (!state.is_initialized) return kNotInitialized;
  if (state.fail_at > 0) {
    const int call = ++state.calls;
    const bool fails = call == state.fail_at || (state.is_lasting && call > state.fail_at);
    if (fails) return state.nth_result;
  }
  const auto found = state.failures.find(entry);
  if (found != state.failures.end()) {
    const CuResult result = found->second;
    state.failures.erase(found);
    return result;
  }
  const bool has_context = !current_contexts.empty() && current_contexts.back() == TheContext();
  return needs_context && !has_context ? kInvalidContext : 0;
}

// Whether the call would end a capture: a stream is captured, and the thread is not in relaxed
// mode.
bool EndsCapture() {
  std::lock_guard lock(TheState().mutex);
  return TheState().is_capturing && capture_mode != kCuCaptureRelaxed;
}

CuResult BeginUnsafe(const char* entry) {
  return EndsCapture() ? kCaptureUnsupported : Begin(entry);
}

// Begin for a call in a stream. The default stream would wait for the stream that is captured.
CuResult BeginInStream(const char* entry, CuStream stream) {
  {
    std::lock_guard lock(TheState().mutex);
    if (TheState().is_capturing && stream == nullptr) return kCaptureImplicit;
  }
  return Begin(entry);
}

struct FakeFunction {
  const PtxModule* module = nullptr;
  int most_dynamic_bytes = kStaticSharedBytes;
};
struct FakeModule {
  PtxModule module;
  FakeFunction function;
};

struct FakeLink {
  int target = kArchitecture;
  char* info = nullptr;
  char* errors = nullptr;
  size_t info_bytes = 0, error_bytes = 0;
  std::string cubin;
};

void Tell(const std::string& text, char* log, size_t bytes) {
  if (log != nullptr && bytes > 0) std::snprintf(log, bytes, "%s", text.c_str());
}

uint64_t AsAddress(const void* pointer) { return reinterpret_cast<uint64_t>(pointer); }
void* AsPointer(uint64_t address) { return reinterpret_cast<void*>(address); }

// The properties of an H200, except its clock.
int AttributeOf(CuDeviceAttribute attribute) {
  switch (attribute) {
    case kCuMaxThreadsPerBlock:
      return 1024;
    case kCuMaxSharedPerBlock:
      return kStaticSharedBytes;
    case kCuWarpSize:
      return 32;
    case kCuClockKhz:
      return 1000000;
    case kCuMultiprocessors:
      return 132;
    case kCuMemoryClockKhz:
      return 3201000;
    case kCuMemoryBits:
      return 6016;
    case kCuMaxThreadsPerMultiprocessor:
      return 2048;
    case kCuL2Bytes:
      return 60 << 20;
    case kCuMajor:
      return kArchitecture / 10;
    case kCuMinor:
      return kArchitecture % 10;
    case kCuMaxSharedPerBlockOptIn:
      return kSharedBytes;
  }
  return 0;
}

double Now() {
  const auto time = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double, std::milli>(time).count();
}

}  // namespace
}  // namespace fft::rtc

using namespace fft::rtc;

extern "C" {

void fake_cuda_fail_next(const char* entry, CuResult result) {
  std::lock_guard lock(TheState().mutex);
  TheState().failures[entry] = result;
}
// Fails the n-th call; 0: no more. Returns the number of calls since the last time.
int fake_cuda_fail_nth(int n, CuResult result, int is_lasting) {
  State& state = TheState();
  std::lock_guard lock(state.mutex);
  const int calls = state.calls;
  state.calls = 0;
  state.fail_at = n;
  state.is_lasting = is_lasting != 0;
  state.nth_result = result;
  return calls;
}
// Allocations, contexts, streams, events, links and modules not yet given back.
int fake_cuda_live_objects() {
  std::lock_guard lock(TheState().mutex);
  return static_cast<int>(TheState().memory.size()) + TheState().contexts + TheState().objects;
}
void fake_cuda_capture(int is_capturing) {
  std::lock_guard lock(TheState().mutex);
  TheState().is_capturing = is_capturing != 0;
}
size_t fake_cuda_allocations() {
  std::lock_guard lock(TheState().mutex);
  return TheState().memory.size();
}
int fake_cuda_contexts() {
  std::lock_guard lock(TheState().mutex);
  return TheState().contexts;
}

CuResult cuInit(unsigned) {
  {
    std::lock_guard lock(TheState().mutex);
    TheState().is_initialized = true;
  }
  return Begin("cuInit", false);
}
CuResult cuGetErrorName(CuResult, const char** name) {
  *name = "FAKE_ERROR";
  return 0;
}
CuResult cuGetErrorString(CuResult, const char** text) {
  *text = "an error of the fake driver";
  return 0;
}
CuResult cuDriverGetVersion(int* version) {
  *version = 13000;
  return Begin("cuDriverGetVersion", false);
}
CuResult cuDeviceGetCount(int* count) {
  *count = 1;
  return Begin("cuDeviceGetCount", false);
}
CuResult cuDeviceGet(CuDevice* device, int index) {
  *device = index;
  return index == 0 ? Begin("cuDeviceGet", false) : kInvalidValue;
}
CuResult cuDeviceGetName(char* name, int bytes, CuDevice) {
  std::snprintf(name, bytes, "fake GPU");
  return Begin("cuDeviceGetName", false);
}
CuResult cuDeviceGetAttribute(int* value, CuDeviceAttribute attribute, CuDevice) {
  *value = AttributeOf(attribute);
  return Begin("cuDeviceGetAttribute", false);
}
CuResult cuDeviceTotalMem_v2(size_t* bytes, CuDevice) {
  *bytes = size_t{1} << 30;
  return Begin("cuDeviceTotalMem_v2", false);
}
CuResult cuDevicePrimaryCtxRetain(CuContext* context, CuDevice) {
  const CuResult result = Begin("cuDevicePrimaryCtxRetain", false);
  if (result != 0) return result;
  std::lock_guard lock(TheState().mutex);
  ++TheState().contexts;
  *context = TheContext();
  return 0;
}
CuResult cuDevicePrimaryCtxRelease_v2(CuDevice) {
  std::lock_guard lock(TheState().mutex);
  --TheState().contexts;
  return 0;
}
CuResult cuCtxGetCurrent(CuContext* context) {
  *context = current_contexts.empty() ? nullptr : current_contexts.back();
  return Begin("cuCtxGetCurrent", false);
}
CuResult cuCtxGetDevice(CuDevice* device) {
  *device = 0;
  return Begin("cuCtxGetDevice");
}
CuResult cuThreadExchangeStreamCaptureMode(int* mode) {
  const CuResult result = Begin("cuThreadExchangeStreamCaptureMode", false);
  if (result == 0) std::swap(*mode, capture_mode);
  return result;
}
CuResult cuCtxSetCurrent(CuContext context) {
  current_contexts.assign(1, context);
  return 0;
}
CuResult cuCtxPushCurrent_v2(CuContext context) {
  current_contexts.push_back(context);
  return 0;
}
CuResult cuCtxPopCurrent_v2(CuContext* context) {
  if (current_contexts.empty()) return kInvalidContext;
  *context = current_contexts.back();
  current_contexts.pop_back();
  return 0;
}
CuResult cuCtxEnablePeerAccess(CuContext, unsigned) { return Begin("cuCtxEnablePeerAccess"); }

CuResult cuMemAlloc_v2(CuPointer* pointer, size_t bytes) {
  const CuResult result = BeginUnsafe("cuMemAlloc_v2");
  if (result != 0) return result;
  if (bytes > (size_t{1} << 30)) return kOutOfMemory;
  void* memory = std::aligned_alloc(kAlignment, (bytes + kAlignment - 1) / kAlignment * kAlignment);
  if (memory == nullptr) return kOutOfMemory;
  std::lock_guard lock(TheState().mutex);
  TheState().memory[AsAddress(memory)] = bytes;
  *pointer = AsAddress(memory);
  return 0;
}
CuResult cuMemFree_v2(CuPointer pointer) {
  if (EndsCapture()) return kCaptureUnsupported;
  std::lock_guard lock(TheState().mutex);
  if (TheState().memory.erase(pointer) == 0) return kInvalidValue;
  std::free(AsPointer(pointer));
  return 0;
}
CuResult cuMemcpyHtoDAsync_v2(CuPointer to, const void* from, size_t bytes, CuStream stream) {
  const CuResult result = BeginInStream("cuMemcpyHtoDAsync_v2", stream);
  if (result == 0) std::memcpy(AsPointer(to), from, bytes);
  return result;
}
CuResult cuMemcpyDtoHAsync_v2(void* to, CuPointer from, size_t bytes, CuStream) {
  const CuResult result = Begin("cuMemcpyDtoHAsync_v2");
  if (result == 0) std::memcpy(to, AsPointer(from), bytes);
  return result;
}
CuResult cuMemcpyDtoDAsync_v2(CuPointer to, CuPointer from, size_t bytes, CuStream) {
  const CuResult result = Begin("cuMemcpyDtoDAsync_v2");
  if (result == 0) std::memcpy(AsPointer(to), AsPointer(from), bytes);
  return result;
}
CuResult cuMemcpy2DAsync_v2(const CuMemcpy2D* copy, CuStream) {
  const CuResult result = Begin("cuMemcpy2DAsync_v2");
  for (size_t row = 0; result == 0 && row < copy->rows; ++row) {
    std::memcpy(AsPointer(copy->to + row * copy->to_pitch),
                AsPointer(copy->from + row * copy->from_pitch), copy->row_bytes);
  }
  return result;
}
CuResult cuMemsetD8Async(CuPointer to, unsigned char value, size_t bytes, CuStream) {
  const CuResult result = Begin("cuMemsetD8Async");
  if (result == 0) std::memset(AsPointer(to), value, bytes);
  return result;
}

CuResult cuStreamCreate(CuStream* stream, unsigned) {
  const CuResult result = Begin("cuStreamCreate");
  if (result != 0) return result;
  *stream = reinterpret_cast<CuStream>(new char);
  Count(1);
  return 0;
}
CuResult cuStreamDestroy_v2(CuStream stream) {
  delete reinterpret_cast<char*>(stream);
  Count(-1);
  return 0;
}
CuResult cuStreamSynchronize(CuStream) { return Begin("cuStreamSynchronize"); }
CuResult cuStreamWaitEvent(CuStream, CuEvent, unsigned) { return Begin("cuStreamWaitEvent"); }
CuResult cuEventCreate(CuEvent* event, unsigned) {
  const CuResult result = Begin("cuEventCreate");
  if (result != 0) return result;
  *event = reinterpret_cast<CuEvent>(new double(0));
  Count(1);
  return 0;
}
CuResult cuEventDestroy_v2(CuEvent event) {
  delete reinterpret_cast<double*>(event);
  Count(-1);
  return 0;
}
CuResult cuEventRecord(CuEvent event, CuStream) {
  *reinterpret_cast<double*>(event) = Now();
  return Begin("cuEventRecord");
}
CuResult cuEventSynchronize(CuEvent) { return Begin("cuEventSynchronize"); }
CuResult cuEventElapsedTime(float* milliseconds, CuEvent start, CuEvent stop) {
  *milliseconds =
      static_cast<float>(*reinterpret_cast<double*>(stop) - *reinterpret_cast<double*>(start));
  return Begin("cuEventElapsedTime");
}

CuResult cuLinkCreate_v2(unsigned count, CuJitOption* options, void** values, CuLinkState* state) {
  const CuResult result = Begin("cuLinkCreate_v2");
  if (result != 0) return result;
  auto link = std::make_unique<FakeLink>();
  for (unsigned i = 0; i < count; ++i) {
    const auto number = static_cast<size_t>(AsAddress(values[i]));
    switch (options[i]) {
      case kCuJitTarget:
        link->target = static_cast<int>(number);
        break;
      case kCuJitInfoLog:
        link->info = static_cast<char*>(values[i]);
        break;
      case kCuJitInfoLogBytes:
        link->info_bytes = number;
        break;
      case kCuJitErrorLog:
        link->errors = static_cast<char*>(values[i]);
        break;
      case kCuJitErrorLogBytes:
        link->error_bytes = number;
        break;
      case kCuJitLogVerbose:
        break;
      default:
        return kInvalidValue;
    }
  }
  if (link->target < kOldest) return kInvalidValue;
  *state = reinterpret_cast<CuLinkState>(link.release());
  Count(1);
  return 0;
}
CuResult cuLinkAddData_v2(CuLinkState state, int type, void* data, size_t bytes, const char*,
                          unsigned, CuJitOption*, void**) {
  const CuResult result = Begin("cuLinkAddData_v2");
  if (result != 0) return result;
  auto* link = reinterpret_cast<FakeLink*>(state);
  const char* text = static_cast<const char*>(data);
  if (type != kCuJitInputPtx || bytes == 0 || text[bytes - 1] != '\0') return kInvalidValue;
  const auto module = ParsePtx(text);
  if (!module.ok()) {
    Tell(std::string(module.status().message()), link->errors, link->error_bytes);
    return kInvalidPtx;
  }
  Tell(absl::StrCat("info    : Function properties for ", module->kernel_name, "\ninfo    : used ",
                    module->registers, " registers\ninfo    : Compile time = 1.2 ms\n"),
       link->info, link->info_bytes);
  link->cubin = absl::StrCat(kCubin, link->target, "\n", text);
  return 0;
}
CuResult cuLinkComplete(CuLinkState state, void** cubin, size_t* bytes) {
  const CuResult result = Begin("cuLinkComplete");
  if (result != 0) return result;
  auto* link = reinterpret_cast<FakeLink*>(state);
  *cubin = link->cubin.data();
  *bytes = link->cubin.size();
  return 0;
}
CuResult cuLinkDestroy(CuLinkState state) {
  delete reinterpret_cast<FakeLink*>(state);
  Count(-1);
  return 0;
}

CuResult cuModuleLoadData(CuModule* module, const void* image) {
  const CuResult result = BeginUnsafe("cuModuleLoadData");
  if (result != 0) return result;
  absl::string_view text = static_cast<const char*>(image);
  int target = 0;
  const size_t end = text.find('\n');
  if (!absl::ConsumePrefix(&text, kCubin) || end == absl::string_view::npos ||
      !absl::SimpleAtoi(text.substr(0, text.find('\n')), &target)) {
    return kInvalidImage;
  }
  if (target != kArchitecture) return kNoBinary;
  auto parsed = ParsePtx(text.substr(text.find('\n') + 1));
  if (!parsed.ok()) return kInvalidImage;
  auto loaded = std::make_unique<FakeModule>();
  loaded->module = *std::move(parsed);
  loaded->function.module = &loaded->module;
  *module = reinterpret_cast<CuModule>(loaded.release());
  Count(1);
  return 0;
}
CuResult cuModuleUnload(CuModule module) {
  delete reinterpret_cast<FakeModule*>(module);
  Count(-1);
  return 0;
}
CuResult cuModuleGetFunction(CuFunction* function, CuModule module, const char* name) {
  const CuResult result = Begin("cuModuleGetFunction");
  if (result != 0) return result;
  auto* loaded = reinterpret_cast<FakeModule*>(module);
  if (loaded->module.kernel_name != name) return kNotFound;
  *function = reinterpret_cast<CuFunction>(&loaded->function);
  return 0;
}
CuResult cuFuncGetAttribute(int* value, CuFunctionAttribute, CuFunction function) {
  *value = static_cast<int>(reinterpret_cast<FakeFunction*>(function)->module->static_shared_bytes);
  return Begin("cuFuncGetAttribute");
}
CuResult cuFuncSetAttribute(CuFunction function, CuFunctionAttribute, int value) {
  reinterpret_cast<FakeFunction*>(function)->most_dynamic_bytes = value;
  return Begin("cuFuncSetAttribute");
}
CuResult cuLaunchKernel(CuFunction handle, unsigned blocks, unsigned blocks_y, unsigned blocks_z,
                        unsigned threads, unsigned threads_y, unsigned threads_z,
                        unsigned shared_bytes, CuStream, void** args, void**) {
  CuResult result = Begin("cuLaunchKernel");
  if (result != 0) return result;
  const auto* function = reinterpret_cast<FakeFunction*>(handle);
  if (blocks_y * blocks_z * threads_y * threads_z != 1 || threads > 1024 ||
      static_cast<int>(shared_bytes) > function->most_dynamic_bytes) {
    return kInvalidValue;
  }
  std::map<uint64_t, size_t> memory;
  {
    std::lock_guard lock(TheState().mutex);
    memory = TheState().memory;
  }
  PtxLaunch launch{blocks, threads, shared_bytes, args, nullptr};
  launch.is_memory = [&memory](uint64_t address, int64_t bytes) {
    auto next = memory.upper_bound(address);
    if (next == memory.begin()) return false;
    --next;
    return address + bytes <= next->first + next->second;
  };
  const absl::Status status = RunPtx(function->module[0], launch);
  if (status.ok()) return 0;
  std::fprintf(stderr, "fake_cuda: %s\n", std::string(status.message()).c_str());
  return kLaunchFailed;
}
CuResult cuLaunchKernelEx(const CuLaunchConfig* config, CuFunction handle, void** args,
                          void** extra) {
  const CuResult result = Begin("cuLaunchKernelEx");
  if (result != 0) return result;
  for (unsigned i = 0; i < config->attribute_count; ++i) {
    const CuLaunchAttribute& attribute = config->attributes[i];
    const bool is_early = attribute.id == kCuProgrammaticStreamSerialization;
    const auto* function = reinterpret_cast<FakeFunction*>(handle);
    // A kernel that does not wait for the kernel before it would run too soon.
    if (!is_early || (attribute.value != 0 && !function->module->launches_early)) {
      return kInvalidValue;
    }
  }
  return cuLaunchKernel(handle, config->grid[0], config->grid[1], config->grid[2], config->block[0],
                        config->block[1], config->block[2], config->shared_bytes, config->stream,
                        args, extra);
}

}  // extern "C"
