#include "tests/assignment/device_context.h"

#include <memory>

namespace fft::testing {

Context& DeviceContext() {
  static const auto* const kContext = [] {
    ContextOptions options = ReadEnvironment();
    if (options.device == "auto") options.device = "host";
    return new std::shared_ptr<Context>(Context::Create(options).value());
  }();
  return **kContext;
}

}  // namespace fft::testing
