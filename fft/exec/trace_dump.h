// Writes a trace as a folder of text files, which can be read, and compared with those of another
// run.
#ifndef FFT_EXEC_TRACE_DUMP_H_
#define FFT_EXEC_TRACE_DUMP_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "fft/exec/trace_events.h"

namespace fft {

// One file of a dump.
struct DumpFile {
  std::string name;
  std::string text;
  friend bool operator==(const DumpFile&, const DumpFile&) = default;
};

// Returns the events as files. The order of the names is the order of the events:
// "000_problem.txt", "001_plan_refused.txt". Events of one stage and subject share a file, as JSON.
// An event with a text has its own file: "007_codegen_lower_to_host_KERNEL.txt" is the tree after
// an AST pass.
std::vector<DumpFile> DumpFiles(const std::vector<TraceEvent>& events);

// Writes DumpFiles into `folder`. Creates the folder, or removes the .txt files of an earlier dump.
// Unavailable names the path that cannot be written.
absl::Status WriteDump(const std::vector<TraceEvent>& events, const std::string& folder);

}  // namespace fft

#endif  // FFT_EXEC_TRACE_DUMP_H_
