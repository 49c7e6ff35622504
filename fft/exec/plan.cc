#include "fft/exec/plan.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "absl/base/attributes.h"
#include "absl/strings/str_cat.h"
#include "fft/assign/workspace.h"
#include "fft/base/float_state.h"
#include "fft/base/status.h"
#include "fft/codegen/emit/shared_memory.h"
#include "fft/codegen/passes/relay_kernels.h"
#include "fft/core/layout.h"

namespace fft {
namespace {

template <typename T>
uint64_t Bits(T value) {
  uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof(value));
  return bits;
}

// The bits of a scalar argument, in the type of the kernel's parameter.
uint64_t ScalarBits(const kernels::KernelArgument& argument, const kernels::KernelSpec& spec) {
  if (argument.kind() == kernels::ParameterKind::kReal) {
    return spec.precision == Precision::kDouble ? Bits(argument.real)
                                                : Bits(static_cast<float>(argument.real));
  }
  return spec.index == kernels::IndexWidth::k32 ? Bits(static_cast<int32_t>(argument.value))
                                                : Bits(argument.value);
}

uintptr_t Address(const void* pointer) { return reinterpret_cast<uintptr_t>(pointer); }

// The alignment in bytes that one of the user's arrays needs: that of its elements, or of the
// complex numbers as which a step sees pairs of its reals.
int AlignmentOf(const PlanDescription& plan, Buffer buffer, const ArrayDescription& array) {
  int alignment = ElementBytes(plan.problem, array);
  for (const Step& step : plan.chosen().steps) {
    for (const EdgePlacement* edge : {&step.in, &step.out}) {
      if (edge->buffer != buffer) continue;
      alignment = std::max(alignment, ElementBytes(plan.problem, *edge));
    }
  }
  return alignment;
}

absl::Status CheckPointer(const char* field, const void* pointer, int alignment) {
  if (pointer == nullptr) return InvalidField(field, "null", "a pointer to the device's memory");
  if (Address(pointer) % alignment != 0) {
    return InvalidField(field, absl::StrCat("at address ", Address(pointer)),
                        absl::StrCat("an address aligned to ", alignment, " bytes"));
  }
  return absl::OkStatus();
}

std::array<ByteShape, 2> ShapesOf(const Problem& problem, const ArrayDescription& side,
                                  const Layout& layout) {
  const int64_t element = ElementBytes(problem, side);
  return {ByteShape(layout, side.offsets[0], element),
          IsPlanar(side.format) ? ByteShape(layout, side.offsets[1], element) : ByteShape()};
}

// The code of each kernel, followed by the code of each kernel with callbacks.
std::vector<KernelToLoad> CodeOf(const PlanDescription& plan) {
  std::vector<KernelToLoad> code;
  for (const auto* kernels : {&plan.kernels, &plan.callback_kernels}) {
    for (const kernels::PlannedKernel& kernel : *kernels) {
      code.push_back(ToLoad(kernel));
      if (code.back().has_text) code.back().objects = plan.options.callbacks.objects;
    }
  }
  for (const PlannedRelay& relay : plan.relays) {
    for (int leg : {0, 1}) code[relay.first + leg] = ToLoad(relay);
  }
  return code;
}

}  // namespace

PlanImpl::PlanImpl(std::shared_ptr<ContextState> state,
                   std::shared_ptr<const PlanDescription> description)
    : state_(std::move(state)), description_(std::move(description)) {
  const Problem& problem = description_->problem;
  is_empty_ = IsEmpty(problem);
  is_in_place_ = problem.placement == Placement::kInPlace;
  is_planar_ = IsPlanar(problem.input.format) || IsPlanar(problem.output.format);
  has_window_ = problem.input.has_window;
  in_unaligned_ = AlignmentOf(*description_, Buffer::kUserIn, problem.input) - 1;
  out_unaligned_ = AlignmentOf(*description_, Buffer::kUserOut, problem.output) - 1;
  if (!is_in_place_) in_ = ShapesOf(problem, problem.input, InputLayout(problem));
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
  // All kernels are loaded at once, so that new ones compile in parallel.
  FFT_ASSIGN_OR_RETURN(const std::vector<PlanKernel> loaded,
                       plan->state_->LoadKernels(CodeOf(made), cancel));
  if (cancel.is_cancelled()) return absl::CancelledError("making the plan was cancelled");
  const absl::Span<const PlanKernel> all = loaded;
  const size_t plain = made.kernels.size();
  FFT_ASSIGN_OR_RETURN(plan->launches_, plan->BindLaunches(made.kernels, all.subspan(0, plain)));
  FFT_ASSIGN_OR_RETURN(plan->callback_launches_,
                       plan->BindLaunches(made.callback_kernels, all.subspan(plain)));
  plan->CutLaunches();
  if (!record_folder.empty()) {
    auto record = PlanRecord::Create(record_folder, plan->state_->device().name(), made);
    if (record.ok()) {
      plan->record_ = *std::move(record);
    } else {
      LogWarning(plan->state_->log(), std::string(record.status().message()));
    }
  }
  plan->FindDirectCall();
  return std::shared_ptr<const Plan>(std::move(plan));
}

