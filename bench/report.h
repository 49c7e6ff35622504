// What fft_bench prints and writes.
#ifndef BENCH_REPORT_H_
#define BENCH_REPORT_H_

#include <string>
#include <vector>

#include "bench/bench_case.h"

namespace fft::bench {

// What a table was measured on.
struct BenchMachine {
  std::string device;   // product name and architecture
  std::string machine;  // the user's words for machine, driver and commit
  std::string date;     // ISO 8601
};

// Column titles and one line per result, aligned with each other.
std::string HeaderLine(const std::vector<std::string>& peers);
std::string ResultLine(const BenchResult& result);

// Per peer the geometric mean and the least of the ratios with its token, and the same for the
// fraction of a copy; then how many problems were timed and refused.
std::string Summary(const std::vector<BenchResult>& results, const std::vector<std::string>& peers);

// RFC 4180, times in milliseconds.
std::string CsvHeader(const std::vector<std::string>& peers);
std::string CsvRow(const BenchResult& result, const BenchMachine& machine);

}  // namespace fft::bench

#endif  // BENCH_REPORT_H_
