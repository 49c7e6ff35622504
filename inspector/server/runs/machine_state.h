// The state of the machine during a measurement: other programs, clocks, and time taken by a
// hypervisor, as far as the machine reports them.
#ifndef INSPECTOR_SERVER_RUNS_MACHINE_STATE_H_
#define INSPECTOR_SERVER_RUNS_MACHINE_STATE_H_

#include <cstddef>
#include <string>
#include <vector>

#include "fft/base/json.h"
#include "fft/rtc/device.h"

namespace fft::inspector {

// Seconds of processor time since the machine started, and the processors' current clock.
struct ProcessorSample {
  double wall = 0;
  double busy = 0;       // of all processors, including this process and stolen time
  double stolen = 0;     // taken by other guests of the hypervisor
  double own = 0;        // of this process
  double megahertz = 0;  // current mean of the processors; 0 if unknown
};

ProcessorSample SampleProcessors();

// The machine between two samples. Shares are relative to the time of all processors; -1 means
// unknown. For example, others = 0.2 means that other programs took a fifth of all processors.
struct MachineState {
  int processors = 1;
  double others = -1;  // share of other programs
  double stolen = -1;
  double megahertz_before = 0;  // 0 if unknown
  double megahertz_after = 0;
  std::string governor;  // of the first processor's clock; empty if unknown
};

MachineState StateBetween(const ProcessorSample& before, const ProcessorSample& after);

// The reasons why measured times may have varied, as sentences without a full stop.
std::vector<std::string> Warnings(const MachineState& state);

// {driver, clock_mhz, processors, others_share, stolen_share, processor_mhz, governor, warnings}.
Json MachineView(const MachineState& state, const rtc::Device& device);

// Writes the cache lines of these bytes back to memory and removes them from all caches. Returns
// false where programs cannot do this.
bool EvictLines(const void* data, size_t bytes);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_RUNS_MACHINE_STATE_H_
