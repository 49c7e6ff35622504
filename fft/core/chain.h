// Chains: transform, multiply by a spectrum or by matrices over channels, transform back.
//
// A chain computes, for every line, plane or volume x of its batch,
//
//   y = scale * IDFT(DFT(x) * S)      where IDFT divides by the points,
//
// the cyclic convolution of x with the sequence whose spectrum is S, over all axes. A linear
// convolution is a cyclic one of a longer axis: the input's ranges say which part of the axis is
// there, the output's ranges which part is wanted. Rows of 1000 reals, filtered by 100 taps for the
// 901 outputs that see no end of the row ("valid"):
//
//   Chain chain = RealChain({1024});
//   chain.arrays.batch = 64;
//   chain.arrays.input.ranges = {{0, 1000}};
//   chain.arrays.output.ranges = {{99, 901}};
//   Problem filter = FilterProblem(chain, {{0, 100}});  // makes S of the taps
//
// A Fourier layer computes, for every element of its batch, which has channels x_i,
//
//   y_o = scale * IDFT(sum_i DFT(x_i) * W_io)
//
// with a matrix W of channels for each mode k that is kept; results have nothing in other modes.
// Planes of 64 x 64 reals, 32 channels in and out, with 16 x 12 modes around zero:
//
//   Chain chain = RealLayer(32, {64, 64}, {{56, 16}, {0, 12}});
#ifndef FFT_CORE_CHAIN_H_
#define FFT_CORE_CHAIN_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "fft/core/problem.h"

namespace fft {

struct Chain {
  // The lengths of the transforms, and the arrays of both sides: those of a forward complex
  // transform, or of one of reals to reals whose kinds are all kDht. Its scale is the chain's. The
  // arrays are not planar. In a layer the first length counts channels and is not transformed;
  // where the sides have different numbers of channels, it is the larger one, and the ranges of
  // this axis, which begin at 0, say how many each side has.
  Problem arrays;
  // Whether the chain is a Fourier layer.
  bool is_layer = false;
  // In a layer: the modes that are kept, one range of the spectrum for each axis that is
  // transformed. The last axis of reals has a spectrum of n/2 + 1 elements. Empty: all modes.
  Ranges modes;
  // How many spectra S there are; the number divides the batch. Element b of the batch is
  // multiplied by spectrum b mod `spectra`. With 1 all share one spectrum; with the number of
  // channels, in a batch of images times channels, each channel has its own; with the batch each
  // element has its own. A layer has as many lists of matrices.
  int64_t spectra = 1;
  // Whether the chain multiplies by conj(S), which correlates: y[n] = sum_m x[n + m] conj(s[m]). A
  // layer multiplies by the conjugate of the transpose of W then, W_oi of `o` channels in and `i`
  // out: the product by which a gradient goes back.
  bool conjugates = false;
  friend bool operator==(const Chain&, const Chain&) = default;
};

// Chains of these lengths, slowest first, in single precision, out of place, packed.
Chain ComplexChain(const std::vector<int64_t>& lengths);
Chain RealChain(const std::vector<int64_t>& lengths);
// Layers over these lengths with as many channels in as out.
Chain ComplexLayer(int64_t channels, const std::vector<int64_t>& lengths, const Ranges& modes);
Chain RealLayer(int64_t channels, const std::vector<int64_t>& lengths, const Ranges& modes);
bool IsReal(const Chain& chain);

// The lengths that are transformed: a layer's without that of channels.
std::vector<int64_t> TransformedLengths(const Chain& chain);
// The channels of a layer's elements in the input, and in the output.
int64_t ChannelsIn(const Chain& chain);
int64_t ChannelsOut(const Chain& chain);
// The modes that a layer keeps, in their packed order.
int64_t ModeCount(const Chain& chain);

// Completes the arrays as CompleteProblem does, and checks the chain. InvalidArgument names the
// field, its value and what is allowed.
absl::StatusOr<Chain> CompleteChain(const Chain& chain);

// The array of spectra holds them packed, one after the other, in the order of a forward transform:
// whole ones of complex chains, halves (n/2 + 1 along the last axis) of real ones. That of a layer
// holds W[i][o][k], input channels slowest and kept modes fastest; a layer that conjugates takes
// the array of the layer whose adjoint it is, W[o][i][k]. Numbers have the precision that is
// computed in.
int64_t SpectrumElements(const Chain& chain);
int64_t SpectrumBytes(const Chain& chain);

// The transform of sequences into the spectra of a chain that is no layer. `taps` says which part
// of each axis a sequence has; its array holds nothing else. Empty `taps` stand for whole axes.
Problem FilterProblem(const Chain& chain, const Ranges& taps = {});

// The arrays of a completed chain with the scale of a plan that is the whole chain, which is
// divided by the points.
Problem WholeProblem(const Chain& chain);

// The two transforms of a completed chain. The first one goes from the input to a packed array of
// spectra, one for each element of the batch; the second one goes from there to the output and has
// the scale, divided by the points. Those of a layer loop over its batch and its channels,
// and hold the kept modes of each spectrum.
Problem ForthProblem(const Chain& chain);
Problem BackProblem(const Chain& chain);

// The chain's token (docs/TOKENS.md): that of its arrays with "complex_convolve", "real_convolve",
// "complex_correlate" or "real_correlate" for their type, "complex_layer", "real_layer",
// "complex_adjoint_layer" or "real_adjoint_layer" for layers. At its end stand "_modes_" with first
// and count of each range, where not all are kept, and "_spectra_N" where N > 1.
std::string ToToken(const Chain& chain);
absl::StatusOr<Chain> ParseChainToken(const std::string& token);
// Whether a token names a chain rather than a problem.
bool IsChainToken(const std::string& token);

}  // namespace fft

#endif  // FFT_CORE_CHAIN_H_
