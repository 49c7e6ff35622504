#include "fft/exec/plan.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "absl/strings/str_cat.h"
#include "fft/base/status.h"
#include "fft/codegen/emit/shared_memory.h"

namespace fft {
namespace {

constexpr uintptr_t kWorkspaceAlignment = 256;

template <typename T>
uint64_t Bits(T value) {
  uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof(value));
  return bits;
}

// The value of a scalar or table argument as the kernel's parameter holds it.
uint64_t ScalarBits(const codegen::KernelArgument& argument, const codegen::KernelSpec& spec) {
  if (argument.kind() == codegen::ParameterKind::kReal) {
    return spec.precision == Precision::kDouble ? Bits(argument.real)
                                                : Bits(static_cast<float>(argument.real));
  }
  return spec.index == codegen::IndexWidth::k32 ? Bits(static_cast<int32_t>(argument.value))
                                                : Bits(argument.value);
}

absl::Status CheckPointer(const char* field, const void* pointer, int alignment) {
  if (pointer == nullptr) return InvalidField(field, "null", "a pointer to the device's memory");
  if (reinterpret_cast<uintptr_t>(pointer) % alignment != 0) {
    return InvalidField(field, absl::StrCat("at address ", reinterpret_cast<uintptr_t>(pointer)),
                        absl::StrCat("an address aligned to ", alignment, " bytes"));
  }
  return absl::OkStatus();
}

std::array<ByteShape, 2> ShapesOf(const Problem& problem, const ArrayDescription& side,
                                  const Layout& layout) {
  const int64_t element = ElementBytes(side.format, problem.precision);
  return {ByteShape(layout, side.offsets[0], element),
          IsPlanar(side.format) ? ByteShape(layout, side.offsets[1], element) : ByteShape()};
}

}  // namespace

PlanImpl::PlanImpl(std::shared_ptr<ContextState> state,
                   std::shared_ptr<const PlanDescription> description)
    : state_(std::move(state)), description_(std::move(description)) {
  const Problem& problem = description_->problem;
  if (problem.placement == Placement::kOutOfPlace) {
    in_ = ShapesOf(problem, problem.input, InputLayout(problem));
  }
  out_ = ShapesOf(problem, problem.output, OutputLayout(problem));
  workspace_ = ByteShape::Dense(workspace_bytes());
}

absl::StatusOr<std::shared_ptr<const Plan>> PlanImpl::Create(
    std::shared_ptr<ContextState> state, std::shared_ptr<const PlanDescription> description,
    const CancelToken& cancel, const std::string& record_folder) {
  std::shared_ptr<PlanImpl> plan(new PlanImpl(std::move(state), std::move(description)));
  const PlanDescription& made = *plan->description_;
  if (made.problem.has_callbacks && made.callback_kernels.empty()) {
    return InvalidField("options.callbacks", "empty",
                        "the text of a load callback, a store callback or both, as the problem has "
                        "callbacks");
  }
  // Both lists at once, so that all that is new compiles in parallel.
  std::vector<codegen::PlannedKernel> kernels = made.kernels;
  kernels.insert(kernels.end(), made.callback_kernels.begin(), made.callback_kernels.end());
  FFT_ASSIGN_OR_RETURN(const std::vector<PlanKernel> loaded,
                       plan->state_->LoadKernels(kernels, cancel));
  if (cancel.is_cancelled()) return absl::CancelledError("making the plan was cancelled");
  const absl::Span<const PlanKernel> all = loaded;
  const size_t plain = made.kernels.size();
  FFT_ASSIGN_OR_RETURN(plan->launches_, plan->BindLaunches(made.kernels, all.subspan(0, plain)));
  FFT_ASSIGN_OR_RETURN(plan->callback_launches_,
                       plan->BindLaunches(made.callback_kernels, all.subspan(plain)));
  if (!record_folder.empty()) {
    auto record = PlanRecord::Create(record_folder, plan->state_->device().name(), made);
    if (record.ok()) {
      plan->record_ = *std::move(record);
    } else {
      LogWarning(plan->state_->log(), std::string(record.status().message()));
    }
  }
  return std::shared_ptr<const Plan>(std::move(plan));
}

