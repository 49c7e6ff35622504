// Figures over repeated measurements.
#ifndef BENCH_STATISTICS_H_
#define BENCH_STATISTICS_H_

#include <vector>

namespace fft::bench {

// Returns the middle value, or the mean of the two middle values; 0 if there are no values.
double Median(std::vector<double> values);

// Returns the geometric mean of positive values; 0 if there are no values.
double GeometricMean(const std::vector<double>& values);

}  // namespace fft::bench

#endif  // BENCH_STATISTICS_H_
