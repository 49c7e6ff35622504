#include "fft/assign/naive_executor.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <map>
#include <numbers>
#include <random>
#include <vector>

#include "absl/strings/str_cat.h"
#include "fft/core/dim.h"

namespace fft {
namespace {

using Complex = std::complex<double>;
using Array = std::vector<Complex>;

constexpr Complex kUntouched = {12345.0, -54321.0};

Complex Rotation(int64_t numerator, int64_t denominator, double sign) {
  const double turn =
      static_cast<double>(numerator % denominator) / static_cast<double>(denominator);
  return std::polar(1.0, sign * 2 * std::numbers::pi * turn);
}

Array Dft(const Array& x, double sign) {
  const int64_t n = static_cast<int64_t>(x.size());
  Array roots(n), result(n);
  for (int64_t i = 0; i < n; ++i) roots[i] = Rotation(i, n, sign);
  for (int64_t k = 0; k < n; ++k) {
    double re = 0, im = 0;
    for (int64_t j = 0, root = 0; j < n; ++j) {
      re += x[j].real() * roots[root].real() - x[j].imag() * roots[root].imag();
      im += x[j].real() * roots[root].imag() + x[j].imag() * roots[root].real();
      root += k;
      if (root >= n) root -= n;
    }
    result[k] = {re, im};
  }
  return result;
}

// Transforms a packed array along the axis of `length` elements that are `stride` apart.
void TransformAxis(int64_t length, int64_t stride, double sign, Array* data) {
  for (int64_t start = 0; start < static_cast<int64_t>(data->size()); ++start) {
    if (start / stride % length != 0) continue;
    Array line(length);
    for (int64_t i = 0; i < length; ++i) line[i] = (*data)[start + i * stride];
    line = Dft(line, sign);
    for (int64_t i = 0; i < length; ++i) (*data)[start + i * stride] = line[i];
  }
}

Array Reference(const Problem& problem, const Array& input, double sign) {
  Array data = input;
  int64_t stride = 1;
  for (size_t i = problem.lengths.size(); i-- > 0;) {
    TransformAxis(problem.lengths[i], stride, sign, &data);
    stride *= problem.lengths[i];
  }
  for (Complex& value : data) value *= problem.scale;
  return data;
}

class Machine {
 public:
  Machine(const Problem& problem, const PlanNode& root, const Candidate& candidate)
      : problem_(problem), leaves_(Leaves(root)), candidate_(candidate) {
    const Layout in = InputLayout(problem), out = OutputLayout(problem);
    arrays_[Buffer::kUserOut] = Array(out.offset() + out.extent(), kUntouched);
    if (problem.placement == Placement::kOutOfPlace) {
      arrays_[Buffer::kUserIn] = Array(in.offset() + in.extent(), kUntouched);
    }
    workspace_ = Array(candidate.workspace_bytes / ElementSize(), kUntouched);
  }

  std::string Run(TransformOrder order) {
    const double sign = IsForward(problem_.type) ? -1 : 1;
    FillInput();
    const Array expected = Reference(problem_, ReadInput(), sign);
    const std::map<Buffer, Array> before = arrays_;
    for (const Step& step : candidate_.steps) RunStep(step, order, sign);
    if (!error_.empty()) return error_;
    if (std::string wrong = Compare(expected); !wrong.empty()) return wrong;
    return CheckUntouched(before);
  }

 private:
  int64_t ElementSize() const {
    return ElementBytes(ArrayFormat::kComplexInterleaved, problem_.precision);
  }

  Buffer InputBuffer() const {
    return problem_.placement == Placement::kInPlace ? Buffer::kUserOut : Buffer::kUserIn;
  }

  void FillInput() {
    std::mt19937_64 random(20240501);
    std::uniform_real_distribution<double> uniform(-1, 1);
    const Layout layout = InputLayout(problem_);
    for (int64_t p = 0; p < layout.volume(); ++p) {
      arrays_[InputBuffer()][layout.Address(p)] = {uniform(random), uniform(random)};
    }
  }

  Array ReadInput() {
    const Layout layout = InputLayout(problem_);
    Array values;
    for (int64_t p = 0; p < layout.volume(); ++p) {
      values.push_back(arrays_[InputBuffer()][layout.Address(p)]);
    }
    return values;
  }

