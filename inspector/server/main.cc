// fft_inspect: serves the plan inspector.
//
//   fft_inspect [--port=8080] [--bind=127.0.0.1] [--device=auto]
//   fft_inspect export TOKEN [--target=T] [--output=plan.html]
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "fft/base/options.h"
#include "fft/base/status.h"
#include "fft/exec/context.h"
#include "fft/rtc/device_registry.h"
#include "inspector/server/export.h"
#include "inspector/server/http.h"
#include "inspector/server/link_store.h"
#include "inspector/server/plan_store.h"
#include "inspector/server/process_children.h"
#include "inspector/server/process_memory.h"
#include "inspector/server/routes.h"
#include "inspector/server/service.h"
#include "inspector/server/views_plan.h"

namespace {

constexpr char kUsage[] =
    "usage: fft_inspect [--port=N] [--bind=ADDRESS] [--device=auto|hip[:n]|cuda[:n]|host]\n"
    "  --port    0 takes any free port; default 8080\n"
    "  --bind    address to listen on; default 127.0.0.1, which only this machine reaches\n"
    "  --device  where Run executes; default: FFT_DEVICE or auto\n"
    "  --run-memory=BYTES       the most device memory of one run, such as 24GiB; default: half\n"
    "                           of the device's\n"
    "  --run-host-memory=BYTES  the most of this machine's for its data and reference; default:\n"
    "                           half (a quarter each where both are the same memory)\n"
    "  --links=FOLDER           where named views are kept; default: ~/.local/state/fft_inspect;\n"
    "                           none: for as long as the server runs\n"
    "  --trace-dir=FOLDER       where programs keep records of their plans; default: "
    "FFT_TRACE_DIR\n"
    "or:    fft_inspect export TOKEN [--target=T] [--output=FILE] [--max_candidates=N]\n"
    "  writes the plan as one file: FILE.html opens offline, FILE.json is for programs\n"
    "  --max_candidates  how many buffer assignments the search keeps; default 2000\n";

constexpr int kMostExportedCandidates = 1000000;

struct Flags {
  fft::inspector::HttpOptions http;
  std::string export_token;  // set: write a file and end
  std::string target = "host";
  std::string output = "plan.html";
  fft::ContextOptions environment;
  fft::inspector::Folders folders = {.links = fft::inspector::DefaultLinkFolder(), .traces = ""};
  int max_candidates = 0;  // of an export; 0: the server's limit
  fft::inspector::RunLimits run_limits;
  bool help = false;
};

// "1073741824", "1024MiB", "1GiB"; at least 1.
bool ParseBytes(const std::string& name, const std::string& value, int64_t* bytes) {
  std::string digits = value;
  int shift = 0;
  if (value.ends_with("MiB")) shift = 20;
  if (value.ends_with("GiB")) shift = 30;
  if (shift > 0) digits.resize(digits.size() - 3);
  if (absl::SimpleAtoi(digits, bytes) && *bytes > 0 && *bytes <= INT64_MAX >> shift) {
    *bytes <<= shift;
    return true;
  }
  std::fprintf(stderr, "%s is \"%s\"; allowed: a number of bytes, MiB or GiB, from 1\n",
               name.c_str(), value.c_str());
  return false;
}

// Accepts --name=value and --name value. False on anything else.
bool ParseFlags(int argc, char** argv, Flags* flags) {
  for (int i = 1; i < argc; ++i) {
    std::string name = argv[i];
    if (name == "--help" || name == "-h") {
      flags->help = true;
      return true;
    }
    if (name == "export" && i + 1 < argc) {
      flags->export_token = argv[++i];
      continue;
    }
    std::string value;
    const size_t equals = name.find('=');
    if (equals != std::string::npos) {
      value = name.substr(equals + 1);
      name.resize(equals);
    } else if (i + 1 < argc) {
      value = argv[++i];
    }
    if (name == "--port") {
      if (!absl::SimpleAtoi(value, &flags->http.port) || flags->http.port < 0 ||
          flags->http.port > 65535) {
        std::fprintf(stderr, "--port is \"%s\"; allowed: 0 to 65535\n", value.c_str());
        return false;
      }
    } else if (name == "--run-memory" || name == "--run-host-memory") {
      fft::inspector::RunLimits& limits = flags->run_limits;
      if (!ParseBytes(name, value,
                      name == "--run-memory" ? &limits.device_bytes : &limits.host_bytes)) {
        return false;
      }
    } else if (name == "--links") {
      flags->folders.links = value;
    } else if (name == "--trace-dir") {
      flags->folders.traces = value;
    } else if (name == "--bind" && !value.empty()) {
      flags->http.bind_address = value;
    } else if (name == "--target" && !value.empty()) {
      flags->target = value;
    } else if (name == "--max_candidates") {
      if (!absl::SimpleAtoi(value, &flags->max_candidates) || flags->max_candidates < 1 ||
          flags->max_candidates > kMostExportedCandidates) {
        std::fprintf(stderr, "--max_candidates is \"%s\"; allowed: 1 to %d\n", value.c_str(),
                     kMostExportedCandidates);
        return false;
      }
    } else if (name == "--output" && !value.empty()) {
      flags->output = value;
    } else if (name == "--device" && !value.empty()) {
      flags->environment.device = value;
    } else {
      std::fprintf(stderr, "%s is not a flag, or lacks its value\n", name.c_str());
      return false;
    }
  }
  return true;
}

// 32 random hexadecimal digits.
std::string MakeKey() {
  std::random_device random;
  std::string key;
  for (int i = 0; i < 4; ++i) absl::StrAppend(&key, absl::Hex(random(), absl::kZeroPad8));
  return key;
}

absl::Status Export(const Flags& flags) {
  fft::inspector::PlanRequest request;
  FFT_ASSIGN_OR_RETURN(request.problem, fft::ParseToken(flags.export_token));
  FFT_ASSIGN_OR_RETURN(request.target, fft::FindTarget(flags.target));
  fft::Json options = fft::Json::object();
  if (flags.max_candidates > 0) options["max_candidates"] = flags.max_candidates;
  FFT_ASSIGN_OR_RETURN(request.options,
                       fft::inspector::ParsePlanOptions(options, kMostExportedCandidates));
  FFT_ASSIGN_OR_RETURN(const auto plan, fft::inspector::PlanStore(1).Make(request));
  const fft::Json targets = fft::inspector::TargetsView(fft::Targets(), "");
  FFT_ASSIGN_OR_RETURN(std::string text,
                       fft::inspector::ExportDocument(*plan, {{"/targets", targets}}, {}));
  if (!flags.output.ends_with(".json")) {
    FFT_ASSIGN_OR_RETURN(text, fft::inspector::ExportHtml(text));
  }
  const char* user_directory = std::getenv("BUILD_WORKING_DIRECTORY");  // set by `bazel run`
  const std::string path = user_directory == nullptr || flags.output.starts_with("/")
                               ? flags.output
                               : absl::StrCat(user_directory, "/", flags.output);
  std::ofstream file(path, std::ios::binary);
  if (!(file << text)) return absl::UnavailableError("cannot write " + path);
  std::printf("%s: %zu bytes\n", path.c_str(), text.size());
  return absl::OkStatus();
}

// For what is in work to end by itself after the first signal.
constexpr auto kStopPatience = std::chrono::milliseconds(1500);

// Ends this process, and the compilers that it started, whatever its threads do.
[[noreturn]] void EndNow(int status) {
  fft::inspector::KillChildren();
  _exit(status);
}

sigset_t StopSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  return signals;
}

