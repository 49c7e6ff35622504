// Writes a scheme as a chain of steps from edge to edge.
//
// The data of a transform are `parts`: the request's loops, then the scheme's own dims. An edge
// numbers its elements by one stride for each part: as the request's input does, as its output
// does, or packed in some order. Each step reads the edge where the step before it has ended:
//
//   Chain chain(request, {rows, columns});               // parts 0 and 1
//   chain.Transform({1}, chain.Here());                  // columns, in place
//   chain.Move(SchemeKind::kTranspose, chain.Packed({1, 0}));
//   chain.Transform({0}, chain.Out());
//   return chain.Take();
#ifndef FFT_PLAN_SCHEMES_CHAIN_H_
#define FFT_PLAN_SCHEMES_CHAIN_H_

#include <cstdint>
#include <vector>

#include "fft/plan/scheme.h"

namespace fft {

// Strides that pack loops, in the order of their input, around rows of `row` positions.
std::vector<int64_t> PackedLoops(const Dims& loops, int64_t row);

class Chain {
 public:
  using Strides = std::vector<int64_t>;  // of loops, then parts, in canonical positions

  // `parts`: lengths, with strides in the request's input and output.
  Chain(const TransformRequest& request, const Dims& parts);

  // The edge where the last step ended; the request's input at first.
  const Strides& Here() const { return here_; }
  // The request's output.
  const Strides& Out() const { return out_; }
  // Loops slowest, in the order of the input, then the parts in this order, slowest first.
  Strides Packed(const std::vector<int>& order) const;

  // exp(-+2 pi i j k / length), j the index of part `j`, k that of the step's own part.
  struct Twiddle {
    int64_t length = 0;
    int j = 0;
  };
  // Transforms along parts, slowest first, to another edge.
  void Transform(const std::vector<int>& axes, const Strides& to) { Transform(axes, to, {}); }
  void Transform(const std::vector<int>& axes, const Strides& to, const Twiddle& twiddle);
  // Moves all elements to another edge by the leaf `kind`; `k` is the part that counts as its axis.
  void Move(SchemeKind kind, int k, const Strides& to) { Move(kind, k, to, {}); }
  void Move(SchemeKind kind, int k, const Strides& to, const Twiddle& twiddle);

  // The last step's request, to set what only it needs.
  TransformRequest& last() { return steps_.back(); }
  std::vector<TransformRequest> Take() { return std::move(steps_); }

 private:
  Dim Step(size_t part, const Strides& to) const;

  const TransformRequest& request_;
  std::vector<int64_t> lengths_;  // of loops, then parts
  size_t loops_ = 0;
  Strides here_;
  Strides out_;
  std::vector<TransformRequest> steps_;
};

}  // namespace fft

#endif  // FFT_PLAN_SCHEMES_CHAIN_H_
