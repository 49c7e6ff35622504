#include "fft/fft_c.h"

#include <cstdlib>
#include <new>
#include <utility>

#include "absl/strings/string_view.h"
#include "fft/fft_c_internal.h"
#include "fft/rtc/device.h"

#define FFT_TEXT_(x) #x
#define FFT_TEXT(x) FFT_TEXT_(x)

namespace fft::c {

namespace {

void Override(std::string& value, const char* given) {
  if (given != nullptr) value = given;
}

absl::StatusOr<std::shared_ptr<Context>> CreateContext(const fft_context_options* options) {
  ContextOptions environment = ReadEnvironment();
  LogSink log;
  if (options != nullptr) {
    FFT_ASSIGN_OR_RETURN(
        const fft_context_options given,
        ReadStruct(*options, offsetof(fft_context_options, log_data) + sizeof(void*), "options"));
    Override(environment.device, given.device);
    Override(environment.cache_path, given.cache_path);
    Override(environment.system_cache_path, given.system_cache_path);
    if (given.log != nullptr) {
      log = [function = given.log, data = given.log_data](absl::LogSeverity severity,
                                                          const std::string& message) {
        function(data, static_cast<int>(severity), message.c_str());
      };
    }
  }
  return Context::Create(environment, std::move(log));
}

std::string DescribeContext(Context& context) {
  rtc::Device& device = context.device();
  const rtc::CacheCounters counters = context.cache_counters();
  return Json{{"kind", rtc::DeviceKindName(device.kind())},
              {"name", device.name()},
              {"arch", device.arch()},
              {"target", context.target().name},
              {"cache",
               {{"status", context.cache_status()},
                {"memory_hits", counters.memory_hits},
                {"system_hits", counters.system_hits},
                {"user_hits", counters.user_hits},
                {"compiles", counters.compiles},
                {"store_errors", counters.store_errors}}}}
      .dump(1);
}

// Runs `body` with the context's device.
template <typename Body>
fft_error* OnDevice(fft_context* context, const Body& body) {
  return Guard([&]() -> absl::Status {
    if (context == nullptr) return NullArgument("context");
    return body(context->context->device());
  });
}

}  // namespace
}  // namespace fft::c

using fft::c::Guard;
using fft::c::NullArgument;
using fft::c::OnDevice;

const char* fft_version(void) {
  return FFT_TEXT(FFT_VERSION_MAJOR) "." FFT_TEXT(FFT_VERSION_MINOR) "." FFT_TEXT(
      FFT_VERSION_PATCH);
}

const char* fft_error_message(const fft_error* error) {
  return error == nullptr ? "" : error->message.c_str();
}

int fft_error_code(const fft_error* error) { return error == nullptr ? FFT_OK : error->code; }

void fft_error_destroy(fft_error* error) {
  if (error != fft::c::NoMemory()) delete error;
}

void fft_string_free(char* text) { std::free(text); }

fft_error* fft_context_create(const fft_context_options* options, fft_context** context) {
  if (context != nullptr) *context = nullptr;
  return Guard([&]() -> absl::Status {
    if (context == nullptr) return NullArgument("context");
    FFT_ASSIGN_OR_RETURN(auto created, fft::c::CreateContext(options));
    *context = new fft_context{std::move(created)};
    return absl::OkStatus();
  });
}

void fft_context_destroy(fft_context* context) { delete context; }

fft_error* fft_context_description(fft_context* context, char** json) {
  if (json != nullptr) *json = nullptr;
  return Guard([&]() -> absl::Status {
    if (json == nullptr) return NullArgument("json");
    if (context == nullptr) return NullArgument("context");
    return fft::c::GiveText(fft::c::DescribeContext(*context->context), json);
  });
}

fft_error* fft_memory_allocate(fft_context* context, size_t bytes, void** pointer) {
  if (pointer != nullptr) *pointer = nullptr;
  return OnDevice(context, [&](fft::rtc::Device& device) -> absl::Status {
    if (pointer == nullptr) return NullArgument("pointer");
    FFT_ASSIGN_OR_RETURN(*pointer, device.Allocate(bytes));
    return absl::OkStatus();
  });
}

fft_error* fft_memory_free(fft_context* context, void* pointer) {
  return OnDevice(context, [&](fft::rtc::Device& device) { return device.Free(pointer); });
}

