#include "tests/verify/verify_case.h"

#include <unistd.h>

#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "fft/base/status.h"
#include "fft/exec/describe_chain.h"
#include "fft/exec/pipeline.h"
#include "tests/support/chain_reference.h"
#include "tests/support/reference.h"
#include "tests/support/side.h"
#include "tests/support/test_callbacks.h"

namespace fft::testing {
namespace {

// The blocks of a Planes value in device memory.
class DevicePlanes {
 public:
  static absl::StatusOr<DevicePlanes> Upload(const Planes& planes, rtc::Device* device) {
    DevicePlanes result;
    for (int i = 0; i < planes.count(); ++i) {
      const std::vector<uint8_t>& block = planes.block(i);
      FFT_ASSIGN_OR_RETURN(rtc::DeviceBuffer buffer,
                           rtc::DeviceBuffer::Allocate(*device, block.size()));
      FFT_RETURN_IF_ERROR(device->CopyToDevice(buffer.data(), block.data(), block.size(), nullptr));
      result.buffers_.push_back(std::move(buffer));
    }
    return result;
  }

  absl::Status Download(Planes* planes, rtc::Device* device) const {
    for (int i = 0; i < planes->count(); ++i) {
      std::vector<uint8_t>& block = planes->block(i);
      FFT_RETURN_IF_ERROR(
          device->CopyToHost(block.data(), buffers_[i].data(), block.size(), nullptr));
    }
    return absl::OkStatus();
  }

  // Returns the address of element 0 of a plane; null if the plane does not exist.
  void* data(size_t plane) const {
    if (plane >= buffers_.size()) return nullptr;
    return static_cast<uint8_t*>(buffers_[plane].data()) + Planes::kGuardBytes;
  }

 private:
  std::vector<rtc::DeviceBuffer> buffers_;
};

// The workspace, with guard bytes of a pattern behind it.
class GuardedWorkspace {
 public:
  static absl::StatusOr<GuardedWorkspace> Allocate(int64_t bytes, rtc::Device* device) {
    GuardedWorkspace workspace;
    workspace.bytes_ = bytes;
    const size_t total = bytes + Planes::kGuardBytes;
    FFT_ASSIGN_OR_RETURN(workspace.buffer_, rtc::DeviceBuffer::Allocate(*device, total));
    FFT_RETURN_IF_ERROR(device->Fill(workspace.buffer_.data(), Planes::kPattern, total, nullptr));
    return workspace;
  }

  void* data() const { return bytes_ == 0 ? nullptr : buffer_.data(); }

  absl::StatusOr<bool> GuardIsIntact(rtc::Device* device) const {
    std::vector<uint8_t> guard(Planes::kGuardBytes);
    FFT_RETURN_IF_ERROR(device->CopyToHost(
        guard.data(), static_cast<uint8_t*>(buffer_.data()) + bytes_, guard.size(), nullptr));
    return guard == std::vector<uint8_t>(guard.size(), Planes::kPattern);
  }

 private:
  rtc::DeviceBuffer buffer_;
  int64_t bytes_ = 0;
};

// The tables in device memory that callbacks read through `user`, or the window.
class CallbackTables {
 public:
  static absl::StatusOr<CallbackTables> Upload(const Problem& problem, rtc::Device* device) {
    CallbackTables tables;
    const std::string of_load = problem.input.has_window
                                    ? WindowBytes(problem)
                                    : FactorBytes(LoadFactors(problem), problem.precision);
    for (const std::string& bytes :
         {of_load, FactorBytes(StoreFactors(problem), problem.precision)}) {
      FFT_ASSIGN_OR_RETURN(rtc::DeviceBuffer buffer,
                           rtc::DeviceBuffer::Allocate(*device, bytes.size()));
      FFT_RETURN_IF_ERROR(device->CopyToDevice(buffer.data(), bytes.data(), bytes.size(), nullptr));
      tables.buffers_.push_back(std::move(buffer));
    }
    return tables;
  }
  void* load() const { return buffers_[0].data(); }
  void* store() const { return buffers_[1].data(); }

