#include "fft/dist/mpi/mpi_communicator.h"

#include <dlfcn.h>
#include <sched.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "fft/base/status.h"
#include "fft/dist/mpi/fft_mpi.h"
#include "fft/rtc/dynamic_library.h"
#include "fft/rtc/library_location.h"

namespace fft::dist {
namespace {

using Functions = fft_mpi_functions;

constexpr char kShim[] = "libfft_mpi.so";

// The folder of the shim for the MPI that the process has loaded, as ./install names it; empty
// where it has none that is known. MPI-3 lets the function be called before MPI begins.
std::string FolderOfLoadedMpi() {
  using GetVersion = int (*)(char*, int*);
  const auto get = reinterpret_cast<GetVersion>(dlsym(RTLD_DEFAULT, "MPI_Get_library_version"));
  if (get == nullptr) return {};
  std::string text(16384, '\0');  // the longest that an MPI may ask for is 8192
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

// Asks until it is done: at once at first, then giving way to other ranks of a crowded machine.
absl::Status Await(const Functions& mpi, fft_mpi_request* request, absl::Duration timeout,
                   const char* what) {
  constexpr int kEager = 200, kYielding = 20000;
  absl::Time deadline = absl::InfiniteFuture();
  for (int64_t tries = 0;; ++tries) {
    int done = 0;
    FFT_RETURN_IF_ERROR(Check(mpi, mpi.test(request, &done), what));
    if (done) return absl::OkStatus();
    if (tries < kEager) continue;
    if (tries == kEager) deadline = absl::Now() + timeout;
    if (tries < kYielding) {
      sched_yield();
    } else {
      absl::SleepFor(absl::Microseconds(50));
    }
    if (tries % 64 == 0 && absl::Now() > deadline) {
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
  ~MpiCommunicator() override { mpi_.close(group_); }

  const char* name() const override { return "mpi"; }
  int rank() const override { return mpi_.rank(group_); }
  int size() const override { return mpi_.size(group_); }

  absl::StatusOr<std::vector<std::string>> AllGather(absl::string_view bytes) override {
    const int64_t mine = static_cast<int64_t>(bytes.size());
    std::vector<int64_t> sizes(size());
    FFT_RETURN_IF_ERROR(GatherEqual(&mine, sizeof(mine), sizes.data()));
    int64_t most = 0;
    for (const int64_t size : sizes) most = std::max(most, size);
    std::string padded(bytes);
    padded.resize(most);
    std::string all(most * size(), '\0');
    FFT_RETURN_IF_ERROR(GatherEqual(padded.data(), most, all.data()));
    std::vector<std::string> result;
    for (int r = 0; r < size(); ++r) result.push_back(all.substr(r * most, sizes[r]));
    return result;
  }

  absl::StatusOr<std::string> Broadcast(absl::string_view bytes, int root) override {
    std::string data(rank() == root ? bytes : "");
    int64_t size = static_cast<int64_t>(data.size());
    FFT_RETURN_IF_ERROR(BroadcastBytes(&size, sizeof(size), root));
    data.resize(size);
    if (size > 0) FFT_RETURN_IF_ERROR(BroadcastBytes(data.data(), size, root));
    return data;
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
    FFT_RETURN_IF_ERROR(device.Synchronize(stream));
    const std::vector<fft_mpi_message> out = Messages(sends), in = Messages(receives);
    fft_mpi_request* request = nullptr;
    FFT_RETURN_IF_ERROR(Check(mpi_,
                              mpi_.begin_messages(group_, out.data(), static_cast<int>(out.size()),
                                                  in.data(), static_cast<int>(in.size()), &request),
                              "MPI messages"));
    return std::make_unique<UnderWay>(mpi_, request, timeout_);
  }

 private:
  class UnderWay final : public Transmission {
   public:
    UnderWay(const Functions& mpi, fft_mpi_request* request, absl::Duration timeout)
        : mpi_(mpi), request_(request), timeout_(timeout) {}
    absl::Status Finish(rtc::Stream) override {
      return Await(mpi_, request_, timeout_, "MPI messages");
    }

   private:
    const Functions& mpi_;
    fft_mpi_request* const request_;
    const absl::Duration timeout_;
  };

  absl::Status GatherEqual(const void* mine, int64_t bytes, void* all) {
    fft_mpi_request* request = nullptr;
    FFT_RETURN_IF_ERROR(
        Check(mpi_, mpi_.begin_all_gather(group_, mine, static_cast<int>(bytes), all, &request),
              "MPI_Iallgather"));
    return Await(mpi_, request, timeout_, "MPI_Iallgather");
  }

  absl::Status BroadcastBytes(void* data, int64_t bytes, int root) {
    fft_mpi_request* request = nullptr;
    FFT_RETURN_IF_ERROR(
        Check(mpi_, mpi_.begin_broadcast(group_, data, bytes, root, &request), "MPI_Ibcast"));
    return Await(mpi_, request, timeout_, "MPI_Ibcast");
  }

  const Functions& mpi_;
  fft_mpi_group* const group_;
  const absl::Duration timeout_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<Communicator>> OpenMpiCommunicator(const MpiOptions& options) {
  FFT_ASSIGN_OR_RETURN(const Functions* mpi, OpenShim(options));
  FFT_RETURN_IF_ERROR(Check(*mpi, mpi->initialize(), "MPI_Init_thread"));
  fft_mpi_group* group = nullptr;
  FFT_RETURN_IF_ERROR(Check(*mpi, mpi->open(options.communicator, &group), "MPI_Comm_dup"));
  return std::make_unique<MpiCommunicator>(mpi, group, options.timeout);
}

absl::Status FinalizeMpi(const MpiOptions& options) {
  FFT_ASSIGN_OR_RETURN(const Functions* mpi, OpenShim(options));
  return Check(*mpi, mpi->finalize(), "MPI_Finalize");
}

}  // namespace fft::dist