void PlanImpl::CutLaunches() {
  const rtc::DeviceProperties& properties = state_->device().properties();
  if (properties.piece_bytes == 0 || !callback_launches_.empty()) return;
  runs_ = CutIntoPieces(description_->problem, description_->chosen(),
                        {properties.piece_bytes, properties.multiprocessors, kMaxPieceKernels});
}

void PlanImpl::FindDirectCall() {
  const bool is_one_launch =
      launches_.size() == 1 && callback_launches_.empty() && runs_.empty() && record_ == nullptr;
  if (!is_one_launch || is_empty_ || is_planar_ || has_window_ || workspace_bytes() > 0) return;
  const Launch& launch = launches_.front();
  DirectCall call;
  const size_t in_registers = std::min<size_t>(rtc::kHostDirectRegisters, launch.values.size());
  for (size_t i = 0; i < in_registers; ++i) {
    (i < call.addresses.size() ? call.addresses[i].fixed : call.fixed[i - call.addresses.size()]) =
        launch.values[i];
  }
  for (const Patch& patch : launch.patches) {
    if (patch.argument >= call.addresses.size()) return;
    if (patch.base != kIn && patch.base != kOut) return;
    DirectCall::Argument& argument = call.addresses[patch.argument];
    argument.fixed = static_cast<uint64_t>(patch.byte_offset);
    (patch.base == kIn && !is_in_place_ ? argument.in_bits : argument.out_bits) = ~uint64_t{0};
  }
  call.values = launch.values.data() + in_registers;
  call.blocks = launch.geometry.grid[0];
  call.function = rtc::DirectCall(*launch.kernel->kernel, launch.geometry);
  direct_ = call;
}