// Ends the process on SIGINT and SIGTERM: by stopping the server where it serves and work ends
// soon, else by force. A second signal ends it at once. The signals must be blocked in every
// thread.
class Stopper {
 public:
  Stopper() {
    std::thread([this] { Watch(); }).detach();
  }

  // From here on the first signal stops `server`.
  void Serve(fft::inspector::HttpServer& server) {
    std::lock_guard<std::mutex> lock(mutex_);
    server_ = &server;
  }

 private:
  void Watch() {
    const sigset_t signals = StopSignals();
    int signal = 0;
    sigwait(&signals, &signal);
    {
      std::lock_guard<std::mutex> lock(mutex_);
      if (server_ == nullptr) EndNow(0);
    }
    std::thread([this] { server_->Stop(); }).detach();
    const auto patience = std::chrono::duration_cast<std::chrono::nanoseconds>(kStopPatience);
    const timespec rest = {.tv_sec = patience.count() / 1000000000,
                           .tv_nsec = patience.count() % 1000000000};
    if (sigtimedwait(&signals, nullptr, &rest) > 0) EndNow(128 + signal);
    std::puts("stopped; work that did not end was cut off");
    std::fflush(stdout);
    EndNow(0);
  }

  std::mutex mutex_;
  fft::inspector::HttpServer* server_ = nullptr;  // guarded by mutex_
};

