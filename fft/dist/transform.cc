#include "fft/dist/transform.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "fft/base/float_state.h"
#include "fft/base/json.h"
#include "fft/base/status.h"
#include "fft/dist/line_twiddles.h"

namespace fft::dist {
namespace {

constexpr int kLanes = 2;
constexpr int64_t kAlignment = 256;

char* At(void* base, int64_t bytes) { return static_cast<char*>(base) + bytes; }

// Writes numbers as a string that ranks can send each other.
std::string Packed(const std::vector<uint64_t>& values) {
  return std::string(reinterpret_cast<const char*>(values.data()),
                     values.size() * sizeof(uint64_t));
}
std::vector<uint64_t> Unpacked(const std::string& bytes) {
  std::vector<uint64_t> values(bytes.size() / sizeof(uint64_t));
  std::memcpy(values.data(), bytes.data(), values.size() * sizeof(uint64_t));
  return values;
}

class DistTransformImpl final : public DistTransform {
 public:
  DistTransformImpl(std::shared_ptr<Context> context, Communicator* communicator, DistPlan plan)
      : context_(std::move(context)),
        device_(context_->device()),
        communicator_(*communicator),
        plan_(std::move(plan)) {}

  const DistPlan& plan() const override { return plan_; }
  int64_t compiled() const override { return compiled_; }
  absl::Status Execute(const DistArguments& arguments) override;
  absl::Status Refuse(const absl::Status& why) override {
    return AgreeOnStatus(communicator_, why);
  }

  // Plans and compiles, without communication.
  absl::Status MakePlans(const PlanOptions& options);
  // Makes memory, streams and events, without communication.
  absl::Status Allocate();
  // Sends the addresses of this rank's arrays to all ranks. Collective.
  absl::Status ShareAddresses();

 private:
  bool IsDirect() const { return plan_.options.transport == Transport::kDirect; }

  absl::Status RunStages();
  absl::Status Run(const Stage& stage);
  absl::Status RunWork(const LocalTransform& work, int lane);
  absl::Status RunWork(const BoxCopy& work, int lane);
  absl::Status RunWork(const Exchange& work, int lane);
  absl::Status RunWork(const Finish& work, int lane);
  absl::Status RunWork(const Fence& work, int lane);
  absl::Status CopyLoops(const BoxCopy& work, size_t dim, char* to, const char* from, int lane);
  absl::Status MakeTable(const Stage& stage, rtc::DeviceBuffer* table) const;
  absl::Status ShareOutputs();
  std::vector<Transferred> Addresses(const std::vector<Message>& messages) const;
  void* AddressOf(const ArrayRef& ref) const;
  absl::Status CheckArguments(const DistArguments& arguments) const;

