#include "inspector/server/runs/machine_state.h"

#if defined(__x86_64__)
#include <emmintrin.h>
#endif
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace fft::inspector {
namespace {

constexpr size_t kLine = 64;   // bytes of a cache line, the least of all supported processors
constexpr double kMuch = 0.1;  // share of all processors, above which other programs are reported
constexpr double kStolen = 0.02;
constexpr double kDrift = 0.05;  // relative change of the clock that is reported

double SecondsOf(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

// The mean of "cpu MHz" in /proc/cpuinfo, in MHz; 0 if it is missing.
double MeanMegahertz() {
  std::ifstream file("/proc/cpuinfo");
  double sum = 0;
  int count = 0;
  for (std::string line; std::getline(file, line);) {
    if (!absl::StartsWith(line, "cpu MHz")) continue;
    double value = 0;
    if (!absl::SimpleAtod(line.substr(line.find(':') + 1), &value)) continue;
    sum += value;
    ++count;
  }
  return count > 0 ? sum / count : 0;
}

int Percent(double share) { return static_cast<int>(std::lround(100 * share)); }

Json Known(double value, double unknown) { return value == unknown ? Json(nullptr) : Json(value); }

}  // namespace

ProcessorSample SampleProcessors() {
  ProcessorSample sample;
  sample.wall =
      std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  const double tick = 1.0 / static_cast<double>(sysconf(_SC_CLK_TCK));
  std::ifstream stat("/proc/stat");
  std::string name;
  double user = 0, nice = 0, system = 0, idle = 0, waiting = 0, irq = 0, soft = 0, stolen = 0;
  if (stat >> name >> user >> nice >> system >> idle >> waiting >> irq >> soft >> stolen) {
    sample.busy = tick * (user + nice + system + irq + soft + stolen);
    sample.stolen = tick * stolen;
  }
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  sample.own = SecondsOf(usage.ru_utime) + SecondsOf(usage.ru_stime);
  sample.megahertz = MeanMegahertz();
  return sample;
}

MachineState StateBetween(const ProcessorSample& before, const ProcessorSample& after) {
  MachineState state;
  state.processors = std::max(1, static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN)));
  state.megahertz_before = before.megahertz;
  state.megahertz_after = after.megahertz;
  std::ifstream("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor") >> state.governor;
  const double all = state.processors * (after.wall - before.wall);
  if (all <= 0 || after.busy <= 0) return state;
  const double stolen = after.stolen - before.stolen;
  const double others = after.busy - before.busy - stolen - (after.own - before.own);
  state.others = std::clamp(others / all, 0.0, 1.0);
  state.stolen = std::clamp(stolen / all, 0.0, 1.0);
  return state;
}

std::vector<std::string> Warnings(const MachineState& state) {
  std::vector<std::string> warnings;
  if (state.others > kMuch) {
    warnings.push_back(absl::StrCat("other programs took ", Percent(state.others),
                                    " % of this machine's processors meanwhile"));
  }
  if (state.stolen > kStolen) {
    warnings.push_back(absl::StrCat("other guests of the hypervisor took ", Percent(state.stolen),
                                    " % of the processors meanwhile"));
  }
  if (!state.governor.empty() && state.governor != "performance") {
    warnings.push_back(absl::StrCat("the governor of the processors' clock is ", state.governor,
                                    ", not performance: the clock follows the load"));
  }
  const double drift =
      state.megahertz_before > 0 ? state.megahertz_after / state.megahertz_before - 1 : 0.0;
  if (std::abs(drift) > kDrift && state.megahertz_after > 0) {
    warnings.push_back(absl::StrCat("the processors' clock went from ",
                                    std::lround(state.megahertz_before), " to ",
                                    std::lround(state.megahertz_after), " MHz"));
  }
  return warnings;
}

Json MachineView(const MachineState& state, const rtc::Device& device) {
  const rtc::DeviceProperties& properties = device.properties();
  const double clock = static_cast<double>(properties.clock_khz) * 1e-3;
  return {{"driver", properties.driver},
          {"clock_mhz", Known(clock, 0)},
          {"processors", state.processors},
          {"others_share", Known(state.others, -1)},
          {"stolen_share", Known(state.stolen, -1)},
          {"processor_mhz", Known(state.megahertz_after, 0)},
          {"governor", state.governor},
          {"warnings", Warnings(state)}};
}

bool EvictLines([[maybe_unused]] const void* data, [[maybe_unused]] size_t bytes) {
#if defined(__x86_64__)
  const char* const begin = static_cast<const char*>(data);
  for (size_t at = 0; at < bytes; at += kLine) _mm_clflush(begin + at);
  if (bytes > 0) _mm_clflush(begin + bytes - 1);
  _mm_mfence();
  return true;
#elif defined(__aarch64__)
  const char* const begin = static_cast<const char*>(data);
  for (size_t at = 0; at < bytes; at += kLine) {
    asm volatile("dc civac, %0" : : "r"(begin + at) : "memory");
  }
  if (bytes > 0) asm volatile("dc civac, %0" : : "r"(begin + bytes - 1) : "memory");
  asm volatile("dsb ish" : : : "memory");
  return true;
#else
  return false;
#endif
}

}  // namespace fft::inspector