 private:
  std::vector<rtc::DeviceBuffer> buffers_;
};

enum class CallbackUse { kRun, kSkip };

// The function that executes the plan with these arguments, and the workspace that it needs.
struct Executable {
  std::function<absl::Status(ExecuteArguments)> execute;
  int64_t workspace_bytes = 0;
};

// Executes once on the planes and copies the results back into them. It also fails after a write
// behind the workspace. `output` is null in place.
absl::Status Execute(const Executable& plan, Planes* input, Planes* output, rtc::Device* device) {
  FFT_ASSIGN_OR_RETURN(const DevicePlanes in, DevicePlanes::Upload(*input, device));
  std::optional<DevicePlanes> out;
  if (output != nullptr) {
    FFT_ASSIGN_OR_RETURN(out, DevicePlanes::Upload(*output, device));
  }
  FFT_ASSIGN_OR_RETURN(const GuardedWorkspace workspace,
                       GuardedWorkspace::Allocate(plan.workspace_bytes, device));
  const DevicePlanes& written = out ? *out : in;
  ExecuteArguments arguments;
  arguments.in = in.data(0);
  arguments.in_imag = in.data(1);
  arguments.out = written.data(0);
  arguments.out_imag = written.data(1);
  arguments.workspace = workspace.data();
  arguments.workspace_bytes = plan.workspace_bytes;
  FFT_RETURN_IF_ERROR(plan.execute(arguments));
  FFT_RETURN_IF_ERROR(device->Synchronize(nullptr));
  FFT_RETURN_IF_ERROR(in.Download(input, device));
  if (out) FFT_RETURN_IF_ERROR(out->Download(output, device));
  FFT_ASSIGN_OR_RETURN(const bool intact, workspace.GuardIsIntact(device));
  if (!intact) return absl::DataLossError("bytes behind the workspace were written");
  return absl::OkStatus();
}

// Returns ResourceExhausted if the arrays, their copies on the device and the reference do not fit
// into memory.
template <typename Real>
absl::Status CheckMemory(const std::vector<Side>& sides) {
  double bytes = 0;
  for (const Side& side : sides) {
    const double values = static_cast<double>(side.volume()) * side.components();
    bytes += 2 * values * sizeof(Real);
    for (int plane = 0; plane < side.planes(); ++plane) {
      bytes += 2 * static_cast<double>(side.PlaneBytes(plane));
    }
  }
  const double memory =
      static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGE_SIZE));
  if (bytes < memory) return absl::OkStatus();
  return absl::ResourceExhaustedError(absl::StrFormat(
      "verification takes %.1f GiB of the %.1f GiB of memory", bytes / 0x1p30, memory / 0x1p30));
}

// The sides of a trial.
struct Sides {
  const Side &in, &out;
};

// Describes the first place that was wrongly written; empty if there is none. `original` is the
// input before the transform, null in place. Overwrites the planes.
std::string FindDamage(const Sides& sides, const PlanOptions& options, Planes* written,
                       Planes* input, const Planes* original) {
  const auto erase = options.allow_gap_overwrite ? EraseExtent : Erase;
  const Side& in = sides.in;
  erase(sides.out, written);
  if (original == nullptr) erase(in, written);
  std::string foreign = FindForeignByte(*written);
  if (!foreign.empty()) return absl::StrCat("wrote outside the output elements: ", foreign);
  if (original == nullptr) return "";
  if (!options.allow_input_overwrite) return *input == *original ? "" : "the input was changed";
  erase(in, input);
  foreign = FindForeignByte(*input);
  return foreign.empty() ? "" : absl::StrCat("wrote outside the input elements: ", foreign);
}

// The expected values of a result, and the gate of its error.
template <typename Real>
struct Expectation {
  std::vector<Real> output;
  double gate = 0;
};

// An executable plan that reads the input of one problem and writes the output of another, which
// may be the same, and the way to judge its result.
template <typename Real>
struct Trial {
  const Problem &reads, &writes;
  const PlanOptions& options;
  Executable plan;
  // Returns the expectation for an input, which is in canonical order.
  std::function<Expectation<Real>(const std::vector<Real>& input)> expect;
  // Returns the values of the output that are compared.
  std::function<std::vector<Real>(std::vector<Real> output)> seen;
};

// Executes on random data and sets the outcome's norms. If something else is wrong, also sets its
// note.
template <typename Real>
absl::Status MeasureTrial(const Trial<Real>& trial, uint64_t seed, rtc::Device* device,
                          Outcome* outcome) {
  const Side in = InputSide(trial.reads), out = OutputSide(trial.writes);
  FFT_RETURN_IF_ERROR(CheckMemory<Real>({in, out}));
  const bool in_place = trial.reads.placement == Placement::kInPlace;
  Planes input(in_place ? std::vector<Side>{in, out} : std::vector<Side>{in});
  Scatter(in, RandomInput<Real>(trial.reads, seed), &input);
  const Expectation<Real> expected = trial.expect(Gather<Real>(in, input));
  std::optional<Planes> output, original;
  if (!in_place) {
    output.emplace(std::vector<Side>{out});
    original = input;
  }
  FFT_RETURN_IF_ERROR(Execute(trial.plan, &input, output ? &*output : nullptr, device));

  Planes& written = output ? *output : input;
  outcome->norms =
      Compare(trial.seen(Gather<Real>(out, written)), expected.output, out.components());
  outcome->gate = expected.gate;
  outcome->measured = true;
  outcome->note =
      FindDamage({in, out}, trial.options, &written, &input, original ? &*original : nullptr);
  if (outcome->note.empty() && !Passes(outcome->norms, outcome->gate)) {
    outcome->note = "the error is above the gate";
  }
  return absl::OkStatus();
}

