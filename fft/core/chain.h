// Chains: transform, multiply by a spectrum or by matrices over channels, transform back; or
// transform frames back and add them.
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
//
// The way back of a short-time transform has no transform forth. It makes one signal of the spectra
// X_b of frames that begin `hop` samples apart,
//
//   y[n] = scale * sum_b w[n - b hop] IDFT(X_b)[n - b hop]      over the frames that reach n,
//
// with a window w, by overlap and addition. 98 frames of 400 reals:
//
//   Chain chain = RealOverlapAdd(400, 98, 160);
//   chain.normalizes = true;  // divides by sum_b w[n - b hop]^2
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
  // Whether the chain adds frames. Its arrays are then those of an inverse transform of one length,
  // out of place: elements of the batch are frames, and the output's distance is the hop, 1 to the
  // samples of a frame that the output's range keeps. The loops go from signal to signal. The
  // array of spectra is the window, with a factor for each sample that is kept.
  bool adds_frames = false;
  // Where frames are added: the samples of a signal that are stored. A count of 0: all.
  Range samples;
  // Where frames are added: whether each sample is divided by the sum of the squared factors there,
  // if that is above 1e-10.
  bool normalizes = false;
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
// The way back of short-time transforms: frames of `length` points, `hop` samples apart.
Chain ComplexOverlapAdd(int64_t length, int64_t frames, int64_t hop);
Chain RealOverlapAdd(int64_t length, int64_t frames, int64_t hop);
bool IsReal(const Chain& chain);
// Whether the array of spectra holds transforms of sequences (FilterProblem), rather than a layer's
// matrices or a window.
bool TakesFilters(const Chain& chain);

// The samples of a frame, and those that are stored of a signal, of a completed chain that adds
// frames.
int64_t FrameSamples(const Chain& chain);
Range StoredSamples(const Chain& chain);
// The addition itself: the problem whose input holds all frames of a signal, packed one after the
// other, and whose output holds the samples that are stored.
Problem AddProblem(const Chain& chain);

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
// the array of the layer whose adjoint it is, W[o][i][k]. Where frames are added it holds the
// window's factors, which are reals. Numbers have the precision that is computed in.
int64_t SpectrumElements(const Chain& chain);
int64_t SpectrumBytes(const Chain& chain);

// The transform of sequences into the spectra of a chain that takes filters. `taps` says which part
// of each axis a sequence has; its array holds nothing else. Empty `taps` stand for whole axes.
Problem FilterProblem(const Chain& chain, const Ranges& taps = {});

// The arrays of a completed chain with the scale of a plan that is the whole chain, which is
// divided by the points.
Problem WholeProblem(const Chain& chain);
// The problem of the chain's own tree: WholeProblem, or AddProblem where frames are added.
Problem TreeProblem(const Chain& chain);

// The two transforms of a completed chain. The first one goes from the input to a packed array of
// spectra, one for each element of the batch; the second one goes from there to the output and has
// the scale, divided by the points. Those of a layer loop over its batch and its channels,
// and hold the kept modes of each spectrum. Where frames are added there is the second one alone,
// from the input to all frames, packed.
Problem ForthProblem(const Chain& chain);
Problem BackProblem(const Chain& chain);

// The chain's token (docs/TOKENS.md): that of its arrays with "complex_convolve", "real_convolve",
// "complex_correlate" or "real_correlate" for their type, "complex_layer", "real_layer",
// "complex_adjoint_layer" or "real_adjoint_layer" for layers, "complex_overlap_add" or
// "real_overlap_add" where frames are added. At its end stand "_modes_" with first and count of
// each range, where not all are kept, "_spectra_N" where N > 1, "_samples_F_C" where not all
// samples are stored, and "_normalized".
std::string ToToken(const Chain& chain);
absl::StatusOr<Chain> ParseChainToken(const std::string& token);
// Whether a token names a chain rather than a problem.
bool IsChainToken(const std::string& token);

}  // namespace fft

#endif  // FFT_CORE_CHAIN_H_
