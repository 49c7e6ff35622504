// The tables and summaries of fft_bench.
#ifndef BENCH_REPORT_H_
#define BENCH_REPORT_H_

#include <string>
#include <vector>

#include "bench/bench_case.h"

namespace fft::bench {

// The machine that a table was measured on.
struct BenchMachine {
  std::string device;   // product name and architecture
  std::string machine;  // the user's words for machine, driver and commit
  std::string date;     // ISO 8601
};

// Column titles and one line per result, aligned with each other.
std::string HeaderLine(const std::vector<std::string>& peers);
std::string ResultLine(const BenchResult& result);

// The summary of a run: how many problems were timed and refused, and the geometric mean and the
// least value, with its token, of the fraction of a copy and of the ratio to each peer. Several
// peers also have a ratio to the fastest. The fraction of a copy and the ratio to the fastest peer
// are also given by kind (bench/drawn_problems.h).
std::string Summary(const std::vector<BenchResult>& results, const std::vector<std::string>& peers);

// A table as RFC 4180 has it, with times in milliseconds.
std::string CsvHeader(const std::vector<std::string>& peers);
std::string CsvRow(const BenchResult& result, const BenchMachine& machine);

}  // namespace fft::bench

#endif  // BENCH_REPORT_H_