absl::StatusOr<std::vector<PlanImpl::Launch>> PlanImpl::BindLaunches(
    const std::vector<kernels::PlannedKernel>& kernels, absl::Span<const PlanKernel> loaded) {
  std::vector<Launch> launches;
  for (size_t i = 0; i < kernels.size(); ++i) {
    const kernels::PlannedKernel& kernel = kernels[i];
    const Step& step = description_->chosen().steps[i];
    Launch launch;
    launch.kernel = loaded[i].loaded;
    launch.geometry.grid = {static_cast<uint32_t>(kernel.blocks), 1, 1};
    launch.geometry.block = {static_cast<uint32_t>(kernel.threads), 1, 1};
    launch.geometry.launches_early = kernel.launches_early;
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

absl::Status PlanImpl::BindArguments(const kernels::PlannedKernel& kernel, Launch* launch) {
  FFT_CHECK(kernel.arguments.size() <= kMaxArguments);
  for (const kernels::KernelArgument& argument : kernel.arguments) {
    uint64_t value = 0;
    switch (argument.kind()) {
      case kernels::ParameterKind::kInput:
      case kernels::ParameterKind::kInputImag:
      case kernels::ParameterKind::kOutput:
      case kernels::ParameterKind::kOutputImag:
      case kernels::ParameterKind::kLoadUser:
      case kernels::ParameterKind::kStoreUser:
        launch->patches.push_back(PatchOf(argument.kind(), *launch));
        launch->patches.back().argument = launch->values.size();
        break;
      case kernels::ParameterKind::kTwiddles:
      case kernels::ParameterKind::kLargeTwiddles:
      case kernels::ParameterKind::kPairTwiddles:
      case kernels::ParameterKind::kChirp:
      case kernels::ParameterKind::kFilter:
      case kernels::ParameterKind::kPermutation: {
        FFT_ASSIGN_OR_RETURN(auto table, state_->LoadTable(kernel.tables[launch->tables.size()]));
        value = Bits(table->data());
        launch->tables.push_back(std::move(table));
        break;
      }
      case kernels::ParameterKind::kIndex:
      case kernels::ParameterKind::kReal:
        value = ScalarBits(argument, kernel.spec);
        break;
    }
    launch->values.push_back(value);
  }
  for (uint64_t& value : launch->values) launch->pointers.push_back(&value);
  return absl::OkStatus();
}

PlanImpl::Patch PlanImpl::PatchOf(kernels::ParameterKind kind, const Launch& launch) const {
  switch (kind) {
    case kernels::ParameterKind::kInput:
      return RealPatch(launch.in);
    case kernels::ParameterKind::kInputImag:
      return ImagPatch(launch.in);
    case kernels::ParameterKind::kOutputImag:
      return ImagPatch(launch.out);
    case kernels::ParameterKind::kLoadUser:
      return {.base = kLoadUser};
    case kernels::ParameterKind::kStoreUser:
      return {.base = kStoreUser};
    default:
      return RealPatch(launch.out);
  }
}

PlanImpl::Patch PlanImpl::RealPatch(const BufferReference& reference) const {
  const Base base = reference.buffer == Buffer::kUserIn    ? kIn
                    : reference.buffer == Buffer::kUserOut ? kOut
                                                           : kWorkspace;
  return {.base = base, .byte_offset = reference.byte_offset};
}

PlanImpl::Patch PlanImpl::ImagPatch(const BufferReference& reference) const {
  if (reference.pair_bytes != 0) {
    Patch patch = RealPatch(reference);
    patch.byte_offset += reference.pair_bytes;
    return patch;
  }
  const Base base = reference.buffer == Buffer::kUserIn ? kInImag : kOutImag;
  return {.base = base, .byte_offset = reference.imag_byte_offset};
}

PlanImpl::BufferReference PlanImpl::Reference(const EdgePlacement& edge) const {
  const Problem& problem = description_->problem;
  const int64_t element = ElementBytes(problem, edge);
  BufferReference reference;
  reference.buffer = edge.buffer;
  reference.byte_offset = edge.layout.offset() * element;
  reference.pair_bytes = edge.pair_stride * element;
  switch (edge.buffer) {
    case Buffer::kUserIn:
      reference.imag_byte_offset = ImaginaryOffset(problem.input, edge) * element;
      break;
    case Buffer::kUserOut:
      reference.imag_byte_offset = ImaginaryOffset(problem.output, edge) * element;
      break;
    case Buffer::kTemp0:
    case Buffer::kTemp1:
    case Buffer::kTempBluestein:
      reference.byte_offset += description_->chosen().temp_offsets[TemporaryIndex(edge.buffer)];
      break;
  }
  return reference;
}

bool PlanImpl::IsPlainlyFine(const ExecuteArguments& arguments) const {
  const uintptr_t out = Address(arguments.out);
  const uintptr_t in = Address(arguments.in);
  const uintptr_t workspace = Address(arguments.workspace);
  if (is_planar_ || has_window_ || !ArePlainlyFine(in, out)) return false;
  const int64_t needed = workspace_.extent();
  if (needed == 0) return true;
  return workspace != 0 && arguments.workspace_bytes >= needed &&
         workspace % kWorkspaceAlignment == 0 && workspace_.IsApart(workspace, out_[0], out) &&
         (is_in_place_ || workspace_.IsApart(workspace, in_[0], in));
}

absl::Status PlanImpl::CheckArguments(const ExecuteArguments& arguments) const {
  if (is_empty_ || IsPlainlyFine(arguments)) return absl::OkStatus();
  const Problem& problem = description_->problem;
  const auto out_alignment = static_cast<int>(out_unaligned_ + 1);
  const auto in_alignment = static_cast<int>(in_unaligned_ + 1);
  FFT_RETURN_IF_ERROR(CheckPointer("out", arguments.out, out_alignment));
  if (IsPlanar(problem.output.format)) {
    FFT_RETURN_IF_ERROR(CheckPointer("out_imag", arguments.out_imag, out_alignment));
  }
  if (problem.placement == Placement::kOutOfPlace) {
    FFT_RETURN_IF_ERROR(CheckPointer("in", arguments.in, in_alignment));
    if (IsPlanar(problem.input.format)) {
      FFT_RETURN_IF_ERROR(CheckPointer("in_imag", arguments.in_imag, in_alignment));
    }
    if (arguments.in == arguments.out) {
      return InvalidField("in", "equal to out", "another buffer, as the problem is out of place");
    }
  } else if (arguments.in != nullptr && arguments.in != arguments.out) {
    return InvalidField("in", "another buffer than out",
                        "null or equal to out, as the problem is in place");
  }
  FFT_RETURN_IF_ERROR(CheckWindow(arguments));
  FFT_RETURN_IF_ERROR(CheckWorkspace(arguments));
  return CheckOverlap(arguments);
}

absl::Status PlanImpl::CheckWindow(const ExecuteArguments& arguments) const {
  if (!has_window_) return absl::OkStatus();
  const Precision precision = ComputePrecision(description_->problem.precision);
  return CheckPointer("load_user", arguments.load_user, 2 * RealBytes(precision));
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

// Refuses arrays that overlap. Arrays may lie in each other's gaps, but may not share an element,
// because a step may write it before a later step reads it.
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
      if (!a.shape->Shares(Address(a.data), *b.shape, Address(b.data))) continue;
      return InvalidField(a.field, absl::StrCat("overlapping ", b.field),
                          absl::StrCat("memory that shares no element with ", b.field));
    }
  }
  return absl::OkStatus();
}

