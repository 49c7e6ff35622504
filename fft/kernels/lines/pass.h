// The passes of a Stockham transform: their constants, which are all that its index maths needs.
//
// This is Stockham autosort by decimation in frequency. Pass p with radix r works on sequences
// interleaved with stride s = product of the earlier radices. Butterfly i = q + s g (0 <= q < s, 0
// <= g < m, m = N / (s r)) reads points i + (N / r) j and writes points q + s (r g + k), output k
// rotated by exp(-+2 pi i g k / (m r)). The last pass has g = 0: it rotates by nothing and writes
// natural order.
//
// In place (Exchange::kInPlace) output k is left where input k was. Write a point's number in mixed
// radix as n = (n0, n1, ..), n0 the most significant digit. Pass p replaces digit p by a digit of
// the output, its p-th least significant one. Butterfly i of a pass before the last one has g = i
// mod m, and i / m are the digits before p as they lie. In the last pass i is q, the digits in
// order of the output.
#ifndef FFT_KERNELS_LINES_PASS_H_
#define FFT_KERNELS_LINES_PASS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "fft/codegen/dag/butterfly.h"
#include "fft/kernels/kernel_spec.h"
#include "fft/kernels/lines/expressions.h"

namespace fft::kernels {

using Values = std::vector<ComplexEx>;

enum class Axis { kX, kY };  // of a plane; lines have only kX

// One pass. For example, the second pass of 16 x 16 points has index 1, radix 16, stride 16, groups
// 1 and 16 butterflies.
struct Pass {
  int index = 0;
  int radix = 1;
  int64_t stride = 1;       // s
  int64_t groups = 1;       // m
  int64_t butterflies = 1;  // N / radix
  int64_t table_offset = 0;
  int rounds = 1;            // butterflies per thread
  bool is_mirrored = false;  // whether reads and writes change places
  bool is_in_place = false;  // whether outputs stay where inputs were
  // Whether most rotations are computed as products of two others, because the table is too long to
  // be read in full.
  bool multiplies_rotations = false;
  Axis axis = Axis::kX;
};

// The passes of KernelSpec::factors, in order.
std::vector<Pass> MakePasses(const KernelSpec& spec);

// The passes of MakePasses, then all of these but the last one mirrored, in reverse order. The
// transposed graph of a transform computes the inverse transform. The last pass writes the points
// that it reads, so nothing moves between it and its own inverse. In place this is true of every
// pass, and outputs end where inputs began.
std::vector<Pass> MakePassesForthAndBack(const KernelSpec& spec);

// The radices of PassesIntoLines and then the points of a line. The transform's twiddles follow
// these factors.
std::vector<int> FactorsIntoLines(const KernelSpec& spec);
// The passes, in place, that make n = N / LinePoints lines of a transform
// (KernelSpec::lines_per_transform). A line's number has one digit for each pass; that of the first
// pass is the least significant one. Before the passes, point i + LinePoints * m of the transform
// is point i of a line. The line's digits are those of m in reverse. Each pass replaces its digit
// j, of points, by a digit k, of spectra, for every i. Butterfly number i + LinePoints * rest
// replaces the digit for the lines whose other digits are `rest`: first digits of spectra, then
// digits of points.
std::vector<Pass> PassesIntoLines(const KernelSpec& spec);

std::string PassTitle(const Pass& pass);  // "pass 0: radix 8, stride 1"

// Complex expressions as named parts, and back.
Values ToValues(Builder& b, const std::vector<Ex>& complex);
std::vector<Ex> ToComplex(const Values& values);

codegen::ExponentSign SignOf(Direction direction);

// Multiplies by a table's rotation, or by its conjugate in the inverse direction: tables hold the
// forward sign.
ComplexEx Rotate(Builder& b, Direction direction, const ComplexEx& value, Ex rotation);

// Rotates the outputs of butterfly i, or in a mirrored pass its inputs, by the pass's twiddles;
// `table` is the kPasses table.
void RotateByTwiddles(Builder& b, Direction direction, const Pass& pass, Ex table, Ex i,
                      Values* values);

}  // namespace fft::kernels

#endif  // FFT_KERNELS_LINES_PASS_H_
