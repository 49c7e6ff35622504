#include "fft/fft_c.h"

#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <utility>

#include "fft/base/status.h"
#include "fft/fft.h"

struct fft_error {
  int code;
  std::string message;
};

struct fft_context {
  std::shared_ptr<fft::Context> context;
};

struct fft_plan {
  std::shared_ptr<const fft::Plan> plan;
};

namespace {

// The error that needs no memory; never changed, never freed.
fft_error* NoMemory() {
  static fft_error error{static_cast<int>(absl::StatusCode::kResourceExhausted), "out of memory"};
  return &error;
}

// What `body` returns; no exception leaves for a program in C.
template <typename Body>
fft_error* Guarded(Body body) {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return NoMemory();
  }
}

fft_error* ToError(const absl::Status& status) {
  if (status.ok()) return nullptr;
  return Guarded([&] {
    return new fft_error{static_cast<int>(status.code()), std::string(status.message())};
  });
}

fft_error* NullArgument(const char* field) {
  return ToError(fft::InvalidField(field, "null", "a pointer"));
}

void Override(std::string& value, const char* given) {
  if (given != nullptr) value = given;
}

}  // namespace

const char* fft_error_message(const fft_error* error) {
  return error == nullptr ? "" : error->message.c_str();
}

int fft_error_code(const fft_error* error) { return error == nullptr ? 0 : error->code; }

void fft_error_destroy(fft_error* error) {
  if (error != NoMemory()) delete error;
}

fft_error* fft_context_create(const fft_context_options* options, fft_context** context) {
  if (context == nullptr) return NullArgument("context");
  *context = nullptr;
  return Guarded([&]() -> fft_error* {
    fft::EnvironmentOptions environment = fft::ReadEnvironment();
    fft::LogSink log;
    if (options != nullptr) {
      Override(environment.device, options->device);
      Override(environment.cache_path, options->cache_path);
      Override(environment.system_cache_path, options->system_cache_path);
      if (options->log != nullptr) {
        log = [function = options->log, data = options->log_data](absl::LogSeverity severity,
                                                                  const std::string& message) {
          function(data, static_cast<int>(severity), message.c_str());
        };
      }
    }
    auto created = fft::Context::Create(environment, std::move(log));
    if (!created.ok()) return ToError(created.status());
    *context = new fft_context{*std::move(created)};
    return nullptr;
  });
}

void fft_context_destroy(fft_context* context) { delete context; }

fft_error* fft_plan_create(fft_context* context, const char* token, fft_plan** plan) {
  if (plan == nullptr) return NullArgument("plan");
  *plan = nullptr;
  return Guarded([&]() -> fft_error* {
    if (context == nullptr) return NullArgument("context");
    if (token == nullptr) return NullArgument("token");
    const auto problem = fft::ParseToken(token);
    if (!problem.ok()) return ToError(problem.status());
    auto made = context->context->MakePlan(*problem);
    if (!made.ok()) return ToError(made.status());
    *plan = new fft_plan{*std::move(made)};
    return nullptr;
  });
}

void fft_plan_destroy(fft_plan* plan) { delete plan; }

int64_t fft_plan_workspace_bytes(const fft_plan* plan) {
  return plan == nullptr ? 0 : plan->plan->workspace_bytes();
}

fft_error* fft_plan_execute(const fft_plan* plan, const fft_arguments* arguments) {
  if (plan == nullptr) return NullArgument("plan");
  if (arguments == nullptr) return NullArgument("arguments");
  return ToError(plan->plan->Execute({.in = arguments->in,
                                      .out = arguments->out,
                                      .in_imag = arguments->in_imag,
                                      .out_imag = arguments->out_imag,
                                      .stream = arguments->stream,
                                      .workspace = arguments->workspace,
                                      .workspace_bytes = arguments->workspace_bytes}));
}

fft_error* fft_cache_serialize(fft_context* context, void** buffer, size_t* bytes) {
  if (buffer == nullptr) return NullArgument("buffer");
  *buffer = nullptr;
  if (bytes == nullptr) return NullArgument("bytes");
  *bytes = 0;
  return Guarded([&]() -> fft_error* {
    if (context == nullptr) return NullArgument("context");
    const std::string kernels = context->context->SerializeCache();
    void* copy = std::malloc(kernels.size());
    if (copy == nullptr) return ToError(absl::ResourceExhaustedError("no memory for the buffer"));
    std::memcpy(copy, kernels.data(), kernels.size());
    *buffer = copy;
    *bytes = kernels.size();
    return nullptr;
  });
}

void fft_cache_free(void* buffer) { std::free(buffer); }

fft_error* fft_cache_deserialize(fft_context* context, const void* buffer, size_t bytes,
                                 int64_t* kernels) {
  if (kernels != nullptr) *kernels = 0;
  return Guarded([&]() -> fft_error* {
    if (context == nullptr) return NullArgument("context");
    if (buffer == nullptr) return NullArgument("buffer");
    const auto taken = context->context->DeserializeCache(
        absl::string_view(static_cast<const char*>(buffer), bytes));
    if (!taken.ok()) return ToError(taken.status());
    if (kernels != nullptr) *kernels = *taken;
    return nullptr;
  });
}

int64_t fft_cache_compiles(const fft_context* context) {
  return context == nullptr ? 0 : context->context->cache_counters().compiles;
}
