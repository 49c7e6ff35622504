#include "fft/dist/nccl_communicator.h"

#include <cstring>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "fft/base/status.h"
#include "fft/rtc/system/dynamic_library.h"

namespace fft::dist {
namespace {

// The types of NCCL's ABI.
struct NcclUniqueId {
  char internal[128];
};
using NcclComm = struct NcclCommTag*;
using NcclResult = int;
constexpr int kNcclChar = 0;

struct NcclApi {
  NcclResult (*GetUniqueId)(NcclUniqueId*) = nullptr;
  NcclResult (*CommInitRank)(NcclComm*, int, NcclUniqueId, int) = nullptr;
  NcclResult (*CommDestroy)(NcclComm) = nullptr;
  NcclResult (*CommAbort)(NcclComm) = nullptr;
  NcclResult (*GroupStart)() = nullptr;
  NcclResult (*GroupEnd)() = nullptr;
  NcclResult (*Send)(const void*, size_t, int, int, NcclComm, void*) = nullptr;
  NcclResult (*Recv)(void*, size_t, int, int, NcclComm, void*) = nullptr;
  const char* (*GetErrorString)(NcclResult) = nullptr;

  absl::Status Check(NcclResult result, const char* call) const {
    if (result == 0) return absl::OkStatus();
    return absl::UnavailableError(absl::StrCat(call, ": ", GetErrorString(result)));
  }
};

absl::StatusOr<NcclApi> LoadNccl(const NcclOptions& options) {
  std::vector<std::string> names = {options.library};
  if (options.library.empty()) names = {"libnccl.so.2", "libnccl.so"};
  FFT_ASSIGN_OR_RETURN(const rtc::DynamicLibrary library, rtc::DynamicLibrary::Open("NCCL", names));
  NcclApi api;
  FFT_RETURN_IF_ERROR(library.Bind("ncclGetUniqueId", &api.GetUniqueId));
  FFT_RETURN_IF_ERROR(library.Bind("ncclCommInitRank", &api.CommInitRank));
  FFT_RETURN_IF_ERROR(library.Bind("ncclCommDestroy", &api.CommDestroy));
  FFT_RETURN_IF_ERROR(library.Bind("ncclCommAbort", &api.CommAbort));
  FFT_RETURN_IF_ERROR(library.Bind("ncclGroupStart", &api.GroupStart));
  FFT_RETURN_IF_ERROR(library.Bind("ncclGroupEnd", &api.GroupEnd));
  FFT_RETURN_IF_ERROR(library.Bind("ncclSend", &api.Send));
  FFT_RETURN_IF_ERROR(library.Bind("ncclRecv", &api.Recv));
  FFT_RETURN_IF_ERROR(library.Bind("ncclGetErrorString", &api.GetErrorString));
  return api;
}

class NcclCommunicator final : public Communicator {
 public:
  NcclCommunicator(NcclApi api, Communicator* control, rtc::Device* device, NcclComm comm)
      : api_(api), control_(*control), device_(*device), comm_(comm) {}
  ~NcclCommunicator() override {
    if (comm_ == nullptr) return;
    device_.MakeCurrent().IgnoreError();
    broken_.ok() ? api_.CommDestroy(comm_) : api_.CommAbort(comm_);
  }

  const char* name() const override { return "nccl"; }
  int rank() const override { return control_.rank(); }
  int size() const override { return control_.size(); }
  absl::StatusOr<std::vector<std::string>> AllGather(absl::string_view bytes) override {
    return control_.AllGather(bytes);
  }
  absl::StatusOr<std::string> Broadcast(absl::string_view bytes, int root) override {
    return control_.Broadcast(bytes, root);
  }
  absl::Status Barrier() override { return control_.Barrier(); }
  bool Takes(const rtc::Device& device) const override { return &device == &device_; }

