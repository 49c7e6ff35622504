// Every fuzz target in one program, to be copied to another machine. FFT_FUZZ_TARGET names the
// target to run. If FFT_FUZZ_SEEDS names a folder, the program writes the seeds of all targets into
// it.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "fft/rtc/testing/fuzz_target.h"

#define FOR_EACH_TARGET(DO) \
  DO(body)                  \
  DO(bundle)                \
  DO(c_api)                 \
  DO(cache_row)             \
  DO(decision)              \
  DO(http)                  \
  DO(ir_text)               \
  DO(kernel_name)           \
  DO(protocol)              \
  DO(token)                 \
  DO(wisdom)

#define DECLARE(name)                                           \
  extern "C" int Fuzz_##name(const uint8_t* data, size_t size); \
  namespace fft::rtc {                                          \
  std::vector<std::string> Seeds_##name();                      \
  }
FOR_EACH_TARGET(DECLARE)

namespace {

struct Target {
  const char* name;
  int (*run)(const uint8_t*, size_t);
  std::vector<std::string> (*seeds)();
};

#define ROW(name) {#name, Fuzz_##name, fft::rtc::Seeds_##name},
constexpr Target kTargets[] = {FOR_EACH_TARGET(ROW)};

const Target& Chosen() {
  const char* name = std::getenv("FFT_FUZZ_TARGET");
  for (const Target& target : kTargets) {
    if (name != nullptr && target.name == std::string(name)) return target;
  }
  std::fprintf(stderr, "FFT_FUZZ_TARGET is one of");
  for (const Target& target : kTargets) std::fprintf(stderr, " %s", target.name);
  std::fprintf(stderr, "\n");
  std::exit(2);
}

void WriteSeeds(const std::filesystem::path& folder) {
  for (const Target& target : kTargets) {
    std::filesystem::create_directories(folder / target.name);
    int number = 0;
    for (const std::string& seed : target.seeds()) {
      std::ofstream(folder / target.name / ("seed" + std::to_string(number++)), std::ios::binary)
          << seed;
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const Target& target = []() -> const Target& {
    if (const char* folder = std::getenv("FFT_FUZZ_SEEDS")) {
      WriteSeeds(folder);
      std::_Exit(0);  // std::exit would count as a finding
    }
    return Chosen();
  }();
  return target.run(data, size);
}

namespace fft::rtc {

std::vector<std::string> FuzzSeeds() { return Chosen().seeds(); }

}  // namespace fft::rtc