template <typename Real>
absl::Status Measure(const Plan& plan, CallbackUse callbacks, uint64_t seed, rtc::Device* device,
                     Outcome* outcome) {
  const PlanDescription& description = plan.description();
  Problem asked = description.problem;
  asked.has_callbacks &= callbacks == CallbackUse::kRun;
  FFT_ASSIGN_OR_RETURN(const CallbackTables tables,
                       CallbackTables::Upload(description.problem, device));
  const auto execute = [&](ExecuteArguments arguments) {
    arguments.load_user = tables.load();
    arguments.store_user = tables.store();
    arguments.skip_callbacks = callbacks == CallbackUse::kSkip;
    return plan.Execute(arguments);
  };
  const auto expect = [&](const std::vector<Real>& input) {
    const std::vector<Real> loaded = Loaded(asked, input);
    return Expectation<Real>{ReferenceTransform(asked, loaded),
                             Gate(asked, description.tree) * ExcessOfWhole(asked, loaded)};
  };
  const auto seen = [&](std::vector<Real> output) { return BeforeStore(asked, std::move(output)); };
  const Executable executable = {execute, plan.workspace_bytes()};
  const Problem& problem = description.problem;
  return MeasureTrial<Real>({problem, problem, description.options, executable, expect, seen}, seed,
                            device, outcome);
}

// Spectra in device memory, in the precision of the arithmetic.
template <typename Real>
absl::StatusOr<rtc::DeviceBuffer> UploadSpectra(const Chain& chain,
                                                const std::vector<Real>& spectra,
                                                rtc::Device* device) {
  Side side = {.precision = ComputePrecision(chain.arrays.precision), .strides = {1}};
  if (chain.kind == ChainKind::kOverlapAdd) side.format = ArrayFormat::kReal;
  side.lengths = {std::ssize(spectra) / side.components()};
  Planes planes({side});
  Scatter(side, spectra, &planes);
  const int64_t bytes = SpectrumBytes(chain);
  FFT_ASSIGN_OR_RETURN(rtc::DeviceBuffer buffer, rtc::DeviceBuffer::Allocate(*device, bytes));
  FFT_RETURN_IF_ERROR(device->CopyToDevice(buffer.data(), planes.data(0), bytes, nullptr));
  return buffer;
}

template <typename Real>
absl::Status MeasureChain(const ChainPlan& plan, uint64_t seed, rtc::Device* device,
                          Outcome* outcome) {
  const Chain& chain = plan.chain();
  const std::vector<Real> spectra = RandomSpectra<Real>(chain, seed + 1);
  FFT_ASSIGN_OR_RETURN(const rtc::DeviceBuffer uploaded, UploadSpectra(chain, spectra, device));
  const auto execute = [&](const ExecuteArguments& arguments) {
    return plan.Execute({.in = arguments.in,
                         .out = arguments.out,
                         .spectra = uploaded.data(),
                         .workspace = arguments.workspace,
                         .workspace_bytes = arguments.workspace_bytes});
  };
  const auto expect = [&](const std::vector<Real>& input) {
    ExpectedChain<Real> expected = ReferenceChain(chain, input, SpectraRead(chain, spectra));
    return Expectation<Real>{std::move(expected.output), expected.gate};
  };
  const auto seen = [](std::vector<Real> output) { return output; };
  const PlanOptions& options = plan.description().parts.front().options;
  const Executable executable = {execute, plan.workspace_bytes()};
  const std::vector<PlanDescription>& parts = plan.description().parts;
  const bool adds_frames = chain.kind == ChainKind::kOverlapAdd;
  const Problem& reads = adds_frames ? parts.front().problem : chain.arrays;
  const Problem& writes = adds_frames ? parts.back().problem : chain.arrays;
  return MeasureTrial<Real>({reads, writes, options, executable, expect, seen}, seed, device,
                            outcome);
}

