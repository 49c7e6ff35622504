#include "compat/fftw/describe.h"

namespace fft::fftw {
namespace {

// The default lengths of the input's or output's array. The last length of a real transform's
// spectrum is n/2 + 1 complex numbers. In place the last length of its reals is 2 (n/2 + 1), so
// that both arrays have the same bytes.
std::vector<int64_t> UsualShape(const Request& request, const std::vector<int64_t>& n,
                                bool is_input) {
  std::vector<int64_t> shape = n;
  const bool is_half =
      request.family == Family::kRealToComplex || request.family == Family::kComplexToReal;
  if (!is_half || shape.empty()) return shape;
  const int64_t complex = shape.back() / 2 + 1;
  if (is_input == (request.family == Family::kComplexToReal)) {
    shape.back() = complex;
  } else if (request.arrays.in == request.arrays.out) {
    shape.back() = 2 * complex;
  }
  return shape;
}

std::vector<int64_t> StridesOf(const Request& request, const std::vector<int64_t>& n,
                               const ManySide& side, bool is_input) {
  std::vector<int64_t> shape = UsualShape(request, n, is_input);
  if (side.embed != nullptr) shape.assign(side.embed, side.embed + n.size());
  std::vector<int64_t> strides(n.size(), side.stride);
  for (size_t i = n.size(); i-- > 1;) strides[i - 1] = strides[i] * shape[i];
  return strides;
}

}  // namespace

void SetMany(int rank, const int* n, int howmany, const ManySide& in, const ManySide& out,
             Request* request) {
  request->rank = rank;
  request->howmany_rank = 1;
  request->loops = {{howmany, in.distance, out.distance}};
  request->axes.clear();
  if (rank < 0 || rank > kMostRank) return;
  const std::vector<int64_t> lengths(n, n + rank);
  const std::vector<int64_t> in_strides = StridesOf(*request, lengths, in, true);
  const std::vector<int64_t> out_strides = StridesOf(*request, lengths, out, false);
  for (size_t i = 0; i < lengths.size(); ++i) {
    request->axes.push_back({lengths[i], in_strides[i], out_strides[i]});
  }
}

void SetKinds(const enum fftw_r2r_kind_do_not_use_me* kinds, Request* request) {
  request->kinds.assign(kinds, kinds + request->axes.size());
}

}  // namespace fft::fftw