  absl::StatusOr<std::unique_ptr<Transmission>> Begin(const std::vector<Transferred>& sends,
                                                      const std::vector<Transferred>& receives,
                                                      rtc::Device& device,
                                                      rtc::Stream stream) override {
    if (!broken_.ok()) {
      return absl::UnavailableError(
          absl::StrCat("ncclSend: the communicator is broken since ", broken_.message()));
    }
    FFT_RETURN_IF_ERROR(device.MakeCurrent());
    FFT_RETURN_IF_ERROR(Enqueue(sends, receives, stream));
    FFT_ASSIGN_OR_RETURN(rtc::ScopedEvent event, rtc::ScopedEvent::Create(device));
    FFT_RETURN_IF_ERROR(device.RecordEvent(event.get(), stream));
    return std::make_unique<UnderWay>(&device, std::move(event));
  }

  // Aborts the communicator after an error. A rank that failed does not send all its messages, and
  // only the abort ends the receives that other ranks have enqueued for them.
  absl::Status Conclude(const absl::Status& status) override {
    const absl::Status all = AgreeOnStatus(control_, status);
    if (all.ok() || comm_ == nullptr) return all;
    broken_ = all;
    device_.MakeCurrent().IgnoreError();
    api_.CommAbort(comm_);
    comm_ = nullptr;
    return all;
  }

 private:
  class UnderWay final : public Transmission {
   public:
    UnderWay(rtc::Device* device, rtc::ScopedEvent event)
        : device_(*device), event_(std::move(event)) {}
    absl::Status Finish(rtc::Stream stream) override {
      return device_.WaitEvent(stream, event_.get());
    }

   private:
    rtc::Device& device_;
    const rtc::ScopedEvent event_;
  };

  absl::Status Enqueue(const std::vector<Transferred>& sends,
                       const std::vector<Transferred>& receives, rtc::Stream stream) const {
    FFT_RETURN_IF_ERROR(api_.Check(api_.GroupStart(), "ncclGroupStart"));
    absl::Status status;
    for (const Transferred& send : sends) {
      status.Update(api_.Check(
          api_.Send(send.data, send.bytes, kNcclChar, send.peer, comm_, stream), "ncclSend"));
    }
    for (const Transferred& receive : receives) {
      status.Update(
          api_.Check(api_.Recv(receive.data, receive.bytes, kNcclChar, receive.peer, comm_, stream),
                     "ncclRecv"));
    }
    // An open group would delay all later calls of this thread.
    status.Update(api_.Check(api_.GroupEnd(), "ncclGroupEnd"));
    return status;
  }

  const NcclApi api_;
  Communicator& control_;
  rtc::Device& device_;
  NcclComm comm_;  // null once it was aborted
  absl::Status broken_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<Communicator>> OpenNcclCommunicator(Communicator* control,
                                                                   rtc::Device* device,
                                                                   const NcclOptions& options) {
  const absl::StatusOr<NcclApi> api = LoadNccl(options);
  FFT_RETURN_IF_ERROR(AgreeOnStatus(*control, api.status()));
  NcclUniqueId id = {};
  absl::Status status = device->MakeCurrent();
  if (status.ok() && control->rank() == 0) {
    status = api->Check(api->GetUniqueId(&id), "ncclGetUniqueId");
  }
  FFT_RETURN_IF_ERROR(AgreeOnStatus(*control, status));
  FFT_ASSIGN_OR_RETURN(const std::string bytes,
                       control->Broadcast(absl::string_view(id.internal, sizeof(id.internal)), 0));
  std::memcpy(id.internal, bytes.data(), sizeof(id.internal));
  NcclComm comm = nullptr;
  status = api->Check(api->CommInitRank(&comm, control->size(), id, control->rank()),
                      "ncclCommInitRank");
  auto communicator = std::make_unique<NcclCommunicator>(*api, control, device, comm);
  // If a rank has failed, all ranks abort the communicator.
  FFT_RETURN_IF_ERROR(communicator->Conclude(status));
  return communicator;
}

}  // namespace fft::dist
