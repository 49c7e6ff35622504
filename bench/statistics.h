// Figures over repeated measurements.
#ifndef BENCH_STATISTICS_H_
#define BENCH_STATISTICS_H_

#include <vector>

namespace fft::bench {

// The middle value, or the mean of both middle ones; 0 when there is none.
double Median(std::vector<double> values);

// The geometric mean of positive values; 0 when there is none.
double GeometricMean(const std::vector<double>& values);

}  // namespace fft::bench

#endif  // BENCH_STATISTICS_H_
