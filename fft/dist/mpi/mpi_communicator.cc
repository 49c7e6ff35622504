#include "fft/dist/mpi/mpi_communicator.h"

#include <dlfcn.h>
#include <sched.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "fft/base/status.h"
#include "fft/dist/mpi/fft_mpi.h"
#include "fft/rtc/system/dynamic_library.h"
#include "fft/rtc/system/library_location.h"
#include "fft/rtc/system/stopwatch.h"

namespace fft::dist {
namespace {

using Functions = fft_mpi_functions;

constexpr char kShim[] = "libfft_mpi.so";

// The folder that ./install has made for the MPI that the process has loaded; empty if there is no
// known MPI. MPI-3 allows the call of MPI_Get_library_version before MPI is initialised.
std::string FolderOfLoadedMpi() {
  using GetVersion = int (*)(char*, int*);
  const auto get = reinterpret_cast<GetVersion>(dlsym(RTLD_DEFAULT, "MPI_Get_library_version"));
  if (get == nullptr) return {};
  std::string text(16384, '\0');  // an MPI asks for at most 8192 bytes
  int length = 0;
  if (get(text.data(), &length) != 0) return {};
  if (absl::StrContains(text, "Open MPI")) return "openmpi/";
  return absl::StrContains(text, "MPICH") ? "mpich/" : "";
}

std::vector<std::string> ShimNames(const MpiOptions& options) {
  if (!options.library.empty()) return {options.library};
  std::vector<std::string> names = {kShim};
  for (const std::string& folder : {FolderOfLoadedMpi(), std::string()}) {
    const std::string path = rtc::FindBesideLibrary(absl::StrCat(folder, kShim));
    if (!path.empty()) names.push_back(path);
  }
  return names;
}

absl::StatusOr<const Functions*> OpenShim(const MpiOptions& options) {
  FFT_ASSIGN_OR_RETURN(const rtc::DynamicLibrary library,
                       rtc::DynamicLibrary::Open(
                           "the MPI shim (libfft_mpi.so, compiled of fft_mpi.c by the MPI's mpicc, "
                           "given by name or found by the loader or beside the library)",
                           ShimNames(options)));
  const Functions* (*get)() = nullptr;
  FFT_RETURN_IF_ERROR(library.Bind("fft_mpi_get", &get));
  const Functions* functions = get();
  if (functions->version == FFT_MPI_SHIM_VERSION) return functions;
  return absl::FailedPreconditionError(absl::StrCat("the MPI shim ", library.path(),
                                                    " is of version ", functions->version,
                                                    "; allowed: ", FFT_MPI_SHIM_VERSION));
}

absl::Status Check(const Functions& mpi, int code, const char* what) {
  if (code == 0) return absl::OkStatus();
  char text[512] = "";
  mpi.describe(code, text, sizeof(text));
  return absl::UnavailableError(absl::StrCat(what, ": ", text));
}

// Tests the request until it is done. After some tests, yields to other ranks between them, and
// then sleeps.
absl::Status Await(const Functions& mpi, fft_mpi_request* request, absl::Duration timeout,
                   const char* what) {
  constexpr int kEager = 200, kYielding = 20000;
  std::optional<rtc::Stopwatch> watch;
  for (int64_t tries = 0;; ++tries) {
    int done = 0;
    FFT_RETURN_IF_ERROR(Check(mpi, mpi.test(request, &done), what));
    if (done) return absl::OkStatus();
    if (tries < kEager) continue;
    if (tries == kEager) watch.emplace();
    if (tries < kYielding) {
      sched_yield();
    } else {
      absl::SleepFor(absl::Microseconds(50));
    }
    if (tries % 64 == 0 && watch->Elapsed() > timeout) {
      return absl::DeadlineExceededError(
          absl::StrCat(what, ": other ranks did not come within ", absl::FormatDuration(timeout)));
    }
  }
}

std::vector<fft_mpi_message> Messages(const std::vector<Transferred>& list) {
  std::vector<fft_mpi_message> messages;
  for (const Transferred& item : list) messages.push_back({item.peer, item.data, item.bytes});
  return messages;
}

class MpiCommunicator final : public Communicator {
 public:
  MpiCommunicator(const Functions* mpi, fft_mpi_group* group, absl::Duration timeout)
      : mpi_(*mpi), group_(group), timeout_(timeout) {}
  // A broken communicator is never freed, because the next communicator of MPI could receive the
  // messages that have not arrived in this one.
  ~MpiCommunicator() override {
    if (broken_.ok()) mpi_.close(group_);
  }

