#include "fft/plan/root_request.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace fft {
namespace {

TransformKind KindOf(TransformType type) {
  switch (type) {
    case TransformType::kComplexForward:
    case TransformType::kComplexInverse:
      return TransformKind::kComplex;
    case TransformType::kRealForward:
      return TransformKind::kRealToHermitian;
    case TransformType::kRealInverse:
      return TransformKind::kHermitianToReal;
    case TransformType::kRealToReal:
      return TransformKind::kRealToReal;
  }
  return TransformKind::kComplex;
}

// The request for the whole problem in canonical strides. Dimensions of 2 or more points become
// axes; batch and loops become loops. Dimensions of one point become axes too in a problem from
// reals to reals, if they are the last dimension of a real problem, or if `keeps_points`.
TransformRequest RequestForAll(const Problem& problem, bool keeps_points = false) {
  TransformRequest request;
  request.kind = KindOf(problem.type);
  request.kinds.clear();
  request.precision = problem.precision;
  request.placement = problem.placement;
  const std::vector<int64_t> in = StoredLengths(problem, problem.input);
  const std::vector<int64_t> out = StoredLengths(problem, problem.output);
  int64_t in_stride = 1, out_stride = 1;
  for (size_t i = problem.lengths.size(); i-- > 0;) {
    const int64_t length = problem.lengths[i];
    const bool is_real = IsReal(problem.type) && i + 1 == problem.lengths.size();
    if (length > 1 || is_real || keeps_points || problem.type == TransformType::kRealToReal) {
      request.axes.insert(request.axes.begin(), Dim{length, in_stride, out_stride});
      request.kinds.insert(request.kinds.begin(), KindOf(problem, i));
      for (const auto& [ranges, of_axes] :
           {std::pair{&problem.input.ranges, &request.in_ranges},
            std::pair{&problem.output.ranges, &request.out_ranges}}) {
        if (!ranges->empty()) of_axes->insert(of_axes->begin(), (*ranges)[i]);
      }
    }
    in_stride *= in[i];
    out_stride *= out[i];
  }
  if (request.axes.empty()) {
    request.axes.push_back({1, 1, 1});
    request.kinds.push_back(KindOf(problem, 0));
  }
  SimplifyKinds(&request.kinds);
  if (problem.batch > 1) request.loops.push_back({problem.batch, in_stride, out_stride});
  in_stride *= problem.batch;
  out_stride *= problem.batch;
  for (size_t i = problem.loops.size(); i-- > 0;) {
    const int64_t length = problem.loops[i].length;
    if (length > 1) request.loops.insert(request.loops.begin(), Dim{length, in_stride, out_stride});
    in_stride *= length;
    out_stride *= length;
  }
  return request;
}

// If a chain has several spectra, splits the batch into two loops, of which the inner one steps
// from spectrum to spectrum. Sets the steps of spectra along all loops.
void SplitBatch(const Chain& chain, TransformRequest* request) {
  if (chain.spectra > 1) {
    const Dim batch = request->loops.back();
    request->loops.pop_back();
    if (const int64_t times = batch.length / chain.spectra; times > 1) {
      request->loops.push_back(
          {times, batch.in_stride * chain.spectra, batch.out_stride * chain.spectra});
    }
    request->loops.push_back({chain.spectra, batch.in_stride, batch.out_stride});
  }
  request->row.loop_steps.assign(request->loops.size(), 0);
  if (chain.spectra > 1) request->row.loop_steps.back() = SpectrumElements(chain);
}

// The request for a layer. The array of matrices is W[i][o][k], with channels i read, channels o
// written and modes k. It is W[o][i][k] if the layer is the adjoint of another.
TransformRequest LayerRequest(const Chain& chain, const Problem& problem) {
  TransformRequest request = RequestForAll(problem, /*keeps_points=*/true);
  request.kind = TransformKind::kLayer;
  request.kinds = {chain.conjugates ? AxisKind::kInverse : AxisKind::kForward};
  request.in_side.format = request.out_side.format =
      IsReal(chain) ? AxisFormat::kReal : AxisFormat::kComplex;
  request.modes = chain.modes;
  request.row.operation = RowOperation::kMatrix;
  const int64_t modes = ModeCount(chain);
  request.row.in_step = chain.conjugates ? modes : ChannelsOut(chain) * modes;
  request.row.axis_step = chain.conjugates ? ChannelsIn(chain) * modes : modes;
  SplitBatch(chain, &request);
  return request;
}

// The request for the addition of frames.
TransformRequest AddRequest(const Chain& chain, const Problem& problem) {
  TransformRequest request = RequestForAll(problem, /*keeps_points=*/true);
  request.kind = TransformKind::kOverlapAdd;
  request.kinds = {AxisKind::kForward};
  request.in_side.format = request.out_side.format =
      IsReal(chain) ? AxisFormat::kReal : AxisFormat::kComplex;
  EnclosingRow& row = request.row;
  row.operation = chain.normalizes ? RowOperation::kWindowMean : RowOperation::kWindowSum;
  row.length = chain.arrays.batch;
  row.points = FrameSamples(chain);
  row.axis_step = chain.arrays.output.distance;
  row.loop_steps.assign(request.loops.size(), 0);
  return request;
}

// The request for a chain of transforms forth and back.
TransformRequest ChainRequest(const Chain& chain, const Problem& problem) {
  TransformRequest request = RequestForAll(problem);
  request.kind = TransformKind::kChain;
  request.kinds = {chain.conjugates ? AxisKind::kInverse : AxisKind::kForward};
  request.in_side.format = request.out_side.format =
      IsReal(chain) ? AxisFormat::kReal : AxisFormat::kComplex;
  // Axes of one element are dropped, since they have nothing to transform. The last axis stays,
  // since half a spectrum lies along it.
  for (size_t i = request.axes.size() - 1; i-- > 0;) {
    if (request.axes[i].length > 1) continue;
    request.axes.erase(request.axes.begin() + i);
    for (Ranges* ranges : {&request.in_ranges, &request.out_ranges}) {
      if (!ranges->empty()) ranges->erase(ranges->begin() + i);
    }
  }
  EnclosingRow& row = request.row;
  row.operation = RowOperation::kSpectrum;
  row.points = row.length = request.axes.front().length;
  row.axis_step = 1;
  SplitBatch(chain, &request);
  return request;
}

}  // namespace

