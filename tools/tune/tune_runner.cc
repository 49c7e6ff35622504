#include "tools/tune/tune_runner.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>
#include <set>
#include <type_traits>

#include "absl/strings/str_cat.h"
#include "fft/base/half.h"
#include "fft/base/status.h"
#include "fft/codegen/emit/shared_memory.h"
#include "fft/core/problem.h"
#include "fft/core/unit_roundoff.h"
#include "fft/kernels/tables/table_transform.h"
#include "fft/kernels/tables/unit_root.h"

namespace fft::tune {
namespace {

// The input repeats after this many complex values. The number is a prime, so that tiles differ.
constexpr int64_t kPeriod = 1048573;
// The largest allowed relative error of N points, in units of the unit roundoff times sqrt(log2 N).
constexpr double kAllowedError = 3;
constexpr size_t kMaxTables = 2000;
// How many fills of the output a device does while executions are enqueued: about 8 x 60 us on an
// H200, for arrays of 256 MiB.
constexpr int kFills = 8;

template <typename T>
uint64_t Bits(T value) {
  uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof(value));
  return bits;
}

template <typename T>
absl::string_view BytesOf(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

template <typename T>
std::complex<double> ComplexAt(const char* bytes) {
  T parts[2];
  std::memcpy(parts, bytes, sizeof(parts));
  if constexpr (std::is_same_v<T, Half>) {
    return {HalfToFloat(parts[0]), HalfToFloat(parts[1])};
  } else {
    return {parts[0], parts[1]};
  }
}

std::complex<double> ComplexAt(const char* bytes, Precision precision) {
  switch (precision) {
    case Precision::kHalf:
      return ComplexAt<Half>(bytes);
    case Precision::kBfloat16:
      break;  // this use has no shapes of its own
    case Precision::kSingle:
      return ComplexAt<float>(bytes);
    case Precision::kDouble:
      return ComplexAt<double>(bytes);
  }
  return 0;
}

double RealAt(const char* bytes, Precision precision) {
  char pair[2 * sizeof(double)] = {};
  std::memcpy(pair, bytes, RealBytes(precision));
  return ComplexAt(pair, precision).real();
}

// Returns the indices of a loop of `count` whose transforms are checked.
std::set<int64_t> Some(int64_t count) {
  std::set<int64_t> some;
  for (int64_t i : {int64_t{0}, int64_t{1}, int64_t{6}, count / 2 + 3, count - 1}) {
    if (i >= 0 && i < count) some.insert(i);
  }
  return some;
}

}  // namespace

TuneInput::TuneInput() {
  std::mt19937 random(7);
  std::uniform_int_distribution<int> uniform(-1024, 1024);
  for (int64_t i = 0; i < 2 * kPeriod; ++i) {
    singles_.push_back(static_cast<float>(uniform(random)) / 2048);
    halves_.push_back(FloatToHalf(singles_.back()));
  }
  doubles_.assign(singles_.begin(), singles_.end());
}

absl::string_view TuneInput::Bytes(Precision precision) const {
  switch (precision) {
    case Precision::kHalf:
      return BytesOf(halves_);
    case Precision::kBfloat16:
      break;
    case Precision::kSingle:
      return BytesOf(singles_);
    case Precision::kDouble:
      return BytesOf(doubles_);
  }
  return {};
}

std::complex<double> TuneInput::At(int64_t element) const {
  const int64_t i = 2 * (element % kPeriod);
  return {doubles_[i], doubles_[i + 1]};
}

double TuneInput::RealAt(int64_t element) const { return doubles_[element % (2 * kPeriod)]; }

namespace {

// Returns the number of reals whose half spectra the case reads; 0 if it reads none.
int64_t RealsOf(const TuneCase& wanted) {
  const int64_t n = wanted.axis.length;
  for (AxisFormat side : {wanted.load, wanted.store}) {
    if (side == AxisFormat::kHermitianOfPairs) return 2 * n;
    if (side == AxisFormat::kHermitian) return n;
  }
  return 0;
}

// Returns the inverse transform of the half spectrum at element `in`: reals, or pairs of reals as
// complex numbers.
std::vector<std::complex<double>> Restored(const TuneCase& wanted, const TuneInput& input,
                                           int64_t in) {
  const int64_t reals = RealsOf(wanted);
  std::vector<kernels::ExtendedComplex> x(reals);
  for (int64_t k = 0; k < reals; ++k) {
    const std::complex<double> element = input.At(in + std::min(k, reals - k));
    // The element is conjugated, since the code below has only a forward transform.
    const double im = k == 0 || 2 * k == reals ? 0 : element.imag();
    x[k] = {element.real(), 2 * k < reals ? -im : im};
  }
  x = kernels::TableTransform(std::move(x));
  std::vector<std::complex<double>> values;
  const int64_t step = wanted.store == AxisFormat::kReal ? 1 : 2;
  for (int64_t j = 0; j < reals; j += step) {
    values.emplace_back(static_cast<double>(x[j].real()),
                        step == 1 ? 0 : static_cast<double>(x[j + 1].real()));
  }
  return values;
}

}  // namespace

Expected ExpectedOf(const TuneCase& wanted, const TuneInput& input) {
  Expected expected;
  const int64_t n = wanted.axis.length;
  const int64_t reals = RealsOf(wanted);
  const Dim& tile = wanted.loops[0];
  const Dim outer = wanted.loops.size() > 1 ? wanted.loops[1] : Dim{1, 0, 0};
  for (int64_t o : std::set<int64_t>{0, outer.length - 1}) {
    for (int64_t c : Some(tile.length)) {
      const int64_t in = c * tile.in_stride + o * outer.in_stride;
      Expected::Transform transform;
      transform.out = c * tile.out_stride + o * outer.out_stride;
      if (wanted.restores()) {
        transform.values = Restored(wanted, input, in);
        expected.transforms.push_back(std::move(transform));
        continue;
      }
      std::vector<kernels::ExtendedComplex> x;
      for (int64_t j = 0; j < reals; ++j) x.emplace_back(input.RealAt(in * reals / n + j));
      for (int64_t j = 0; j < n && reals == 0; ++j) {
        x.push_back(input.At(in + j * wanted.axis.in_stride));
      }
      x = kernels::TableTransform(std::move(x));
      for (int64_t k = 0; k < wanted.out_points(); ++k) {
        kernels::ExtendedComplex value = x[k];
        if (wanted.twiddle_length > 0) {
          value *= kernels::UnitRoot(c * k % wanted.twiddle_length, wanted.twiddle_length);
        }
        transform.values.emplace_back(static_cast<double>(value.real()),
                                      static_cast<double>(value.imag()));
      }
      expected.transforms.push_back(std::move(transform));
    }
  }
  return expected;
}

absl::StatusOr<std::unique_ptr<TuneRunner>> TuneRunner::Create(rtc::Device* device,
                                                               const TuneInput& input,
                                                               int64_t array_bytes) {
  std::unique_ptr<TuneRunner> runner(new TuneRunner(device));
  runner->input_ = &input;
  runner->array_bytes_ = array_bytes;
  FFT_ASSIGN_OR_RETURN(runner->in_, rtc::DeviceBuffer::Allocate(*device, array_bytes));
  FFT_ASSIGN_OR_RETURN(runner->out_, rtc::DeviceBuffer::Allocate(*device, array_bytes));
  FFT_ASSIGN_OR_RETURN(runner->stream_, rtc::ScopedStream::Create(*device));
  FFT_ASSIGN_OR_RETURN(runner->start_, rtc::ScopedEvent::Create(*device));
  FFT_ASSIGN_OR_RETURN(runner->stop_, rtc::ScopedEvent::Create(*device));
  return runner;
}

absl::Status TuneRunner::FillInput(Precision precision) {
  if (filled_ == precision) return absl::OkStatus();
  const absl::string_view from = input_->Bytes(precision);
  const auto period = static_cast<int64_t>(from.size());
  for (int64_t at = 0; at < array_bytes_; at += period) {
    FFT_RETURN_IF_ERROR(device_->CopyToDevice(static_cast<char*>(in_.data()) + at, from.data(),
                                              std::min(period, array_bytes_ - at), stream_.get()));
  }
  filled_ = precision;
  return absl::OkStatus();
}

absl::StatusOr<void*> TuneRunner::Table(const kernels::TwiddleTable& table) {
  const std::string key = kernels::TableKey(table);
  const auto it = tables_.find(key);
  if (it != tables_.end()) return it->second.data();
  const std::string bytes = kernels::TableBytes(table);
  FFT_ASSIGN_OR_RETURN(rtc::DeviceBuffer buffer,
                       rtc::DeviceBuffer::Allocate(*device_, bytes.size()));
  FFT_RETURN_IF_ERROR(
      device_->CopyToDevice(buffer.data(), bytes.data(), bytes.size(), stream_.get()));
  void* data = buffer.data();
  tables_.emplace(key, std::move(buffer));
  return data;
}

absl::StatusOr<std::vector<uint64_t>> TuneRunner::Bind(const kernels::PlannedKernel& kernel) {
  // Tables are only dropped here, before the first one of this kernel is bound.
  if (tables_.size() + kernel.tables.size() > kMaxTables) tables_.clear();
  std::vector<uint64_t> values;
  size_t tables = 0;
  for (const kernels::KernelArgument& argument : kernel.arguments) {
    switch (argument.kind()) {
      case kernels::ParameterKind::kInput:
        values.push_back(Bits(in_.data()));
        break;
      case kernels::ParameterKind::kOutput:
        values.push_back(Bits(out_.data()));
        break;
      case kernels::ParameterKind::kIndex:
        values.push_back(kernel.spec.index == kernels::IndexWidth::k32
                             ? Bits(static_cast<int32_t>(argument.value))
                             : Bits(argument.value));
        break;
      case kernels::ParameterKind::kTwiddles:
      case kernels::ParameterKind::kLargeTwiddles:
      case kernels::ParameterKind::kPairTwiddles:
      case kernels::ParameterKind::kChirp:
      case kernels::ParameterKind::kFilter:
      case kernels::ParameterKind::kPermutation: {
        FFT_ASSIGN_OR_RETURN(void* data, Table(kernel.tables[tables++]));
        values.push_back(Bits(data));
        break;
      }
      default:
        return absl::UnimplementedError(
            absl::StrCat(kernel.name, " takes the parameter ", argument.parameter.name()));
    }
  }
  return values;
}

absl::Status TuneRunner::Check(const TuneCase& wanted, const Expected& expected) {
  const bool is_real = wanted.store == AxisFormat::kReal;
  const int64_t size = (is_real ? 1 : 2) * RealBytes(wanted.key.precision);
  const int64_t n = wanted.out_points(), stride = wanted.axis.out_stride;
  std::string bytes;
  int64_t loaded = -1;
  double error = 0, norm = 0;
  for (const Expected::Transform& transform : expected.transforms) {
    // A row is copied by itself. For a column the whole matrix is copied.
    const int64_t start = stride == 1 ? transform.out : transform.out / (n * stride) * n * stride;
    if (loaded != start) {
      bytes.resize(n * stride * size);
      FFT_RETURN_IF_ERROR(device_->CopyToHost(bytes.data(),
                                              static_cast<char*>(out_.data()) + start * size,
                                              bytes.size(), stream_.get()));
      loaded = start;
    }
    for (int64_t k = 0; k < n; ++k) {
      const char* from = bytes.data() + (transform.out - start + k * stride) * size;
      const std::complex<double> value =
          is_real ? RealAt(from, wanted.key.precision) : ComplexAt(from, wanted.key.precision);
      error += std::norm(value - transform.values[k]);
      norm += std::norm(transform.values[k]);
    }
  }
  const double bits = std::max(1.0, std::log2(static_cast<double>(n)));
  const double relative = std::sqrt(error / norm);
  // A NaN fails this comparison.
  if (relative <= kAllowedError * UnitRoundoff(wanted.key.precision) * std::sqrt(bits)) {
    return absl::OkStatus();
  }
  return absl::DataLossError(absl::StrCat("relative error ", relative));
}

absl::StatusOr<double> TuneRunner::Time(const rtc::Kernel& kernel,
                                        const rtc::LaunchGeometry& geometry, void* const* arguments,
                                        const RunOptions& options) {
  std::vector<double> times;
  for (int i = 0; i < options.repeats; ++i) {
    for (int fill = 0; fill < kFills && options.queued > 1; ++fill) {
      FFT_RETURN_IF_ERROR(device_->Fill(out_.data(), 0, array_bytes_, stream_.get()));
    }
    FFT_RETURN_IF_ERROR(device_->RecordEvent(start_.get(), stream_.get()));
    for (int launch = 0; launch < options.queued; ++launch) {
      FFT_RETURN_IF_ERROR(kernel.Launch(geometry, stream_.get(), arguments));
    }
    FFT_RETURN_IF_ERROR(device_->RecordEvent(stop_.get(), stream_.get()));
    FFT_ASSIGN_OR_RETURN(const double ms, device_->ElapsedMilliseconds(start_.get(), stop_.get()));
    times.push_back(ms / options.queued);
  }
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

absl::StatusOr<double> TuneRunner::Run(const kernels::PlannedKernel& kernel,
                                       const std::string& code, const TuneCase& wanted,
                                       const Expected& expected, const RunOptions& options) {
  FFT_RETURN_IF_ERROR(FillInput(wanted.key.precision));
  FFT_ASSIGN_OR_RETURN(const auto module, device_->LoadModule(code, {kernel.name}));
  FFT_ASSIGN_OR_RETURN(const rtc::Kernel* function, module->GetKernel(kernel.name));
  FFT_ASSIGN_OR_RETURN(std::vector<uint64_t> values, Bind(kernel));
  std::vector<void*> arguments;
  for (uint64_t& value : values) arguments.push_back(&value);
  rtc::LaunchGeometry geometry;
  geometry.grid = {static_cast<uint32_t>(kernel.blocks), 1, 1};
  geometry.block = {static_cast<uint32_t>(kernel.threads), 1, 1};
  geometry.shared_bytes =
      static_cast<uint32_t>(codegen::DynamicSharedBytes(kernel.lds_bytes, Dialect::kCuda));
  // The output holds NaNs until the kernel writes it.
  FFT_RETURN_IF_ERROR(device_->Fill(out_.data(), 0xff, array_bytes_, stream_.get()));
  FFT_RETURN_IF_ERROR(function->Launch(geometry, stream_.get(), arguments.data()));
  FFT_RETURN_IF_ERROR(device_->Synchronize(stream_.get()));
  FFT_RETURN_IF_ERROR(Check(wanted, expected));
  return Time(*function, geometry, arguments.data(), options);
}

absl::StatusOr<double> TuneRunner::CopyMilliseconds(int64_t bytes, int repeats) {
  std::vector<double> times;
  for (int i = 0; i < repeats; ++i) {
    FFT_RETURN_IF_ERROR(device_->RecordEvent(start_.get(), stream_.get()));
    FFT_RETURN_IF_ERROR(device_->CopyOnDevice(out_.data(), in_.data(), bytes, stream_.get()));
    FFT_RETURN_IF_ERROR(device_->RecordEvent(stop_.get(), stream_.get()));
    FFT_ASSIGN_OR_RETURN(const double ms, device_->ElapsedMilliseconds(start_.get(), stop_.get()));
    times.push_back(ms);
  }
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

}  // namespace fft::tune
