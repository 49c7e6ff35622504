// The state of the machine while something is measured: other programs, clocks, and time that a
// hypervisor takes, as far as the machine tells.
#ifndef INSPECTOR_SERVER_RUNS_MACHINE_STATE_H_
#define INSPECTOR_SERVER_RUNS_MACHINE_STATE_H_

#include <cstddef>
#include <string>
#include <vector>

#include "fft/base/json.h"
#include "fft/rtc/device.h"

namespace fft::inspector {

// The processors: seconds since the machine started, and their clock now.
struct ProcessorSample {
  double wall = 0;
  double busy = 0;       // of all processors, this process and stolen time included
  double stolen = 0;     // by other guests of the same hypervisor
  double own = 0;        // of this process
  double megahertz = 0;  // mean of the processors now; 0: not told
};

ProcessorSample SampleProcessors();

// The machine between two samples of a measurement. Shares are of all processors; -1: not told. For
// example, others = 0.2 means that other programs took a fifth of all processors.
struct MachineState {
  int processors = 1;
  double others = -1;  // share of time that other programs took
  double stolen = -1;
  double megahertz_before = 0;  // 0: not told
  double megahertz_after = 0;
  std::string governor;  // of the first processor's clock; empty: not told
};

MachineState StateBetween(const ProcessorSample& before, const ProcessorSample& after);

// The reasons why times of this device may have varied, as sentences without a full stop.
std::vector<std::string> Warnings(const MachineState& state);

// {driver, clock_mhz, processors, others_share, stolen_share, processor_mhz, governor, warnings}.
Json MachineView(const MachineState& state, const rtc::Device& device);

// Writes the lines of these bytes back and takes them out of every cache of every processor. False
// where programs cannot do that.
bool EvictLines(const void* data, size_t bytes);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_RUNS_MACHINE_STATE_H_