absl::StatusOr<std::vector<PlanImpl::Launch>> PlanImpl::BindLaunches(
    const std::vector<codegen::PlannedKernel>& kernels, absl::Span<const PlanKernel> loaded) {
  std::vector<Launch> launches;
  for (size_t i = 0; i < kernels.size(); ++i) {
    const codegen::PlannedKernel& kernel = kernels[i];
    const Step& step = description_->chosen().steps[i];
    Launch launch;
    launch.kernel = loaded[i].loaded;
    launch.geometry.grid = {static_cast<uint32_t>(kernel.blocks), 1, 1};
    launch.geometry.block = {static_cast<uint32_t>(kernel.threads), 1, 1};
    launch.geometry.shared_bytes = static_cast<uint32_t>(
        codegen::DynamicSharedBytes(kernel.lds_bytes, description_->target.dialect));
    launch.in = Reference(step.in);
    launch.out = Reference(step.out);
    FFT_RETURN_IF_ERROR(BindArguments(kernel, &launch));
    launches.push_back(std::move(launch));
    builds_.push_back(loaded[i].build);
  }
  return launches;
}

absl::Status PlanImpl::BindArguments(const codegen::PlannedKernel& kernel, Launch* launch) {
  FFT_CHECK(kernel.arguments.size() <= kMaxArguments);
  for (const codegen::KernelArgument& argument : kernel.arguments) {
    uint64_t value = 0;
    switch (argument.kind()) {
      case codegen::ParameterKind::kInput:
      case codegen::ParameterKind::kInputImag:
      case codegen::ParameterKind::kOutput:
      case codegen::ParameterKind::kOutputImag:
      case codegen::ParameterKind::kLoadUser:
      case codegen::ParameterKind::kStoreUser:
        break;  // known at launch
      case codegen::ParameterKind::kTwiddles:
      case codegen::ParameterKind::kLargeTwiddles:
      case codegen::ParameterKind::kPairTwiddles:
      case codegen::ParameterKind::kChirp:
      case codegen::ParameterKind::kFilter:
      case codegen::ParameterKind::kPermutation: {
        FFT_ASSIGN_OR_RETURN(auto table, state_->LoadTable(kernel.tables[launch->tables.size()]));
        value = Bits(table->data());
        launch->tables.push_back(std::move(table));
        break;
      }
      case codegen::ParameterKind::kIndex:
      case codegen::ParameterKind::kReal:
        value = ScalarBits(argument, kernel.spec);
        break;
    }
    launch->kinds.push_back(argument.kind());
    launch->values.push_back(value);
  }
  return absl::OkStatus();
}

PlanImpl::BufferReference PlanImpl::Reference(const EdgePlacement& edge) const {
  const Problem& problem = description_->problem;
  const int64_t element = ElementBytes(edge.format, problem.precision);
  BufferReference reference;
  reference.buffer = edge.buffer;
  reference.byte_offset = edge.layout.offset() * element;
  reference.pair_bytes = edge.pair_stride * element;
  switch (edge.buffer) {
    case Buffer::kUserIn:
      reference.imag_byte_offset = problem.input.offsets[1] * element;
      break;
    case Buffer::kUserOut:
      reference.imag_byte_offset = problem.output.offsets[1] * element;
      break;
    case Buffer::kTemp0:
    case Buffer::kTemp1: {
      const int temporary = static_cast<int>(edge.buffer) - static_cast<int>(Buffer::kTemp0);
      reference.byte_offset += description_->chosen().temp_offsets[temporary];
      break;
    }
  }
  return reference;
}

absl::Status PlanImpl::CheckArguments(const ExecuteArguments& arguments) const {
  const Problem& problem = description_->problem;
  // Kernels may move reals in pairs.
  const auto alignment = [&problem](ArrayFormat format) {
    return ElementBytes(format, problem.precision) * (format == ArrayFormat::kReal ? 2 : 1);
  };
  const int out_element = alignment(problem.output.format);
  const int in_element = alignment(problem.input.format);
  FFT_RETURN_IF_ERROR(CheckPointer("out", arguments.out, out_element));
  if (IsPlanar(problem.output.format)) {
    FFT_RETURN_IF_ERROR(CheckPointer("out_imag", arguments.out_imag, out_element));
  }
  if (problem.placement == Placement::kOutOfPlace) {
    FFT_RETURN_IF_ERROR(CheckPointer("in", arguments.in, in_element));
    if (IsPlanar(problem.input.format)) {
      FFT_RETURN_IF_ERROR(CheckPointer("in_imag", arguments.in_imag, in_element));
    }
    if (arguments.in == arguments.out) {
      return InvalidField("in", "equal to out", "another buffer, as the problem is out of place");
    }
  } else if (arguments.in != nullptr && arguments.in != arguments.out) {
    return InvalidField("in", "another buffer than out",
                        "null or equal to out, as the problem is in place");
  }
  FFT_RETURN_IF_ERROR(CheckWorkspace(arguments));
  return CheckOverlap(arguments);
}