  const std::shared_ptr<Context> context_;
  rtc::Device& device_;
  Communicator& communicator_;
  const DistPlan plan_;
  std::map<std::string, std::shared_ptr<const Plan>> plans_;
  std::vector<rtc::DeviceBuffer> stage_tables_;  // by stage; empty without factors of a line
  std::vector<const Plan*> stage_plans_;         // by stage; null if it does not transform
  bool writes_peer_outputs_ = false;
  int64_t compiled_ = 0;
  rtc::DeviceBuffer work_;
  std::array<rtc::DeviceBuffer, kLanes> scratch_;  // workspaces of the local plans, by lane
  rtc::ScopedStream beside_;                       // lane 1
  rtc::ScopedEvent behind_;
  std::vector<std::vector<uint64_t>> peer_arrays_;  // addresses of all ranks' arrays, by rank
  std::vector<uint64_t> peer_outputs_;
  std::vector<std::unique_ptr<Transmission>> under_way_;  // by exchange
  // Arguments and streams of the execution that runs.
  DistArguments arguments_;
  std::array<rtc::Stream, kLanes> streams_ = {};
};

absl::Status DistTransformImpl::MakePlans(const PlanOptions& options) {
  const int64_t before = context_->cache_counters().compiles;
  for (const Stage& stage : plan_.stages) {
    stage_plans_.push_back(nullptr);
    const auto* transform = std::get_if<LocalTransform>(&stage.work);
    if (transform == nullptr) continue;
    FFT_ASSIGN_OR_RETURN(const Problem problem, CompleteProblem(transform->problem));
    PlanOptions used = options;
    if (transform->line > 0) used.callbacks.load = LineCallback(*transform);
    std::shared_ptr<const Plan>& plan = plans_[ToToken(problem) + used.callbacks.load];
    if (plan == nullptr) {
      FFT_ASSIGN_OR_RETURN(plan, context_->MakePlan(problem, used));
    }
    stage_plans_.back() = plan.get();
    writes_peer_outputs_ = writes_peer_outputs_ || transform->out.place == Place::kPeerOutput;
  }
  compiled_ = context_->cache_counters().compiles - before;
  return absl::OkStatus();
}

absl::Status DistTransformImpl::Allocate() {
  FFT_ASSIGN_OR_RETURN(work_, rtc::DeviceBuffer::Allocate(device_, plan_.work_bytes));
  std::array<int64_t, kLanes> scratch = {};
  bool uses_lane = false;
  for (size_t i = 0; i < plan_.stages.size(); ++i) {
    const int lane = plan_.stages[i].lane;
    uses_lane = uses_lane || lane == 1;
    stage_tables_.emplace_back();
    FFT_RETURN_IF_ERROR(MakeTable(plan_.stages[i], &stage_tables_.back()));
    if (const Plan* plan = stage_plans_[i]) {
      scratch[lane] = std::max(scratch[lane], plan->workspace_bytes());
    }
    const auto* copy = std::get_if<BoxCopy>(&plan_.stages[i].work);
    if (copy != nullptr && copy->out.place == Place::kPeerOutput) writes_peer_outputs_ = true;
  }
  for (int lane = 0; lane < kLanes; ++lane) {
    FFT_ASSIGN_OR_RETURN(scratch_[lane], rtc::DeviceBuffer::Allocate(device_, scratch[lane]));
  }
  if (uses_lane) {
    FFT_ASSIGN_OR_RETURN(beside_, rtc::ScopedStream::Create(device_));
  }
  FFT_ASSIGN_OR_RETURN(behind_, rtc::ScopedEvent::Create(device_));
  under_way_.resize(plan_.exchanges);
  return absl::OkStatus();
}

absl::Status DistTransformImpl::MakeTable(const Stage& stage, rtc::DeviceBuffer* table) const {
  const auto* transform = std::get_if<LocalTransform>(&stage.work);
  if (transform == nullptr || transform->line == 0) return absl::OkStatus();
  const std::string bytes = LineTable(*transform);
  FFT_ASSIGN_OR_RETURN(*table, rtc::DeviceBuffer::Allocate(device_, bytes.size()));
  return device_.CopyToDevice(table->data(), bytes.data(), bytes.size(), nullptr);
}

absl::Status DistTransformImpl::ShareAddresses() {
  if (!IsDirect()) return absl::OkStatus();
  std::vector<uint64_t> mine = {writes_peer_outputs_};
  for (const WorkArray& array : plan_.arrays) {
    mine.push_back(reinterpret_cast<uint64_t>(At(work_.data(), array.byte_offset)));
  }
  FFT_ASSIGN_OR_RETURN(const auto all, communicator_.AllGather(Packed(mine)));
  for (const std::string& bytes : all) {
    std::vector<uint64_t> values = Unpacked(bytes);
    writes_peer_outputs_ = writes_peer_outputs_ || values[0] != 0;
    values.erase(values.begin());
    peer_arrays_.push_back(std::move(values));
  }
  return absl::OkStatus();
}

absl::Status DistTransformImpl::ShareOutputs() {
  if (!writes_peer_outputs_) return absl::OkStatus();
  FFT_ASSIGN_OR_RETURN(const auto all, communicator_.AllGather(
                                           Packed({reinterpret_cast<uint64_t>(arguments_.out)})));
  peer_outputs_.clear();
  for (const std::string& bytes : all) peer_outputs_.push_back(Unpacked(bytes)[0]);
  return absl::OkStatus();
}

absl::Status DistTransformImpl::CheckArguments(const DistArguments& arguments) const {
  const DistProblem& problem = plan_.problem;
  const bool in_place = problem.problem.placement == Placement::kInPlace;
  if (!problem.output[plan_.rank].empty() && arguments.out == nullptr) {
    return InvalidField("out", "null", "this rank's box");
  }
  if (in_place) {
    if (arguments.in == nullptr || arguments.in == arguments.out) return absl::OkStatus();
    return InvalidField("in", "another array", "the same as out, or null, in place");
  }
  if (!problem.input[plan_.rank].empty() && arguments.in == nullptr) {
    return InvalidField("in", "null", "this rank's box");
  }
  const auto in = reinterpret_cast<uintptr_t>(arguments.in);
  const auto out = reinterpret_cast<uintptr_t>(arguments.out);
  const auto bytes = [&](const Box& box, const ArrayDescription& side) {
    return static_cast<uintptr_t>(box.volume() *
                                  ElementBytes(side.format, problem.problem.precision));
  };
  const uintptr_t in_bytes = bytes(problem.input[plan_.rank], problem.problem.input);
  const uintptr_t out_bytes = bytes(problem.output[plan_.rank], problem.problem.output);
  // Pieces of the output may arrive while the input is still read. An empty box shares nothing.
  if (in_bytes > 0 && out_bytes > 0 && in < out + out_bytes && out < in + in_bytes) {
    return InvalidField("in", "overlapping out", "memory that shares no element with out");
  }
  return absl::OkStatus();
}

absl::Status DistTransformImpl::Execute(const DistArguments& arguments) {
  FFT_RETURN_IF_ERROR(AgreeOnStatus(communicator_, CheckArguments(arguments)));
  arguments_ = arguments;
  if (plan_.problem.problem.placement == Placement::kInPlace) arguments_.in = arguments_.out;
  streams_ = {arguments.stream, beside_.get()};
  const absl::Status status = communicator_.Conclude(RunStages());
  // The messages of an execution that failed are given up.
  if (!status.ok())
    for (auto& transmission : under_way_) transmission.reset();
  return status;
}

absl::Status DistTransformImpl::RunStages() {
  FFT_RETURN_IF_ERROR(ShareOutputs());
  for (size_t i = 0; i < plan_.stages.size(); ++i) {
    const Stage& stage = plan_.stages[i];
    if (const Plan* plan = stage_plans_[i]) {
      const auto& work = std::get<LocalTransform>(stage.work);
      FFT_RETURN_IF_ERROR(plan->Execute({.in = AddressOf(work.in),
                                         .out = AddressOf(work.out),
                                         .stream = streams_[stage.lane],
                                         .workspace = scratch_[stage.lane].data(),
                                         .workspace_bytes = plan->workspace_bytes(),
                                         .load_user = stage_tables_[i].data()}));
      continue;
    }
    FFT_RETURN_IF_ERROR(Run(stage));
  }
  return absl::OkStatus();
}

void* DistTransformImpl::AddressOf(const ArrayRef& ref) const {
  switch (ref.place) {
    case Place::kInput:
      return At(const_cast<void*>(arguments_.in), ref.byte_offset);
    case Place::kOutput:
      return At(arguments_.out, ref.byte_offset);
    case Place::kWork:
      return At(work_.data(), plan_.arrays[ref.array].byte_offset + ref.byte_offset);
    case Place::kPeerWork:
      return At(reinterpret_cast<void*>(peer_arrays_[ref.peer][ref.array]), ref.byte_offset);
    case Place::kPeerOutput:
      return At(reinterpret_cast<void*>(peer_outputs_[ref.peer]), ref.byte_offset);
  }
  return nullptr;
}

absl::Status DistTransformImpl::Run(const Stage& stage) {
  return std::visit([&](const auto& work) { return RunWork(work, stage.lane); }, stage.work);
}

absl::Status DistTransformImpl::RunWork(const LocalTransform&, int) {
  return absl::InternalError("a transform without a plan");
}

// Copies the loops from `dim` on. One call copies the innermost loop, or the two innermost loops if
// the inner one has no gaps.
absl::Status DistTransformImpl::CopyLoops(const BoxCopy& work, size_t dim, char* to,
                                          const char* from, int lane) {
  const int64_t element = work.element_bytes;
  const size_t left = work.dims.size() - dim;
  const bool has_rows =
      left > 0 && work.dims.back().in_stride == 1 && work.dims.back().out_stride == 1;
  if (left <= (has_rows ? 2u : 1u)) {
    rtc::RowCopy copy{to, from, static_cast<size_t>(element), 1};
    if (has_rows) copy.row_bytes = element * work.dims.back().length;
    if (left == (has_rows ? 2u : 1u)) {
      const Dim& rows = work.dims[dim];
      copy.rows = rows.length;
      copy.to_pitch = rows.out_stride * element;
      copy.from_pitch = rows.in_stride * element;
    }
    return device_.CopyRows(copy, streams_[lane]);
  }
  const Dim& loop = work.dims[dim];
  for (int64_t i = 0; i < loop.length; ++i) {
    FFT_RETURN_IF_ERROR(CopyLoops(work, dim + 1, to + i * loop.out_stride * element,
                                  from + i * loop.in_stride * element, lane));
  }
  return absl::OkStatus();
}

absl::Status DistTransformImpl::RunWork(const BoxCopy& work, int lane) {
  return CopyLoops(work, 0, static_cast<char*>(AddressOf(work.out)),
                   static_cast<const char*>(AddressOf(work.in)), lane);
}

std::vector<Transferred> DistTransformImpl::Addresses(const std::vector<Message>& messages) const {
  std::vector<Transferred> list;
  for (const Message& message : messages) {
    list.push_back({message.peer, AddressOf(message.array), message.bytes});
  }
  return list;
}

absl::Status DistTransformImpl::RunWork(const Exchange& work, int lane) {
  auto& transmission = under_way_[work.number];
  if (IsDirect()) {
    FFT_ASSIGN_OR_RETURN(transmission, communicator_.Mark(device_, streams_[lane]));
    return absl::OkStatus();
  }
  FFT_ASSIGN_OR_RETURN(transmission,
                       communicator_.Begin(Addresses(work.sends), Addresses(work.receives), device_,
                                           streams_[lane]));
  return absl::OkStatus();
}

absl::Status DistTransformImpl::RunWork(const Finish& work, int lane) {
  const auto transmission = std::move(under_way_[work.number]);
  return transmission->Finish(streams_[lane]);
}

absl::Status DistTransformImpl::RunWork(const Fence& work, int lane) {
  if (work.of_all_ranks) {
    FFT_ASSIGN_OR_RETURN(const auto mark, communicator_.Mark(device_, streams_[work.after_lane]));
    return mark->Finish(streams_[lane]);
  }
  FFT_RETURN_IF_ERROR(device_.RecordEvent(behind_.get(), streams_[work.after_lane]));
  return device_.WaitEvent(streams_[lane], behind_.get());
}

// ---- creation

absl::Status CheckTransport(const Communicator& communicator, const rtc::Device& device,
                            const DistOptions& options) {
  if (options.transport == Transport::kDirect && !communicator.SharesMemory()) {
    return InvalidField("options.dist.transport", "direct",
                        absl::StrCat("messages: ranks of the communicator \"", communicator.name(),
                                     "\" share no memory"));
  }
  if (options.transport == Transport::kMessages && !communicator.Takes(device)) {
    return InvalidField("options.dist.transport", "messages",
                        absl::StrCat("devices whose memory the communicator \"",
                                     communicator.name(), "\" takes, not ", device.name()));
  }
  return absl::OkStatus();
}

// Refuses callbacks. They would get offsets in the arrays of stages in place of the user's arrays.
absl::Status CheckLocalOptions(const PlanOptions& options) {
  if (options.callbacks.empty()) return absl::OkStatus();
  return InvalidField("options.local.callbacks", "source text", "none over several ranks");
}

// Checks that the devices of all ranks have the same kind. With Transport::kDirect, lets every
// device use the memory of all others. The ranks are threads of one process.
absl::Status OpenPeers(Communicator& communicator, rtc::Device& device, Transport transport) {
  FFT_ASSIGN_OR_RETURN(const auto all,
                       communicator.AllGather(Packed({reinterpret_cast<uint64_t>(&device)})));
  absl::Status status;
  for (const std::string& bytes : all) {
    const auto* peer = reinterpret_cast<const rtc::Device*>(Unpacked(bytes)[0]);
    if (status.ok() && peer->kind() != device.kind()) {
      status =
          InvalidField("context", absl::StrCat("of ", device.name()),
                       absl::StrCat("of the kind of the other ranks', such as ", peer->name()));
    }
    if (status.ok() && transport == Transport::kDirect) status = device.AllowAccess(*peer);
  }
  return AgreeOnStatus(communicator, status);
}

// Checks that all ranks have the same problem and options.
absl::Status CompareDigests(Communicator& communicator, const DistProblem& problem,
                            const DistOptions& options) {
  FFT_ASSIGN_OR_RETURN(const auto all, communicator.AllGather(Digest(problem, ToJson(options))));
  for (size_t rank = 1; rank < all.size(); ++rank) {
    if (all[rank] == all[0]) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("problem or options of rank ", rank, " differ from those of rank 0 (digests ",
                     all[rank].substr(0, 12), " and ", all[0].substr(0, 12),
                     "); allowed: the same on all ranks"));
  }
  return absl::OkStatus();
}

// Makes the plans of `transform` on every rank. Rank 0 compiles first and sends its kernels to the
// others.
absl::Status MakePlansTogether(Context& context, Communicator& communicator,
                               const PlanOptions& options, DistTransformImpl* transform) {
  absl::Status made;
  if (communicator.rank() == 0) made = transform->MakePlans(options);
  FFT_RETURN_IF_ERROR(AgreeOnStatus(communicator, made));
  const bool is_root = communicator.rank() == 0;
  const bool has_news = is_root && transform->compiled() > 0 && communicator.size() > 1;
  FFT_ASSIGN_OR_RETURN(
      const std::string kernels,
      communicator.Broadcast(has_news ? context.SerializeCache() : std::string(), 0));
  if (!is_root) {
    // Kernels for another device than this rank's are not used, and do no harm.
    if (!kernels.empty()) made = context.DeserializeCache(kernels).status();
    if (made.ok()) made = transform->MakePlans(options);
  }
  return AgreeOnStatus(communicator, made);
}

}  // namespace