  // The element at `address` of a buffer, or null with error_ set.
  Complex* Element(Buffer buffer, int64_t address) {
    Array* array = &workspace_;
    if (buffer == Buffer::kTemp0 || buffer == Buffer::kTemp1) {
      const size_t index = buffer == Buffer::kTemp0 ? 0 : 1;
      if (index >= candidate_.temp_offsets.size()) {
        error_ = absl::StrCat(ToString(buffer), " has no place in the workspace");
        return nullptr;
      }
      address += candidate_.temp_offsets[index] / ElementSize();
    } else {
      array = &arrays_[buffer];
    }
    if (address < 0 || address >= static_cast<int64_t>(array->size())) {
      error_ = absl::StrCat("address ", address, " is outside of ", ToString(buffer));
      return nullptr;
    }
    return &(*array)[address];
  }

  void RunStep(const Step& step, TransformOrder order, double sign) {
    const PlanNode& leaf = *leaves_[step.leaf];
    int64_t count = 1;
    for (const Dim& loop : step.loops) count *= loop.length;
    for (int64_t i = 0; i < count; ++i) {
      RunTransform(leaf, step, order == TransformOrder::kForward ? i : count - 1 - i, sign);
    }
  }

  // Transform number `index`, counted over the loops with the last one fastest.
  void RunTransform(const PlanNode& leaf, const Step& step, int64_t index, double sign) {
    const Dim& axis = step.axes.front();
    int64_t in = step.in.layout.offset(), out = step.out.layout.offset();
    int64_t twiddle_index = 0;
    for (size_t l = step.loops.size(); l-- > 0;) {
      const int64_t i = index % step.loops[l].length;
      index /= step.loops[l].length;
      in += i * step.loops[l].in_stride;
      out += i * step.loops[l].out_stride;
      if (static_cast<int>(l) == leaf.large_twiddle.loop) twiddle_index = i;
    }
    Array line(axis.length);
    for (int64_t i = 0; i < axis.length; ++i) {
      const Complex* element = Element(step.in.buffer, in + i * axis.in_stride);
      if (element == nullptr) return;
      line[i] = *element;
    }
    line = Dft(line, sign);
    for (int64_t k = 0; k < axis.length; ++k) {
      if (leaf.large_twiddle.length > 0) {
        line[k] *= Rotation(k * twiddle_index, leaf.large_twiddle.length, sign);
      }
      if (leaf.applies_scale) line[k] *= problem_.scale;
      Complex* element = Element(step.out.buffer, out + k * axis.out_stride);
      if (element == nullptr) return;
      *element = line[k];
    }
  }

  std::string Compare(const Array& expected) {
    const Layout layout = OutputLayout(problem_);
    double norm = 0, worst = 0;
    int64_t where = 0;
    for (int64_t p = 0; p < layout.volume(); ++p) {
      const Complex actual = arrays_[Buffer::kUserOut][layout.Address(p)];
      norm = std::max(norm, std::abs(expected[p]));
      const double error = std::abs(actual - expected[p]);
      if (error > worst || std::isnan(error)) {
        worst = error;
        where = p;
      }
    }
    if (worst <= 1e-10 * (norm + 1)) return "";
    return absl::StrCat("output element ", where, " is off by ", worst);
  }

  // Elements that no layout names keep what they had; so does an input that nobody writes.
  std::string CheckUntouched(const std::map<Buffer, Array>& before) {
    for (const auto& [buffer, array] : before) {
      std::vector<bool> writable(array.size(), false);
      const bool written =
          std::any_of(candidate_.steps.begin(), candidate_.steps.end(),
                      [buffer = buffer](const Step& step) { return step.out.buffer == buffer; });
      const Layout layout =
          buffer == Buffer::kUserIn ? InputLayout(problem_) : OutputLayout(problem_);
      for (int64_t p = 0; written && p < layout.volume(); ++p) writable[layout.Address(p)] = true;
      for (size_t i = 0; i < array.size(); ++i) {
        if (!writable[i] && arrays_[buffer][i] != array[i]) {
          return absl::StrCat(ToString(buffer), "[", i, "] must not be written");
        }
      }
    }
    return "";
  }

  const Problem& problem_;
  const std::vector<const PlanNode*> leaves_;
  const Candidate& candidate_;
  std::map<Buffer, Array> arrays_;
  Array workspace_;
  std::string error_;
};

}  // namespace

std::string RunNaively(const Problem& problem, const PlanNode& root, const Candidate& candidate,
                       TransformOrder order) {
  return Machine(problem, root, candidate).Run(order);
}

}  // namespace fft