PlanImpl::Bases PlanImpl::BasesOf(const ExecuteArguments& arguments) const {
  Bases bases;
  bases[kOut] = Address(arguments.out);
  bases[kOutImag] = Address(arguments.out_imag);
  bases[kIn] = is_in_place_ ? bases[kOut] : Address(arguments.in);
  bases[kInImag] = is_in_place_ ? bases[kOutImag] : Address(arguments.in_imag);
  bases[kWorkspace] = Address(arguments.workspace);
  bases[kLoadUser] = Address(arguments.load_user);
  bases[kStoreUser] = Address(arguments.store_user);
  return bases;
}

void PlanImpl::Bind(const Launch& launch, const Bases& bases, BoundArguments* bound) {
  std::copy(launch.pointers.begin(), launch.pointers.end(), bound->pointers.begin());
  for (const Patch& patch : launch.patches) {
    bound->values[patch.argument] = bases[patch.base] + patch.byte_offset;
    bound->pointers[patch.argument] = &bound->values[patch.argument];
  }
}

absl::Status PlanImpl::RunLaunch(const Launch& launch, const Bases& bases, void* stream) const {
  BoundArguments bound;
  Bind(launch, bases, &bound);
  return launch.kernel->kernel->Launch(launch.geometry, stream, bound.pointers.data());
}

absl::Status PlanImpl::ClearSignals(const Bases& bases, void* stream) const {
  const int64_t offset = description_->relays.front().signal_offset;
  return state_->device().Fill(reinterpret_cast<void*>(bases[kWorkspace] + offset), 0,
                               workspace_bytes() - offset, stream);
}

absl::Status PlanImpl::RunRelay(const PlannedRelay& relay, std::optional<int> alone,
                                const Bases& bases, void* stream) const {
  std::array<BoundArguments, 2> bound;
  std::array<void*, 2 * kMaxArguments + codegen::kRelayParameters.size()> pointers;
  size_t count = 0;
  for (int leg : {0, 1}) {
    const Launch& part = launches_[relay.first + leg];
    Bind(part, bases, &bound[leg]);
    std::copy_n(bound[leg].pointers.begin(), part.pointers.size(), pointers.begin() + count);
    count += part.pointers.size();
  }
  uint64_t signals = bases[kWorkspace] + relay.signal_offset;
  auto numbers = relay.Numbers(alone);
  pointers[count++] = &signals;
  for (int32_t& number : numbers) pointers[count++] = &number;
  rtc::LaunchGeometry geometry;
  geometry.grid = {static_cast<uint32_t>(relay.blocks(alone)), 1, 1};
  geometry.block = {static_cast<uint32_t>(relay.threads), 1, 1};
  geometry.shared_bytes = static_cast<uint32_t>(relay.lds_bytes);
  return launches_[relay.first].kernel->kernel->Launch(geometry, stream, pointers.data());
}