// Measures a plan. A plan with callbacks first also runs without them.
absl::Status MeasureVariants(const Plan& plan, uint64_t seed, rtc::Device* device,
                             Outcome* outcome) {
  const Problem& problem = plan.description().problem;
  std::vector<CallbackUse> uses = {CallbackUse::kRun};
  if (problem.has_callbacks) uses.insert(uses.begin(), CallbackUse::kSkip);
  for (const CallbackUse use : uses) {
    FFT_RETURN_IF_ERROR(problem.precision == Precision::kDouble
                            ? Measure<long double>(plan, use, seed, device, outcome)
                            : Measure<double>(plan, use, seed, device, outcome));
    if (outcome->note.empty()) continue;
    if (use == CallbackUse::kSkip) absl::StrAppend(&outcome->note, ", callbacks skipped");
    break;
  }
  return absl::OkStatus();
}

// Whether an error means that the machine lacks something, and not that the library is broken.
bool MeansUnsupported(const absl::Status& status) {
  return absl::IsUnimplemented(status) || absl::IsResourceExhausted(status);
}

// Whether a refusal names the field or one of its members. "options" stands for all options.
bool IsOf(const absl::Status& status, const std::string& field) {
  const absl::string_view message = status.message();
  return absl::IsInvalidArgument(status) &&
         (absl::StartsWith(message, field + " ") || absl::StartsWith(message, field + "."));
}

std::string Describe(const absl::Status& status) {
  return absl::StrCat(absl::StatusCodeToString(status.code()), ": ", std::string(status.message()));
}

void PrepareChain(const PlanOptions& options, Context* context, PreparedCase* prepared) {
  const absl::StatusOr<Chain> chain = ParseChainToken(prepared->line.token);
  prepared->parsed = chain.status();
  if (!chain.ok()) return;
  PlanOptions used = options;
  used.callbacks = SpectrumCallbacks(*chain);
  auto made = MakeChain(*context, *chain, used);
  if (!made.ok()) {
    prepared->plan = made.status();
    return;
  }
  prepared->plan = std::shared_ptr<const Plan>();
  prepared->chain = *std::move(made);
}

absl::Status MeasureCase(const PreparedCase& prepared, uint64_t seed, rtc::Device* device,
                         Outcome* outcome) {
  const ChainPlan* const chain = prepared.chain.get();
  if (chain == nullptr) return MeasureVariants(**prepared.plan, seed, device, outcome);
  return chain->chain().arrays.precision == Precision::kDouble
             ? MeasureChain<long double>(*chain, seed, device, outcome)
             : MeasureChain<double>(*chain, seed, device, outcome);
}

}  // namespace

PreparedCase Prepare(const cli::TokenLine& line, const PlanOptions& options, Context* context) {
  PreparedCase prepared;
  prepared.line = line;
  const absl::Time start = absl::Now();
  if (IsChainToken(line.token)) {
    PrepareChain(options, context, &prepared);
    prepared.plan_ms = absl::ToDoubleMilliseconds(absl::Now() - start);
    return prepared;
  }
  const absl::StatusOr<Problem> problem = ParseToken(line.token);
  prepared.parsed = problem.status();
  if (problem.ok()) {
    PlanOptions used = options;
    if (problem->has_callbacks) used.callbacks = ScalingCallbacks(*problem);
    prepared.plan = context->MakePlan(*problem, used, nullptr);
  }
  // The problem may have fewer assignments than options.candidate asks for.
  if (options.candidate > 0 && IsOf(prepared.plan.status(), "options.candidate")) {
    prepared.plan = absl::UnimplementedError(prepared.plan.status().message());
  }
  prepared.plan_ms = absl::ToDoubleMilliseconds(absl::Now() - start);
  return prepared;
}

Outcome Judge(const PreparedCase& prepared, uint64_t seed, rtc::Device* device) {
  Outcome outcome;
  outcome.token = prepared.line.token;
  outcome.plan_ms = prepared.plan_ms;
  if (prepared.line.must_refuse) {
    const absl::Status& status = prepared.parsed.ok() ? prepared.plan.status() : prepared.parsed;
    // A refusal of the options does not mean that the token is refused.
    const bool is_illegal = absl::IsInvalidArgument(status) && !IsOf(status, "options");
    outcome.verdict = is_illegal ? Verdict::kPass : Verdict::kFail;
    outcome.note = status.ok() ? "was not refused" : Describe(status);
    return outcome;
  }
  if (!prepared.parsed.ok()) {
    outcome.note = Describe(prepared.parsed);
    return outcome;
  }
  absl::Status status = prepared.plan.status();
  if (status.ok()) {
    status = MeasureCase(prepared, seed, device, &outcome);
  }
  if (!status.ok()) {
    outcome.note = Describe(status);
    if (MeansUnsupported(status)) outcome.verdict = Verdict::kRefused;
  } else if (outcome.note.empty()) {
    outcome.verdict = Verdict::kPass;
  }
  return outcome;
}

}  // namespace fft::testing
