#include <algorithm>
#include <cmath>
#include <cstring>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "fft/base/status.h"
#include "fft/core/unit_roundoff.h"
#include "fft/rtc/device.h"
#include "tests/dist/dist_case.h"
#include "tests/support/reference.h"
#include "tests/support/side.h"

namespace fft::testing {
namespace {

using dist::Box;
using dist::Communicator;

constexpr int64_t kGuard = 1024;
constexpr int kRepeats = 2;

// The memory of a rank's box between two guards. At first all bytes have a pattern.
struct LocalArray {
  std::vector<uint8_t> bytes;

  explicit LocalArray(int64_t size) : bytes(size + 2 * kGuard, Planes::kPattern) {}
  uint8_t* data() { return bytes.data() + kGuard; }
  int64_t size() const { return std::ssize(bytes) - 2 * kGuard; }
  // Whether the guards and the bytes behind the first `used` bytes still have the pattern.
  bool IsCleanBeyond(int64_t used) const {
    const auto is_pattern = [](uint8_t b) { return b == Planes::kPattern; };
    return std::all_of(bytes.begin(), bytes.begin() + kGuard, is_pattern) &&
           std::all_of(bytes.begin() + kGuard + used, bytes.end(), is_pattern);
  }
};

// Calls visit(index in the packed space, offset in the box's memory) for every element of a box.
template <typename Visitor>
void ForEachOf(const Box& box, const std::vector<int64_t>& lengths, const std::vector<int>& order,
               Visitor&& visit) {
  if (box.empty()) return;
  const std::vector<int64_t> strides = dist::PackedStrides(box, order);
  std::vector<int64_t> index = box.lower;
  for (;;) {
    int64_t global = 0, local = 0;
    for (int d = 0; d < box.axes(); ++d) {
      global = global * lengths[d] + index[d];
      local += (index[d] - box.lower[d]) * strides[d];
    }
    visit(global, local);
    int d = box.axes() - 1;
    while (d >= 0 && ++index[d] == box.upper[d]) {
      index[d] = box.lower[d];
      --d;
    }
    if (d < 0) return;
  }
}

// Arrays of one rank on the device.
class DeviceArrays {
 public:
  explicit DeviceArrays(rtc::Device* device) : device_(*device) {}
  absl::StatusOr<void*> Upload(const LocalArray& array) {
    FFT_ASSIGN_OR_RETURN(rtc::DeviceBuffer buffer,
                         rtc::DeviceBuffer::Allocate(device_, array.bytes.size()));
    FFT_RETURN_IF_ERROR(
        device_.CopyToDevice(buffer.data(), array.bytes.data(), array.bytes.size(), nullptr));
    buffers_.push_back(std::move(buffer));
    return static_cast<void*>(static_cast<uint8_t*>(buffers_.back().data()) + kGuard);
  }
  absl::Status Download(const void* data, LocalArray* array) {
    return device_.CopyToHost(array->bytes.data(), static_cast<const uint8_t*>(data) - kGuard,
                              array->bytes.size(), nullptr);
  }

 private:
  rtc::Device& device_;
  std::vector<rtc::DeviceBuffer> buffers_;
};

// The differences that a rank finds in its box.
struct Tally {
  double difference = 0, reference = 0;          // sums of squared moduli
  double max_difference = 0, max_reference = 0;  // squares
  double damage = 0;
};

template <typename Real>
class Verifier {
 public:
  Verifier(const DistCase& test, uint64_t seed, std::shared_ptr<Context> context,
           Communicator* communicator)
      : options_(test.options),
        context_(std::move(context)),
        device_(context_->device()),
        communicator_(*communicator),
        dist_(*dist::CompleteDistProblem(test.problem)),
        problem_(Dense(dist_.problem)),
        in_(InputSide(problem_)),
        out_(OutputSide(problem_)),
        input_({in_}),
        rank_(communicator->rank()) {
    Scatter(in_, RandomInput<Real>(problem_, seed), &input_);
    expected_ = ReferenceTransform(problem_, Gather<Real>(in_, input_));
  }

  absl::Status Run(DistOutcome* outcome) {
    const absl::Time start = absl::Now();
    auto made = dist::DistTransform::Create(context_, &communicator_, dist_, options_);
    outcome->plan_ms = absl::ToDoubleMilliseconds(absl::Now() - start);
    FFT_RETURN_IF_ERROR(made.status());
    const dist::DistPlan& plan = (*made)->plan();
    outcome->plan = ToString(plan.candidates[plan.candidate]);
    for (int i = 0; i < kRepeats; ++i) {
      Tally tally;
      const absl::Status status = RunOnce(**made, &tally, outcome);
      FFT_RETURN_IF_ERROR(dist::AgreeOnStatus(communicator_, status));
      FFT_RETURN_IF_ERROR(Combine(tally, outcome));
      if (!outcome->note.empty()) return absl::OkStatus();
    }
    return absl::OkStatus();
  }

 private:
  // Returns the global problem, out of place and packed, for the reference.
  static Problem Dense(Problem problem) {
    problem.placement = Placement::kOutOfPlace;
    return *CompleteProblem(problem);
  }
  bool IsInPlace() const { return dist_.problem.placement == Placement::kInPlace; }
  static int64_t Bytes(const Side& side) { return RealBytes(side.precision) * side.components(); }