absl::Status PlanImpl::RunPieces(const PieceRun& run, const Bases& bases, void* stream) const {
  if (run.pieces == 1) return RunLaunch(launches_[run.first], bases, stream);
  std::array<BoundArguments, kMaxPieceKernels> bound;
  std::array<rtc::PieceLaunch, kMaxPieceKernels> launches;
  const size_t count = run.blocks.size();
  for (size_t i = 0; i < count; ++i) {
    const Launch& launch = launches_[run.first + i];
    Bind(launch, bases, &bound[i]);
    launches[i] = {launch.kernel->kernel, launch.geometry, static_cast<uint32_t>(run.blocks[i]),
                   bound[i].pointers.data()};
  }
  return state_->device().LaunchPieces(absl::MakeSpan(launches.data(), count),
                                       static_cast<uint32_t>(run.pieces), stream);
}

const std::vector<PlanImpl::Launch>& PlanImpl::LaunchesFor(
    const ExecuteArguments& arguments) const {
  return callback_launches_.empty() || arguments.skip_callbacks ? launches_ : callback_launches_;
}

bool PlanImpl::ExecuteAtOnce(const void* in, void* out) const {
  const uintptr_t in_base = Address(in), out_base = Address(out);
  if (direct_.function == nullptr || !ArePlainlyFine(in_base, out_base)) return false;
  if (DefaultVectorState::IsCurrent()) {
    CallDirectly(in_base, out_base);
  } else {
    CallDirectlyInDefaultState(in_base, out_base);
  }
  return true;
}

ABSL_ATTRIBUTE_NOINLINE void PlanImpl::CallDirectlyInDefaultState(uintptr_t in,
                                                                  uintptr_t out) const {
  const DefaultVectorState state;
  CallDirectly(in, out);
}

absl::Status PlanImpl::Execute(const ExecuteArguments& arguments) const {
  if (ExecuteAtOnce(arguments.in, arguments.out)) return absl::OkStatus();
  return ExecuteInSteps(arguments);
}

// Apart from Execute, so that a direct call saves no registers.
ABSL_ATTRIBUTE_NOINLINE absl::Status PlanImpl::ExecuteInSteps(
    const ExecuteArguments& arguments) const {
  if (is_empty_) return absl::OkStatus();
  FFT_RETURN_IF_ERROR(CheckArguments(arguments));
  const PlanRecord::Call call(record_.get());
  const Bases bases = BasesOf(arguments);
  for (const PieceRun& run : runs_) {
    FFT_RETURN_IF_ERROR(RunPieces(run, bases, arguments.stream));
  }
  if (!runs_.empty()) return absl::OkStatus();
  const std::vector<Launch>& launches = LaunchesFor(arguments);
  const bool has_relays = !description_->relays.empty() && &launches == &launches_;
  if (has_relays) FFT_RETURN_IF_ERROR(ClearSignals(bases, arguments.stream));
  for (size_t i = 0; i < launches.size(); ++i) {
    const PlannedRelay* const relay =
        has_relays ? description_->RelayOf(static_cast<int>(i)) : nullptr;
    if (relay == nullptr) {
      FFT_RETURN_IF_ERROR(RunLaunch(launches[i], bases, arguments.stream));
      continue;
    }
    FFT_RETURN_IF_ERROR(RunRelay(*relay, std::nullopt, bases, arguments.stream));
    ++i;
  }
  return absl::OkStatus();
}

absl::Status PlanImpl::ExecuteStep(int step, const ExecuteArguments& arguments) const {
  if (step < 0 || step >= std::ssize(launches_)) {
    return InvalidField("step", absl::StrCat(step), absl::StrCat("0 to ", launches_.size() - 1));
  }
  if (is_empty_) return absl::OkStatus();
  FFT_RETURN_IF_ERROR(CheckArguments(arguments));
  const std::vector<Launch>& launches = LaunchesFor(arguments);
  const Bases bases = BasesOf(arguments);
  const PlannedRelay* const relay = &launches == &launches_ ? description_->RelayOf(step) : nullptr;
  if (relay == nullptr) return RunLaunch(launches[step], bases, arguments.stream);
  FFT_RETURN_IF_ERROR(ClearSignals(bases, arguments.stream));
  return RunRelay(*relay, step - relay->first, bases, arguments.stream);
}

}  // namespace fft