// Serves until a signal; false when it cannot.
bool Serve(Flags& flags, Stopper& stopper) {
  const bool loopback = fft::inspector::IsLoopback(flags.http.bind_address);
  if (!loopback) flags.http.access_token = MakeKey();
  absl::StatusOr<std::shared_ptr<fft::Context>> context = fft::Context::Create(flags.environment);
  // A wrong flag or variable, not a missing device.
  if (absl::IsInvalidArgument(context.status())) {
    std::fprintf(stderr, "%s\n", std::string(context.status().message()).c_str());
    return false;
  }
  if (!context.ok()) {
    std::fprintf(stderr, "no device to run on (everything else works): %s\n",
                 std::string(context.status().message()).c_str());
  }
  fft::inspector::Service service(std::move(context), fft::rtc::ListDevices(), flags.run_limits,
                                  flags.folders);
  // The stopper may still be on its way out of it when this process ends.
  static auto& server = *new absl::StatusOr<std::unique_ptr<fft::inspector::HttpServer>>(
      fft::inspector::HttpServer::Create(flags.http,
                                         [&service](const fft::inspector::HttpRequest& request) {
                                           return fft::inspector::Respond(service, request);
                                         }));
  if (!server.ok()) {
    std::fprintf(stderr, "%s\n", std::string(server.status().message()).c_str());
    return false;
  }
  if (!loopback) {
    std::fprintf(stderr,
                 "warning: bound to %s: who has the link below can plan and run transforms on this "
                 "machine, and the network between sees all of it (plain HTTP)\n",
                 flags.http.bind_address.c_str());
  }
  const std::string key = loopback ? "" : "#key=" + flags.http.access_token;
  std::printf("FFT inspector: http://%s:%d/%s\n", flags.http.bind_address.c_str(),
              (*server)->port(), key.c_str());
  std::fflush(stdout);
  stopper.Serve(**server);
  const absl::Status status = (*server)->Run();
  if (!status.ok()) {
    std::fprintf(stderr, "%s\n", std::string(status.message()).c_str());
    return false;
  }
  (*server)->Stop();
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  Flags flags;
  flags.http.port = 8080;
  flags.environment = fft::ReadEnvironment();
  flags.folders.traces = std::exchange(flags.environment.trace_dir, "");
  if (!ParseFlags(argc, argv, &flags)) {
    std::fputs(kUsage, stderr);
    return 2;
  }
  if (flags.help) {
    std::fputs(kUsage, stdout);
    return 0;
  }
  if (!flags.export_token.empty()) {
    const absl::Status exported = Export(flags);
    if (!exported.ok()) std::fprintf(stderr, "%s\n", std::string(exported.message()).c_str());
    return exported.ok() ? 0 : 1;
  }
  // Before any thread starts, so that all inherit it.
  const sigset_t signals = StopSignals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  signal(SIGPIPE, SIG_IGN);
  fft::inspector::KeepLittleMemory();
  static auto& stopper = *new Stopper;  // its thread outlives main

  if (!Serve(flags, stopper)) EndNow(1);
  std::puts("stopped");
  return 0;
}