absl::StatusOr<std::unique_ptr<DistTransform>> DistTransform::Create(
    std::shared_ptr<Context> context, Communicator* communicator, const DistProblem& problem,
    const TransformOptions& options) {
  const DefaultFloatState state;
  if (communicator == nullptr) return InvalidField("communicator", "null", "this rank's end");
  absl::Status status = context == nullptr
                            ? InvalidField("context", "null", "one of this rank's device")
                            : CheckTransport(*communicator, context->device(), options.dist);
  const absl::StatusOr<DistProblem> complete = CompleteDistProblem(problem);
  if (status.ok()) status = CheckLocalOptions(options.local);
  if (status.ok()) status = complete.status();
  if (status.ok() && complete->ranks() != communicator->size()) {
    status = InvalidField("input", absl::StrCat(complete->ranks(), " boxes"),
                          absl::StrCat("one for each of the ", communicator->size(), " ranks"));
  }
  FFT_RETURN_IF_ERROR(AgreeOnStatus(*communicator, status));
  FFT_RETURN_IF_ERROR(CompareDigests(*communicator, *complete, options.dist));
  if (communicator->SharesMemory()) {
    FFT_RETURN_IF_ERROR(OpenPeers(*communicator, context->device(), options.dist.transport));
  }
  absl::StatusOr<DistPlan> plan = MakeDistPlan(*complete, options.dist, communicator->rank());
  FFT_RETURN_IF_ERROR(AgreeOnStatus(*communicator, plan.status()));
  auto transform = std::make_unique<DistTransformImpl>(context, communicator, *std::move(plan));
  FFT_RETURN_IF_ERROR(MakePlansTogether(*context, *communicator, options.local, transform.get()));
  FFT_RETURN_IF_ERROR(AgreeOnStatus(*communicator, transform->Allocate()));
  FFT_RETURN_IF_ERROR(transform->ShareAddresses());
  return transform;
}

}  // namespace fft::dist
