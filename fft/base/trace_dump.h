// A trace as a folder of text files, for reading and for diffing two runs.
#ifndef FFT_BASE_TRACE_DUMP_H_
#define FFT_BASE_TRACE_DUMP_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "fft/base/trace.h"

namespace fft {

// One file of a dump.
struct DumpFile {
  std::string name;
  std::string text;
  friend bool operator==(const DumpFile&, const DumpFile&) = default;
};

// The events as files whose names sort in the order of the trace: "000_problem.txt",
// "001_plan_refused.txt". Events of one stage and subject share a file, as JSON. An event with a
// member that is text to read (Trace) has a file of its own: "007_codegen_lower_to_host_KERNEL.txt"
// for one of a pass.
std::vector<DumpFile> DumpFiles(const Trace& trace);

// Writes DumpFiles into `folder`, which is created, and removes the .txt files of an earlier dump.
// Unavailable names the path that cannot be written.
absl::Status WriteDump(const Trace& trace, const std::string& folder);

}  // namespace fft

#endif  // FFT_BASE_TRACE_DUMP_H_
