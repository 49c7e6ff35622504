#include "fft/dist/line_twiddles.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"

namespace fft::dist {
namespace {

constexpr int64_t kHeaderBytes = 64;

// Returns `fine`. W_N^x, with x = high * fine + low, is the product of two roots from tables: one
// for `high` and one for `low`.
int64_t FineRoots(int64_t line) {
  int64_t fine = 1;
  while (fine * fine < line) fine *= 2;
  return fine;
}

template <typename Real>
void AppendRoots(int64_t count, int64_t step, const LocalTransform& stage, std::string* bytes) {
  const long double sign = IsForward(stage.problem.type) ? -1 : 1;
  for (int64_t i = 0; i < count; ++i) {
    const long double angle = sign * 2 * std::acos(-1.0L) * static_cast<long double>(i * step) /
                              static_cast<long double>(stage.line);
    const Real root[2] = {static_cast<Real>(std::cos(angle)), static_cast<Real>(std::sin(angle))};
    bytes->append(reinterpret_cast<const char*>(root), sizeof(root));
  }
}

// The source text of the index along an axis, computed from the offset of an element: the remainder
// of the offset by the next longer stride, divided by the stride of the axis.
std::string IndexAlong(size_t axis, const std::vector<Dim>& coordinates) {
  const Dim& own = coordinates[axis];
  if (own.length == 1) return "0";
  int64_t longer = 0;
  for (const Dim& other : coordinates) {
    if (other.length == 1 || other.in_stride <= own.in_stride) continue;
    if (longer == 0 || other.in_stride < longer) longer = other.in_stride;
  }
  const std::string rest = longer > 0 ? absl::StrCat("(offset % ", longer, ")") : "offset";
  return absl::StrCat("(long long)(", rest, " / ", own.in_stride, ")");
}

}  // namespace

std::string LineCallback(const LocalTransform& stage) {
  const bool is_double = stage.problem.precision == Precision::kDouble;
  return absl::StrReplaceAll(
      R"(__device__ C load(const C* data, size_t offset, void* user) {
  const long long* from = (const long long*)user;
  const long long k = from[0] + K, n = from[1] + N, x = k * n;
  const C* roots = (const C*)((const char*)user + HEADER);
  const C fine = roots[x % FINE], coarse = roots[FINE + x / FINE];
  C root, value = data[offset], result;
  root.x = fine.x * coarse.x - fine.y * coarse.y;
  root.y = fine.x * coarse.y + fine.y * coarse.x;
  result.x = value.x * root.x - value.y * root.y;
  result.y = value.x * root.y + value.y * root.x;
  return result;
}
)",
      {{"HEADER", absl::StrCat(kHeaderBytes)},
       {"FINE", absl::StrCat(FineRoots(stage.line), "ll")},
       {"from[0] + K", absl::StrCat("from[0] + ", IndexAlong(1, stage.coordinates))},
       {"from[1] + N", absl::StrCat("from[1] + ", IndexAlong(2, stage.coordinates))},
       {"C load", is_double ? "double2 load" : "float2 load"},
       {"const C*", is_double ? "const double2*" : "const float2*"},
       {"const C fine", is_double ? "const double2 fine" : "const float2 fine"},
       {"  C root", is_double ? "  double2 root" : "  float2 root"}});
}

std::string LineTable(const LocalTransform& stage) {
  const int64_t header[] = {stage.coordinates[1].out_stride, stage.coordinates[2].out_stride};
  std::string bytes(kHeaderBytes, '\0');
  std::memcpy(bytes.data(), header, sizeof(header));
  const int64_t fine = FineRoots(stage.line), coarse = (stage.line + fine - 1) / fine;
  if (stage.problem.precision == Precision::kDouble) {
    AppendRoots<double>(fine, 1, stage, &bytes);
    AppendRoots<double>(coarse, fine, stage, &bytes);
  } else {
    AppendRoots<float>(fine, 1, stage, &bytes);
    AppendRoots<float>(coarse, fine, stage, &bytes);
  }
  return bytes;
}

}  // namespace fft::dist