fft_error* fft_memory_to_device(fft_context* context, void* to, const void* from, size_t bytes,
                                void* stream) {
  return OnDevice(context, [&](fft::rtc::Device& device) -> absl::Status {
    if (to == nullptr && bytes > 0) return NullArgument("to");
    if (from == nullptr && bytes > 0) return NullArgument("from");
    return device.CopyToDevice(to, from, bytes, stream);
  });
}

fft_error* fft_memory_to_host(fft_context* context, void* to, const void* from, size_t bytes,
                              void* stream) {
  return OnDevice(context, [&](fft::rtc::Device& device) -> absl::Status {
    if (to == nullptr && bytes > 0) return NullArgument("to");
    if (from == nullptr && bytes > 0) return NullArgument("from");
    return device.CopyToHost(to, from, bytes, stream);
  });
}

fft_error* fft_stream_create(fft_context* context, void** stream) {
  if (stream != nullptr) *stream = nullptr;
  return OnDevice(context, [&](fft::rtc::Device& device) -> absl::Status {
    if (stream == nullptr) return NullArgument("stream");
    FFT_ASSIGN_OR_RETURN(*stream, device.CreateStream());
    return absl::OkStatus();
  });
}

fft_error* fft_stream_destroy(fft_context* context, void* stream) {
  return OnDevice(context, [&](fft::rtc::Device& device) { return device.DestroyStream(stream); });
}

fft_error* fft_stream_synchronize(fft_context* context, void* stream) {
  return OnDevice(context, [&](fft::rtc::Device& device) { return device.Synchronize(stream); });
}

fft_error* fft_wisdom_export(fft_context* context, char** text) {
  if (text != nullptr) *text = nullptr;
  return Guard([&]() -> absl::Status {
    if (text == nullptr) return NullArgument("text");
    if (context == nullptr) return NullArgument("context");
    FFT_ASSIGN_OR_RETURN(const std::string wisdom, context->context->ExportWisdom());
    return fft::c::GiveText(wisdom, text);
  });
}

fft_error* fft_wisdom_import(fft_context* context, const char* text, int64_t* entries) {
  if (entries != nullptr) *entries = 0;
  return Guard([&]() -> absl::Status {
    if (context == nullptr) return NullArgument("context");
    if (text == nullptr) return NullArgument("text");
    FFT_ASSIGN_OR_RETURN(const int64_t count, context->context->ImportWisdom(text));
    if (entries != nullptr) *entries = count;
    return absl::OkStatus();
  });
}

fft_error* fft_wisdom_forget(fft_context* context) {
  return Guard([&]() -> absl::Status {
    if (context == nullptr) return NullArgument("context");
    context->context->ForgetWisdom();
    return absl::OkStatus();
  });
}

fft_error* fft_cache_serialize(fft_context* context, void** buffer, size_t* bytes) {
  if (buffer != nullptr) *buffer = nullptr;
  if (bytes != nullptr) *bytes = 0;
  return Guard([&]() -> absl::Status {
    if (buffer == nullptr) return NullArgument("buffer");
    if (bytes == nullptr) return NullArgument("bytes");
    if (context == nullptr) return NullArgument("context");
    const std::string kernels = context->context->SerializeCache();
    void* copy = std::malloc(kernels.size());
    if (copy == nullptr) return absl::ResourceExhaustedError("no memory for the buffer");
    std::memcpy(copy, kernels.data(), kernels.size());
    *buffer = copy;
    *bytes = kernels.size();
    return absl::OkStatus();
  });
}

void fft_cache_free(void* buffer) { std::free(buffer); }

fft_error* fft_cache_deserialize(fft_context* context, const void* buffer, size_t bytes,
                                 int64_t* kernels) {
  if (kernels != nullptr) *kernels = 0;
  return Guard([&]() -> absl::Status {
    if (context == nullptr) return NullArgument("context");
    if (buffer == nullptr) return NullArgument("buffer");
    FFT_ASSIGN_OR_RETURN(const int64_t taken, context->context->DeserializeCache(absl::string_view(
                                                  static_cast<const char*>(buffer), bytes)));
    if (kernels != nullptr) *kernels = taken;
    return absl::OkStatus();
  });
}

int64_t fft_cache_compiles(const fft_context* context) {
  return context == nullptr ? 0 : context->context->cache_counters().compiles;
}
