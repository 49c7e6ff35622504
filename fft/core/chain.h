// Chains. A chain transforms, multiplies by a spectrum or by matrices over channels, and transforms
// back. Or it transforms frames back and adds them.
//
// A chain computes, for every line, plane or volume x of its batch,
//
//   y = scale * IDFT(DFT(x) * S)      where IDFT divides by the number of points,
//
// the cyclic convolution of x with the sequence whose spectrum is S, over all axes. A linear
// convolution is a cyclic one over a longer axis: the input's ranges say which part of the axis the
// input holds, and the output's ranges which part is stored. For example, rows of 1000 reals are
// filtered by 100 taps, for the 901 outputs that all taps reach ("valid"):
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
// with a matrix W over channels for each mode k that is kept. The spectra of the results are zero
// in all other modes. For example, planes of 64 x 64 reals have 32 channels in and out, and 16 x 12
// modes around zero:
//
//   Chain chain = RealLayer(32, {64, 64}, {{56, 16}, {0, 12}});
//
// The inverse of a short-time transform has no forward transform. By overlap and addition it makes
// one signal from the spectra X_b of frames that begin `hop` samples apart,
//
//   y[n] = scale * sum_b w[n - b hop] IDFT(X_b)[n - b hop]      over the frames b that reach n,
//
// with a window w. For example, 98 frames of 400 reals begin 160 samples apart:
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

// What a chain computes.
enum class ChainKind {
  kConvolution,  // or, where it conjugates, a correlation
  kLayer,        // a Fourier layer
  kOverlapAdd,   // the way back of a short-time transform
};

struct Chain {
  ChainKind kind = ChainKind::kConvolution;
  // The lengths of the transforms, and the arrays of both sides, as a problem: a forward complex
  // transform, or a transform from reals to reals whose kinds are all kDht. Its scale is the scale
  // of the chain. The arrays are not planar. If they have callbacks, the kernels read the array of
  // spectra through the user's function of frequency (Callbacks::spectrum). In a layer the first
  // length counts channels and is not transformed. If input and output have different numbers of
  // channels, the first length is the larger number, and the ranges of its axis, which begin at 0,
  // give both numbers.
  //
  // If the chain adds frames, `arrays` is an inverse transform of one length, out of place.
  // Elements of the batch are frames, and the loops go from signal to signal. The output's range
  // says which samples of a frame are kept. The output's distance is the hop, from 1 to the number
  // of kept samples. The array of spectra is the window, with a factor for each kept sample.
  Problem arrays;
  // In a chain that adds frames: the samples of a signal that are stored. A count of 0: all.
  Range samples;
  // In a chain that adds frames: whether each sample is divided by the sum of the squares of its
  // factors of the window, if that sum is above 1e-10.
  bool normalizes = false;
  // In a layer: the modes that are kept, one range of the spectrum for each axis that is
  // transformed. The last axis of reals has a spectrum of n/2 + 1 elements. Empty: all modes.
  Ranges modes;
  // The number of spectra S, which divides the batch. Element b of the batch is multiplied by
  // spectrum b mod `spectra`. For example, with 1 all elements share one spectrum. If the batch is
  // images times channels and `spectra` the number of channels, each channel has its own spectrum.
  // A layer has `spectra` arrays of matrices.
  int64_t spectra = 1;
  // Whether the chain multiplies by conj(S), which gives the correlation y[n] = sum_m x[n + m]
  // conj(s[m]). A layer then multiplies by the conjugate transpose of W, as the gradient of a layer
  // does.
  bool conjugates = false;
  friend bool operator==(const Chain&, const Chain&) = default;
};

