#include "tests/interpreter/run_plan.h"

#include <array>
#include <cstring>
#include <limits>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "fft/base/status.h"
#include "fft/codegen/ast/print.h"
#include "fft/kernels/apply_callbacks.h"
#include "fft/kernels/generate.h"
#include "fft/kernels/tables/twiddles.h"
#include "tests/support/test_callbacks.h"

namespace fft::testing {
namespace {

// Returns the values of a table as doubles.
std::vector<double> TableValues(const kernels::TwiddleTable& table) {
  const std::string bytes = kernels::TableBytes(table);
  if (table.precision == Precision::kDouble) {
    // A table of ints may have a size that is not a whole number of doubles. TableIndices reads it.
    std::vector<double> values(bytes.size() / sizeof(double));
    std::memcpy(values.data(), bytes.data(), values.size() * sizeof(double));
    return values;
  }
  std::vector<float> narrow(bytes.size() / sizeof(float));
  std::memcpy(narrow.data(), bytes.data(), narrow.size() * sizeof(float));
  return {narrow.begin(), narrow.end()};
}

// Returns the values of a table of 32-bit ints.
std::vector<int64_t> TableIndices(const kernels::TwiddleTable& table) {
  const std::string bytes = kernels::TableBytes(table);
  std::vector<int32_t> narrow(bytes.size() / sizeof(int32_t));
  std::memcpy(narrow.data(), bytes.data(), bytes.size());
  return {narrow.begin(), narrow.end()};
}

// Returns a view of `values` as complex numbers or reals. Element 0 is at index `first`, and
// `before` elements lie below it.
codegen::BufferView ViewFrom(std::vector<double>& values, int64_t first, codegen::Type element,
                             int64_t before = 0) {
  const int64_t words = static_cast<int64_t>(values.size()) - first;
  return {element, values.data() + first, words / (element.IsComplex() ? 2 : 1), before};
}

codegen::CallbackModel ModelOf(const CallbackFactors& factors) {
  return [factors](std::complex<double> value, int64_t offset) {
    return value * factors[offset % factors.size()];
  };
}

// A plan's memory: the user's arrays and the workspace of its temporaries.
class Memory {
 public:
  Memory(const PlanDescription& plan, const Candidate& candidate, InterpreterBuffers* buffers)
      : precision_(plan.problem.precision),
        problem_(plan.problem),
        candidate_(candidate),
        buffers_(buffers),
        // The workspace holds NaNs, so that a read before the first write shows in the result.
        workspace_(candidate.workspace_bytes / RealBytes(precision_),
                   std::numeric_limits<double>::quiet_NaN()) {
    if (problem_.input.has_window) window_ = WindowFactors(problem_);
    options_.load_callback = ModelOf(LoadFactors(plan.problem));
    options_.store_callback = ModelOf(StoreFactors(plan.problem));
  }

  // Returns what a kernel sees through its pointer to an edge. Plane 1 holds the imaginary parts.
  codegen::BufferView ViewOf(const EdgePlacement& edge, int plane) {
    const bool split = IsPlanar(edge.format) || edge.format == ArrayFormat::kReal;
    const Precision precision = PrecisionOf(problem_, edge.buffer);
    const codegen::Type element =
        split ? codegen::Type::Real(precision) : codegen::Type::Complex(precision);
    int64_t first = edge.layout.offset();
    const int64_t before = first - edge.layout.begin() - std::min<int64_t>(edge.pair_stride, 0);
    if (IsTemporary(edge.buffer)) {
      const int64_t start =
          candidate_.temp_offsets[TemporaryIndex(edge.buffer)] / RealBytes(precision_);
      return ViewFrom(workspace_, start + plane * edge.pair_stride, element, before);
    }
    const bool is_in = edge.buffer == Buffer::kUserIn;
    if (plane == 1 && edge.pair_stride != 0) {
      first += edge.pair_stride;
      plane = 0;
    } else if (plane == 1) {
      first = ImaginaryOffset(is_in ? problem_.input : problem_.output, edge);
    }
    return ViewFrom((is_in ? buffers_->in : buffers_->out)[plane], split ? first : 2 * first,
                    element, before);
  }

