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

// The column titles, and one line per result with aligned columns.
std::string HeaderLine(const std::vector<std::string>& peers);
std::string ResultLine(const BenchResult& result);

// Returns the summary of a run: how many problems were timed and refused, and for each figure its
// geometric mean and its least value with the token. The figures are the fraction of a copy, the
// ratio to each peer and, with several peers, the ratio to the fastest peer. The fraction of a copy
// and the ratio to the fastest peer also stand for each kind of problem (bench/drawn_problems.h).
std::string Summary(const std::vector<BenchResult>& results, const std::vector<std::string>& peers);

// The header and a row of a table in the CSV format of RFC 4180, with times in milliseconds.
std::string CsvHeader(const std::vector<std::string>& peers);
std::string CsvRow(const BenchResult& result, const BenchMachine& machine);

}  // namespace fft::bench

#endif  // BENCH_REPORT_H_
