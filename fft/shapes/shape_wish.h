// The shape of a kernel as a caller may ask for it.
#ifndef FFT_SHAPES_SHAPE_WISH_H_
#define FFT_SHAPES_SHAPE_WISH_H_

#include <optional>
#include <string>
#include <vector>

namespace fft {

// How values travel between the threads of one transform.
enum class Exchange {
  kNone,      // one pass held by one thread: nothing to exchange
  kPingPong,  // two complex LDS arrays, one barrier an exchange
  kFull,      // one complex LDS array, barriers before and after
  kHalf,      // one real LDS array used for real parts, then for imaginary parts
  kInPlace,   // one complex LDS array, one barrier an exchange: a pass leaves its outputs where its
              // inputs were, so a thread holds no more than one butterfly
};
inline constexpr Exchange kExchanges[] = {Exchange::kNone, Exchange::kPingPong, Exchange::kFull,
                                          Exchange::kHalf, Exchange::kInPlace};

std::string ToString(Exchange exchange);  // "none", "pingpong", "full", "half", "inplace"

// A caller's wish for a shape. The planner chooses members that are left out. For example,
// "factors=16x8x15,threads=128" (fft/shapes/asked_shape.h) has factors {16, 8, 15} and
// threads_per_transform 128, and leaves all other members out.
struct ShapeWish {
  std::vector<int> factors;       // in the order of the passes; empty: chosen
  int threads_per_transform = 0;  // 0: chosen
  int transforms_per_group = 0;   // 0: chosen; an upper bound where there are fewer transforms
  std::optional<Exchange> exchange;
  std::optional<int> pad_every;  // LDS has a word of padding after this many words; 0: no padding
  int resident_groups = 0;       // 0: chosen
  // Whether rows on a GPU go through LDS in memory order as they are loaded and stored; nullopt:
  // they do if few lanes read a row.
  std::optional<bool> staged;
  // Whether workgroups do tile after tile (KernelShape::is_persistent); absent: no.
  std::optional<bool> persistent;
  friend bool operator==(const ShapeWish&, const ShapeWish&) = default;
};

}  // namespace fft

#endif  // FFT_SHAPES_SHAPE_WISH_H_
