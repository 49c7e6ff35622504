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

// How many problems were timed and refused; the geometric mean and the least, with its token, of
// the fraction of a copy, of the ratio to each peer and, of several peers, to the fastest. The
// first and the last of these also by kind (bench/drawn_problems.h).
std::string Summary(const std::vector<BenchResult>& results, const std::vector<std::string>& peers);

// RFC 4180, times in milliseconds.
std::string CsvHeader(const std::vector<std::string>& peers);
std::string CsvRow(const BenchResult& result, const BenchMachine& machine);

}  // namespace fft::bench

#endif  // BENCH_REPORT_H_