  absl::Status RunOnce(dist::DistTransform& transform, Tally* tally, DistOutcome* outcome) {
    const Box &in_box = dist_.input[rank_], &out_box = dist_.output[rank_];
    const int64_t in_bytes = in_box.volume() * Bytes(in_),
                  out_bytes = out_box.volume() * Bytes(out_);
    LocalArray first(IsInPlace() ? std::max(in_bytes, out_bytes) : in_bytes);
    ForEachOf(in_box, in_.lengths, dist_.input_order, [&](int64_t global, int64_t local) {
      std::memcpy(first.data() + local * Bytes(in_), input_.data(0) + global * Bytes(in_),
                  Bytes(in_));
    });
    const LocalArray original = first;
    LocalArray second(IsInPlace() ? 0 : out_bytes);
    DeviceArrays arrays(&device_);
    FFT_ASSIGN_OR_RETURN(void* in, arrays.Upload(first));
    FFT_ASSIGN_OR_RETURN(void* out, arrays.Upload(second));
    const absl::Time start = absl::Now();
    FFT_RETURN_IF_ERROR(transform.Execute({.in = in, .out = IsInPlace() ? in : out}));
    FFT_RETURN_IF_ERROR(device_.Synchronize(nullptr));
    outcome->run_ms = absl::ToDoubleMilliseconds(absl::Now() - start);
    FFT_RETURN_IF_ERROR(arrays.Download(in, &first));
    FFT_RETURN_IF_ERROR(arrays.Download(out, &second));
    LocalArray& written = IsInPlace() ? first : second;
    const int64_t used = IsInPlace() ? written.size() : out_bytes;
    if (!written.IsCleanBeyond(used) || (!IsInPlace() && first.bytes != original.bytes)) {
      tally->damage = 1;
    }
    Compare(out_box, &written, tally);
    return absl::OkStatus();
  }

  // Compares the box with the reference. First copies its elements into a whole array, since
  // Gather reads whole arrays of every precision.
  void Compare(const Box& box, LocalArray* written, Tally* tally) {
    Planes whole({out_});
    ForEachOf(box, out_.lengths, dist_.output_order, [&](int64_t global, int64_t local) {
      std::memcpy(whole.data(0) + global * Bytes(out_), written->data() + local * Bytes(out_),
                  Bytes(out_));
    });
    const std::vector<Real> result = Gather<Real>(out_, whole);
    const int components = out_.components();
    ForEachOf(box, out_.lengths, dist_.output_order, [&](int64_t global, int64_t) {
      double difference = 0, modulus = 0;
      for (int c = 0; c < components; ++c) {
        const Real expected = expected_[global * components + c];
        const double d = static_cast<double>(result[global * components + c] - expected);
        difference += d * d;
        modulus += static_cast<double>(expected * expected);
      }
      tally->difference += difference;
      tally->reference += modulus;
      tally->max_reference = std::max(tally->max_reference, modulus);
      // The negated comparison lets a NaN stay in the maximum.
      if (!(difference <= tally->max_difference)) tally->max_difference = difference;
    });
  }

  absl::Status Combine(const Tally& mine, DistOutcome* outcome) {
    FFT_ASSIGN_OR_RETURN(const auto all, communicator_.AllGather(absl::string_view(
                                             reinterpret_cast<const char*>(&mine), sizeof(mine))));
    Tally sum;
    for (const std::string& bytes : all) {
      Tally tally;
      std::memcpy(&tally, bytes.data(), sizeof(tally));
      sum.difference += tally.difference;
      sum.reference += tally.reference;
      sum.damage += tally.damage;
      sum.max_reference = std::max(sum.max_reference, tally.max_reference);
      if (!(tally.max_difference <= sum.max_difference)) sum.max_difference = tally.max_difference;
    }
    if (sum.reference == 0) sum.reference = sum.max_reference = 1;
    outcome->norms.l2 = std::sqrt(sum.difference / sum.reference);
    outcome->norms.linf = std::sqrt(sum.max_difference / sum.max_reference);
    outcome->gate = GateOf(dist_.problem);
    if (sum.damage > 0) outcome->note = "wrote outside the output elements";
    if (outcome->note.empty() && !Passes(outcome->norms, outcome->gate)) {
      outcome->note = "the error is above the gate";
    }
    return absl::OkStatus();
  }

  // Returns the largest allowed error. It equals the largest error of large transforms on one
  // device, since data is stored and rounded between the steps.
  static double GateOf(const Problem& problem) {
    double log_points = 0;
    for (const int64_t length : problem.lengths)
      log_points += std::log2(static_cast<double>(length));
    return 3 * UnitRoundoff(problem.precision) * std::sqrt(std::max(log_points, 1.0));
  }

  const dist::TransformOptions options_;
  const std::shared_ptr<Context> context_;
  rtc::Device& device_;
  Communicator& communicator_;
  const dist::DistProblem dist_;
  const Problem problem_;
  const Side in_, out_;
  Planes input_;
  std::vector<Real> expected_;
  const int rank_;
};

}  // namespace

DistOutcome Verify(const DistCase& test, uint64_t seed, std::shared_ptr<Context> context,
                   Communicator* communicator) {
  DistOutcome outcome;
  if (test.problem.problem.precision == Precision::kDouble) {
    outcome.status =
        Verifier<long double>(test, seed, std::move(context), communicator).Run(&outcome);
  } else {
    outcome.status = Verifier<double>(test, seed, std::move(context), communicator).Run(&outcome);
  }
  return outcome;
}

}  // namespace fft::testing