  const char* name() const override { return "mpi"; }
  int rank() const override { return mpi_.rank(group_); }
  int size() const override { return mpi_.size(group_); }

  absl::StatusOr<std::vector<std::string>> AllGather(absl::string_view bytes) override {
    // The first message has the size of each rank's string, and as much of the string as fits. If a
    // string does not fit, a second message has the whole strings.
    constexpr size_t kSize = sizeof(int64_t), kFirst = 64;
    std::string first = Packed(bytes.size());
    absl::StrAppend(&first, bytes.substr(0, kFirst - kSize));
    first.resize(kFirst);
    FFT_ASSIGN_OR_RETURN(const std::string firsts, GatherEqual(std::move(first)));
    std::vector<int64_t> sizes(size());
    int64_t most = 0;
    for (int r = 0; r < size(); ++r) {
      std::memcpy(&sizes[r], firsts.data() + r * kFirst, kSize);
      most = std::max(most, sizes[r]);
    }
    std::vector<std::string> result;
    if (most <= static_cast<int64_t>(kFirst - kSize)) {
      for (int r = 0; r < size(); ++r)
        result.push_back(firsts.substr(r * kFirst + kSize, sizes[r]));
      return result;
    }
    std::string padded(bytes);
    padded.resize(most);
    FFT_ASSIGN_OR_RETURN(const std::string all, GatherEqual(std::move(padded)));
    for (int r = 0; r < size(); ++r) result.push_back(all.substr(r * most, sizes[r]));
    return result;
  }

  absl::StatusOr<std::string> Broadcast(absl::string_view bytes, int root) override {
    std::string data(rank() == root ? bytes : "");
    FFT_ASSIGN_OR_RETURN(const std::string packed, BroadcastEqual(Packed(data.size()), root));
    int64_t size = 0;
    std::memcpy(&size, packed.data(), sizeof(size));
    data.resize(size);
    if (size == 0) return data;
    return BroadcastEqual(std::move(data), root);
  }

  absl::Status Barrier() override { return AllGather("").status(); }

  bool Takes(const rtc::Device& device) const override {
    if (device.kind() == rtc::DeviceKind::kHost) return true;
    return device.kind() == rtc::DeviceKind::kCuda && mpi_.takes_cuda() != 0;
  }

  absl::StatusOr<std::unique_ptr<Transmission>> Begin(const std::vector<Transferred>& sends,
                                                      const std::vector<Transferred>& receives,
                                                      rtc::Device& device,
                                                      rtc::Stream stream) override {
    constexpr char kWhat[] = "MPI messages";
    FFT_RETURN_IF_ERROR(CheckWhole(kWhat));
    FFT_RETURN_IF_ERROR(device.Synchronize(stream));
    const std::vector<fft_mpi_message> out = Messages(sends), in = Messages(receives);
    fft_mpi_request* request = nullptr;
    const absl::Status begun =
        Check(mpi_,
              mpi_.begin_messages(group_, out.data(), static_cast<int>(out.size()), in.data(),
                                  static_cast<int>(in.size()), &request),
              kWhat);
    if (!begun.ok() && request != nullptr) mpi_.abandon(request);
    FFT_RETURN_IF_ERROR(Note(begun));
    return std::make_unique<UnderWay>(this, request);
  }

 private:
  class UnderWay final : public Transmission {
   public:
    UnderWay(MpiCommunicator* owner, fft_mpi_request* request) : owner_(owner), request_(request) {}
    ~UnderWay() override {
      if (is_finished_) return;
      owner_->mpi_.abandon(request_);
      owner_->Note(absl::UnavailableError("MPI messages were abandoned")).IgnoreError();
    }
    absl::Status Finish(rtc::Stream) override {
      FFT_RETURN_IF_ERROR(
          owner_->Note(Await(owner_->mpi_, request_, owner_->timeout_, "MPI messages")));
      is_finished_ = true;
      return absl::OkStatus();
    }

