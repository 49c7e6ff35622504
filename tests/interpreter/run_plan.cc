#include "tests/interpreter/run_plan.h"

#include <cstring>
#include <limits>

#include "absl/strings/str_cat.h"
#include "fft/base/status.h"
#include "fft/codegen/generate.h"
#include "fft/codegen/interp/interpreter.h"
#include "fft/codegen/twiddles.h"

namespace fft::testing {
namespace {

using Values = std::vector<std::complex<double>>;

// What a table holds, widened from its precision.
Values TableValues(const codegen::TwiddleTable& table) {
  const std::string bytes = codegen::TableBytes(table);
  const size_t real_bytes = table.precision == Precision::kDouble ? sizeof(double) : sizeof(float);
  Values values(bytes.size() / (2 * real_bytes));
  for (size_t i = 0; i < values.size(); ++i) {
    if (table.precision == Precision::kDouble) {
      std::memcpy(&values[i], bytes.data() + i * sizeof(values[i]), sizeof(values[i]));
    } else {
      std::complex<float> narrow;
      std::memcpy(&narrow, bytes.data() + i * sizeof(narrow), sizeof(narrow));
      values[i] = narrow;
    }
  }
  return values;
}

// A plan's memory: the user's arrays and the workspace its temporaries share.
class Memory {
 public:
  Memory(const PlanDescription& plan, const Candidate& candidate, InterpreterBuffers* buffers)
      : precision_(plan.problem.precision),
        element_bytes_(ElementBytes(ArrayFormat::kComplexInterleaved, precision_)),
        candidate_(candidate),
        buffers_(buffers),
        // Not a number, so that a read before the first write shows in the result.
        workspace_(candidate.workspace_bytes / element_bytes_,
                   {std::numeric_limits<double>::quiet_NaN(), 0}) {}

  // What a kernel sees through its pointer to an edge.
  codegen::BufferView ViewOf(const EdgePlacement& edge) {
    Values* values = &workspace_;
    int64_t first = edge.layout.offset();
    if (edge.buffer == Buffer::kUserIn) {
      values = &buffers_->in;
    } else if (edge.buffer == Buffer::kUserOut) {
      values = &buffers_->out;
    } else {
      const int temporary = edge.buffer == Buffer::kTemp0 ? 0 : 1;
      first += candidate_.temp_offsets[temporary] / element_bytes_;
    }
    codegen::BufferView view = codegen::View(*values, precision_);
    view.data = values->data() + first;
    view.count -= first;
    return view;
  }

  Precision precision() const { return precision_; }

 private:
  const Precision precision_;
  const int64_t element_bytes_;
  const Candidate& candidate_;
  InterpreterBuffers* buffers_;
  Values workspace_;
};

absl::StatusOr<codegen::InterpReport> RunStep(const codegen::PlannedKernel& planned,
                                              const Step& step, Memory* memory) {
  FFT_ASSIGN_OR_RETURN(const codegen::Kernel kernel, codegen::GenerateKernel(planned.spec));
  std::vector<Values> tables;
  for (const codegen::TwiddleTable& table : planned.tables) tables.push_back(TableValues(table));
  size_t next_table = 0;
  std::vector<codegen::Argument> arguments;
  for (const codegen::KernelArgument& argument : planned.arguments) {
    switch (argument.kind) {
      case codegen::ParameterKind::kInput:
        arguments.push_back(memory->ViewOf(step.in));
        break;
      case codegen::ParameterKind::kOutput:
        arguments.push_back(memory->ViewOf(step.out));
        break;
      case codegen::ParameterKind::kInputImag:
      case codegen::ParameterKind::kOutputImag:
        return absl::UnimplementedError("planar formats are not interpreted");
      case codegen::ParameterKind::kTwiddles:
      case codegen::ParameterKind::kLargeTwiddles:
        arguments.push_back(codegen::View(tables.at(next_table++), memory->precision()));
        break;
      case codegen::ParameterKind::kIndex:
        arguments.push_back(argument.value);
        break;
      case codegen::ParameterKind::kReal:
        arguments.push_back(argument.real);
        break;
    }
  }
  return codegen::Interpret(kernel, planned.blocks, arguments);
}

}  // namespace

absl::StatusOr<std::vector<std::string>> RunInInterpreter(const PlanDescription& plan,
                                                          int candidate,
                                                          InterpreterBuffers* buffers) {
  FFT_ASSIGN_OR_RETURN(const std::vector<codegen::PlannedKernel> kernels,
                       KernelsOfCandidate(plan, candidate));
  const Candidate& assignment = plan.search.candidates[candidate];
  Memory memory(plan, assignment, buffers);
  std::vector<std::string> objections;
  for (size_t i = 0; i < kernels.size(); ++i) {
    FFT_ASSIGN_OR_RETURN(const codegen::InterpReport report,
                         RunStep(kernels[i], assignment.steps[i], &memory));
    for (const codegen::Finding& finding : report.findings) {
      objections.push_back(
          absl::StrCat("step ", i, ", ", kernels[i].name, ": ", codegen::ToString(finding)));
    }
  }
  return objections;
}

}  // namespace fft::testing