absl::Status PlanImpl::CheckWorkspace(const ExecuteArguments& arguments) const {
  const int64_t needed = workspace_bytes();
  if (needed == 0) return absl::OkStatus();
  if (arguments.workspace == nullptr) {
    return InvalidField("workspace", "null",
                        absl::StrCat("a device buffer of at least ", needed, " bytes"));
  }
  if (arguments.workspace_bytes < needed) {
    return InvalidField("workspace_bytes", absl::StrCat(arguments.workspace_bytes),
                        absl::StrCat("at least ", needed));
  }
  return CheckPointer("workspace", arguments.workspace, kWorkspaceAlignment);
}

// Arrays in each other's gaps are fine; what one step writes and a later one reads is not.
absl::Status PlanImpl::CheckOverlap(const ExecuteArguments& arguments) const {
  const std::array<UserArray, 5> arrays = {{{"out", arguments.out, &out_[0]},
                                            {"out_imag", arguments.out_imag, &out_[1]},
                                            {"workspace", arguments.workspace, &workspace_},
                                            {"in", arguments.in, &in_[0]},
                                            {"in_imag", arguments.in_imag, &in_[1]}}};
  constexpr size_t kWritten = 3;
  for (size_t i = 1; i < arrays.size(); ++i) {
    for (size_t j = 0; j < std::min(i, kWritten); ++j) {
      const UserArray& a = arrays[i];
      const UserArray& b = arrays[j];
      if (!a.shape->Shares(reinterpret_cast<uintptr_t>(a.data), *b.shape,
                           reinterpret_cast<uintptr_t>(b.data))) {
        continue;
      }
      return InvalidField(a.field, absl::StrCat("overlapping ", b.field),
                          absl::StrCat("memory that shares no element with ", b.field));
    }
  }
  return absl::OkStatus();
}

absl::Status PlanImpl::RunLaunch(const Launch& launch, const ExecuteArguments& arguments) const {
  const bool in_place = description_->problem.placement == Placement::kInPlace;
  const auto address = [&](const BufferReference& reference) {
    const void* base = arguments.workspace;
    if (reference.buffer == Buffer::kUserIn) base = in_place ? arguments.out : arguments.in;
    if (reference.buffer == Buffer::kUserOut) base = arguments.out;
    return reinterpret_cast<uintptr_t>(base) + reference.byte_offset;
  };
  const auto imag_address = [&](const BufferReference& reference) {
    if (reference.pair_bytes > 0) return address(reference) + reference.pair_bytes;
    const bool is_input = reference.buffer == Buffer::kUserIn && !in_place;
    const void* base = is_input ? arguments.in_imag : arguments.out_imag;
    return reinterpret_cast<uintptr_t>(base) + reference.imag_byte_offset;
  };
  std::array<uint64_t, kMaxArguments> values;
  std::array<void*, kMaxArguments> pointers;
  for (size_t i = 0; i < launch.values.size(); ++i) {
    switch (launch.kinds[i]) {
      case codegen::ParameterKind::kInput:
        values[i] = address(launch.in);
        break;
      case codegen::ParameterKind::kInputImag:
        values[i] = imag_address(launch.in);
        break;
      case codegen::ParameterKind::kOutput:
        values[i] = address(launch.out);
        break;
      case codegen::ParameterKind::kOutputImag:
        values[i] = imag_address(launch.out);
        break;
      case codegen::ParameterKind::kLoadUser:
        values[i] = reinterpret_cast<uintptr_t>(arguments.load_user);
        break;
      case codegen::ParameterKind::kStoreUser:
        values[i] = reinterpret_cast<uintptr_t>(arguments.store_user);
        break;
      default:
        values[i] = launch.values[i];
    }
    pointers[i] = &values[i];
  }
  return launch.kernel->kernel->Launch(launch.geometry, arguments.stream, pointers.data());
}

const std::vector<PlanImpl::Launch>& PlanImpl::LaunchesFor(
    const ExecuteArguments& arguments) const {
  return callback_launches_.empty() || arguments.skip_callbacks ? launches_ : callback_launches_;
}

absl::Status PlanImpl::Execute(const ExecuteArguments& arguments) const {
  FFT_RETURN_IF_ERROR(CheckArguments(arguments));
  const PlanRecord::Call call(record_.get());
  for (const Launch& launch : LaunchesFor(arguments)) {
    FFT_RETURN_IF_ERROR(RunLaunch(launch, arguments));
  }
  return absl::OkStatus();
}

absl::Status PlanImpl::ExecuteStep(int step, const ExecuteArguments& arguments) const {
  if (step < 0 || step >= std::ssize(launches_)) {
    return InvalidField("step", absl::StrCat(step), absl::StrCat("0 to ", launches_.size() - 1));
  }
  FFT_RETURN_IF_ERROR(CheckArguments(arguments));
  return RunLaunch(LaunchesFor(arguments)[step], arguments);
}

}  // namespace fft
