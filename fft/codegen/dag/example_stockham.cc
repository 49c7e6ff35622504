#include "fft/codegen/dag/example_stockham.h"

#include "fft/base/int_math.h"
#include "fft/codegen/dag/root_of_unity.h"

namespace fft::codegen {
namespace {

constexpr int kThreads = 8;  // per transform

class Generator {
 public:
  explicit Generator(const ExampleOptions& options)
      : options_(options),
        compute_(ComputePrecision(options.precision)),
        b_("example_stockham_32") {}

  Kernel Generate() {
    const Type storage = Type::Complex(options_.precision);
    in_ = b_.Param("in", Type::ConstGlobal(storage));
    out_ = b_.Param("out", Type::Global(storage));
    twiddles_ = b_.Param("twiddles", Type::ConstGlobal(Type::Complex(compute_)));
    const Ex count = b_.Param("count", Type::Int32());
    const bool is_half = options_.exchange == ExampleExchange::kHalf;
    shared_ = b_.Shared("lds", is_half ? Type::Real(compute_) : Type::Complex(compute_),
                        options_.transforms_per_group * kExampleLength);
    b_.SetWorkgroup(options_.transforms_per_group * kThreads);

    const Ex t = b_.Let("t", b_.ThreadIndex());
    lane_ = b_.Let("lane", t % kThreads);
    const Ex row = b_.Let("row", t / kThreads);
    const Ex transform = b_.Let("transform", b_.BlockIndex() * options_.transforms_per_group + row);
    global_ = b_.Let("global_base", Min(transform, count - 1) * kExampleLength);
    local_ = b_.Let("local_base", row * kExampleLength);
    if (is_half) {
      HalfExchange();
    } else {
      ComplexExchange();
    }
    b_.Comment("pass 2: radix 4");
    std::vector<ComplexEx> y = EmitButterfly(b_, options_.sign, Twiddled());
    b_.If(transform < count, [&] {
      for (int k = 0; k < 4; ++k) {
        const Ex value = MakeComplex(y[k].re, y[k].im);
        b_.Store(out_, global_ + lane_ + 8 * k, Cast(Type::Complex(options_.precision), value));
      }
    });
    return b_.Finish();
  }

 private:
  std::vector<ComplexEx> FirstPass() {
    std::vector<ComplexEx> x;
    for (int k = 0; k < 8; ++k) {
      Ex value = b_.Let("x", Load(in_, global_ + lane_ + 4 * k));
      value = b_.Let("x", Cast(Type::Complex(compute_), value));
      x.push_back({Re(value), Im(value)});
    }
    return EmitButterfly(b_, options_.sign, x);
  }

  void ComplexExchange() {
    b_.Comment("pass 1: radix 8");
    b_.If(lane_ < 4, [&] {
      const std::vector<ComplexEx> y = FirstPass();
      for (int k = 0; k < 8; ++k) {
        b_.Store(shared_, local_ + lane_ * 8 + k, MakeComplex(y[k].re, y[k].im));
      }
    });
    b_.Barrier();
    for (int k = 0; k < 4; ++k) {
      const Ex value = b_.Let("z", Load(shared_, local_ + lane_ + 8 * k));
      z_.push_back({Re(value), Im(value)});
    }
  }

  // The butterfly's results are kept in variables, because only half of the threads compute them.
  void HalfExchange() {
    b_.Comment("pass 1: radix 8");
    std::vector<ComplexEx> y;
    for (int k = 0; k < 8; ++k) {
      y.push_back({b_.Var("re", Type::Real(compute_)), b_.Var("im", Type::Real(compute_))});
    }
    b_.If(lane_ < 4, [&] {
      const std::vector<ComplexEx> results = FirstPass();
      for (int k = 0; k < 8; ++k) {
        b_.Assign(y[k].re, results[k].re);
        b_.Assign(y[k].im, results[k].im);
      }
    });
    z_.resize(4);
    for (const auto part : {&ComplexEx::re, &ComplexEx::im}) {
      if (part == &ComplexEx::im) b_.Barrier();
      b_.If(lane_ < 4, [&] {
        for (int k = 0; k < 8; ++k) b_.Store(shared_, local_ + lane_ * 8 + k, y[k].*part);
      });
      b_.Barrier();
      for (int k = 0; k < 4; ++k) {
        z_[k].*part = b_.Let("z", Load(shared_, local_ + lane_ + 8 * k));
      }
    }
  }

  // The values z[k] exp(sign 2 pi i lane k / 32).
  std::vector<ComplexEx> Twiddled() {
    std::vector<ComplexEx> result = {z_[0]};
    for (int k = 1; k < 4; ++k) {
      const Ex w = b_.Let("w", Load(twiddles_, lane_ * k));
      const ComplexEx factor = {Re(w), Im(w)};
      result.push_back(options_.sign == ExponentSign::kMinus
                           ? MultiplyComplex(b_, z_[k], factor)
                           : MultiplyConjugate(b_, z_[k], factor));
    }
    return result;
  }

  const ExampleOptions options_;
  const Precision compute_;
  Builder b_;
  Ex in_, out_, twiddles_, shared_;
  Ex lane_, global_, local_;
  std::vector<ComplexEx> z_;
};

}  // namespace

Kernel ExampleStockham(const ExampleOptions& options) { return Generator(options).Generate(); }

int64_t ExampleGrid(const ExampleOptions& options, int64_t count) {
  return CeilDiv(count, options.transforms_per_group);
}

std::vector<std::complex<double>> ExampleTwiddles() {
  std::vector<std::complex<double>> twiddles;
  for (int k = 0; k < kExampleLength; ++k) {
    const std::complex<long double> root = std::conj(RootOfUnity(k, kExampleLength));
    twiddles.emplace_back(static_cast<double>(root.real()), static_cast<double>(root.imag()));
  }
  return twiddles;
}

}  // namespace fft::codegen