   private:
    MpiCommunicator* const owner_;
    fft_mpi_request* const request_;
    bool is_finished_ = false;
  };

  // Remembers the first error.
  absl::Status Note(const absl::Status& status) {
    broken_.Update(status);
    return status;
  }

  absl::Status CheckWhole(const char* what) const {
    if (broken_.ok()) return absl::OkStatus();
    return absl::UnavailableError(
        absl::StrCat(what, ": the communicator is broken since ", broken_.message()));
  }

  static std::string Packed(size_t value) {
    const int64_t number = static_cast<int64_t>(value);
    return std::string(reinterpret_cast<const char*>(&number), sizeof(number));
  }

  // The memory that a collective call reads and writes. If a call fails, its memory is never freed,
  // because MPI may still read and write it.
  struct Buffers {
    std::string mine, all;
  };

  absl::StatusOr<std::string> Ended(std::unique_ptr<Buffers> buffers, const absl::Status& status) {
    if (status.ok()) return std::move(buffers->all);
    [[maybe_unused]] const Buffers* kept = buffers.release();
    return Note(status);
  }

  // Returns the bytes of all ranks. Every rank gives the same number of bytes.
  absl::StatusOr<std::string> GatherEqual(std::string mine) {
    constexpr char kWhat[] = "MPI_Iallgather";
    FFT_RETURN_IF_ERROR(CheckWhole(kWhat));
    auto buffers = std::make_unique<Buffers>();
    buffers->mine = std::move(mine);
    buffers->all.resize(buffers->mine.size() * size());
    fft_mpi_request* request = nullptr;
    absl::Status status = Check(
        mpi_,
        mpi_.begin_all_gather(group_, buffers->mine.data(), static_cast<int>(buffers->mine.size()),
                              buffers->all.data(), &request),
        kWhat);
    if (status.ok()) status = Await(mpi_, request, timeout_, kWhat);
    return Ended(std::move(buffers), status);
  }

  absl::StatusOr<std::string> BroadcastEqual(std::string data, int root) {
    constexpr char kWhat[] = "MPI_Ibcast";
    FFT_RETURN_IF_ERROR(CheckWhole(kWhat));
    auto buffers = std::make_unique<Buffers>();
    buffers->all = std::move(data);
    fft_mpi_request* request = nullptr;
    absl::Status status =
        Check(mpi_,
              mpi_.begin_broadcast(group_, buffers->all.data(),
                                   static_cast<int64_t>(buffers->all.size()), root, &request),
              kWhat);
    if (status.ok()) status = Await(mpi_, request, timeout_, kWhat);
    return Ended(std::move(buffers), status);
  }

  const Functions& mpi_;
  fft_mpi_group* const group_;
  const absl::Duration timeout_;
  absl::Status broken_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<Communicator>> OpenMpiCommunicator(const MpiOptions& options) {
  FFT_ASSIGN_OR_RETURN(const Functions* mpi, OpenShim(options));
  FFT_RETURN_IF_ERROR(Check(*mpi, mpi->initialize(), "MPI_Init_thread"));
  fft_mpi_group* group = nullptr;
  fft_mpi_request* request = nullptr;
  FFT_RETURN_IF_ERROR(
      Check(*mpi, mpi->begin_open(options.communicator, &group, &request), "MPI_Comm_idup"));
  FFT_RETURN_IF_ERROR(Await(*mpi, request, options.timeout, "MPI_Comm_idup"));
  FFT_RETURN_IF_ERROR(Check(*mpi, mpi->end_open(group), "MPI_Comm_set_errhandler"));
  return std::make_unique<MpiCommunicator>(mpi, group, options.timeout);
}

absl::Status FinalizeMpi(const MpiOptions& options) {
  FFT_ASSIGN_OR_RETURN(const Functions* mpi, OpenShim(options));
  return Check(*mpi, mpi->finalize(), "MPI_Finalize");
}

}  // namespace fft::dist
