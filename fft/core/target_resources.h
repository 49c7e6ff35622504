// The registers and the LDS that kernels take on a target, as data from
// fft/core/tuning/resources.table.
#ifndef FFT_CORE_TARGET_RESOURCES_H_
#define FFT_CORE_TARGET_RESOURCES_H_

#include <cstdint>

namespace fft {

// The figures of the table, in its order. The table explains each figure.
#define FFT_RESOURCE_FIGURES(V) \
  V(spare_points)               \
  V(spare_points_in_place)      \
  V(comfort)                    \
  V(least)                      \
  V(prime_quarters)             \
  V(large_prime_quarters)       \
  V(last_prime_eighths)         \
  V(least_prime_thirds)         \
  V(odd_halves)                 \
  V(ends)                       \
  V(shared_ends)                \
  V(shared_composites)          \
  V(repeated_rounds)            \
  V(convolution_single)         \
  V(convolution_double)         \
  V(short_convolution_single)   \
  V(short_convolution_double)   \
  V(convolution_of_powers)      \
  V(largest_prime)              \
  V(wide_from)                  \
  V(full_exchange_groups)       \
  V(staged_row_bytes)           \
  V(staged_converted_bytes)     \
  V(resident_groups)            \
  V(enough_waves)

// The figures of one target, which are a column of the table. A CPU has no column: all are 0.
struct KernelResources {
#define FFT_RESOURCE_MEMBER(name) int64_t name = 0;
  FFT_RESOURCE_FIGURES(FFT_RESOURCE_MEMBER)
#undef FFT_RESOURCE_MEMBER
  friend bool operator==(const KernelResources&, const KernelResources&) = default;
};

}  // namespace fft

#endif  // FFT_CORE_TARGET_RESOURCES_H_