// Return chains of these lengths, slowest first, in single precision, out of place, packed.
Chain ComplexChain(const std::vector<int64_t>& lengths);
Chain RealChain(const std::vector<int64_t>& lengths);
// Return layers over these lengths, with `channels` channels in the input and in the output.
Chain ComplexLayer(int64_t channels, const std::vector<int64_t>& lengths, const Ranges& modes);
Chain RealLayer(int64_t channels, const std::vector<int64_t>& lengths, const Ranges& modes);
// Return inverse short-time transforms of `frames` frames of `length` points, `hop` samples apart.
Chain ComplexOverlapAdd(int64_t length, int64_t frames, int64_t hop);
Chain RealOverlapAdd(int64_t length, int64_t frames, int64_t hop);
bool IsReal(const Chain& chain);
// Whether the array of spectra holds transforms of sequences (FilterProblem). Else it holds the
// matrices of a layer, or a window.
bool TakesFilters(const Chain& chain);

// Return the number of kept samples of a frame, and the number of stored samples of a signal, of a
// completed chain that adds frames.
int64_t FrameSamples(const Chain& chain);
Range StoredSamples(const Chain& chain);
// The problem that adds the frames. Its input holds all frames of a signal, packed one after the
// other, and its output holds the stored samples.
Problem AddProblem(const Chain& chain);

// The lengths that are transformed: all lengths, but in a layer all except the channels.
std::vector<int64_t> TransformedLengths(const Chain& chain);
// The number of channels in a layer's input, and in its output.
int64_t ChannelsIn(const Chain& chain);
int64_t ChannelsOut(const Chain& chain);
// The number of modes that a layer keeps.
int64_t ModeCount(const Chain& chain);

// Completes the arrays as CompleteProblem does, and checks the chain. InvalidArgument names the
// field, its value and what is allowed.
absl::StatusOr<Chain> CompleteChain(const Chain& chain);

// Return the number of elements, and of bytes, of the array of spectra. The array holds packed
// spectra one after the other, in the order of a forward transform. Complex chains have whole
// spectra, real chains halves (n/2 + 1 along the last axis). The array of a layer holds W[i][o][k],
// input channels slowest and kept modes fastest. A layer that conjugates takes the array of the
// layer whose adjoint it is, W[o][i][k]. If the chain adds frames, the array holds the window's
// factors, which are reals. All arrays have the precision of the arithmetic.
int64_t SpectrumElements(const Chain& chain);
int64_t SpectrumBytes(const Chain& chain);

// The transform of sequences into the spectra of a chain that takes filters. `taps` are the parts
// of the axes that the array of a sequence holds; empty `taps` stand for whole axes.
Problem FilterProblem(const Chain& chain, const Ranges& taps = {});

// The arrays of a completed chain, with the scale that one plan of the whole chain applies: the
// chain's scale divided by the number of points.
Problem WholeProblem(const Chain& chain);
// The problem of the chain's own tree: AddProblem if the chain adds frames, else WholeProblem.
Problem TreeProblem(const Chain& chain);

// The two transforms of a completed chain. The first one goes from the input to a packed array of
// spectra, one for each element of the batch. The second one goes from these spectra to the output
// and applies the scale, divided by the number of points. The transforms of a layer loop over its
// batch and its channels, and their spectra hold only the kept modes. A chain that adds frames has
// only the second transform, from the input to all frames, packed.
Problem ForthProblem(const Chain& chain);
Problem BackProblem(const Chain& chain);

// The chain's token (docs/TOKENS.md). It is the token of the arrays with another type:
// "complex_convolve", "real_convolve", "complex_correlate" or "real_correlate"; "complex_layer",
// "real_layer", "complex_adjoint_layer" or "real_adjoint_layer" for layers; "complex_overlap_add"
// or "real_overlap_add" for chains that add frames. Its end may be "_modes_" with first and count
// of each range, if not all modes are kept; "_spectra_N", if N > 1; "_samples_F_C", if not all
// samples are stored; and "_normalized".
std::string ToToken(const Chain& chain);
absl::StatusOr<Chain> ParseChainToken(const std::string& token);
// Whether a token is the token of a chain. Else it is the token of a problem.
bool IsChainToken(const std::string& token);

}  // namespace fft

#endif  // FFT_CORE_CHAIN_H_