TransformRequest WithoutPoints(TransformRequest request) {
  if (request.kind != TransformKind::kComplex) return request;
  for (size_t i = request.axes.size(); i-- > 0 && request.axes.size() > 1;) {
    if (request.axes[i].length != 1) continue;
    request.axes.erase(request.axes.begin() + i);
    if (request.kinds.size() > 1) request.kinds.erase(request.kinds.begin() + i);
  }
  SimplifyKinds(&request.kinds);
  return request;
}

// Only complex problems get the layouts of the user's arrays. Kernels see arrays of reals as pairs
// or spectra, so leaves on such arrays are priced as if the arrays were packed.
RootRequest RequestOf(const Problem& problem, const Layout& in, const Layout& out) {
  RootRequest root = {problem, WithoutPoints(RequestForAll(problem))};
  if (root.request.kind == TransformKind::kComplex) {
    root.request.in_layout = &in;
    root.request.out_layout = &out;
  }
  return root;
}

RootRequest RequestOf(const Chain& chain, const Problem& problem, const Layout& in,
                      const Layout& out) {
  RootRequest root = {problem, chain.adds_frames ? AddRequest(chain, problem)
                               : chain.is_layer  ? LayerRequest(chain, problem)
                                                 : ChainRequest(chain, problem)};
  if (!IsReal(chain)) {
    root.request.in_layout = &in;
    root.request.out_layout = &out;
  }
  return root;
}

}  // namespace fft