  // Returns the view of the caller's other data: spectra or a window. The data of callbacks are
  // empty, since the models of callbacks contain them.
  codegen::BufferView UserData(const kernels::Parameter& parameter,
                               const kernels::KernelSpec& spec) {
    const Precision precision = compute_precision();
    const codegen::Type complex = codegen::Type::Complex(precision);
    if (parameter == kernels::ParameterId::kSpectra) return ViewFrom(buffers_->spectra, 0, complex);
    if (parameter == kernels::ParameterId::kFrameWindow) {
      return ViewFrom(buffers_->spectra, 0, codegen::Type::Real(precision));
    }
    if (parameter != kernels::ParameterId::kWindow) return {codegen::Type::Void(), nullptr, 0};
    const bool are_pairs = spec.window == kernels::WindowUse::kPairs;
    return ViewFrom(window_, 0, are_pairs ? complex : codegen::Type::Real(precision));
  }

  Precision compute_precision() const { return ComputePrecision(precision_); }
  const codegen::InterpOptions& options() const { return options_; }

 private:
  const Precision precision_;
  const Problem& problem_;
  const Candidate& candidate_;
  InterpreterBuffers* buffers_;
  std::vector<double> workspace_;
  std::vector<double> window_;
  codegen::InterpOptions options_;
};

// The memory of the tables that a launch's arguments point to.
struct Tables {
  std::vector<std::vector<double>> values;
  std::vector<int64_t> permutation;
};

std::vector<codegen::Argument> ArgumentsOf(const kernels::PlannedKernel& planned, const Step& step,
                                           Memory* memory, Tables* owned) {
  std::vector<std::vector<double>>& tables = owned->values;
  std::vector<int64_t>& permutation = owned->permutation;
  for (const kernels::TwiddleTable& table : planned.tables) tables.push_back(TableValues(table));
  size_t next_table = 0;
  std::vector<codegen::Argument> arguments;
  for (const kernels::KernelArgument& argument : planned.arguments) {
    switch (argument.kind()) {
      case kernels::ParameterKind::kInput:
      case kernels::ParameterKind::kInputImag:
        arguments.push_back(
            memory->ViewOf(step.in, argument.kind() == kernels::ParameterKind::kInputImag));
        break;
      case kernels::ParameterKind::kOutput:
      case kernels::ParameterKind::kOutputImag:
        arguments.push_back(
            memory->ViewOf(step.out, argument.kind() == kernels::ParameterKind::kOutputImag));
        break;
      case kernels::ParameterKind::kTwiddles:
      case kernels::ParameterKind::kLargeTwiddles:
      case kernels::ParameterKind::kPairTwiddles:
      case kernels::ParameterKind::kChirp:
      case kernels::ParameterKind::kFilter:
        arguments.push_back(ViewFrom(tables.at(next_table++), 0,
                                     codegen::Type::Complex(memory->compute_precision())));
        break;
      case kernels::ParameterKind::kPermutation:
        permutation = TableIndices(planned.tables.at(next_table++));
        arguments.push_back(codegen::View(permutation, 32));
        break;
      case kernels::ParameterKind::kIndex:
        arguments.push_back(argument.value);
        break;
      case kernels::ParameterKind::kReal:
        arguments.push_back(argument.real);
        break;
      case kernels::ParameterKind::kLoadUser:
      case kernels::ParameterKind::kStoreUser:
        arguments.push_back(memory->UserData(argument.parameter, planned.spec));
        break;
    }
  }
  return arguments;
}

// Returns the text of a decision without its branches.
std::string HeadOf(const codegen::Node* node) {
  using codegen::Kind;
  if (node->kind == Kind::kIf) return absl::StrCat("if ", codegen::Print(node->arg(0)));
  if (node->kind == Kind::kSelect) return absl::StrCat("select ", codegen::Print(node->arg(0)));
  return absl::StrCat("for ", std::string(node->name()), " < ", codegen::Print(node->arg(1)));
}

absl::StatusOr<codegen::InterpReport> Interpreted(const codegen::Kernel& kernel, int64_t blocks,
                                                  const std::vector<codegen::Argument>& arguments,
                                                  const Memory& memory, KernelBranches* branches) {
  auto report = codegen::Interpret(kernel, blocks, arguments, memory.options());
  if (report.ok() && branches != nullptr) branches->Add(kernel.name, *report);
  return report;
}

absl::StatusOr<codegen::InterpReport> RunStep(const kernels::PlannedKernel& planned,
                                              const Step& step, Memory* memory,
                                              KernelBranches* branches) {
  FFT_ASSIGN_OR_RETURN(const codegen::Kernel kernel, kernels::GenerateKernel(planned.spec));
  Tables tables;
  return Interpreted(kernel, planned.blocks, ArgumentsOf(planned, step, memory, &tables), *memory,
                     branches);
}

absl::StatusOr<codegen::InterpReport> RunRelay(const PlannedRelay& relay,
                                               const std::vector<kernels::PlannedKernel>& kernels,
                                               const Candidate& candidate, Memory* memory,
                                               KernelBranches* branches) {
  FFT_ASSIGN_OR_RETURN(const codegen::Kernel kernel, kernels::GenerateKernel(relay.spec));
  std::array<Tables, 2> tables;
  std::vector<codegen::Argument> arguments;
  for (int leg : {0, 1}) {
    const int step = relay.first + leg;
    for (codegen::Argument& argument :
         ArgumentsOf(kernels[step], candidate.steps[step], memory, &tables[leg])) {
      arguments.push_back(std::move(argument));
    }
  }
  std::vector<int64_t> signals(relay.pieces);
  arguments.push_back(codegen::View(signals, 32));
  for (int64_t number : relay.Numbers(std::nullopt)) arguments.push_back(number);
  return Interpreted(kernel, relay.blocks(), arguments, *memory, branches);
}

}  // namespace

void KernelBranches::Add(const std::string& kernel, const codegen::InterpReport& report) {
  std::vector<Side>& sides = sides_[kernel];
  const bool is_new = sides.empty();
  size_t next = 0;
  const auto add = [&](const codegen::Decision& decision, const char* side, bool taken) {
    if (is_new) sides.push_back({absl::StrCat(HeadOf(decision.node), ": ", side), false});
    sides[next].taken = sides[next].taken || taken;
    ++next;
  };
  for (const codegen::Decision& decision : report.decisions) {
    const bool is_loop = decision.node->kind == codegen::Kind::kFor;
    add(decision, is_loop ? "entered" : "holds", decision.holds);
    if (!is_loop) add(decision, "fails", decision.fails);
  }
}

absl::StatusOr<std::vector<std::string>> RunInInterpreter(const PlanDescription& plan,
                                                          int candidate,
                                                          InterpreterBuffers* buffers,
                                                          KernelBranches* branches) {
  FFT_ASSIGN_OR_RETURN(std::vector<kernels::PlannedKernel> kernels,
                       KernelsOfCandidate(plan, candidate));
  if (!plan.options.callbacks.empty()) {
    kernels = kernels::ApplyCallbacks(std::move(kernels), plan.problem,
                                      plan.search.candidates[candidate], plan.options.callbacks);
  }
  const Candidate& assignment = plan.search.candidates[candidate];
  Memory memory(plan, assignment, buffers);
  const bool has_relays = candidate == plan.candidate && plan.options.callbacks.empty();
  std::vector<std::string> objections;
  for (size_t i = 0; i < kernels.size(); ++i) {
    const PlannedRelay* const relay = has_relays ? plan.RelayOf(static_cast<int>(i)) : nullptr;
    FFT_ASSIGN_OR_RETURN(const codegen::InterpReport report,
                         relay == nullptr
                             ? RunStep(kernels[i], assignment.steps[i], &memory, branches)
                             : RunRelay(*relay, kernels, assignment, &memory, branches));
    for (const codegen::Finding& finding : report.findings) {
      objections.push_back(absl::StrCat("step ", i, ", ",
                                        relay == nullptr ? kernels[i].name : relay->name, ": ",
                                        codegen::ToString(finding)));
    }
    if (relay != nullptr) ++i;
  }
  return objections;
}

}  // namespace fft::testing
